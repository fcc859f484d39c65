// The list of nodes, its insertion points, iteration, look-up and copies.
#include "fx/IR/Graph.h"
#include "fx/IR/Lint.h"
#include "fx/Support/Error.h"

#include <gtest/gtest.h>
#include <random>

namespace fx {
namespace {

std::string order(const Graph& graph) {
  std::string text;
  for (const Node* node : graph)
    text += (text.empty() ? "" : " ") + node->name().str();
  return text;
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const GraphError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Graph, AppendsUnlessAnInsertionPointIsSet) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* a = graph.call_function("a", {x});
  {
    auto before = graph.inserting_before(a);
    graph.call_function("b", {x});
    {
      auto after = graph.inserting_after(a);
      graph.call_function("c", {x});
    }
    graph.call_function("d", {x});
  }
  graph.call_function("e", {x});
  EXPECT_EQ(order(graph), "x b d a c e");
}

TEST(Graph, KeepsAnInsertionPointWhoseNodeIsErased) {
  Graph graph;
  Node* a = graph.call_function("a");
  Node* b = graph.call_function("b");
  auto point = graph.inserting_before(a);
  graph.erase_node(a);
  graph.call_function("c");
  EXPECT_EQ(order(graph), "c b");
  EXPECT_EQ(graph.front()->next(), b);
}

TEST(Graph, RefusesForeignAndErasedNodesAsInsertionPoints) {
  Graph graph;
  Graph other;
  Node* foreign = other.call_function("a");
  EXPECT_NE(message([&] { (void)graph.inserting_before(foreign); }), "no error");
}

TEST(Graph, RefusesToEraseAUsedNodeAndNamesItsUsers) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.call_function("torch.relu", {x});
  graph.call_method("neg", {x});
  EXPECT_EQ(message([&] { graph.erase_node(x); }),
            "tried to erase node 'x' but it still had 2 users in the graph: relu, neg");
}

TEST(Graph, RefusesToEraseTwiceAndInTheWrongGraph) {
  Graph graph;
  Graph other;
  Node* a = graph.call_function("a");
  EXPECT_EQ(message([&] { other.erase_node(a); }),
            "attempting to remove 'a' from a graph it is not in");
  graph.erase_node(a);
  EXPECT_EQ(message([&] { graph.erase_node(a); }), "'a' is erased already");
  EXPECT_EQ(graph.size(), 0U);
}

TEST(Graph, IteratesWhileTheCurrentNodeAndFollowingOnesAreErased) {
  Graph graph;
  std::vector<Node*> nodes;
  for (int i = 0; i < 6; ++i)
    nodes.push_back(graph.call_function("f"));
  std::string seen;
  for (Node* node : graph) {
    seen += node->name().str() + " ";
    if (node == nodes[1])
      for (int i : {1, 2, 3})
        graph.erase_node(nodes[i]);
  }
  EXPECT_EQ(seen, "f f_1 f_4 f_5 ");
}

TEST(Graph, MovesNodes) {
  Graph graph;
  Node* a = graph.call_function("a");
  Node* b = graph.call_function("b");
  Node* c = graph.call_function("c");
  a->prepend(c);
  EXPECT_EQ(order(graph), "c a b");
  b->append(c);
  EXPECT_EQ(order(graph), "a b c");
  a->prepend(a);
  EXPECT_EQ(order(graph), "a b c");
}

TEST(Graph, WalksBackwardsOverErasedNodes) {
  Graph graph;
  std::vector<Node*> nodes;
  for (int i = 0; i < 5; ++i)
    nodes.push_back(graph.call_function("f"));
  Graph::Iterator at(nodes[3]);
  for (int i : {3, 2, 1})
    graph.erase_node(nodes[i]);
  EXPECT_EQ(*--at, nodes[0]);
  EXPECT_EQ(nodes[1]->next(), nodes[4]);
  EXPECT_EQ(nodes[3]->prev(), nodes[0]);
}

