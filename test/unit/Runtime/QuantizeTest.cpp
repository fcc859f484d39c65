// Weights of int8 (torch: quantization/core/test_quantized_module.py and test_quantize_fx.py have
// the like).
#include "TraceTest.h"

#include "fx/Runtime/Quantize.h"

#include <ATen/core/dispatch/Dispatcher.h>

namespace fx {
namespace {

using testing::calls;
using ::testing::Contains;
using ::testing::HasSubstr;
using torch::Tensor;

c10::IValue call(const char* name, torch::jit::Stack stack) {
  c10::Dispatcher::singleton().findSchemaOrThrow(name, "").callBoxed(&stack);
  return stack.front();
}

Tensor in_int8(const Tensor& weight, double steps = 127.5) {
  return torch::quantize_per_channel(weight, weight.abs().amax(1).to(torch::kDouble) / steps,
                                     torch::zeros({weight.size(0)}, torch::kLong), 0,
                                     torch::kQInt8);
}

size_t count(const Graph& graph, std::string_view target) {
  size_t found = 0;
  for (const Node* node : graph)
    found += node->target().view() == target ? 1 : 0;
  return found;
}

std::vector<std::string> remarks;
const QuantizeOptions telling{.remark = [](const std::string& text) { remarks.push_back(text); }};

struct Layers : torch::nn::Module {
  torch::nn::Linear first = register_module("first", torch::nn::Linear(16, 32));
  torch::nn::Linear second = register_module("second", torch::nn::Linear(32, 8));
  Tensor forward(const Tensor& x) { return second(torch::relu(first(x))); }
};

TEST(Quantize, LinearLayersWithTheirInputsOwnRange) {
  Layers net;
  net.eval();
  const torch::NoGradGuard no_grad;
  const Tensor x = torch::randn({5, 16});
  remarks.clear();
  QuantizedModule small = quantize_dynamic(symbolic_trace(net), {x}, telling);
  EXPECT_THAT(remarks, Contains("2 linear layers and 0 LSTMs have weights of int8"));
  const auto layer = [](torch::nn::Linear& linear, const char* name, const Tensor& input) {
    return call(name,
                {input, call("quantized::linear_prepack", {in_int8(linear->weight), linear->bias}),
                 true})
        .toTensor();
  };
  const Tensor expected = layer(net.second, "quantized::linear_dynamic",
                                layer(net.first, "quantized::linear_relu_dynamic", x));
  EXPECT_TRUE(small.module->forward(x).equal(expected));
  // It says what it costs.
  const Tensor plain = net.forward(x);
  EXPECT_NEAR(small.error.absolute, (plain - expected).abs().max().item<double>(), 1e-7);
  EXPECT_GT(small.error.relative, 0);
  EXPECT_LT(small.error.relative, 0.1);
  // And its weights are its own.
  net.first->weight.zero_();
  EXPECT_TRUE(small.module->forward(x).equal(expected));
}

struct Recurrent : torch::nn::Module {
  torch::nn::LSTM lstm = register_module(
      "lstm",
      torch::nn::LSTM(
          torch::nn::LSTMOptions(6, 10).num_layers(2).bidirectional(true).batch_first(true)));
  std::tuple<Tensor, Tensor> forward(const Tensor& x) {
    auto [out, state] = lstm->forward(x);
    return {out, std::get<1>(state)};
  }
};

TEST(Quantize, Lstms) {
  Recurrent net;
  net.eval();
  const torch::NoGradGuard no_grad;
  const Tensor x = torch::randn({3, 7, 6});
  QuantizedModule small = quantize_dynamic(symbolic_trace(net), {x});
  const auto [out, cells] = net.forward(x);
  const auto [small_out, small_cells] = small.module->forward<std::tuple<Tensor, Tensor>>(x);
  EXPECT_EQ(small_out.sizes(), out.sizes());
  EXPECT_EQ(small_cells.sizes(), cells.sizes());
  EXPECT_LT((out - small_out).abs().max().item<double>(), 0.1);
  EXPECT_LT((cells - small_cells).abs().max().item<double>(), 0.1);
  EXPECT_GT((out - small_out).abs().max().item<double>(), 0);
}

struct Images : torch::nn::Module {
  torch::nn::Conv2d one =
      register_module("one", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).padding(1)));
  torch::nn::Conv2d two =
      register_module("two", torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 8, 3).stride(2)));
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(8, 4));
  Tensor forward(const Tensor& x) { return fc(two(torch::relu(one(x))).mean({2, 3})); }
};

