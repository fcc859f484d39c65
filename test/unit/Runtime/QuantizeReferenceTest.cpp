// Quantised modules in the form that is saved and written (torch: the reference modules of
// quantization/fx/test_quantize_fx.py).
#include "ToolFolder.h"
#include "TraceTest.h"

#include "fx/Runtime/Quantize.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

class QuantizeReference : public ToolFolder {};

struct Images : torch::nn::Module {
  torch::nn::Conv2d one = register_module(
      "one", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 8, 3).padding(1).groups(2)));
  torch::nn::Conv2d two = register_module(
      "two", torch::nn::Conv2d(
                 torch::nn::Conv2dOptions(8, 8, {3, 2}).stride({2, 1}).dilation(2).bias(false)));
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(8, 4));
  Tensor forward(const Tensor& x) { return fc(two(torch::relu(one(x))).mean({2, 3})); }
};

struct Words : torch::nn::Module {
  torch::nn::LSTM lstm = register_module("lstm", torch::nn::LSTM(6, 8));
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(8, 4));
  torch::nn::Linear last = register_module("last", torch::nn::Linear(4, 4));
  Tensor forward(const Tensor& x) { return last(torch::relu(fc(std::get<0>(lstm->forward(x))))); }
};

double apart(const Tensor& a, const Tensor& b) {
  return ((a - b).abs().max() / b.abs().max()).item<double>();
}

TEST_F(QuantizeReference, OfACalibrationIsSavedAndComputesWhatTheIntegersDo) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(0);
  Images net;
  net.eval();
  std::vector<Args> inputs;
  inputs.reserve(4);
  for (int i = 0; i < 4; ++i)
    inputs.push_back({torch::randn({2, 4, 9, 9})});
  const GraphModule traced = symbolic_trace(net);
  torch::manual_seed(1);
  QuantizedModule fast = quantize_static(traced, inputs);
  QuantizedModule made = quantize_static(traced, inputs, {.reference = true});
  const Tensor drawn = torch::rand({1});
  torch::manual_seed(1);
  EXPECT_TRUE(drawn.equal(torch::rand({1}))) << "it drew random numbers";
  // No value is rounded twice between the convolutions.
  EXPECT_EQ(
      made.module->graph().find_nodes(Opcode::CallFunction, "torch.quantize_per_tensor").size(), 5U)
      << calls(made.module->graph());
  for (const Args& each : inputs) {
    const Tensor given = made.module->forward(each[0].toTensor());
    EXPECT_LE(apart(given, fast.module->forward(each[0].toTensor())), 0.03);
    EXPECT_GT(apart(given, net.forward(each[0].toTensor())), 0);
  }
  EXPECT_NEAR(made.error.relative, fast.error.relative, 0.03);
  save(made.module, file("small.fx"));
  torch::save(made.module, file("small.pt"));
  GraphModule loaded = load(file("small.fx"), file("small.pt"));
  const Tensor x = torch::randn({3, 4, 11, 12});
  EXPECT_TRUE(loaded->forward(x).equal(made.module->forward(x)));
}

TEST_F(QuantizeReference, OfOwnRangesIsWrittenAsCode) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(0);
  Words net;
  net.eval();
  const Tensor x = torch::randn({5, 3, 6});
  const GraphModule traced = symbolic_trace(net);
  QuantizedModule fast = quantize_dynamic(traced, {x});
  QuantizedModule made = quantize_dynamic(traced, {x}, {.reference = true});
  EXPECT_LE(apart(made.module->forward(x), fast.module->forward(x)), 0.05);
  EXPECT_GT(made.error.absolute, 0);
  EXPECT_THAT(calls(made.module->graph()), HasSubstr("torch.quantize_per_tensor_dynamic"));
  made.module->to_folder(file("exported"), "small", {x});
  GraphModule loaded = load(file("exported/small.fx"), file("exported/small.pt"));
  EXPECT_TRUE(loaded->forward(x).equal(made.module->forward(x)));
  EXPECT_THAT(text_of(file("exported/small.h")), HasSubstr("torch::kQUInt8"));
  EXPECT_THAT(text_of(file("exported/small.py")), HasSubstr("torch.quint8"));
}

} // namespace
} // namespace fx
