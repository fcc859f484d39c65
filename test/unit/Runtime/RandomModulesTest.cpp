// Random live modules with parameters, buffers, views and writes through what folds weights and
// merges or fuses layers: what they compute does not change, with the weights that they have and
// with others that come later.
#include "TraceTest.h"

#include "fx/Runtime/ConstFold.h"
#include "fx/Runtime/OptimizeForInference.h"
#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

#include <random>

namespace fx {
namespace {

using torch::Tensor;

constexpr int64_t size = 6;

/// The same one for the same seed. Each step of forward is drawn by what its operand is like, of
/// which `forward` asks sizes alone.
struct RandomNet : torch::nn::Module {
  explicit RandomNet(uint64_t seed, bool writes_weights) : seed(seed), may_write(writes_weights) {
    torch::manual_seed(seed);
    for (int i = 0; i < 4; ++i) {
      linears.emplace_back(register_module(
          "fc" + std::to_string(i),
          torch::nn::Linear(torch::nn::LinearOptions(size, i == 3 ? 4 : size).bias(i % 2 == 0))));
      norms.emplace_back(register_module(
          "norm" + std::to_string(i),
          torch::nn::BatchNorm1d(torch::nn::BatchNorm1dOptions(size).affine(i != 1))));
      weights.push_back(register_parameter("w" + std::to_string(i), torch::randn({size, size})));
    }
    conv = register_module(
        "conv", torch::nn::Conv1d(torch::nn::Conv1dOptions(size, size, 3).padding(1).bias(false)));
    drop = register_module("drop", torch::nn::Dropout(0.5));
    same = register_module("same", torch::nn::Identity());
    scale = register_buffer("scale", torch::rand({size}));
    draw();
  }

  /// Other weights and statistics.
  void draw() {
    const torch::NoGradGuard no_grad;
    for (const Tensor& parameter : parameters())
      parameter.copy_(torch::randn_like(parameter) * 0.4);
    for (const auto& item : named_buffers())
      if (item.value().is_floating_point())
        item.value().copy_(torch::rand_like(item.value()) + 0.5);
  }

  Tensor step(std::vector<Tensor>& values, std::mt19937_64& random) {
    const auto below = [&](size_t count) { return random() % count; };
    const auto pick = [&]() -> Tensor& { return values[below(values.size())]; };
    Tensor a = pick();
    const Tensor& b = pick();
    const bool is_wide = a.dim() >= 2 && a.size(-1) == size;
    const size_t which = below(4);
    switch (below(21)) {
    case 0:
    case 1:
    case 2:
    case 3:
      if (is_wide) return linears[which]->forward(a);
      break;
    case 4:
    case 5:
      if (a.dim() >= 2 && a.dim() <= 3 && a.size(1) == size) return norms[which]->forward(a);
      break;
    case 6: return drop->forward(a);
    case 7: return same->forward(a);
    case 8: return below(2) == 0 ? torch::relu(a) : a.relu_();
    case 9: return a.add_(0.25);
    case 10:
    case 11:
      if (is_wide) return torch::matmul(a, which % 2 == 0 ? weights[which] : weights[which].t());
      break;
    case 12:
      if (is_wide && a.dim() == 2) return a.mm(weights[which]);
      break;
    case 13:
      if (is_wide)
        return torch::nn::functional::linear(a, weights[which] * scale,
                                             which == 0 ? scale.exp() : Tensor());
      break;
    case 14:
      if (a.sizes() == b.sizes()) return a + b * 0.5;
      break;
    case 15: return a.dim() >= 2 ? a.transpose(0, 1) : a.sigmoid();
    case 16:
      if (a.is_contiguous()) return a.view({-1, a.size(-1)});
      break;
    case 17: return a.reshape({-1, a.size(-1)});
    case 18:
      if (may_write && below(3) == 0) (below(2) == 0 ? scale : weights[which]).mul_(0.5);
      break;
    case 19:
      if (a.dim() == 3 && a.size(1) == size) return norms[which]->forward(conv->forward(a));
      break;
    default: return torch::tanh(a);
    }
    return a;
  }

