#include "TraceTest.h"

#include "fx/Runtime/ReplacePattern.h"

namespace fx {
namespace {

using testing::calls;
using torch::Tensor;

const TracedFunction neg_relu = [](Tensor x) { return torch::relu(torch::neg(x)); };
const TracedFunction tanh = [](Tensor x) { return torch::tanh(x); };

TEST(ReplacePattern, ChangesTheGraphThatRuns) {
  GraphModule module =
      symbolic_trace([](Tensor x) { return neg_relu.call({x}).toTensor() + x.neg().relu(); });
  const Tensor x = torch::tensor({-1.0, 2.0});
  module->forward(x);
  EXPECT_EQ(replace_pattern(module, neg_relu, tanh).size(), 2U);
  EXPECT_EQ(calls(module->graph()), "tanh = call_function torch.tanh input_1\n"
                                    "tanh_1 = call_function torch.tanh input_1\n"
                                    "add = call_function torch.add tanh tanh_1\n");
  module->graph().lint();
  EXPECT_EQ(module->graph().owning_module(), module.get());
  EXPECT_TRUE(module->forward(x).equal(x.tanh() * 2));
  EXPECT_TRUE(replace_pattern(module, neg_relu, tanh).empty());
}

TEST(ReplacePattern, ChangesTheGraphOfTrainingToo) {
  struct Net : torch::nn::Module {
    Tensor forward(Tensor x) {
      x = torch::relu(torch::neg(x));
      return is_training() ? x + 1 : x;
    }
  } net;
  GraphModule module = symbolic_trace(net);
  ASSERT_NE(module->training_graph(), nullptr);
  EXPECT_EQ(replace_pattern(module, neg_relu, tanh).size(), 2U);
  const Tensor x = torch::tensor({-1.0, 2.0});
  EXPECT_TRUE(module->forward(x).equal(x.tanh() + 1));
  module->eval();
  EXPECT_TRUE(module->forward(x).equal(x.tanh()));
}

TEST(ReplacePattern, LeavesTheModuleAsItWasOnErrors) {
  GraphModule module = symbolic_trace([](Tensor x) { return torch::relu(torch::neg(x)); });
  const std::string before = calls(module->graph());
  const auto error = [&](const TracedFunction& pattern, const TracedFunction& replacement) {
    try {
      replace_pattern(module, pattern, replacement);
    } catch (const RuntimeError& error) {
      EXPECT_EQ(calls(module->graph()), before);
      EXPECT_EQ(module->graph().owning_module(), module.get());
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error(neg_relu, [](Tensor x, Tensor y) { return x + y; }), ::testing::HasSubstr("1"));
  EXPECT_THAT(error([](Tensor x) { return x; }, tanh), ::testing::HasSubstr("pattern"));
  EXPECT_THAT(error(neg_relu, [](Tensor x) { return x + torch::tensor({1.0, 2.0}); }),
              ::testing::HasSubstr("_tensor_constant0, that the module would have to hold"));
}

} // namespace
} // namespace fx
