// What passes did, and where nodes come from (torch.fx: test/fx/test_fx_xform_observer.py,
// test_fx_traceback.py).
#include "fx/Passes/GraphTransformObserver.h"

#include "fx/IR/Parser.h"
#include "fx/Passes/PassManager.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

using Names = std::vector<std::string>;
using Action = NodeSource::Action;

Node* node_named(const Graph& graph, std::string_view name) {
  for (Node* node : graph)
    if (node->name().view() == name) return node;
  return nullptr;
}

Graph parsed(std::string_view text) {
  Expected<TracedModule> model = parse_graph(text);
  EXPECT_TRUE(model) << text;
  return std::move(model->graph);
}

TEST(TorchFxXformObserver, test_graph_transform_observer) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* add = graph.call_function("operator.add", {x, 2});
  Node* neg = graph.call_function("torch.neg", {add});
  graph.output(graph.call_function("torch.sigmoid", {neg}));
  GraphTransformObserver observer("replace_neg_with_relu", graph);
  {
    const auto here = graph.inserting_after(neg);
    neg->replace_all_uses_with(graph.call_function("torch.relu", {add}));
  }
  graph.erase_node(neg);
  EXPECT_EQ(observer.created_nodes(), Names());
  observer.finish();
  EXPECT_EQ(observer.created_nodes(), Names{"relu"});
  EXPECT_EQ(observer.erased_nodes(), Names{"neg"});
  // Nobody listens any more.
  graph.call_function("torch.neg", {x});
  EXPECT_EQ(observer.created_nodes(), Names{"relu"});
  EXPECT_EQ(print_provenance(*node_named(graph, "relu")),
            "(name=neg, pass_name=replace_neg_with_relu, action=create+replace)\n");
}

TEST(TorchFxXformObserver, test_graph_transform_observer_replace) {
  Graph graph = parsed(R"(graph():
    %x : = placeholder[target=x]
    %add : = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    %z : = call_function[target=operator.mul](args = (%add, 2), kwargs = {})
    %w : = call_function[target=operator.mul](args = (%add, 3), kwargs = {})
    return (%z, %w))");
  Node* add = node_named(graph, "add");
  Node* fresh = nullptr;
  {
    const GraphTransformObserver observer("test", graph);
    const auto here = graph.inserting_after(add);
    fresh = graph.call_function("torch.ops.aten.add.Tensor", {add->arg(0), add->arg(1)});
    add->replace_all_uses_with(fresh);
  }
  // Two users were told of; it comes from one node, once.
  const NodeSources* sources = fresh->meta(meta::from_node);
  ASSERT_NE(sources, nullptr);
  ASSERT_EQ(sources->size(), 1U);
  EXPECT_EQ(sources->front()->name, Symbol("add"));
  EXPECT_EQ(sources->front()->pass_name, "test");
}

TEST(TorchFxTraceback, test_node_source) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* sum = graph.call_function("operator.add", {x, 1});
  const auto source = source_of(*sum, Action::Replace, "test_pass");
  EXPECT_EQ(source->name, Symbol("add"));
  EXPECT_EQ(source->target, Symbol("operator.add"));
  EXPECT_EQ(source->num_steps, 1U);
  // Two nodes that say the same come from the same.
  EXPECT_EQ(*source, *source_of(*sum, Action::Replace, "test_pass"));
  EXPECT_FALSE(*source == *source_of(*sum, Action::Create, "test_pass"));
  EXPECT_FALSE(*source == *source_of(*sum, Action::Replace, "other"));
  EXPECT_FALSE(*source == *source_of(*x, Action::Replace, "test_pass"));
  // A node has the history of the one that it was made of.
  sum->set_meta(meta::from_node, NodeSources{source});
  const auto next = source_of(*sum, Action::CreateAndReplace, "second");
  EXPECT_EQ(next->num_steps, 2U);
  EXPECT_EQ(*next->from_node.at(0), *source);
  EXPECT_FALSE(*next == *source_of(*x, Action::CreateAndReplace, "second"));
  EXPECT_EQ(print_provenance(*sum), "(name=add, pass_name=test_pass, action=replace)\n");
}