TEST(Quantize, LayersOnIntegersByACalibration) {
  Images net;
  net.eval();
  const torch::NoGradGuard no_grad;
  std::vector<Args> inputs;
  inputs.reserve(4);
  for (int i = 0; i < 4; ++i)
    inputs.push_back({torch::randn({2, 3, 9, 9})});
  remarks.clear();
  QuantizedModule small = quantize_static(symbolic_trace(net), inputs, telling);
  EXPECT_THAT(remarks, Contains("3 layers run on 8-bit integers"));
  const Graph& graph = small.module->graph();
  // Between the convolutions values stay as they are.
  EXPECT_EQ(count(graph, "torch.quantize_per_tensor"), 2U) << calls(graph);
  EXPECT_EQ(count(graph, "torch.relu"), 0U);
  EXPECT_GT(small.error.relative, 0);
  EXPECT_LT(small.error.relative, 0.1);
  double greatest = 0;
  for (const Args& each : inputs)
    greatest = std::max(
        greatest, (net.forward(each[0].toTensor()) - small.module->forward(each[0].toTensor()))
                      .abs()
                      .max()
                      .item<double>());
  EXPECT_NEAR(small.error.absolute, greatest, 1e-6);
  EXPECT_EQ(small.module->forward(torch::randn({5, 3, 12, 12})).sizes(),
            (std::vector<int64_t>{5, 4}));
}

TEST(Quantize, ScalesAreThoseOfTheObservers) {
  torch::nn::Linear linear(4, 3);
  struct Net : torch::nn::Module {
    torch::nn::Linear fc{nullptr};
    Tensor forward(const Tensor& x) { return fc(x); }
  } net;
  net.fc = net.register_module("fc", linear);
  net.eval();
  const torch::NoGradGuard no_grad;
  const Tensor x = torch::tensor({{-1.0F, 0.5F, 2.0F, 0.1F}, {4.1F, 0.0F, -0.5F, 1.0F}});
  QuantizedModule small = quantize_static(symbolic_trace(net), {{x}});
  const Tensor y = net.forward(x);
  const double scale = 5.1F / 255.0;
  const double lo = std::min(0.0, y.min().item<double>()),
               hi = std::max(0.0, y.max().item<double>());
  const double out_scale = (hi - lo) / 255;
  const Tensor expected =
      call("quantized::linear",
           {torch::quantize_per_tensor(x, scale, 50, torch::kQUInt8),
            call("quantized::linear_prepack", {in_int8(linear->weight, 63.5), linear->bias}),
            out_scale, int64_t(-std::lrint(lo / out_scale))})
          .toTensor()
          .dequantize();
  EXPECT_TRUE(small.module->forward(x).allclose(expected, 0, 1e-6))
      << small.module->forward(x) << expected << calls(small.module->graph());
}

TEST(Quantize, WhatIsWrittenToBetweenIsQuantisedAgain) {
  struct Net : torch::nn::Module {
    torch::nn::Linear one = register_module("one", torch::nn::Linear(8, 8));
    torch::nn::Linear two = register_module("two", torch::nn::Linear(8, 8));
    Tensor forward(const Tensor& x) {
      Tensor h = one(x);
      // As great and as small as before.
      h.copy_(h.flip(1));
      return two(h);
    }
  } net;
  net.eval();
  const torch::NoGradGuard no_grad;
  const Tensor x = torch::randn({4, 8});
  QuantizedModule small = quantize_static(symbolic_trace(net), {{x}});
  EXPECT_EQ(count(small.module->graph(), "torch.quantize_per_tensor"), 2U);
  EXPECT_LT(small.error.relative, 0.1);
}

