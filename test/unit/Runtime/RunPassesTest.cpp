#include "TraceTest.h"

#include "fx/Runtime/RunPasses.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

TEST(RunPasses, ChangesTheGraphThatRuns) {
  GraphModule module = symbolic_trace([](const Tensor& x) {
    const Tensor unused = x.tanh();
    return torch::relu(x) + torch::relu(x);
  });
  EXPECT_TRUE(run_passes(module, "cse,dce"));
  EXPECT_EQ(calls(module->graph()), "relu = call_function torch.relu input_1\n"
                                    "add = call_function torch.add relu relu\n");
  module->graph().lint();
  EXPECT_EQ(module->graph().owning_module(), module.get());
  const Tensor x = torch::tensor({-1.0, 2.0});
  EXPECT_TRUE(module->forward(x).equal(x.relu() * 2));
  EXPECT_FALSE(run_passes(module, "cse,dce"));
}

TEST(RunPasses, NotesShapesOfExampleInputs) {
  torch::nn::Sequential net(torch::nn::Linear(3, 4), torch::nn::ReLU());
  GraphModule module = symbolic_trace(net);
  EXPECT_TRUE(run_passes(module, "shape-prop<input=5x3>"));
  for (const Node* node : module->graph())
    if (node->op() == Opcode::CallModule) {
      ASSERT_NE(node->meta(meta::tensor_meta), nullptr);
      EXPECT_EQ(node->meta(meta::tensor_meta)->shape, (std::vector<int64_t>{5, 4}));
    }
  EXPECT_FALSE(run_passes(module, "shape-prop<input=5x3>"));
  try {
    run_passes(module, "shape-prop<input=5x4>");
    ADD_FAILURE() << "no error";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("mat1 and mat2 shapes cannot be multiplied (5x4 and 3x4)"));
  }
}

TEST(RunPasses, LeavesTrainingItsGraph) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      const Tensor unused = x.tanh();
      return is_training() ? x + 1 : x;
    }
  } net;
  GraphModule module = symbolic_trace(net);
  ASSERT_NE(module->training_graph(), nullptr);
  EXPECT_TRUE(run_passes(module, "dce"));
  const Tensor x = torch::tensor({-1.0, 2.0});
  EXPECT_EQ(calls(*module->training_graph()), "add = call_function torch.add input_1 1\n");
  EXPECT_TRUE(module->forward(x).equal(x + 1));
  module->eval();
  EXPECT_EQ(calls(module->graph()), "");
  EXPECT_TRUE(module->forward(x).equal(x));
}

TEST(RunPasses, LeavesTheModuleAsItWasOnErrors) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return torch::relu(linear(torch::neg(x))); }
    torch::nn::Linear linear{register_module("linear", torch::nn::Linear(2, 2))};
  } net;
  GraphModule module = symbolic_trace(net);
  const std::string before = calls(module->graph());
  const auto error = [&](const char* pipeline) {
    try {
      run_passes(module, pipeline);
    } catch (const RuntimeError& error) {
      EXPECT_EQ(calls(module->graph()), before);
      EXPECT_EQ(module->graph().owning_module(), module.get());
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error("csee"), HasSubstr("csee"));
  EXPECT_THAT(error("reinplace"), HasSubstr("reinplace<inference>"));
  EXPECT_THAT(error("split-module<by=size;size=1>"), HasSubstr("a live module keeps its own"));
}

TEST(RunPasses, TellsWhatPassesSay) {
  GraphModule module = symbolic_trace([](const Tensor& x) { return torch::relu(x); });
  std::vector<std::string> told;
  EXPECT_FALSE(run_passes(module, "reinplace<inference>",
                          {.remark = [&](const std::string& text) { told.push_back(text); }}));
  EXPECT_THAT(told, ::testing::ElementsAre(HasSubstr("may be memory of an input")));
}

} // namespace
} // namespace fx
