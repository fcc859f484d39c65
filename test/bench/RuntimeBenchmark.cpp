// How fast live modules are traced, run, interpreted and transformed. The rows are those that
// torchfx_runtime.py measures of Python's torch.fx; runtime_ratio.py runs both and prints the
// ratios. Rows are called NAME/NODES; items processed are nodes.
#include "resnet18.h"

#include <fx/fx.h>

#include <benchmark/benchmark.h>

namespace {

/// Additions of one element, each of what the one before it gives.
struct ChainImpl : torch::nn::Module {
  explicit ChainImpl(int64_t length) : length(length) {}
  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor value = x;
    for (int64_t i = 0; i < length; ++i)
      value = value + x;
    return value;
  }
  int64_t length;
};
TORCH_MODULE(Chain);

/// Every second addition is of buffers alone.
struct ConstantsImpl : torch::nn::Module {
  explicit ConstantsImpl(int64_t length)
      : length(length), weight(register_buffer("weight", torch::ones({1}))) {}
  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor constant = weight, value = x;
    for (int64_t i = 0; i < length / 2; ++i) {
      constant = constant + weight;
      value = value + x;
    }
    return value + constant;
  }
  int64_t length;
  torch::Tensor weight;
};
TORCH_MODULE(Constants);

void count_nodes(benchmark::State& state, size_t nodes) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * nodes));
}

void trace(benchmark::State& state, auto model, const fx::TraceOptions& options) {
  model->eval();
  size_t nodes = 0;
  for (auto _ : state)
    nodes = fx::symbolic_trace(model, options)->graph().size();
  count_nodes(state, nodes);
}

void transform(benchmark::State& state, auto model) {
  model->eval();
  const fx::GraphModule traced = fx::symbolic_trace(model);
  for (auto _ : state)
    benchmark::DoNotOptimize(fx::Transformer(traced).transform());
  count_nodes(state, traced->graph().size());
}

/// Runs `forward` of one element as often as the benchmark wants.
void run(benchmark::State& state, int64_t nodes, const auto& forward) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor x = torch::ones({1});
  benchmark::DoNotOptimize(forward(x)); // a plan is made with the first run
  for (auto _ : state)
    benchmark::DoNotOptimize(forward(x));
  count_nodes(state, static_cast<size_t>(nodes));
}

void trace_resnet18(benchmark::State& state) {
  trace(state, ResNet18(), {});
}
void trace_resnet18_as_torchfx(benchmark::State& state) {
  trace(state, ResNet18(), {.modes = fx::Modes::Eval, .checks_decisions = false});
}
void transform_resnet18(benchmark::State& state) {
  transform(state, ResNet18());
}

void trace_chain(benchmark::State& state) {
  trace(state, Chain(state.range(0)), {});
}
void transform_chain(benchmark::State& state) {
  transform(state, Chain(state.range(0)));
}

void run_eager(benchmark::State& state) {
  Chain model(state.range(0));
  run(state, state.range(0), [&](const torch::Tensor& x) { return model(x); });
}
/// Without memory, as the pass shape-prop runs operators.
void run_eager_on_meta(benchmark::State& state) {
  Chain model(state.range(0));
  const torch::NoGradGuard no_grad;
  const torch::Tensor x = torch::ones({1}, torch::kMeta);
  for (auto _ : state)
    benchmark::DoNotOptimize(model(x));
  count_nodes(state, static_cast<size_t>(state.range(0)));
}
void shape_prop(benchmark::State& state) {
  Chain model(state.range(0));
  const fx::GraphModule traced = fx::symbolic_trace(model);
  run(state, state.range(0),
      [&](const torch::Tensor& x) { return fx::ShapeProp(traced).propagate({x}); });
}
void shape_prop_pass(benchmark::State& state) {
  Chain model(state.range(0));
  fx::GraphModule traced = fx::symbolic_trace(model);
  run(state, state.range(0),
      [&](const torch::Tensor&) { return fx::run_passes(traced, "shape-prop<input=1:float32>"); });
}

/// The additions that are folded, by themselves.
void run_constants(benchmark::State& state) {
  Chain model(state.range(0) / 2);
  run(state, state.range(0), [&](const torch::Tensor& x) { return model(x); });
}
void const_fold(benchmark::State& state) {
  Constants model(state.range(0));
  model->eval();
  const fx::GraphModule traced = fx::symbolic_trace(model);
  run(state, state.range(0), [&](const torch::Tensor&) {
    fx::FoldedGraphModule folded = fx::split_const_subgraphs(traced);
    folded->run_folding();
    return folded;
  });
}

void run_plan(benchmark::State& state) {
  Chain model(state.range(0));
  fx::GraphModule traced = fx::symbolic_trace(model);
  run(state, state.range(0), [&](const torch::Tensor& x) { return traced->forward(x); });
}
void run_interpreter(benchmark::State& state) {
  Chain model(state.range(0));
  fx::Interpreter interpreter(fx::symbolic_trace(model));
  run(state, state.range(0), [&](const torch::Tensor& x) { return interpreter.run({x}); });
}

BENCHMARK(trace_resnet18)->Unit(benchmark::kMicrosecond);
BENCHMARK(trace_resnet18_as_torchfx)->Unit(benchmark::kMicrosecond);
BENCHMARK(transform_resnet18)->Unit(benchmark::kMicrosecond);
#define FX_CHAIN(NAME)                                                                             \
  BENCHMARK(NAME)->Arg(1000)->Arg(4000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond)
FX_CHAIN(trace_chain);
FX_CHAIN(transform_chain);
FX_CHAIN(run_eager);
FX_CHAIN(run_plan);
FX_CHAIN(run_interpreter);
FX_CHAIN(run_eager_on_meta);
FX_CHAIN(shape_prop);
FX_CHAIN(shape_prop_pass);
FX_CHAIN(run_constants);
FX_CHAIN(const_fold);

} // namespace

int main(int argc, char** argv) {
  torch::set_num_threads(1);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
