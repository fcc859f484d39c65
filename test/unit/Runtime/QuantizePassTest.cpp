// The pass `quantize` on live modules, against the operators of LibTorch that run on integers
// (torch: quantization/fx/test_quantize_fx.py compares its reference modules with these).
#include "TraceTest.h"

#include "fx/Runtime/Quantize.h"
#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

#include <random>

namespace fx {
namespace {

using torch::Tensor;

/// Linear layers in a random order with functions between them; some are called twice, some share
/// an input, and some have theirs written to.
struct RandomNet : torch::nn::Module {
  explicit RandomNet(uint64_t seed) : random(seed) {
    for (int i = 0; i < 4; ++i)
      layers.emplace_back(register_module(
          "layer" + std::to_string(i),
          torch::nn::Linear(torch::nn::LinearOptions(8, 8).bias(random() % 2 == 0))));
    for (int i = 0; i < 8; ++i)
      steps.push_back(static_cast<int>(random() % 5));
  }
  Tensor forward(Tensor x) {
    Tensor other = x;
    size_t next = 0;
    for (const int step : steps) {
      torch::nn::Linear layer = layers[next++ % layers.size()];
      if (step == 0) x = torch::tanh(layer(x)) + layer(other);
      if (step == 1) x = layer(x) * 0.5 + x;
      if (step == 2) x = torch::linear(torch::relu(x), layer->weight);
      if (step == 3) x = (layer(other) + x).tanh();
      if (step == 4) {
        other = x.clone();
        x = layer(other);
        other.add_(1);
      }
    }
    return layers[0](x);
  }
  std::mt19937_64 random;
  std::vector<torch::nn::Linear> layers;
  std::vector<int> steps;
};

double apart(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

TEST(QuantizePass, ComputesWhatDynamicQuantisationDoesOnIntegers) {
  const torch::NoGradGuard no_grad;
  double largest_cost = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    torch::manual_seed(seed);
    RandomNet net(seed);
    net.eval();
    const Tensor x = torch::randn({3, 8});
    GraphModule traced = symbolic_trace(net);
    const Tensor plain = traced->forward(x);
    const Tensor on_integers = quantize_dynamic(traced, {x}).module->forward(x);
    ShapeProp(traced).propagate({x});
    ASSERT_TRUE(run_passes(traced, "quantize"));
    const Tensor given = traced->forward(x);
    // The sums are rounded otherwise, which may take a number to the next of its 127 steps.
    const double size = plain.abs().max().item<double>();
    EXPECT_LE(apart(given, on_integers), size / 50) << "seed " << seed;
    const double cost = apart(given, plain) / size;
    EXPECT_LE(cost, 1.0 / 8) << "seed " << seed;
    largest_cost = std::max(largest_cost, cost);
    // It is right for other sizes, too.
    const Tensor more = torch::randn({5, 8});
    EXPECT_LE(apart(traced->forward(more), net.forward(more)),
              net.forward(more).abs().max().item<double>() / 8);
  }
  EXPECT_GT(largest_cost, 0);
}

struct OneLayer : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(16, 8));
  Tensor forward(const Tensor& x) { return fc(x); }
};

TEST(QuantizePass, IsTheOperatorOfOneLayerButForTheOrderOfSums) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(0);
  for (int i = 0; i < 20; ++i) {
    OneLayer net;
    net.eval();
    const Tensor x = torch::randn({4, 16}) * (i + 1) + i;
    GraphModule traced = symbolic_trace(net);
    const Tensor on_integers = quantize_dynamic(traced, {x}).module->forward(x);
    ShapeProp(traced).propagate({x});
    ASSERT_TRUE(run_passes(traced, "quantize,const-fold<weights>"));
    EXPECT_TRUE(torch::allclose(traced->forward(x), on_integers, 1e-4, 1e-4 * (i + 1)));
    EXPECT_GT(apart(traced->forward(x), net.forward(x)), 0);
  }
}

TEST(QuantizePass, RoundsTheWeightsAsTheyAreInEachRun) {
  const torch::NoGradGuard no_grad;
  OneLayer net;
  net.eval();
  const Tensor x = torch::randn({4, 16});
  GraphModule traced = symbolic_trace(net);
  ShapeProp(traced).propagate({x});
  ASSERT_TRUE(run_passes(traced, "quantize<weights>"));
  net.fc->weight.copy_(torch::randn({8, 16}));
  const Tensor weight = net.fc->weight;
  const Tensor rounded =
      torch::quantize_per_channel(weight, weight.abs().amax(1).to(torch::kDouble) / 127.5,
                                  torch::zeros({8}, torch::kLong), 0, torch::kQInt8)
          .dequantize();
  EXPECT_TRUE(traced->forward(x).equal(torch::linear(x, rounded, net.fc->bias)));
}

struct Recurrent : torch::nn::Module {
  explicit Recurrent(const torch::nn::LSTMOptions& options)
      : lstm(register_module("lstm", torch::nn::LSTM(options))) {}
  std::tuple<Tensor, Tensor> forward(const Tensor& x) {
    const auto [first, state] = lstm->forward(x);
    const auto [hidden, cell] = state;
    const auto [second, last] = lstm->forward(x.neg(), std::make_tuple(hidden, cell.tanh()));
    return {first + second, std::get<1>(last)};
  }
  torch::nn::LSTM lstm;
};

TEST(QuantizePass, AnLstmIsThatWithRoundedWeights) {
  const torch::NoGradGuard no_grad;
  for (const auto& options :
       {torch::nn::LSTMOptions(6, 10),
        torch::nn::LSTMOptions(6, 10).num_layers(2).bidirectional(true).batch_first(true),
        torch::nn::LSTMOptions(6, 10).bias(false).proj_size(4).num_layers(3).dropout(0.5)}) {
    torch::manual_seed(0);
    Recurrent net(options);
    net.eval();
    const Tensor x = torch::randn({3, 5, 6});
    GraphModule traced = symbolic_trace(net);
    ShapeProp(traced).propagate({x});
    ASSERT_TRUE(run_passes(traced, "quantize"));
    const auto [given, cell] = traced->forward<std::tuple<Tensor, Tensor>>(x);
    const auto [plain, unused] = net.forward(x);
    EXPECT_GT(apart(given, plain), 0);
    for (const auto& weight : net.named_parameters())
      if (weight.value().dim() == 2)
        weight.value().copy_(
            torch::quantize_per_channel(
                weight.value(), weight.value().abs().amax(1).to(torch::kDouble) / 127.5,
                torch::zeros({weight.value().size(0)}, torch::kLong), 0, torch::kQInt8)
                .dequantize());
    const auto [expected, expected_cell] = net.forward(x);
    EXPECT_TRUE(given.equal(expected));
    EXPECT_TRUE(cell.equal(expected_cell));
  }
}

} // namespace
} // namespace fx