TEST(Graph, RefusesToMoveErasedNodesAndToMoveNextToThem) {
  Graph graph;
  Node* a = graph.call_function("a");
  Node* b = graph.call_function("b");
  Node* c = graph.call_function("c");
  graph.erase_node(b);
  EXPECT_THROW(a->prepend(b), GraphError);
  EXPECT_THROW(a->append(b), GraphError);
  EXPECT_THROW(b->prepend(c), GraphError);
  EXPECT_THROW(b->append(c), GraphError);
  EXPECT_EQ(order(graph), "a c");
}

TEST(Graph, RefusesToChangeErasedNodes) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* a = graph.call_function("f", {x});
  Node* b = graph.call_function("f", {x});
  graph.erase_node(a);
  EXPECT_THROW(a->set_target("g"), GraphError);
  EXPECT_THROW(a->set_op(Opcode::CallMethod), GraphError);
  EXPECT_THROW(a->set_args({x}), GraphError);
  EXPECT_THROW(a->set_kwargs({{"k", Argument(x)}}), GraphError);
  EXPECT_THROW(a->update_kwarg("k", x), GraphError);
  EXPECT_THROW(a->insert_arg(0, x), GraphError);
  EXPECT_EQ(graph.find_nodes(Opcode::CallFunction, Symbol("f")), std::vector<Node*>{b});
  EXPECT_EQ(x->num_users(), 1U);
}

TEST(Graph, RenamesUnlessTheNameIsTheSame) {
  Graph graph;
  Node* a = graph.call_function("a");
  graph.rename(a, "a");
  EXPECT_EQ(a->name().view(), "a");
  graph.rename(a, "b");
  EXPECT_EQ(graph.call_function("a")->name().view(), "a_1");
  EXPECT_EQ(graph.call_function("b")->name().view(), "b_1");
  Graph other;
  EXPECT_THROW(other.rename(a, "c"), GraphError);
}

TEST(Graph, FindsOutputsAndPlaceholdersWhateverTheirTarget) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y");
  Node* result = graph.create_node(Opcode::Output, "result", {x});
  EXPECT_EQ(graph.output_node(), result);
  EXPECT_EQ(graph.find_nodes(Opcode::Output), std::vector<Node*>{result});
  EXPECT_EQ(graph.find_nodes(Opcode::Output, Symbol("output")), std::vector<Node*>{});
  EXPECT_EQ(graph.find_nodes(Opcode::Placeholder, Symbol("y")), std::vector<Node*>{y});
  EXPECT_EQ(graph.placeholders(), (std::vector<Node*>{x, y}));
  y->set_op(Opcode::Output);
  EXPECT_EQ(graph.output_node(), y);
  EXPECT_EQ(graph.placeholders(), std::vector<Node*>{x});
}

TEST(Graph, FindsNodesAsAScanDoesAfterRandomEdits) {
  std::mt19937 random(7);
  Graph graph;
  const char* targets[] = {"f", "g", "h"};
  std::vector<Node*> live{graph.call_function("f")};
  for (int step = 0; step < 2000; ++step) {
    Node* at = live[random() % live.size()];
    switch (random() % 6) {
    case 0: {
      auto point = graph.inserting_before(at);
      live.push_back(graph.call_function(targets[random() % 3]));
      break;
    }
    case 1: live.push_back(graph.call_function(targets[random() % 3])); break;
    case 2: at->set_target(targets[random() % 3]); break;
    case 3: at->append(live[random() % live.size()]); break;
    case 4: at->set_op(random() % 2 ? Opcode::CallFunction : Opcode::Placeholder); break;
    default:
      if (live.size() > 1) {
        graph.erase_node(at);
        std::erase(live, at);
      }
    }
  }
  const Graph moved = std::move(graph);
  for (const Opcode op : {Opcode::CallFunction, Opcode::Placeholder}) {
    std::vector<Node*> all;
    for (const char* target : targets) {
      std::vector<Node*> scan;
      for (Node* node : moved)
        if (node->op() == op && node->target().view() == target) scan.push_back(node);
      EXPECT_EQ(moved.find_nodes(op, Symbol(target)), scan);
    }
    for (Node* node : moved)
      if (node->op() == op) all.push_back(node);
    EXPECT_EQ(moved.find_nodes(op), all);
  }
}

