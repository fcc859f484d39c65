#include "fx/Runtime/ModuleCalls.h"

#include "Runtime/CallRecord.h"
#include "fx/Runtime/Errors.h"

#include <ATen/autocast_mode.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <thread>

namespace fx {
namespace {

using test::CallRecord;
using test::Listening;
namespace nn = torch::nn;

template <class Call>
auto heard(CallRecord& record, Call call) {
  const Listening listening(&record);
  return call();
}

TEST(ModuleCalls, ComeToThisLibrary) {
  EXPECT_NO_THROW(check_module_calls());
}

TEST(ModuleCalls, ChecksDrawNoRandomNumbers) {
  torch::manual_seed(1);
  const torch::Tensor expected = torch::rand(3);
  torch::manual_seed(1);
  check_module_calls();
  EXPECT_TRUE(torch::equal(torch::rand(3), expected));
}

TEST(ModuleCalls, AnnouncesAModuleWithItsArguments) {
  nn::Linear linear(4, 3);
  const torch::Tensor input = torch::rand({2, 4});
  const torch::Tensor expected = linear(input);
  CallRecord record;
  const torch::Tensor output = heard(record, [&] { return linear(input); });
  ASSERT_EQ(record.names(), "Linear");
  EXPECT_EQ(record.calls[0].module, linear.get());
  ASSERT_EQ(record.calls[0].args.size(), 1U);
  EXPECT_TRUE(record.calls[0].args[0].toTensor().is_same(input));
  EXPECT_TRUE(torch::equal(output, expected));
}

TEST(ModuleCalls, AnnouncesNothingWithoutListener) {
  nn::Linear linear(4, 3);
  CallRecord record;
  heard(record, [] { return 0; });
  linear(torch::rand({2, 4}));
  EXPECT_TRUE(record.calls.empty());
}

TEST(ModuleCalls, GivesTheListenerBeforeBack) {
  CallRecord first;
  CallRecord second;
  EXPECT_EQ(set_module_call_listener(&first), nullptr);
  EXPECT_EQ(set_module_call_listener(&second), &first);
  EXPECT_EQ(set_module_call_listener(nullptr), &second);
}

TEST(ModuleCalls, AnnouncesCallsInsideLibTorch) {
  nn::TransformerEncoderLayer layer(nn::TransformerEncoderLayerOptions(4, 2).dropout(0.1));
  nn::TransformerEncoder encoder(nn::TransformerEncoderOptions(layer, 2));
  encoder->eval();
  const torch::Tensor input = torch::rand({3, 2, 4});
  const torch::Tensor expected = encoder(input);
  CallRecord record;
  const torch::Tensor output = heard(record, [&] { return encoder(input); });
  const std::string of_layer =
      " TransformerEncoderLayer MultiheadAttention Dropout LayerNorm Linear "
      "Dropout Linear Dropout LayerNorm";
  EXPECT_EQ(record.names(), "TransformerEncoder" + of_layer + of_layer);
  EXPECT_TRUE(torch::equal(output, expected));
}

TEST(ModuleCalls, AnnouncesWhatSequentialCalls) {
  nn::Sequential sequential(nn::Linear(4, 3), nn::ReLU(), nn::Functional(torch::tanh));
  CallRecord record;
  heard(record, [&] { return sequential->forward(torch::rand({2, 4})); });
  EXPECT_EQ(record.names(), "Linear ReLU Functional");
  EXPECT_FALSE(is_announced(*sequential));
}

TEST(ModuleCalls, AnnouncesAnyModule) {
  nn::AnyModule any(nn::Linear(4, 3));
  CallRecord record;
  heard(record, [&] { return any.forward(torch::rand({2, 4})); });
  EXPECT_EQ(record.names(), "Linear");
}

TEST(ModuleCalls, GivesATupleOfStates) {
  nn::LSTM lstm(nn::LSTMOptions(4, 3));
  const torch::Tensor input = torch::rand({5, 2, 4});
  const auto state = std::make_tuple(torch::rand({1, 2, 3}), torch::rand({1, 2, 3}));
  const auto expected = lstm(input, state);
  CallRecord record;
  record.answer = [](nn::Module&, const std::function<Value()>& forward) { return forward(); };
  const auto output = heard(record, [&] { return lstm(input, state); });
  heard(record, [&] { return lstm(input); });
  ASSERT_EQ(record.names(), "LSTM LSTM");
  ASSERT_TRUE(record.calls[0].args[1].isTuple());
  EXPECT_TRUE(
      record.calls[0].args[1].toTupleRef().elements()[1].toTensor().is_same(std::get<1>(state)));
  EXPECT_TRUE(record.calls[1].args[1].isNone());
  EXPECT_TRUE(torch::equal(std::get<0>(output), std::get<0>(expected)));
  EXPECT_TRUE(torch::equal(std::get<1>(std::get<1>(output)), std::get<1>(std::get<1>(expected))));
}

TEST(ModuleCalls, NamesTheMethodForPackedInput) {
  namespace rnn = nn::utils::rnn;
  nn::GRU gru(nn::GRUOptions(4, 3));
  const auto packed =
      rnn::pack_padded_sequence(torch::rand({5, 2, 4}), torch::tensor({3, 5}), false, false);
  const auto expected = gru->forward_with_packed_input(packed);
  CallRecord record;
  record.answer = [](nn::Module&, const std::function<Value()>& forward) { return forward(); };
  const auto output = heard(record, [&] { return gru->forward_with_packed_input(packed); });
  ASSERT_EQ(record.calls.size(), 1U);
  EXPECT_EQ(record.calls[0].method, "forward_with_packed_input");
  EXPECT_EQ(record.calls[0].args[0].toTupleRef().elements().size(), 4U);
  EXPECT_TRUE(torch::equal(std::get<0>(output).data(), std::get<0>(expected).data()));
  EXPECT_TRUE(torch::equal(std::get<1>(output), std::get<1>(expected)));
}

TEST(ModuleCalls, NamesTheMethodForIndices) {
  nn::MaxPool2d pool(2);
  CallRecord record;
  heard(record, [&] { return pool->forward_with_indices(torch::rand({1, 4, 4})); });
  ASSERT_EQ(record.names(), "MaxPool2d");
  EXPECT_EQ(record.calls[0].method, "forward_with_indices");
}

TEST(ModuleCalls, GivesMasksThatAreNotDefinedAsNone) {
  nn::MultiheadAttention attention(4, 2);
  const torch::Tensor x = torch::rand({3, 2, 4});
  const torch::Tensor mask = torch::zeros({3, 3});
  CallRecord record;
  heard(record, [&] { return attention(x, x, x, torch::Tensor(), true, mask); });
  ASSERT_EQ(record.calls[0].args.size(), 7U);
  EXPECT_TRUE(record.calls[0].args[3].isNone());
  EXPECT_TRUE(record.calls[0].args[4].toBool());
  EXPECT_TRUE(record.calls[0].args[5].toTensor().is_same(mask));
  EXPECT_TRUE(record.calls[0].args[6].isBool());
}

TEST(ModuleCalls, GivesOutputSizes) {
  nn::ConvTranspose2d transposed(nn::ConvTranspose2dOptions(2, 3, 3).stride(2));
  nn::MaxUnpool1d unpool(2);
  CallRecord record;
  const Listening listening(&record);
  const std::vector<int64_t> size{8, 8};
  transposed(torch::rand({1, 2, 3, 3}), at::IntArrayRef(size));
  transposed(torch::rand({1, 2, 3, 3}));
  const torch::Tensor pooled = torch::rand({1, 1, 3});
  unpool(pooled, torch::tensor({{{0, 2, 4}}}), std::vector<int64_t>{1, 1, 7});
  EXPECT_EQ(record.calls[0].args[1].toIntVector(), size);
  EXPECT_TRUE(record.calls[1].args[1].isNone());
  EXPECT_EQ(record.calls[2].args[2].toIntVector(), (std::vector<int64_t>{1, 1, 7}));
}

TEST(ModuleCalls, GivesDefaultsOfEmbeddingBag) {
  nn::EmbeddingBag bag(5, 3);
  CallRecord record;
  heard(record, [&] { return bag(torch::tensor({1, 2, 4}), torch::tensor({0, 2})); });
  ASSERT_EQ(record.calls[0].args.size(), 3U);
  EXPECT_TRUE(record.calls[0].args[1].isTensor());
  EXPECT_TRUE(record.calls[0].args[2].isNone());
}

TEST(ModuleCalls, TakesTheResultOfTheListener) {
  nn::Linear linear(4, 3);
  const torch::Tensor other = torch::rand({7});
  CallRecord record;
  record.answer = [&](nn::Module&, const auto&) { return Value(other); };
  EXPECT_TRUE(heard(record, [&] { return linear(torch::rand({1})); }).is_same(other));
}

TEST(ModuleCalls, RefusesAResultOfAnotherType) {
  nn::LSTM lstm(nn::LSTMOptions(4, 3));
  CallRecord record;
  record.answer = [](nn::Module&, const auto&) { return Value(1); };
  EXPECT_THROW(heard(record, [&] { return lstm(torch::rand({5, 2, 4})); }), RuntimeError);
}

TEST(ModuleCalls, LetsExceptionsOfTheOriginalPass) {
  nn::Linear linear(4, 3);
  CallRecord record;
  EXPECT_THROW(heard(record, [&] { return linear(torch::rand({2, 5})); }), c10::Error);
  record.answer = [](nn::Module&, const std::function<Value()>& forward) { return forward(); };
  EXPECT_THROW(heard(record, [&] { return linear(torch::rand({2, 5})); }), c10::Error);
  EXPECT_EQ(record.calls.size(), 2U);
}

TEST(ModuleCalls, LetsExceptionsOfTheListenerPass) {
  nn::Linear linear(4, 3);
  CallRecord record;
  record.answer = [](nn::Module&, const auto&) -> std::optional<Value> { throw TraceError("no"); };
  EXPECT_THROW(heard(record, [&] { return linear(torch::rand({2, 4})); }), TraceError);
}

TEST(ModuleCalls, AreOfTheirThread) {
  nn::Linear linear(4, 3);
  const torch::Tensor input = torch::rand({2, 4});
  std::vector<CallRecord> records(4);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < records.size(); ++i)
    threads.emplace_back([&, i] {
      const Listening listening(i % 2 == 0 ? &records[i] : nullptr);
      for (int n = 0; n < 500; ++n)
        linear(input);
    });
  for (std::thread& thread : threads)
    thread.join();
  for (size_t i = 0; i < records.size(); ++i)
    EXPECT_EQ(records[i].calls.size(), i % 2 == 0 ? 500U : 0U);
}

struct OwnLinear : nn::LinearImpl {
  using nn::LinearImpl::LinearImpl;
};

TEST(ModuleCalls, AnnouncesAnInheritedForward) {
  OwnLinear linear(4, 3);
  CallRecord record;
  heard(record, [&] { return linear.forward(torch::rand({2, 4})); });
  ASSERT_EQ(record.calls.size(), 1U);
  EXPECT_EQ(record.calls[0].module, &linear);
  EXPECT_FALSE(is_announced(linear));
}

TEST(NormCalls, StartWithTheInput) {
  nn::BatchNorm1d one(3);
  nn::BatchNorm2d two(3);
  nn::InstanceNorm2d instance(3);
  two->eval();
  const torch::Tensor flat = torch::rand({4, 3});
  const torch::Tensor image = torch::rand({4, 3, 2, 2});
  CallRecord record;
  const Listening listening(&record);
  one(flat);
  two(image);
  instance(image);
  ASSERT_EQ(record.names(), "BatchNorm1d BatchNorm2d InstanceNorm2d");
  EXPECT_TRUE(record.calls[0].args[0].toTensor().is_same(flat));
  EXPECT_EQ(one->num_batches_tracked.item<int64_t>(), 1);
  EXPECT_EQ(two->num_batches_tracked.item<int64_t>(), 0);
  EXPECT_TRUE(is_announced(*one) && is_announced(*instance));
}

TEST(NormCalls, CheckTheInputUnlessTaken) {
  nn::BatchNorm2d norm(3);
  norm->eval();
  const torch::Tensor flat = torch::rand({4, 3});
  CallRecord record;
  EXPECT_THROW(heard(record, [&] { return norm(flat); }), c10::Error);
  record.takes_norms = true;
  EXPECT_NO_THROW(heard(record, [&] { return norm(flat); }));
}

TEST(GuardCalls, TellWhatGuardsSet) {
  using Mode = GuardChange::Mode;
  CallRecord record;
  heard(record, [] {
    const torch::NoGradGuard guard;
    return 0;
  });
  ASSERT_EQ(record.changes.size(), 2U);
  EXPECT_EQ(record.changes[0].mode, Mode::Grad);
  EXPECT_EQ(record.changes[0].before, 1);
  EXPECT_EQ(record.changes[0].value, 0);
  EXPECT_EQ(record.changes[1].value, 1);
  EXPECT_TRUE(torch::GradMode::is_enabled());
}

TEST(GuardCalls, TellInferenceMode) {
  CallRecord record;
  heard(record, [] {
    const torch::InferenceMode guard;
    EXPECT_TRUE(c10::InferenceMode::is_enabled());
    return 0;
  });
  std::vector<int64_t> inference;
  for (const GuardChange& change : record.changes)
    if (change.mode == GuardChange::Mode::Inference) inference.push_back(change.value);
  EXPECT_EQ(inference, (std::vector<int64_t>{1, 0}));
  EXPECT_FALSE(c10::InferenceMode::is_enabled());
}

TEST(GuardCalls, TellAutocastOfADevice) {
  CallRecord record;
  heard(record, [] {
#if TORCH_VERSION_MAJOR >= 2
    at::autocast::set_autocast_enabled(torch::kCPU, true);
    at::autocast::set_autocast_dtype(torch::kCPU, torch::kBFloat16);
    at::autocast::set_autocast_enabled(torch::kCPU, false);
#else
    at::autocast::set_cpu_enabled(true);
    at::autocast::set_autocast_cpu_dtype(torch::kBFloat16);
    at::autocast::set_cpu_enabled(false);
#endif
    return 0;
  });
  ASSERT_EQ(record.changes.size(), 3U);
  EXPECT_EQ(record.changes[0].mode, GuardChange::Mode::Autocast);
  EXPECT_EQ(record.changes[0].device, "cpu");
  EXPECT_EQ(record.changes[0].value, 1);
  EXPECT_EQ(record.changes[1].mode, GuardChange::Mode::AutocastDtype);
  EXPECT_EQ(record.changes[1].value, static_cast<int64_t>(torch::kBFloat16));
  EXPECT_EQ(record.changes[2].value, 0);
}

} // namespace
} // namespace fx
