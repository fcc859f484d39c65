// Passes that torch.fx has quadratic, on graphs that would show it; limits are ten times what they take.
#include "fx/IR/Parser.h"
#include "fx/Passes/GraphTransformObserver.h"
#include "fx/Passes/PassManager.h"
#include "fx/Passes/ReplacePattern.h"

#include <ctime>
#include <functional>
#include <gtest/gtest.h>

namespace fx {
namespace {

/// Of this process: another one may have the processor meanwhile.
double seconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(Linear, ReplacesThirtyThousandMatches) {
  TracedModule module;
  Node* x = module.graph.placeholder("x");
  Node* last = x;
  for (int i = 0; i < 33333; ++i) {
    last = module.graph.call_function("operator.add", {last, x});
    last =
        module.graph.call_function("torch.neg", {module.graph.call_function("torch.relu", {last})});
  }
  module.graph.output(last);
  const auto pattern = parse_graph(R"(graph():
    %x : = placeholder[target=x]
    %y : = placeholder[target=y]
    %a : = call_function[target=operator.add](args = (%x, %y), kwargs = {})
    %r : = call_function[target=torch.relu](args = (%a,), kwargs = {})
    return %r)");
  const auto replacement = parse_graph(R"(graph():
    %x : = placeholder[target=x]
    %y : = placeholder[target=y]
    %m : = call_function[target=operator.mul](args = (%x, %y), kwargs = {})
    return %m)");
  size_t matches = 0;
  EXPECT_LT(seconds([&] {
              const AliasAnalysis aliasing(module.graph, &module);
              matches = replace_pattern(module, *pattern, *replacement, aliasing)->size();
            }),
            10);
  EXPECT_EQ(matches, 33333U);
}

TEST(Linear, KnowsWhereAHundredThousandNodesComeFrom) {
  // Each replaces the one behind it and goes; and all read one that goes with the last of them.
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* shared = graph.call_function("torch.sin", {x});
  std::vector<Node*> chain{x};
  for (int i = 0; i < 100000; ++i)
    chain.push_back(graph.call_function("operator.add", {chain.back(), shared}));
  graph.output(chain.back());
  const double time = seconds([&] {
    const GraphTransformObserver observer("backwards", graph);
    for (size_t i = chain.size() - 1; i > 0; --i) {
      chain[i]->replace_all_uses_with(chain[i - 1]);
      graph.erase_node(chain[i]);
    }
    graph.erase_node(shared);
  });
  EXPECT_EQ(x->meta(meta::from_node)->size(), 100000U + 1);
  EXPECT_LT(time, 3.0);
}

TEST(Linear, TakesAHundredThousandWritesAway) {
  TracedModule module;
  Graph& graph = module.graph;
  Node* base = graph.call_function("torch.sin", {graph.placeholder("x")});
  for (int64_t i = 0; i < 50000; ++i) {
    Node* part = graph.call_function("torch.select", {base, 0, i % 7});
    graph.call_method("add_", {part, 1});
    graph.call_method("relu_", {base});
  }
  graph.output(base);
  const Expected<PassManager> passes = PassManager::parse("functionalize");
  const double time = seconds([&] { EXPECT_TRUE(passes->run(module)); });
  EXPECT_TRUE(graph.find_nodes(Opcode::CallMethod, Symbol("relu_")).empty());
  EXPECT_LT(time, 10.0);
}

TEST(Linear, SplitsInTenThousandParts) {
  TracedModule module;
  Node* last = module.graph.placeholder("x");
  for (int i = 0; i < 100000; ++i)
    last = module.graph.call_function(i % 4 ? "torch.relu" : "torch.neg", {last});
  module.graph.output(last);
  const auto manager = PassManager::parse("split-module<by=size;size=10>,inline-modules");
  EXPECT_LT(seconds([&] { EXPECT_TRUE(manager->run(module)); }), 20);
}

TEST(Linear, WritesAHundredThousandResultsInPlace) {
  TracedModule module;
  Node* x = module.graph.placeholder("x");
  Node* last = module.graph.call_function("torch.mm", {x, x});
  const auto note = [](Node* node) {
    node->set_meta(meta::tensor_meta,
                   TensorMeta{.shape = {2, 2}, .dtype = Symbol("float32"), .stride = {2, 1}});
  };
  note(last);
  for (int i = 0; i < 50000; ++i) {
    // One that is read by many is left, and what is made of it is not.
    last = module.graph.call_function("torch.add", {last, 1});
    note(last);
    Node* beside = module.graph.call_function("torch.mul", {last, 2});
    note(beside);
  }
  module.graph.output(last);
  const auto manager = PassManager::parse("reinplace<inference>");
  EXPECT_LT(seconds([&] { EXPECT_TRUE(manager->run(module)); }), 10);
  EXPECT_EQ(module.graph.find_nodes(Opcode::CallMethod, Symbol("add_")).size(), 50000U);
}

TEST(Linear, MergesAHundredThousandProducts) {
  TracedModule module;
  Node* x = module.graph.placeholder("x");
  Node* w = module.graph.placeholder("w");
  const auto note = [](Node* node) {
    node->set_meta(meta::tensor_meta,
                   TensorMeta{.shape = {2, 2}, .dtype = Symbol("float32"), .stride = {2, 1}});
    return node;
  };
  const auto product = [&](Node* left, Node* right) {
    return note(module.graph.call_function("torch.matmul", {left, right}));
  };
  note(x);
  note(w);
  Node* last = x;
  for (int i = 0; i < 25000; ++i) {
    // Two with an operand of their own, and two with one of all: of these the second one waits for
    // the first.
    Node* right = note(module.graph.call_function("torch.relu", {last}));
    Node* pair =
        note(module.graph.call_function("operator.add", {product(x, right), product(w, right)}));
    last = product(note(module.graph.call_function("operator.add", {product(last, w), pair})), w);
  }
  module.graph.output(last);
  const auto manager = PassManager::parse("merge-matmuls");
  EXPECT_LT(seconds([&] { EXPECT_TRUE(manager->run(module)); }), 10);
  EXPECT_EQ(module.graph.find_nodes(Opcode::CallMethod, Symbol("split_with_sizes")).size(), 25000U);
}

} // namespace
} // namespace fx
