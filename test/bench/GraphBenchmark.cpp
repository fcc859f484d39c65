// How fast graphs are built, changed, printed, parsed and transformed. The rows are those that
// torchfx.py measures of Python's torch.fx; graph_ratio.py runs both and prints the ratios.
//
// Every row is called NAME/NODES/GRAPHS; items processed are nodes. A row works on GRAPHS graphs of
// NODES nodes in turn, all of them alive: a hundred graphs of 10,000 nodes are as far from the
// processor's caches as one of a million, and tell what size alone costs.
#include "fx/Analysis/Aliasing.h"
#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/Partition.h"
#include "fx/Passes/PassManager.h"
#include "fx/Passes/ReplacePattern.h"

#include <array>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <malloc.h>

namespace fx {
namespace {

constexpr std::array<const char*, 10> mixed_targets{
    "operator.add",  "operator.sub", "operator.mul", "torch.relu", "torch.neg",
    "torch.sigmoid", "torch.tanh",   "torch.exp",    "torch.sin",  "torch.cos"};

/// A chain of `steps`: each is a function of the value before it, of the input and of its number.
template <class Step>
void build_chain(Graph& graph, size_t steps, const Step& step) {
  Node* x = graph.placeholder("x");
  Node* last = x;
  for (size_t i = 0; i < steps; ++i)
    last = step(last, x, i);
  graph.output(last);
}

void build_named(Graph& graph, size_t nodes) {
  std::string name;
  build_chain(graph, nodes - 2, [&](Node* last, Node* x, size_t i) {
    name = "n" + std::to_string(i) + "v";
    return graph.create_node(Opcode::CallFunction, "operator.add", {last, x}, {}, name);
  });
}

void build_same(Graph& graph, size_t nodes) {
  build_chain(graph, nodes - 2, [&](Node* last, Node* x, size_t) {
    return graph.call_function("operator.add", {last, x});
  });
}

void build_mixed(Graph& graph, size_t nodes) {
  build_chain(graph, nodes - 2, [&](Node* last, Node* x, size_t i) {
    const size_t kind = i % mixed_targets.size();
    return kind < 3 ? graph.call_function(mixed_targets[kind], {last, x})
                    : graph.call_function(mixed_targets[kind], {last});
  });
}

/// Half of the nodes have no user.
void build_dead(Graph& graph, size_t nodes) {
  build_chain(graph, (nodes - 2) / 2, [&](Node* last, Node* x, size_t) {
    Node* next = graph.call_function("operator.add", {last, x});
    graph.call_function("operator.mul", {last, x});
    return next;
  });
}

/// One node with all others for its users.
void build_fan(Graph& graph, size_t nodes) {
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y");
  for (size_t i = 0; i + 3 < nodes; ++i)
    graph.call_function("operator.neg", {x});
  graph.output(y);
}

/// A third of the nodes computes what another one does.
void build_duplicates(Graph& graph, size_t nodes) {
  build_chain(graph, (nodes - 2) / 3, [&](Node* last, Node* x, size_t) {
    Node* a = graph.call_function("operator.add", {last, x});
    Node* b = graph.call_function("operator.add", {last, x});
    return graph.call_function("operator.mul", {a, b});
  });
}

/// relu(add) pairs with a neg between them: a third of the nodes are matches of that pattern.
void build_pairs(Graph& graph, size_t nodes) {
  build_chain(graph, (nodes - 2) / 3, [&](Node* last, Node* x, size_t) {
    Node* sum = graph.call_function("operator.add", {last, x});
    return graph.call_function("torch.neg", {graph.call_function("torch.relu", {sum})});
  });
}

/// aten calls that can all be done in place, with the shapes that a trace knows.
void build_in_place(Graph& graph, size_t nodes) {
  const TensorMeta tensor{.shape = {2, 3}, .dtype = Symbol("float32"), .stride = {3, 1}};
  build_chain(graph, nodes - 2, [&](Node* last, Node*, size_t i) {
    if (i == 0) last->set_meta(meta::tensor_meta, tensor);
    Node* next = i == 0 ? graph.call_function("torch.ops.aten.clone.default", {last})
                        : graph.call_function("torch.ops.aten.add.Tensor", {last, int64_t{1}});
    next->set_meta(meta::tensor_meta, tensor);
    return next;
  });
}

/// A chain of convolutions, each with a batch norm behind it.
TracedModule make_layers(size_t nodes) {
  std::string modules = "module Net [eval] {\n",
              graph = "graph():\n  %x : = placeholder[target=x]\n";
  std::string last = "x";
  for (size_t i = 0; i < (nodes - 2) / 2; ++i) {
    modules += fmt::format("  conv{0}: torch::nn::Conv2d(in_channels = 1, out_channels = 1, "
                           "kernel_size = 1)\n  bn{0}: torch::nn::BatchNorm2d(num_features = 1)\n",
                           i);
    graph +=
        fmt::format("  %conv{0} : = call_module[target=conv{0}](args = (%{1},), kwargs = {{}})\n"
                    "  %bn{0} : = call_module[target=bn{0}](args = (%conv{0},), kwargs = {{}})\n",
                    i, last);
    last = fmt::format("bn{}", i);
  }
  Expected<TracedModule> made = parse_graph(modules + "}\n" + graph + "  return %" + last + "\n");
  return made ? std::move(*made) : TracedModule();
}

using Builder = void (*)(Graph&, size_t);
using Maker = TracedModule (*)(size_t);

void count_nodes(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(1));
}

std::vector<TracedModule> build_all(const benchmark::State& state, Builder build) {
  std::vector<TracedModule> modules(static_cast<size_t>(state.range(1)));
  for (TracedModule& module : modules)
    build(module.graph, static_cast<size_t>(state.range(0)));
  return modules;
}

// Each row has a first round that is not timed: memory is the process's then, and names are known,
// as they are to the later rounds of a small graph.

void run_build(benchmark::State& state, Builder build) {
  build_all(state, build);
  for (auto _ : state) {
    std::vector<TracedModule> modules = build_all(state, build);
    benchmark::DoNotOptimize(modules);
    state.PauseTiming(); // taking apart is not building
    modules.clear();
    state.ResumeTiming();
  }
  count_nodes(state);
}

/// Has the allocator join what was freed: taking graphs apart leaves it with millions of small
/// pieces, in no order, and what a row allocates would be spread over all memory by the row before.
void join_freed_memory() {
  constexpr size_t large = size_t(1) << 20; // a request of that size makes it do so
  void* memory = std::malloc(large);
  benchmark::DoNotOptimize(memory);
  std::free(memory);
}

/// Rounds of work on all graphs, with something before each but the first.
template <class Work, class Before>
void run_rounds(benchmark::State& state, std::vector<TracedModule>& modules, const Work& work,
                const Before& before) {
  const auto round = [&] {
    for (TracedModule& module : modules)
      work(module);
  };
  round();
  for (auto _ : state) {
    before();
    round();
  }
  count_nodes(state);
}

/// A row that leaves its graphs as they are.
template <class Work>
void run_read(benchmark::State& state, Builder build, const Work& work) {
  std::vector<TracedModule> modules = build_all(state, build);
  run_rounds(state, modules, [&](TracedModule& module) { work(module.graph); }, [] {});
}

/// A row that changes its graphs: each round has new ones.
template <class Work>
void run_change(benchmark::State& state, Builder build, const Work& work) {
  std::vector<TracedModule> modules = build_all(state, build);
  run_rounds(state, modules, work, [&] {
    state.PauseTiming();
    modules.clear();
    join_freed_memory();
    modules = build_all(state, build);
    state.ResumeTiming();
  });
}

/// A row for a pipeline of passes over models that are made before.
void run_passes_on(benchmark::State& state, Maker make, const char* pipeline) {
  const Expected<PassManager> manager = PassManager::parse(pipeline);
  if (!manager) return state.SkipWithError(manager.error().message.c_str());
  std::vector<TracedModule> modules;
  const auto make_all = [&] {
    modules.clear();
    join_freed_memory();
    for (int64_t i = 0; i < state.range(1); ++i)
      modules.push_back(make(static_cast<size_t>(state.range(0))));
  };
  const auto run = [&](TracedModule& module) {
    const Expected<bool> changed = manager->run(module);
    if (!changed || !*changed) state.SkipWithError("the passes did nothing");
  };
  make_all();
  run_rounds(state, modules, run, [&] {
    state.PauseTiming();
    make_all();
    state.ResumeTiming();
  });
}

/// A row for a pipeline of passes.
void run_passes(benchmark::State& state, Builder build, const char* pipeline) {
  const Expected<PassManager> manager = PassManager::parse(pipeline);
  if (!manager) return state.SkipWithError(manager.error().message.c_str());
  run_change(state, build, [&](TracedModule& module) {
    const Expected<bool> changed = manager->run(module);
    if (!changed || !*changed) state.SkipWithError("the passes did nothing");
  });
}

void replace_pattern_row(benchmark::State& state) {
  const Expected<TracedModule> pattern = parse_graph(R"(graph():
    %x : = placeholder[target=x]
    %y : = placeholder[target=y]
    %a : = call_function[target=operator.add](args = (%x, %y), kwargs = {})
    %r : = call_function[target=torch.relu](args = (%a,), kwargs = {})
    return %r)");
  const Expected<TracedModule> replacement = parse_graph(R"(graph():
    %x : = placeholder[target=x]
    %y : = placeholder[target=y]
    %m : = call_function[target=operator.mul](args = (%x, %y), kwargs = {})
    return %m)");
  run_change(state, build_pairs, [&](TracedModule& module) {
    const AliasAnalysis aliasing(module.graph, &module);
    const auto replaced = replace_pattern(module, *pattern, *replacement, aliasing);
    if (!replaced || replaced->size() < module.graph.size() / 4) state.SkipWithError("no matches");
  });
}

/// Every fourth call is not supported.
void partition_row(benchmark::State& state) {
  run_change(state, build_mixed, [&](TracedModule& module) {
    const AliasAnalysis aliasing(module.graph, &module);
    PartitionOptions options;
    options.is_supported = [](const Node& node) { return node.id() % 4 != 0; };
    benchmark::DoNotOptimize(propose_partitions(module.graph, aliasing, options));
  });
}

void iterate(Graph& graph) {
  size_t count = 0;
  for (const Node* node : graph)
    count += node->id() & 1;
  benchmark::DoNotOptimize(count);
}

void walk_edges(Graph& graph) {
  size_t count = 0;
  for (const Node* node : graph) {
    for (const Node* input : node->input_nodes())
      count += input->id();
    for (const Node* user : node->users())
      count += user->id();
  }
  benchmark::DoNotOptimize(count);
}

void replace_uses_in_chain(TracedModule& module) {
  Node* x = module.graph.front();
  for (Node* node : module.graph)
    if (node->op() == Opcode::CallFunction) node->replace_all_uses_with(x);
}

void replace_uses_of_one(TracedModule& module) {
  module.graph.front()->replace_all_uses_with(module.graph.front()->next());
}

void replace_inputs(TracedModule& module) {
  Node* x = module.graph.front();
  Node* before = x;
  for (Node* node : module.graph) {
    if (node->op() == Opcode::CallFunction && before != x) node->replace_input_with(before, x);
    before = node;
  }
}

void insert_in_the_middle(TracedModule& module) {
  const size_t count = module.graph.size();
  Node* middle = module.graph.front()->next();
  const auto point = module.graph.inserting_before(middle);
  Node* x = module.graph.front();
  for (size_t i = 0; i < count; ++i)
    module.graph.call_function("torch.neg", {x});
}

void erase_backwards(TracedModule& module) {
  for (Node* node = module.graph.back(); node != nullptr;) {
    Node* before = node->prev();
    module.graph.erase_node(node);
    node = before;
  }
}

void check_lint(Graph& graph) {
  benchmark::DoNotOptimize(lint(graph));
}
void print_as_fx(Graph& graph) {
  benchmark::DoNotOptimize(print_fx(graph));
}
void print_as_graph(Graph& graph) {
  benchmark::DoNotOptimize(print_graph(graph));
}
void copy(Graph& graph) {
  benchmark::DoNotOptimize(graph.clone());
}
void analyse_aliases(Graph& graph) {
  const AliasAnalysis aliasing(graph);
  benchmark::DoNotOptimize(aliasing.num_classes());
}

void parse(benchmark::State& state) {
  Graph graph;
  build_same(graph, static_cast<size_t>(state.range(0)));
  const std::string text = print_graph(graph);
  std::vector<Expected<TracedModule>> parsed;
  const auto round = [&] {
    for (int64_t i = 0; i < state.range(1); ++i)
      parsed.push_back(parse_graph(text));
  };
  round();
  for (auto _ : state) {
    state.PauseTiming();
    parsed.clear();
    state.ResumeTiming();
    round();
  }
  count_nodes(state);
}

// The best of ten graphs of 100,000 nodes, as the best of some of the small ones: a mean of ten has
// what other programs took in a second, where that of the small ones has it of a twentieth.
#define FX_SMALL_ROW(NAME, ...)                                                                    \
  void NAME(benchmark::State& state) {                                                             \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  BENCHMARK(NAME)                                                                                  \
      ->Args({1000, 1})                                                                            \
      ->Args({4000, 1})                                                                            \
      ->Args({10000, 1})                                                                           \
      ->Unit(benchmark::kMillisecond);                                                             \
  BENCHMARK(NAME)->Args({100000, 1})->Iterations(1)->Repetitions(10)->Unit(benchmark::kMillisecond)

// A graph of a million nodes takes a second to make: three rounds have to do.
#define FX_ROW(NAME, ...)                                                                          \
  FX_SMALL_ROW(NAME, __VA_ARGS__);                                                                 \
  BENCHMARK(NAME)                                                                                  \
      ->Args({10000, 100})                                                                         \
      ->Args({1000000, 1})                                                                         \
      ->Iterations(3)                                                                              \
      ->Unit(benchmark::kMillisecond)

FX_ROW(row_build_named, run_build(state, build_named));
FX_ROW(row_build_same, run_build(state, build_same));
FX_ROW(row_build_mixed, run_build(state, build_mixed));
FX_ROW(row_iterate, run_read(state, build_named, iterate));
FX_ROW(row_walk_edges, run_read(state, build_named, walk_edges));
FX_ROW(row_replace_all_uses_chain, run_change(state, build_named, replace_uses_in_chain));
FX_ROW(row_replace_all_uses_fan, run_change(state, build_fan, replace_uses_of_one));
FX_ROW(row_replace_input, run_change(state, build_named, replace_inputs));
FX_ROW(row_insert, run_change(state, build_named, insert_in_the_middle));
FX_ROW(row_erase, run_change(state, build_named, erase_backwards));
FX_ROW(row_lint, run_read(state, build_named, check_lint));
FX_ROW(row_print, run_read(state, build_named, print_as_fx));
FX_ROW(row_print_graph, run_read(state, build_named, print_as_graph));
FX_ROW(row_parse, parse(state));
FX_ROW(row_deepcopy, run_read(state, build_named, copy));
FX_ROW(row_alias_analysis, run_read(state, build_named, analyse_aliases));
FX_ROW(row_dce, run_passes(state, build_dead, "dce"));
FX_ROW(row_cse, run_passes(state, build_duplicates, "cse"));
FX_ROW(row_replace_pattern, replace_pattern_row(state));
FX_ROW(row_split_module, run_passes(state, build_mixed, "split-module<by=size;size=10>"));
FX_ROW(row_partition, partition_row(state));
FX_ROW(row_normalize, run_passes(state, build_mixed, "normalize-args<keywords>"));
FX_ROW(row_reinplace, run_passes(state, build_in_place, "reinplace<inference>"));
FX_SMALL_ROW(row_fuse_partitions, run_passes(state, build_mixed,
                                             "partition<ops=torch.relu|torch.neg|torch.sigmoid|"
                                             "torch.tanh|torch.exp|torch.sin|torch.cos;single>"));
// Nine nodes for each that was there, which compute the weights.
FX_SMALL_ROW(row_fuse_conv_bn, run_passes_on(state, make_layers, "fuse-conv-bn"));

} // namespace
} // namespace fx

int main(int argc, char** argv) {
  // Freed memory is kept, whatever its size, as it is for small blocks anyway: else the rows of large
  // graphs measure how fast the kernel clears pages.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 256 << 20);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
