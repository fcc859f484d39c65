// torch.fx's splitter_base on live modules.
#include "TraceTest.h"

#include "fx/Runtime/Splitter.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

/// torch.fx's example: sin and cos run on the accelerator.
Tensor simple(const Tensor& a) {
  return torch::sin(a) + torch::cos(a);
}

OperatorSupportPointer sines() {
  return operator_support({{"torch.sin", {}}, {"torch.cos", {}}});
}

TEST(Splitter, TheExampleOfTheDocumentation) {
  GraphModule traced = symbolic_trace(simple);
  const Tensor x = torch::randn({3});
  Splitter splitter(traced, {x}, sines());
  GraphModule split = splitter.split();
  EXPECT_EQ(calls(split->graph()), "_run_on_acc_0 = call_module _run_on_acc_0 input_1\n"
                                   "getitem = call_function operator.getitem _run_on_acc_0 0\n"
                                   "getitem_1 = call_function operator.getitem _run_on_acc_0 1\n"
                                   "_run_on_cpu_1 = call_module _run_on_cpu_1 getitem getitem_1\n");
  EXPECT_TRUE(split->forward(x).equal(simple(x)));
  EXPECT_EQ(splitter.node_submodule_map().at("sin"), "_run_on_acc_0");
  EXPECT_EQ(splitter.node_submodule_map().at("add"), "_run_on_cpu_1");
}

TEST(Splitter, node_support_preview) {
  GraphModule traced = symbolic_trace(simple);
  EXPECT_EQ(Splitter(traced, {torch::randn({3})}, sines()).node_support_preview(),
            "\nSupported node types in the model:\n"
            "torch.sin: ((torch.float32,), {})\n"
            "torch.cos: ((torch.float32,), {})\n"
            "\nUnsupported node types in the model:\n"
            "torch.add: ((torch.float32, torch.float32), {})\n");
}

TEST(Splitter, split_preview) {
  GraphModule traced = symbolic_trace(simple);
  EXPECT_EQ(
      Splitter(traced, {torch::randn({3})}, sines()).split_preview(),
      "Before removing small acc subgraphs, total 2 subgraphs are created: 1 acc subgraphs and 1 "
      "cpu subgraphs.\n"
      "After removing small acc subgraphs, total 2 subgraphs are created: 1 acc subgraphs and 1 "
      "cpu subgraphs.\n"
      "_run_on_acc_0: 2 node(s)\n"
      "_run_on_cpu_1: 1 node(s)\n"
      "\nProcessing acc submodule _run_on_acc_0\n"
      "Checking inputs...\n"
      "Checking outputs...\n"
      "Total input size in bytes is 12, total output size in bytes is 24, theoretical max qps "
      "(bounds by PCIe bandwidth) for this submodule is 4473924266.666667.\n"
      "Lowering and running succeed!\n"
      "\nTheoretical max qps (bounds by PCIe bandwidth) for this model is 4473924266.666667, "
      "bottleneck is submodule _run_on_acc_0.");
}

TEST(Splitter, ReportsWhatCannotBeLowered) {
  struct Broken : Splitter {
    using Splitter::Splitter;
    std::function<Value(Args)> lower_model_to_backend(const GraphModule&, const Args&) override {
      throw std::runtime_error("no backend");
    }
    std::string find_culprit(const GraphModule& part, const Args& inputs) override {
      return part->class_name() + " with " + std::to_string(inputs.size()) + " inputs";
    }
  };
  GraphModule traced = symbolic_trace(simple);
  EXPECT_THAT(Broken(traced, {torch::randn({3})}, sines()).split_preview(),
              HasSubstr("Run into an error during lowering!\n_run_on_acc_0 with 1 inputs"));
}

TEST(Splitter, generate_split_results) {
  GraphModule traced = symbolic_trace(simple);
  const Tensor x = torch::randn({3});
  const SplitResult result = Splitter(traced, {x}, sines()).generate_split_results();
  EXPECT_EQ(result.non_acc_submodule_prefix, "_run_on_cpu_");
  ASSERT_EQ(result.submodule_inputs.size(), 2U);
  const Args& inputs = result.submodule_inputs.at("_run_on_cpu_1").args;
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_TRUE(inputs[0].toTensor().equal(torch::sin(x)));
  EXPECT_TRUE(inputs[1].toTensor().equal(torch::cos(x)));
}

TEST(Splitter, GeneratesInputsInsideOfParts) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return second(torch::relu(first(x))); }
    torch::nn::Linear first{register_module("first", torch::nn::Linear(2, 2))};
    torch::nn::Linear second{register_module("second", torch::nn::Linear(2, 2))};
  } net;
  GraphModule split = split_module(symbolic_trace(net), [](const Node&) { return 0; });
  const Tensor x = torch::randn({1, 2});
  const auto inputs = generate_inputs_for_submodules(split, {x}, {"submod_0", "submod_0.second"});
  EXPECT_TRUE(inputs.at("submod_0").args[0].toTensor().equal(x));
  EXPECT_TRUE(inputs.at("submod_0.second").args[0].toTensor().equal(torch::relu(net.first(x))));
}

TEST(Splitter, LeavesTheState) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return torch::sin(norm(x)); }
    torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(2))};
  } net;
  GraphModule traced = symbolic_trace(net);
  const Tensor before = net.norm->running_mean.clone();
  Splitter splitter(traced, {torch::randn({4, 2})}, sines());
  (void)splitter.split_preview();
  (void)splitter.generate_split_results();
  EXPECT_TRUE(net.norm->running_mean.equal(before));
}

TEST(Splitter, SaysThatThereAreTooManyParts) {
  GraphModule traced =
      symbolic_trace([](const Tensor& x) { return torch::sin(torch::sin(x).neg()); });
  Splitter splitter(traced, {torch::randn({3})}, sines(), {.max_acc_splits = 1});
  try {
    (void)splitter.split();
    FAIL();
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("2 parts would run on the accelerator"));
  }
}

} // namespace
} // namespace fx