  Tensor forward(const Tensor& x, const Tensor& y) {
    std::mt19937_64 random(seed);
    std::vector<Tensor> values{x, y, x.clone()};
    for (int i = 0; i < 16; ++i)
      values.push_back(step(values, random));
    std::vector<Tensor> results;
    for (size_t i = values.size() - 6; i < values.size(); ++i)
      results.push_back(values[i].reshape(-1));
    if (seed % 3 == 0) return values.back();
    return torch::cat(results);
  }

  uint64_t seed;
  bool may_write;
  std::vector<torch::nn::Linear> linears;
  std::vector<torch::nn::BatchNorm1d> norms;
  std::vector<Tensor> weights;
  torch::nn::Conv1d conv{nullptr};
  torch::nn::Dropout drop{nullptr};
  torch::nn::Identity same{nullptr};
  Tensor scale;
};

struct Inputs {
  Tensor x, y;
  explicit Inputs(uint64_t seed, at::ScalarType type = torch::kDouble) {
    torch::manual_seed(seed + 1000003);
    // Of y every dimension is as large as a layer's features: which one is normalised counts.
    x = torch::randn({5, size}, type);
    y = torch::randn({3, size, size}, type);
  }
};

GraphModule traced(RandomNet& net, const Inputs& inputs) {
  const torch::NoGradGuard no_grad;
  return symbolic_trace(net, {.example_inputs = {inputs.x.clone(), inputs.y.clone()},
                              .modes = net.seed % 2 == 0 ? Modes::Both : Modes::Eval});
}

void note_shapes(GraphModule& module, const Inputs& inputs) {
  const torch::NoGradGuard no_grad;
  ShapeProp(module).propagate({inputs.x.clone(), inputs.y.clone()});
}

/// The state of a module, to be put back.
class State {
public:
  explicit State(const torch::nn::Module& module) {
    for (const auto& tensors : {module.parameters(), module.buffers()})
      for (const Tensor& tensor : tensors)
        kept_.emplace_back(tensor, tensor.detach().clone());
  }
  void restore() const {
    const torch::NoGradGuard no_grad;
    for (const auto& [tensor, kept] : kept_)
      tensor.copy_(kept);
  }

private:
  std::vector<std::pair<Tensor, Tensor>> kept_;
};

/// What it gives, how that lies in memory, and what it leaves of its inputs. `records`: whether
/// gradients are recorded, so that LibTorch refuses some writes to parts of tensors.
template <class Run>
std::vector<Tensor> outcome(const Run& run, const Inputs& inputs, bool records = false) {
  const torch::AutoGradMode mode(records);
  const Tensor x = inputs.x.clone(), y = inputs.y.clone();
  const Tensor result = run(x, y).detach();
  const Tensor layout = torch::tensor(result.strides().vec(), torch::kLong);
  const auto memory = static_cast<int64_t>(result.storage().nbytes());
  return {result.clone(), layout, torch::tensor({memory}), x.detach(), y.detach()};
}

std::string difference(const std::vector<Tensor>& expected, const std::vector<Tensor>& found,
                       double tolerance) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i].sizes() != found[i].sizes()) return "sizes of " + std::to_string(i);
    const double largest =
        expected[i].numel() == 0 ? 0 : expected[i].abs().max().to(torch::kDouble).item<double>();
    const bool is_close =
        expected[i].is_floating_point()
            ? found[i].allclose(expected[i], 0, tolerance * std::max(largest, 1.0), true)
            : found[i].equal(expected[i]);
    if (!is_close) return "numbers of " + std::to_string(i);
  }
  return "";
}

constexpr uint64_t models = 2000;

