// torch.fx's param_fetch.
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/ParamFetch.h"
#include "fx/Runtime/SplitModule.h"

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

struct Net : torch::nn::Module {
  Tensor forward(const Tensor& x) { return norm(conv(x)); }
  torch::nn::Conv2d conv{register_module(
      "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 3, {2, 1}).padding(1).bias(false)))};
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(3))};
};

TEST(ParamFetch, test_fetch) {
  Net net;
  net.eval();
  GraphModule traced = symbolic_trace(net);
  lift_lowering_attrs_to_nodes(traced);
  const auto calls = traced->graph().find_nodes(Opcode::CallModule);
  ASSERT_EQ(calls.size(), 2U);
  const LoweringAttributes* conv = calls[0]->meta(meta::attrs_for_lowering);
  ASSERT_NE(conv, nullptr);
  EXPECT_EQ(conv->at("name").toStringRef(), "torch::nn::Conv2d");
  EXPECT_TRUE(conv->at("weight").toTensor().is_same(net.conv->weight));
  EXPECT_TRUE(conv->at("bias").isNone());
  for (const char* name :
       {"kernel_size", "stride", "padding", "dilation", "groups", "padding_mode"})
    EXPECT_TRUE(conv->contains(name)) << name;
  EXPECT_EQ(to_argument(conv->at("kernel_size")), Argument::tuple({2, 1}));
  EXPECT_EQ(conv->at("padding").toInt(), 1);
  EXPECT_EQ(conv->at("groups").toInt(), 1);
  const LoweringAttributes* norm = calls[1]->meta(meta::attrs_for_lowering);
  for (const char* name : {"weight", "bias", "running_mean", "running_var"})
    EXPECT_TRUE(norm->at(name).isTensor()) << name;
  EXPECT_EQ(norm->at("eps").toDouble(), 1e-5);
  // In both graphs, and in parts.
  ASSERT_EQ(traced->training_graph(), nullptr);
  GraphModule split = split_module(traced, [](const Node&) { return 0; });
  lift_lowering_attrs_to_nodes(split);
  const auto part = std::dynamic_pointer_cast<GraphModuleImpl>(split->get_submodule("submod_0"));
  EXPECT_NE(part->graph().find_nodes(Opcode::CallModule).at(0)->meta(meta::attrs_for_lowering),
            nullptr);
}

struct Scale : torch::nn::Module {
  explicit Scale(double by) : by(by) {}
  Tensor forward(const Tensor& x) { return x * by; }
  double by;
};

TEST(ParamFetch, OtherClassesAreInABook) {
  struct Holder : torch::nn::Module {
    Tensor forward(const Tensor& x) { return call(*scale, x); }
    std::shared_ptr<Scale> scale{register_module("scale", std::make_shared<Scale>(3))};
  } net;
  GraphModule traced = symbolic_trace(net);
  const std::string name = net.scale->name();
  try {
    lift_lowering_attrs_to_nodes(traced);
    FAIL();
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr(name + " is not in the module_fetch_book yet"));
  }
  lift_lowering_attrs_to_nodes(traced, {{name, [](const torch::nn::Module& module) {
                                           return LoweringAttributes{
                                               {"by", dynamic_cast<const Scale&>(module).by}};
                                         }}});
  const Node* node = traced->graph().find_nodes(Opcode::CallModule).at(0);
  EXPECT_EQ(node->meta(meta::attrs_for_lowering)->at("by").toDouble(), 3);
  EXPECT_EQ(node->meta(meta::attrs_for_lowering)->at("name").toStringRef(), name);
}

} // namespace
} // namespace fx
