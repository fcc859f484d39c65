// Every module of torch::nn, as test/EndToEnd/Modules/cases.txt lists them.
#include "Runtime/CallRecord.h"
#include "fx/Runtime/ModuleCalls.h"

// struct Modules, by test/EndToEnd/harness/modules.py.
#include "AllModules.inc"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace fx {
namespace {

using test::CallRecord;
using test::Listening;

/// "2x4x9" or "4:int64<5".
torch::Tensor input_of(const std::string& spec) {
  const size_t type = spec.find(':');
  std::vector<int64_t> sizes;
  std::istringstream text(spec.substr(0, type));
  for (std::string size; std::getline(text, size, 'x');)
    sizes.push_back(std::stoll(size));
  if (type == spec.npos) return torch::randn(sizes);
  return torch::randint(std::stoll(spec.substr(spec.find('<') + 1)), sizes, torch::kInt64);
}

std::vector<torch::Tensor> inputs() {
  std::vector<torch::Tensor> made;
  std::ifstream file(FX_ALL_MODULES);
  const std::string begin = "// INPUT: ";
  for (std::string line; std::getline(file, line);)
    if (line.rfind(begin, 0) == 0) made.push_back(input_of(line.substr(begin.size())));
  return made;
}

using Outputs = std::vector<torch::Tensor>;

template <class... Params, size_t... I>
Outputs forward(Modules& model, Outputs (Modules::*method)(Params...),
                const std::vector<torch::Tensor>& inputs, std::index_sequence<I...>) {
  return (model.*method)(inputs.at(I)...);
}
template <class... Params>
Outputs forward(Modules& model, Outputs (Modules::*method)(Params...),
                const std::vector<torch::Tensor>& inputs) {
  torch::manual_seed(7);
  return forward(model, method, inputs, std::index_sequence_for<Params...>());
}

void expect_same(const Outputs& outputs, const Outputs& expected) {
  ASSERT_EQ(outputs.size(), expected.size());
  for (size_t i = 0; i < outputs.size(); ++i)
    EXPECT_TRUE(torch::allclose(outputs[i], expected[i], 0, 0, /*equal_nan=*/true)) << i;
}

class AllModules : public testing::TestWithParam<bool> {
protected:
  AllModules() {
    torch::manual_seed(3);
    values_ = inputs();
    model_.train(GetParam());
  }
  Outputs run() { return forward(model_, &Modules::forward, values_); }

  Modules model_;
  std::vector<torch::Tensor> values_;
};

TEST_P(AllModules, AreAnnounced) {
  for (const auto& child : model_.children())
    EXPECT_TRUE(is_announced(*child)) << child->name();
  CallRecord record;
  const Listening listening(&record);
  run();
  std::set<torch::nn::Module*> called;
  for (const CallRecord::Call& call : record.calls)
    called.insert(call.module);
  EXPECT_GE(model_.children().size(), 200U);
  for (const auto& child : model_.children())
    EXPECT_TRUE(called.count(child.get())) << child->name();
}

TEST_P(AllModules, ComputeTheSameUnderAListener) {
  run(); // the norms' statistics
  const auto state = [&] {
    std::vector<torch::Tensor> copies;
    for (const torch::Tensor& buffer : model_.buffers())
      copies.push_back(buffer.clone());
    return copies;
  };
  const std::vector<torch::Tensor> before = state();
  const Outputs expected = run();
  const auto reset = [&] {
    const torch::NoGradGuard guard;
    for (size_t i = 0; i < before.size(); ++i)
      model_.buffers()[i].copy_(before[i]);
  };
  reset();
  CallRecord record;
  {
    const Listening listening(&record);
    expect_same(run(), expected);
  }
  reset();
  // Every argument and result goes through a value.
  record.answer = [](torch::nn::Module&, const std::function<Value()>& original) {
    return original();
  };
  const Listening listening(&record);
  expect_same(run(), expected);
}

INSTANTIATE_TEST_SUITE_P(Modes, AllModules, testing::Bool(),
                         [](const auto& info) { return info.param ? "Training" : "Eval"; });

} // namespace
} // namespace fx
