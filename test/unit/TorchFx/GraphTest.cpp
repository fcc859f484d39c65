// The tests of torch.fx's test_fx.py about graphs and nodes, by their names.
#include "PassTestSupport.h"

#include "fx/IR/Namespace.h"

#include "Support/Evaluator.h"

#include <set>

namespace fx {
namespace {

using testing::graph_text;
using testing::node;
using testing::returns;
using Nodes = std::vector<Node*>;

std::string order(const Graph& graph) {
  std::string names;
  for (const Node* node : graph)
    names += (names.empty() ? "" : " ") + node->name().str();
  return names;
}

Nodes users(const Node* node) {
  return {node->users().begin(), node->users().end()};
}

std::string first_error(const Graph& graph) {
  const auto errors = lint(graph);
  return errors.empty() ? "" : errors.front().message;
}

/// What a graph without parameters computes from one tensor of twos.
std::string run(const Graph& graph) {
  TracedModule module;
  Graph::ValueMap values;
  module.graph = graph.clone(&values);
  std::vector<testing::Value> inputs(module.graph.placeholders().size(),
                                     testing::full_tensor({2}, testing::Dtype::Float, -2.0));
  return testing::to_string(testing::evaluate(module, inputs, 0).output);
}

/// A graph of one input.
struct TorchFxGraph : ::testing::Test {
  Graph graph;
  Node* x = graph.placeholder("x");
};

TEST_F(TorchFxGraph, test_graph_fns) {
  Node* b = graph.call_module("linear", {x});
  Node* c = graph.get_attr("bias");
  Node* d = graph.call_method("add", {b, c});
  Node* e = graph.call_function("torch.sin", {d});
  graph.output(e);
  EXPECT_EQ(order(graph), "x linear bias add sin output");
  EXPECT_TRUE(lint(graph).empty());
}

TEST_F(TorchFxGraph, test_all_input_nodes) {
  Node* b = graph.call_module("linear_mod", {x});
  Node* c = graph.get_attr("y_attr");
  Node* d = graph.call_function("operator.add", {b, c});
  Node* e = graph.call_function("torch.unsqueeze", {d, 0});
  Node* f = graph.output(e);
  EXPECT_EQ(x->all_input_nodes(), Nodes{});
  EXPECT_EQ(b->all_input_nodes(), Nodes{x});
  EXPECT_EQ(d->all_input_nodes(), (Nodes{b, c}));
  EXPECT_EQ(e->all_input_nodes(), Nodes{d});
  EXPECT_EQ(f->all_input_nodes(), Nodes{e});
}

TEST_F(TorchFxGraph, test_find_uses) {
  Node* y = graph.call_function("torch.relu", {x});
  Node* z = graph.call_function("operator.add", {x, x});
  Node* u = graph.call_function("torch.neg", {x});
  graph.output(Argument::tuple({y, z, u}));
  EXPECT_EQ(users(x), (Nodes{y, z, u}));
}

TEST_F(TorchFxGraph, test_reassign_args_kwargs_uses) {
  Node* y = graph.placeholder("y");
  Node* z = graph.call_function("operator.add", {x, y});
  Node* a = graph.call_function("operator.add", {z, z});
  Node* b = graph.call_function("operator.add", {a, z});
  graph.output(b);
  EXPECT_EQ(users(z), (Nodes{a, b}));
  a->set_args({x, y});
  EXPECT_EQ(users(z), Nodes{b});
  EXPECT_EQ(users(x), (Nodes{z, a}));
  b->set_kwargs({{"other", Argument(x)}});
  EXPECT_EQ(users(x), (Nodes{z, a, b}));
}

TEST_F(TorchFxGraph, test_update_args_api) {
  Node* y = graph.placeholder("y");
  Node* a = graph.call_function("operator.add", {x, 1});
  a->update_arg(0, y);
  EXPECT_EQ(a->arg(0), Argument(y));
  EXPECT_EQ(a->arg(1), Argument(1));
  EXPECT_EQ(x->num_users(), 0U);
  EXPECT_TRUE(lint(graph).empty());
}

TEST_F(TorchFxGraph, test_update_kwargs_api) {
  Node* y = graph.placeholder("y");
  Node* a = graph.call_function("torch.relu", {}, {{"input", Argument(x)}});
  a->update_kwarg("input", y);
  EXPECT_EQ(*a->kwarg("input"), Argument(y));
  EXPECT_EQ(users(y), Nodes{a});
  EXPECT_TRUE(lint(graph).empty());
}

TEST_F(TorchFxGraph, test_insert_arg) {
  Node* a = graph.get_attr("a");
  Node* out = graph.call_function("torch.cat", {x});
  out->insert_arg(0, a);
  EXPECT_EQ(out->args().size(), 2U);
  EXPECT_EQ(users(a), Nodes{out});
  EXPECT_EQ(out->all_input_nodes(), (Nodes{a, x}));
}

TEST_F(TorchFxGraph, test_replace_input) {
  Node* y = graph.placeholder("y");
  Node* b = graph.call_function("torch.relu", {x});
  Node* c = graph.call_function("torch.neg", {x});
  b->replace_input_with(x, y);
  EXPECT_EQ(b->arg(0), Argument(y));
  EXPECT_EQ(c->arg(0), Argument(x));
}

TEST_F(TorchFxGraph, test_replace_uses) {
  TracedModule model =
      testing::parse(graph_text("x", node("a", "torch.relu", "%x") + node("b", "torch.neg", "%a") +
                                         node("c", "torch.relu", "%b") + returns("%c")));
  for (Node* relu : model.graph.find_nodes(Opcode::CallFunction, Symbol("torch.relu"))) {
    const auto point = model.graph.inserting_after(relu);
    Node* sigmoid = model.graph.call_function("torch.sigmoid", {relu->arg(0)});
    relu->replace_all_uses_with(sigmoid);
    model.graph.erase_node(relu);
  }
  EXPECT_EQ(order(model.graph), "x sigmoid b sigmoid_1 output");
  EXPECT_TRUE(lint(model).empty());
}

TEST_F(TorchFxGraph, test_remove_uses) {
  Node* relu = graph.call_function("torch.relu", {x});
  Node* neg = graph.call_function("torch.neg", {relu});
  graph.output(neg);
  neg->replace_all_uses_with(relu);
  graph.erase_node(neg);
  EXPECT_FALSE(relu->has_user(neg));
}

TEST_F(TorchFxGraph, test_remove_uses_with_custom_filter) {
  Node* relu = graph.call_function("torch.relu", {x});
  Node* neg = graph.call_function("torch.neg", {relu});
  Node* result = graph.output(neg);
  neg->replace_all_uses_with(relu, [&](const Node* user) { return user != result; });
  EXPECT_TRUE(neg->has_user(result));
}

TEST_F(TorchFxGraph, test_insertion_point) {
  Node* b = graph.call_function("torch.relu", {x});
  graph.output(b);
  {
    const auto point = graph.inserting_before(b);
    Node* neg = graph.call_function("torch.neg", {x});
    b->replace_input_with(x, neg);
  }
  EXPECT_EQ(order(graph), "x neg relu output");
  EXPECT_EQ(run(graph), "float(2)[2.0, 2.0]");
}

TEST_F(TorchFxGraph, test_multi_insert_point) {
  Node* relu = graph.call_function("torch.relu", {x});
  {
    const auto point = graph.inserting_before(relu);
    graph.call_function("torch.neg", {x});
    graph.call_function("torch.tanh", {x});
  }
  EXPECT_EQ(order(graph), "x neg tanh relu");
}

TEST_F(TorchFxGraph, test_move_before) {
  Node* b = graph.call_function("torch.relu", {x});
  graph.output(b);
  Node* neg = graph.call_function("torch.neg", {x});
  b->replace_input_with(x, neg);
  b->prepend(neg);
  EXPECT_TRUE(lint(graph).empty());
  EXPECT_EQ(run(graph), "float(2)[2.0, 2.0]");
}

TEST_F(TorchFxGraph, test_prepend_self) {
  Node* b = graph.call_function("torch.relu", {x});
  graph.output(b);
  b->prepend(b);
  x->append(b);
  EXPECT_EQ(graph.size(), 3U);
  EXPECT_EQ(order(graph), "x relu output");
}

TEST_F(TorchFxGraph, test_erase_node_error) {
  graph.output(graph.call_function("torch.relu", {x}));
  try {
    graph.erase_node(x);
    FAIL() << "a node in use was erased";
  } catch (const GraphError& error) {
    EXPECT_EQ(std::string(error.what()),
              "tried to erase node 'x' but it still had 1 users in the graph: relu");
  }
}

TEST_F(TorchFxGraph, test_copy_no_remap) {
  Node* relu = graph.call_function("torch.relu", {x});
  Graph copy;
  copy.node_copy(*relu, [](Node* input) { return Argument(input); });
  EXPECT_EQ(first_error(copy),
            "node 'relu' (call_function) uses 'x', which belongs to another graph");
}

TEST_F(TorchFxGraph, test_wrong_topo) {
  Node* b = graph.call_function("foo", {x});
  Node* c = graph.call_function("bar", {b});
  graph.output(c);
  c->append(b);
  EXPECT_EQ(first_error(graph), "node 'bar' (call_function) uses 'foo' before it is defined");
}

TEST_F(TorchFxGraph, test_wrong_target_type) {
  // A target of the wrong type cannot be written in C++; an empty one is refused.
  EXPECT_THROW(graph.call_function(""), GraphError);
}

TEST_F(TorchFxGraph, test_graph_unique_names) {
  graph.output(graph.call_function("torch.relu", {x}));
  Graph second;
  Graph::ValueMap values;
  const auto result = second.graph_copy(graph, values);
  second.output(second.call_function("torch.relu", {*result}));
  second.call_function("torch.relu", {*result});
  EXPECT_EQ(order(second), "x relu relu_1 output relu_2");
}

TEST_F(TorchFxGraph, test_graph_unique_names_manual) {
  Node* b = graph.create_node(Opcode::CallModule, "linear_mod", {x}, {}, "foo_1_1");
  Node* c = graph.create_node(Opcode::GetAttr, "y_attr", {}, {}, "foo_1");
  graph.output(graph.call_function("operator.add", {b, c}));
  Graph second;
  Graph::ValueMap values;
  second.graph_copy(graph, values);
  EXPECT_EQ(order(second), "x foo_1_1 foo_1 add");
  second.graph_copy(graph, values = {});
  std::set<std::string> names;
  for (const Node* node : second)
    EXPECT_TRUE(names.insert(node->name().str()).second);
}

TEST_F(TorchFxGraph, test_reserved_getattr) {
  for (const char* builtin : {"builtins.getattr", "builtins.len", "builtins.sum"})
    graph.call_function(builtin, {x});
  for (const Node* node : graph)
    EXPECT_FALSE(is_reserved_python_name(node->name())) << node->name().str();
}

TEST_F(TorchFxGraph, test_snake_case) {
  for (const char* path :
       {"activations.snake_case", "activations.PascalCase", "activations.ALL_CAPS"})
    graph.call_module(path, {x});
  EXPECT_EQ(order(graph), "x activations_snake_case activations_pascal_case activations_all_caps");
}

TEST_F(TorchFxGraph, test_node_tagging) {
  const MetaKey<Argument>& tag = free_meta_key("tag");
  x->set_meta(tag, Argument("foo"));
  EXPECT_EQ(*x->meta(tag), Argument("foo"));
}

TEST_F(TorchFxGraph, test_inline_graph) {
  TracedModule inner =
      testing::parse(graph_text("y", node("a", "torch.relu", "%y") + returns("%a")));
  Node* neg = graph.call_function("torch.neg", {x});
  Graph::ValueMap values{{inner.graph.front(), neg}};
  graph.output(*graph.graph_copy(inner.graph, values));
  EXPECT_EQ(order(graph), "x neg a output");
  EXPECT_EQ(run(graph), "float(2)[2.0, 2.0]");
}

TEST_F(TorchFxGraph, test_no_mutation) {
  // Lists in arguments cannot be changed: there is no access that is not const.
  const Argument list = Argument::list({3, 4});
  static_assert(std::is_same_v<decltype(list.items()), std::span<const Argument>>);
  const Argument copy = list;
  EXPECT_EQ(copy, list);
}

TEST_F(TorchFxGraph, test_copy_it) {
  const Argument dict = Argument::dict({{Argument("a"), Argument::list({3, 4})}});
  const Argument copy = dict;
  EXPECT_EQ(copy, dict);
  EXPECT_EQ(copy.hash(), dict.hash());
}

TEST_F(TorchFxGraph, test_deepcopy_recursion_depth) {
  Node* last = x;
  for (int i = 0; i < 100000; ++i)
    last = graph.call_function("torch.relu", {last});
  graph.output(last);
  Graph::ValueMap values;
  const Graph copy = graph.clone(&values);
  for (const Node* node : graph) {
    Nodes expected;
    for (const Node* user : node->users())
      expected.push_back(values.at(user));
    ASSERT_EQ(users(values.at(node)), expected);
  }
}

TEST_F(TorchFxGraph, DeepArgumentsDoNotOverflowTheStack) {
  // Nested 10,000 deep: made, mapped, hashed, compared, printed, copied, destroyed. A text so deep is
  // refused where it is read, for code is not made of it.
  Argument nested = x;
  for (int i = 0; i < 10000; ++i)
    nested = i % 2 ? Argument::list({nested}) : Argument::tuple({nested, 1});
  graph.output(graph.call_function("f", {nested}));
  const std::string text = print_graph(graph);
  const Expected<TracedModule> again = parse_graph(text);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().to_string().find("text-nested-too-deeply"), std::string::npos);
  EXPECT_EQ(print_graph(graph.clone()), text);
  EXPECT_EQ(graph.back()->arg(0).as_node()->arg(0).hash(), nested.hash());
  EXPECT_FALSE(print_fx(graph).empty());
  EXPECT_FALSE(print_table(graph).empty());
  EXPECT_TRUE(lint(graph).empty());
}

TEST_F(TorchFxGraph, test_hooks_for_node_update) {
  struct Log : GraphListener {
    void node_created(Node& node) override { text += "create " + node.name().str() + "; "; }
    void node_erased(Node& node) override { text += "erase " + node.name().str() + "; "; }
    void node_replaced(Node& old, Node& replacement, Node& user) override {
      text += "replace " + old.name().str() + " by " + replacement.name().str() + " in " +
              user.name().str() + "; ";
    }
    std::string text;
  } log, other;
  Node* relu = graph.call_function("torch.relu", {x});
  graph.output(relu);
  graph.add_listener(log);
  graph.add_listener(other);
  graph.remove_listener(other);
  Graph moved = std::move(graph);
  {
    const auto point = moved.inserting_after(relu);
    relu->replace_all_uses_with(moved.call_function("torch.sin", {x}));
  }
  moved.erase_node(relu);
  EXPECT_EQ(log.text, "create sin; replace relu by sin in output; erase relu; ");
  EXPECT_EQ(other.text, "");
  moved.remove_listener(log);
  moved.call_function("torch.cos", {x});
  EXPECT_EQ(log.text, "create sin; replace relu by sin in output; erase relu; ");
}

// torch.fx has a function for it; here set_op and set_target are enough: the look-up follows them.
TEST_F(TorchFxGraph, test_replace_target_nodes_with) {
  Node* y = graph.placeholder("y");
  graph.output(graph.call_function("operator.add", {graph.call_method("add", {x, y}), y}));
  for (Node* node : graph.find_nodes(Opcode::CallFunction, "operator.add"))
    node->set_target("operator.mul");
  for (Node* node : graph.find_nodes(Opcode::CallMethod, "add")) {
    node->set_op(Opcode::CallFunction);
    node->set_target("operator.mul");
  }
  EXPECT_TRUE(graph.find_nodes(Opcode::CallFunction, "operator.add").empty());
  EXPECT_TRUE(graph.find_nodes(Opcode::CallMethod, "add").empty());
  ASSERT_EQ(graph.find_nodes(Opcode::CallFunction, "operator.mul").size(), 2U);
  EXPECT_EQ(graph.find_nodes(Opcode::CallFunction, "operator.mul")[0]->name().view(), "add");
  EXPECT_TRUE(lint(graph).empty());
}

TEST_F(TorchFxGraph, AMillionNodesDoNotOverflowTheStack) {
  Node* last = x;
  for (int i = 0; i < 1000000; ++i)
    last = graph.call_function("operator.add", {last, 1});
  graph.output(last);
  const Graph copy = graph.clone();
  const std::string text = print_graph(copy);
  Expected<TracedModule> again = parse_graph(text);
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(print_graph(*again), text);
  EXPECT_TRUE(lint(again->graph).empty());
  EXPECT_EQ(again->graph.size(), 1000002U);
}

} // namespace
} // namespace fx