TEST(Quantize, WeightsThatTheGraphWritesToStay) {
  struct Net : torch::nn::Module {
    Tensor weight = register_parameter("weight", torch::randn({3, 8}));
    Tensor forward(const Tensor& x) {
      const torch::NoGradGuard no_grad;
      const Tensor y = torch::linear(x, weight);
      weight.t().mul_(0.5);
      return y;
    }
  } net;
  net.eval();
  const torch::NoGradGuard no_grad;
  const Tensor x = torch::randn({4, 8});
  remarks.clear();
  QuantizedModule dynamic = quantize_dynamic(symbolic_trace(net), {x}, telling);
  QuantizedModule fixed = quantize_static(symbolic_trace(net), {{x}}, telling);
  EXPECT_THAT(remarks, Contains(HasSubstr("all layers are left: the graph may write to weights")));
  for (QuantizedModule* made : {&dynamic, &fixed}) {
    const Tensor first = made->module->forward(x);
    EXPECT_TRUE(made->module->forward(x).allclose(first * 0.5));
  }
}

// Many models: no number is further from the float32 one than its layers' steps make it.
TEST(Quantize, RandomModelsStayNear) {
  double greatest = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    torch::manual_seed(seed);
    const auto size = [&](int64_t least) { return least + torch::randint(8, {1}).item<int64_t>(); };
    torch::nn::Sequential net;
    int64_t channels = 3;
    const int64_t depth = 1 + torch::randint(3, {1}).item<int64_t>();
    for (int64_t i = 0; i < depth; ++i) {
      const int64_t out = size(2);
      net->push_back(torch::nn::Conv2d(
          torch::nn::Conv2dOptions(channels, out, 3).padding(i % 2).stride(1 + i % 2)));
      if (torch::randint(2, {1}).item<int64_t>() == 0) net->push_back(torch::nn::ReLU());
      channels = out;
    }
    net->push_back(torch::nn::AdaptiveAvgPool2d(2));
    net->push_back(torch::nn::Flatten());
    net->push_back(torch::nn::Linear(channels * 4, size(2)));
    net->eval();
    const torch::NoGradGuard no_grad;
    std::vector<Args> inputs;
    inputs.reserve(3);
    for (int i = 0; i < 3; ++i)
      inputs.push_back({torch::randn({2, 3, 15, 15})});
    const GraphModule traced = symbolic_trace(*net);
    for (const QuantizedModule& made :
         {quantize_static(traced, inputs), quantize_dynamic(traced, inputs[0])}) {
      made.module->graph().lint();
      EXPECT_LT(made.error.relative, 0.15);
      greatest = std::max(greatest, made.error.relative);
    }
  }
  std::cout << "the greatest error is " << greatest << " of the largest number\n";
  EXPECT_GT(greatest, 0);
}

TEST(Quantize, WhatItRefusesAndLeaves) {
  Layers net;
  const Tensor x = torch::randn({5, 16});
  const auto message = [](const auto& run) -> std::string {
    try {
      run();
    } catch (const RuntimeError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message([&] { quantize_dynamic(symbolic_trace(net), {x}); }),
              HasSubstr("the module is in training"));
  net.eval();
  EXPECT_THAT(message([&] { quantize_static(symbolic_trace(net), {}); }),
              HasSubstr("no inputs to calibrate with"));
  {
    const torch::NoGradGuard no_grad;
    net.second->weight.index_put_({0, 0}, std::numeric_limits<float>::infinity());
  }
  remarks.clear();
  quantize_dynamic(symbolic_trace(net), {x}, telling);
  EXPECT_THAT(remarks, Contains("'second' is left: its weights are no finite float32"));
}

} // namespace
} // namespace fx
