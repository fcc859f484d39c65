#include "TraceTest.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

TEST(Proxy, AppendsToTheGraphOfItsNode) {
  Graph graph;
  const Proxy x(graph.placeholder("x"));
  const Tensor y = torch::relu(x) + 1;
  graph.output(&Proxy::of(y)->node());
  EXPECT_EQ(calls(graph), "relu = call_function torch.relu x\n"
                          "add = call_function torch.add relu 1\n");
  graph.lint();
}

TEST(Proxy, test_graph_edit_with_proxy) {
  Graph graph = Tracer().trace([](Tensor x, Tensor y) { return x + y; });
  Node* output = graph.output_node();
  const auto point = graph.inserting_before(output);
  const Tensor relu = torch::relu(Proxy(output->arg(0).as_node()));
  output->set_args({Argument(&Proxy::of(relu)->node())});
  graph.lint();
  EXPECT_EQ(calls(graph), "add = call_function torch.add input_1 input_2\n"
                          "relu = call_function torch.relu add\n");
}

TEST(Proxy, WorksInListsOptionalsAndIndices) {
  Graph graph;
  const Proxy x(graph.placeholder("x")), y(graph.placeholder("y")), i(graph.placeholder("i"));
  torch::cat({x, y});
  torch::clamp(x, torch::optional<Tensor>(y), torch::optional<Tensor>());
  at::index(x, {torch::optional<Tensor>(), torch::optional<Tensor>(i)});
  EXPECT_EQ(calls(graph), "cat = call_function torch.cat [x, y]\n"
                          "clamp = call_function torch.clamp x y\n"
                          "index_tensor = call_function torch.ops.aten.index.Tensor x [None, i]\n");
}

TEST(Proxy, SeveralOfOneGraphAgree) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Proxy(x) + Proxy(x);
  EXPECT_EQ(calls(graph), "add = call_function torch.add x x\n");
}

TEST(Proxy, OfTwoGraphsDoNotMix) {
  Graph one, other;
  const Proxy x(one.placeholder("x")), y(other.placeholder("y"));
  try {
    x + y;
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Found multiple different tracers"));
  }
}

TEST(Proxy, ThrowsWhenItsGraphIsGone) {
  std::optional<Proxy> x;
  {
    Graph graph;
    x.emplace(graph.placeholder("x"));
  }
  EXPECT_THROW(*x + 1, TraceError);
  EXPECT_THROW(x->node(), TraceError);
}

TEST(Proxy, OfAnErasedNodeIsSaid) {
  Graph graph;
  Node* add = graph.call_function("torch.add", {Argument(graph.placeholder("x")), 1});
  const Proxy gone(add);
  graph.erase_node(add);
  try {
    gone + 1;
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the proxy of node add is used, which was erased"));
    EXPECT_THAT(error.what(), HasSubstr("Make a Proxy of the node that took its place"));
  }
  EXPECT_EQ(graph.size(), 1U);
}

TEST(Proxy, GoesWithAGraphThatMoves) {
  Graph graph;
  const Proxy x(graph.placeholder("x"));
  const Graph moved = std::move(graph);
  x + 1;
  EXPECT_EQ(moved.size(), 2U);
}

TEST(Proxy, GoesToTheTracerItNames) {
  struct Counting : GraphAppendingTracer {
    using GraphAppendingTracer::GraphAppendingTracer;
    int made = 0;
    Node* create_node(Opcode op, Symbol target, std::vector<Argument> args,
                      std::vector<KeywordArgument> kwargs, std::string_view name,
                      Symbol type) override {
      ++made;
      return TracerBase::create_node(op, target, std::move(args), std::move(kwargs), name, type);
    }
  };
  Graph graph;
  Counting tracer(graph);
  const Proxy x(graph.placeholder("x"), &tracer);
  EXPECT_EQ(&x.tracer(), &tracer);
  (x + 1).relu();
  EXPECT_EQ(tracer.made, 2);
}

TEST(Proxy, TensorsOfTheProgramAreNoOperandsOfABareGraph) {
  Graph graph;
  const Proxy x(graph.placeholder("x"));
  EXPECT_THROW(x + torch::ones({2}), TraceError);
}

TEST(Proxy, IsNoneOfOtherTensors) {
  EXPECT_FALSE(Proxy::of(torch::ones({1})));
  EXPECT_FALSE(Proxy::of(Tensor()));
}

TEST(Proxy, test_fx_shifts) {
  Graph graph;
  const Proxy x(graph.placeholder("x"));
  x.__lshift__(3);
  x.__rshift__(3);
  EXPECT_EQ(calls(graph), "lshift = call_function operator.lshift x 3\n"
                          "rshift = call_function operator.rshift x 3\n");
}

TEST(Proxy, test_fx_and_or) {
  Graph graph;
  const Proxy x(graph.placeholder("x"));
  x & x;
  x | x;
  EXPECT_EQ(calls(graph), "bitwise_and = call_function torch.bitwise_and x x\n"
                          "bitwise_or = call_function torch.bitwise_or x x\n");
}

TEST(Proxy, test_matmul_tracing) {
  EXPECT_EQ(testing::calls_of([](Tensor x) { return torch::matmul(x, torch::ones({3})); }),
            "ones = call_function torch.ones [3]\n"
            "matmul = call_function torch.matmul input_1 ones\n");
}

} // namespace
} // namespace fx