TEST(TorchFxTraceback, test_graph_provenance) {
  TracedModule module;
  module.graph = parsed(R"(graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %c : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add : = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    %d : = call_function[target=operator.add](args = (%add, %c), kwargs = {})
    return %d)");
  Expected<PassManager> passes = PassManager::parse("cse");
  passes->add("to-sine", make_pass([](TracedModule& model, PassContext&) {
                Node* old = node_named(model.graph, "a");
                const auto here = model.graph.inserting_after(old);
                Node* half = model.graph.call_function("operator.mul", {old->arg(0), 0.5});
                Node* sine = model.graph.call_function("torch.sin", {half});
                sine->copy_meta_from(*old);
                old->replace_all_uses_with(sine);
                model.graph.erase_node(old);
                return Expected<PassResult>(PassResult{.modified = true});
              }));
  ASSERT_TRUE(passes->run(module));
  const std::string history = "    (name=b, pass_name=cse, action=replace)\n"
                              "    (name=c, pass_name=cse, action=replace)\n";
  // What was copied with the meta is said once.
  EXPECT_EQ(print_provenance(*node_named(module.graph, "sin")),
            "(name=a, pass_name=to-sine, action=create+replace)\n" + history);
  EXPECT_EQ(print_provenance(*node_named(module.graph, "mul")),
            "(name=a, pass_name=to-sine, action=create)\n" + history);
  EXPECT_EQ(print_provenance(*node_named(module.graph, "add")), "");
}

TEST(GraphTransformObserver, FollowsReplacementsToWhatStays) {
  Graph graph = parsed(R"(graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : = call_function[target=torch.neg](args = (%a,), kwargs = {})
    return %b)");
  Node* a = node_named(graph, "a");
  Node* b = node_named(graph, "b");
  Node *first = nullptr, *second = nullptr, *helper = nullptr;
  {
    const GraphTransformObserver observer("twice", graph);
    const auto here = graph.inserting_before(b);
    first = graph.call_function("torch.sin", {a});
    b->replace_all_uses_with(first);
    second = graph.call_function("torch.cos", {a});
    first->replace_all_uses_with(second);
    graph.erase_node(first);
    graph.erase_node(b);
    // Nothing asks for this one.
    helper = graph.call_function("torch.exp", {a});
  }
  EXPECT_EQ(print_provenance(*second), "(name=b, pass_name=twice, action=create+replace)\n");
  EXPECT_EQ(print_provenance(*helper), "(name=, pass_name=twice, action=create)\n");
  EXPECT_EQ(print_provenance(*a), "");
}

TEST(GraphTransformObserver, KeepsABoundedHistory) {
  TracedModule module;
  Node* x = module.graph.placeholder("x");
  module.graph.output(module.graph.call_function("torch.relu", {x}));
  PassManager passes;
  for (int i = 0; i < 1000; ++i)
    passes.add("again", make_pass([](TracedModule& model, PassContext&) {
                 Node* old = model.graph.back()->arg(0).as_node();
                 const auto here = model.graph.inserting_after(old);
                 old->replace_all_uses_with(model.graph.call_function("torch.relu", {old->arg(0)}));
                 model.graph.erase_node(old);
                 return Expected<PassResult>(PassResult{.modified = true});
               }));
  ASSERT_TRUE(passes.run(module));
  const NodeSources* sources = module.graph.back()->arg(0).as_node()->meta(meta::from_node);
  ASSERT_EQ(sources->size(), 1U);
  EXPECT_LE(sources->front()->num_steps, NodeSource::max_steps);
}

TEST(GraphTransformObserver, OutlivesGraphsThatGo) {
  TracedModule module;
  Node* x = module.graph.placeholder("x");
  Node* y = module.graph.call_function("torch.relu", {x});
  module.graph.output(y);
  GraphTransformObserver observer("anew", module);
  Graph fresh;
  Node* input = fresh.placeholder("x");
  Node* made = fresh.call_function("torch.sin", {input});
  add_source(*made, *y, Action::Create);
  fresh.output(made);
  module.graph = std::move(fresh);
  observer.finish();
  EXPECT_EQ(print_provenance(*made), "(name=relu, pass_name=anew, action=create)\n");
}

} // namespace
} // namespace fx
