// A module as a function of its parameters and buffers.
#include "fx/Runtime/FunctionalCall.h"
#include "fx/Runtime/Calls.h"
#include "fx/Runtime/SymbolicTrace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <thread>

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

using Tensors = std::map<std::string, Tensor>;

std::string error_of(const GraphModule& module, const Tensors& tensors) {
  try {
    functional_call(module, tensors, {torch::ones({1, 1})});
  } catch (const RuntimeError& error) {
    return error.what();
  }
  return "no error";
}

struct Affine : torch::nn::Module {
  torch::nn::Linear l1 = register_module("l1", torch::nn::Linear(1, 1));
  Tensor buffer = register_buffer("buffer", torch::ones({1}));
  Tensor forward(Tensor x) { return l1->forward(x) + buffer; }
};

TEST(FunctionalCall, test_fx_stateless) {
  Affine module;
  const GraphModule traced = symbolic_trace(module);
  const Tensor x = torch::rand({1, 1});
  const Tensor weight = torch::full({1, 1}, 1.0, torch::requires_grad());
  const Tensor bias = torch::zeros({1}, torch::requires_grad());
  const Tensor buffer = torch::zeros({1});
  const Value result =
      functional_call(traced, {{"l1.weight", weight}, {"l1.bias", bias}, {"buffer", buffer}}, {x});
  EXPECT_TRUE(torch::equal(result.toTensor(), x));
  result.toTensor().backward();
  EXPECT_TRUE(torch::equal(weight.grad(), x));
  EXPECT_TRUE(torch::equal(bias.grad(), torch::ones({1})));
  EXPECT_FALSE(buffer.grad().defined());
  EXPECT_FALSE(module.l1->weight.grad().defined());
  EXPECT_FALSE(module.l1->bias.grad().defined());
}

TEST(FunctionalCall, WritesToTheBuffersThatAreGiven) {
  struct Net : torch::nn::Module {
    torch::nn::BatchNorm1d norm = register_module("norm", torch::nn::BatchNorm1d(3));
    Tensor forward(Tensor x) { return norm(x); }
  } net;
  const GraphModule traced = symbolic_trace(net);
  const Tensor mean = torch::zeros({3}), batches = torch::zeros({}, torch::kLong);
  const Tensor x = torch::randn({5, 3});
  functional_call(traced, {{"norm.running_mean", mean}, {"norm.num_batches_tracked", batches}},
                  {x});
  EXPECT_TRUE(torch::allclose(mean, x.mean(0) * 0.1));
  EXPECT_EQ(batches.item<int64_t>(), 1);
  EXPECT_TRUE(torch::equal(net.norm->running_mean, torch::zeros({3})));
  EXPECT_EQ(net.norm->num_batches_tracked.item<int64_t>(), 0);
  // What no tensor stands for is the module's own.
  EXPECT_FALSE(torch::equal(net.norm->running_var, torch::ones({3})));
}

TEST(FunctionalCall, GivesAModuleWithListsOfWeightsOtherOnes) {
  torch::nn::LSTM lstm(torch::nn::LSTMOptions(2, 3).batch_first(true));
  torch::nn::LSTM other(lstm->options);
  struct Net : torch::nn::Module {
    explicit Net(torch::nn::LSTM lstm) : lstm(register_module("lstm", std::move(lstm))) {}
    torch::nn::LSTM lstm;
    Tensor forward(Tensor x) { return std::get<0>(lstm(x)); }
  } net(lstm);
  Tensors weights;
  for (const auto& item : other->named_parameters())
    weights.emplace("lstm." + item.key(), item.value());
  const Tensor x = torch::randn({1, 4, 2});
  const GraphModule traced = symbolic_trace(net);
  EXPECT_TRUE(
      torch::equal(functional_call(traced, weights, {x}).toTensor(), std::get<0>(other(x))));
  EXPECT_TRUE(torch::equal(GraphModule(traced)->forward(x), std::get<0>(lstm(x))));
}