TEST(RandomModules, ComputeTheSameMergedAndFused) {
  size_t fused = 0, merged = 0;
  for (uint64_t seed = 0; seed < models; ++seed) {
    const auto net = std::make_shared<RandomNet>(seed, seed % 2 == 1);
    net->to(torch::kDouble);
    net->eval();
    const Inputs inputs(seed);
    const State state(*net);
    const auto original = [&](const Tensor& x, const Tensor& y) { return net->forward(x, y); };
    const std::vector<Tensor> expected = outcome(original, inputs, !net->may_write);
    state.restore();
    GraphModule module = traced(*net, inputs);
    state.restore();
    const std::string before = testing::calls(module->graph());
    note_shapes(module, inputs);
    state.restore();
    run_passes(module,
               "remove-dropout,fuse-conv-bn<input-ranks>,fuse-linear-bn<input-ranks>,"
               "merge-linears,merge-matmuls,cse,dce",
               {.remark = [&](const std::string& text) { merged += text.ends_with(" are one"); }});
    fused += testing::calls(module->graph()) == before ? 0 : 1;
    const auto now = [&](const Tensor& x, const Tensor& y) { return module->forward(x, y); };
    ASSERT_EQ(difference(expected, outcome(now, inputs, !net->may_write), 1e-9), "")
        << "seed " << seed << "\n"
        << before << "---\n"
        << testing::calls(module->graph());
  }
  EXPECT_GT(fused, models / 2);
  EXPECT_GT(merged, models / 10);
}

TEST(RandomModules, ComputeTheSameFoldedWithOtherWeightsToo) {
  size_t folded_values = 0;
  for (uint64_t seed = 0; seed < models; ++seed) {
    const auto net = std::make_shared<RandomNet>(seed, seed % 4 == 1);
    net->to(torch::kDouble);
    net->eval();
    const Inputs inputs(seed);
    const State state(*net);
    const auto original = [&](const Tensor& x, const Tensor& y) { return net->forward(x, y); };
    GraphModule module = traced(*net, inputs);
    state.restore();
    note_shapes(module, inputs);
    state.restore();
    run_passes(module, "fuse-linear-bn,merge-linears,merge-matmuls,cse,dce");
    const std::string before = testing::calls(module->graph());
    FoldedGraphModule folded = split_const_subgraphs(module);
    folded->eval();
    folded_values += testing::calls(folded->graph()) == before ? 0 : 1;
    const auto now = [&](const Tensor& x, const Tensor& y) { return folded->forward(x, y); };
    for (int round = 0; round < 2; ++round) {
      const State weights(*net);
      const std::vector<Tensor> expected = outcome(original, inputs, !net->may_write);
      weights.restore();
      if (round == 1) folded->run_folding();
      ASSERT_EQ(difference(expected, outcome(now, inputs, !net->may_write), 1e-9), "")
          << "seed " << seed << ", round " << round << "\n"
          << before << "---\n"
          << testing::calls(folded->graph());
      weights.restore();
      net->draw();
    }
  }
  EXPECT_GT(folded_values, models / 4);
}

TEST(RandomModules, ComputeTheSameOptimizedForInference) {
  for (uint64_t seed = 0; seed < models; ++seed) {
    const auto net = std::make_shared<RandomNet>(seed, false);
    net->eval();
    const Inputs inputs(seed, torch::kFloat);
    const auto original = [&](const Tensor& x, const Tensor& y) { return net->forward(x, y); };
    const std::vector<Tensor> expected = outcome(original, inputs);
    GraphModule module = traced(*net, inputs);
    OptimizeForInferenceOptions options;
    options.use_mkldnn = seed % 20 == 0; // it measures each layer
    options.tolerance = 1e-5;
    GraphModule fast =
        optimize_for_inference(module, {inputs.x.clone(), inputs.y.clone()}, options);
    const auto now = [&](const Tensor& x, const Tensor& y) { return fast->forward(x, y); };
    ASSERT_EQ(difference(expected, outcome(now, inputs), 1e-5), "")
        << "seed " << seed << "\n"
        << testing::calls(module->graph()) << "---\n"
        << testing::calls(fast->graph());
  }
}

} // namespace
} // namespace fx