TEST(Graph, ComparesNodesByProgramOrderAfterRandomEdits) {
  std::mt19937 random(3);
  Graph graph;
  std::vector<Node*> live{graph.call_function("f")};
  for (int step = 0; step < 500; ++step) {
    Node* at = live[random() % live.size()];
    if (random() % 3 == 0) {
      at->prepend(live[random() % live.size()]);
    } else if (random() % 2 == 0) {
      const auto point = graph.inserting_before(at);
      live.push_back(graph.call_function("f"));
    } else {
      live.push_back(graph.call_function("f"));
    }
    const std::vector<Node*> order(graph.begin(), graph.end());
    const size_t a = random() % order.size(), b = random() % order.size();
    ASSERT_EQ(order[a]->is_before(*order[b]), a < b);
  }
  Graph other;
  EXPECT_THROW((void)live[0]->is_before(*other.call_function("g")), GraphError);
}

TEST(Graph, RemembersWhenMovedThatItIsOutOfOrder) {
  Graph graph;
  Node* a = graph.call_function("f");
  Node* b = graph.call_function("f");
  a->prepend(b);
  const Graph moved = std::move(graph);
  EXPECT_EQ(moved.find_nodes(Opcode::CallFunction, Symbol("f")), (std::vector<Node*>{b, a}));
  Graph assigned;
  assigned.call_function("g");
  Graph source;
  a = source.call_function("f");
  b = source.call_function("f");
  a->prepend(b);
  assigned = std::move(source);
  EXPECT_EQ(assigned.find_nodes(Opcode::CallFunction, Symbol("f")), (std::vector<Node*>{b, a}));
}

TEST(Graph, ErasesManyNodesOfOneTargetInLinearTime) {
  Graph graph;
  std::vector<Node*> nodes;
  for (int i = 0; i < 200000; ++i)
    nodes.push_back(graph.call_function("f"));
  for (Node* node : nodes)
    graph.erase_node(node);
  EXPECT_TRUE(graph.empty());
}

TEST(Graph, CopiesAMillionNodesInAChain) {
  Graph graph;
  Node* last = graph.placeholder("x");
  for (int i = 0; i < 1000000; ++i)
    last = graph.call_function("operator.add", {last, 1});
  graph.output(last);
  Graph::ValueMap values;
  const Graph copy = graph.clone(&values);
  EXPECT_EQ(copy.size(), graph.size());
  EXPECT_EQ(copy.back()->arg(0).as_node(), values.at(last));
  EXPECT_EQ(values.at(last)->name(), last->name());
  EXPECT_EQ(&values.at(last)->graph(), &copy);
}

TEST(Graph, CopiesIntoAnotherGraphThroughAValueMap) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(graph.call_function("torch.relu", {x}));
  Graph host;
  Node* y = host.placeholder("y");
  Graph::ValueMap values{{x, y}};
  const std::optional<Argument> result = host.graph_copy(graph, values);
  ASSERT_TRUE(result && result->is_node());
  host.output(*result);
  EXPECT_EQ(order(host), "y relu output");
  EXPECT_TRUE(lint(host).empty());
}

TEST(Graph, StaysWholeWhenMoved) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Graph moved = std::move(graph);
  Node* relu = moved.call_function("torch.relu", {x});
  EXPECT_EQ(&x->graph(), &moved);
  EXPECT_EQ(&relu->graph(), &moved);
  EXPECT_EQ(moved.size(), 2U);
}

TEST(Graph, LivesAsLongAsItsNodes) {
  std::weak_ptr<const void> lifetime;
  {
    Graph moved;
    {
      Graph graph;
      lifetime = graph.lifetime();
      moved = std::move(graph);
    }
    EXPECT_FALSE(lifetime.expired());
  }
  EXPECT_TRUE(lifetime.expired());
}

} // namespace
} // namespace fx