TEST(FunctionalCall, ReplacesATensorUnderBothOfItsNames) {
  struct Half : torch::nn::Module {
    explicit Half(const Tensor& shared) : weight(register_parameter("weight", shared)) {}
    Tensor weight;
  };
  struct Net : torch::nn::Module {
    std::shared_ptr<Half> first =
        register_module("first", std::make_shared<Half>(torch::ones({2, 2})));
    std::shared_ptr<Half> second = register_module("second", std::make_shared<Half>(first->weight));
    Tensor forward(Tensor x) { return x.matmul(first->weight).matmul(second->weight); }
  } net;
  const GraphModule traced = symbolic_trace(net);
  const Tensor w = torch::eye(2) * 3, x = torch::ones({1, 2});
  EXPECT_TRUE(torch::equal(functional_call(traced, {{"first.weight", w}}, {x}).toTensor(), x * 9));
  EXPECT_TRUE(torch::equal(functional_call(traced, {{"second.weight", w}}, {x}).toTensor(), x * 9));
  EXPECT_THAT(
      error_of(traced, {{"first.weight", w}, {"second.weight", torch::eye(2)}}),
      HasSubstr("'second.weight' of Net is another name of a tensor that another one stands "
                "for already"));
}

TEST(FunctionalCall, ReplacesNothingTwice) {
  struct Net : torch::nn::Module {
    Tensor a = register_parameter("a", torch::full({2}, 1.0));
    Tensor b = register_parameter("b", torch::full({2}, 2.0));
    Tensor forward(Tensor x) { return x * a - b; }
  } net;
  const GraphModule traced = symbolic_trace(net);
  const Tensor x = torch::ones({2});
  EXPECT_TRUE(
      torch::equal(functional_call(traced, {{"a", net.b}, {"b", net.a}}, {x}).toTensor(), x));
  EXPECT_TRUE(
      torch::equal(functional_call(traced, {{"a", net.b}}, {net.a}).toTensor(), torch::zeros({2})));
}

TEST(FunctionalCall, RefusesModulesThatReadTheirOwnTensors) {
  struct Leaf : torch::nn::Module {
    Tensor w = register_parameter("w", torch::ones({1, 1}));
    Tensor forward(Tensor x) { return x * w.data(); }
  };
  struct Net : torch::nn::Module {
    std::shared_ptr<Leaf> leaf = register_module("leaf", std::make_shared<Leaf>());
    torch::nn::Linear linear = register_module("linear", torch::nn::Linear(1, 1));
    Tensor forward(Tensor x) { return linear(call(*leaf, x)); }
  } net;
  const GraphModule traced = symbolic_trace(net);
  EXPECT_EQ(error_of(traced, {{"leaf.w", torch::ones({1, 1})}}),
            "node 'leaf' calls a Leaf as one node, which may read its 'w' where no other tensor "
            "can stand for it. Trace into it: without fx::call, and is_leaf_module() false");
  EXPECT_EQ(error_of(traced, {{"linear.bias", torch::ones({1})}}), "no error");
}

TEST(FunctionalCall, RunsInSeveralThreads) {
  Affine module;
  const GraphModule traced = symbolic_trace(module);
  const auto run = [&](double factor, bool& right) {
    for (int i = 0; i < 200; ++i) {
      const Tensor x = torch::rand({1, 1});
      const Tensor y = functional_call(traced,
                                       {{"l1.weight", torch::full({1, 1}, factor)},
                                        {"l1.bias", torch::zeros({1})},
                                        {"buffer", torch::zeros({1})}},
                                       {x})
                           .toTensor();
      right = right && torch::equal(y, x * factor);
    }
  };
  bool one = true, two = true;
  std::thread other([&] { run(2, one); });
  run(3, two);
  other.join();
  EXPECT_TRUE(one);
  EXPECT_TRUE(two);
}

TEST(FunctionalCall, SaysWhatCannotStandForWhat) {
  Affine module;
  const GraphModule traced = symbolic_trace(module);
  EXPECT_EQ(error_of(traced, {{"l1.wait", torch::ones({1, 1})}}),
            "Affine has no parameter or buffer 'l1.wait' that a tensor could stand for; it has "
            "buffer, l1.bias, l1.weight");
  EXPECT_EQ(error_of(traced, {{"buffer", torch::ones({2})}}),
            "Float[2] on cpu cannot stand for 'buffer' of Affine, which is Float[1] on cpu: what "
            "the graph computes could depend on it");
  EXPECT_THAT(error_of(traced, {{"buffer", torch::ones({1}, torch::kDouble)}}),
              HasSubstr("Double[1] on cpu cannot stand for 'buffer'"));
  EXPECT_THAT(error_of(traced, {{"buffer", Tensor()}}),
              HasSubstr("an undefined tensor cannot stand for 'buffer'"));
}

} // namespace
} // namespace fx
