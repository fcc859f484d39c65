// What a graph's targets compute: each is held against LibTorch's own function.
#include "TraceTest.h"

#include <torch/library.h>

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

Tensor scaled(const Tensor& x, double by, int64_t times) {
  return x * by * times;
}

TORCH_LIBRARY(fx_operator_call_test, library) {
  library.def("scaled(Tensor x, float by, int times=1) -> Tensor", scaled);
}

/// A graph of one call of its inputs, which are as many as `count`.
GraphModule module_of(Symbol target, size_t count, std::vector<KeywordArgument> kwargs = {}) {
  Graph graph;
  std::vector<Argument> inputs;
  for (size_t i = 0; i < count; ++i)
    inputs.push_back(graph.placeholder("x"));
  graph.output(graph.call_function(target, std::move(inputs), std::move(kwargs)));
  return GraphModule(AttributeMap{}, std::move(graph));
}

void expect_equal(const Value& result, const std::vector<Tensor>& expected) {
  const std::vector<Tensor> tensors = result.isTensor()  ? std::vector<Tensor>{result.toTensor()}
                                      : result.isTuple() ? std::vector<Tensor>()
                                                         : result.toTensorVector();
  ASSERT_EQ(tensors.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(tensors[i].equal(expected[i])) << i;
}

TEST(OperatorCall, FunctionsOfManyTensorsTakeThemOneByOne) {
  const Tensor a = torch::randn({3}), b = torch::randn({3}), c = torch::randn({1, 3});
  const Tensor m = torch::randn({3, 3}), n = torch::randn({3, 2});
  expect_equal(module_of("torch.functional.block_diag", 2)->run({m, n}),
               {torch::block_diag({m, n})});
  expect_equal(module_of("torch.functional.cartesian_prod", 2)->run({a, b}),
               {torch::cartesian_prod({a, b})});
  expect_equal(module_of("torch.functional.broadcast_tensors", 2)->run({a, c}),
               torch::broadcast_tensors({a, c}));
  expect_equal(module_of("torch.functional.chain_matmul", 2)->run({m, n}),
               {torch::chain_matmul({m, n})});
  expect_equal(module_of("torch.functional.meshgrid", 2, {{"indexing", Argument::string("ij")}})
                   ->run({a, b}),
               torch::meshgrid({a, b}, "ij"));
  expect_equal(module_of("torch.functional.atleast_2d", 2)->run({a, b}), torch::atleast_2d({a, b}));
  expect_equal(module_of("torch.functional.atleast_2d", 1)->run({a}), {torch::atleast_2d(a)});
}

TEST(OperatorCall, ALiveRollTakesItsLists) {
  const auto roll = [](Tensor x) { return torch::roll(x, {1, 2}, {0, 1}); };
  const Tensor x = torch::arange(12).view({3, 4});
  EXPECT_TRUE(symbolic_trace(roll)->forward(x).equal(roll(x)));
}

/// What `number op x` calls, which is what C++ calls for it.
std::string calls_of_number_first(Symbol target, const Argument& number) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(graph.call_function(target, {number, x}));
  GraphModule module(AttributeMap{}, std::move(graph));
  return testing::calls(
      symbolic_trace(module, {.example_inputs = {torch::ones({2})}, .input_names = {"x"}})
          ->graph());
}

TEST(OperatorCall, ANumberBeforeATensorCallsWhatCppCalls) {
  EXPECT_EQ(calls_of_number_first("operator.mul", 0.3), "mul = call_function torch.mul x 0.3\n");
  EXPECT_EQ(calls_of_number_first("operator.lt", 2), "gt = call_function torch.gt x 2\n");
  EXPECT_EQ(calls_of_number_first("operator.sub", 1),
            testing::calls_of([](Tensor x) { return 1 - x; }, {.input_names = {"x"}}));
  const Tensor half = torch::randn({100}).to(torch::kBFloat16);
  Graph graph;
  graph.output(graph.call_function("operator.truediv", {0.1, graph.placeholder("x")}));
  EXPECT_TRUE(GraphModule(AttributeMap{}, std::move(graph))->forward(half).equal(0.1 / half));
}

TEST(OperatorCall, ANumberBeforeIntegersWidensTheirTypeAsInPython) {
  const Tensor x = torch::arange(1, 4);
  for (const auto& [target, number, expected] :
       {std::tuple("operator.sub", 1.5, 1.5 - x.to(torch::kFloat)),
        std::tuple("operator.truediv", 1.0, 1 / x.to(torch::kFloat))}) {
    Graph graph;
    graph.output(graph.call_function(target, {number, graph.placeholder("x")}));
    EXPECT_TRUE(GraphModule(AttributeMap{}, std::move(graph))->forward(x).equal(expected))
        << target;
  }
}

TEST(OperatorCall, ATensorOfNumbersTakesItsKeywords) {
  Graph graph;
  graph.output(graph.call_function("torch.tensor", {Argument::list({1, 2})},
                                   {{"dtype", Argument::dtype("float64")},
                                    {"device", Argument::device("meta")},
                                    {"requires_grad", true}}));
  const Tensor made = GraphModule(AttributeMap{}, std::move(graph))->run({}).toTensor();
  EXPECT_EQ(made.scalar_type(), torch::kDouble);
  EXPECT_TRUE(made.is_meta());
  EXPECT_TRUE(made.requires_grad());
}

TEST(OperatorCall, ATensorOfNumbersIsAConstantOfATrace) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(graph.call_function("torch.mul", {x, graph.call_function("torch.tensor", {2.5})}));
  GraphModule module(AttributeMap{}, std::move(graph));
  const Tensor input = torch::randn({3});
  GraphModule again = symbolic_trace(module, {.example_inputs = {input}});
  EXPECT_EQ(testing::calls(again->graph()), "_tensor_constant0 = get_attr _tensor_constant0\n"
                                            "mul = call_function torch.mul x _tensor_constant0\n");
  EXPECT_TRUE(again->run({input}).toTensor().equal(input * 2.5));
}

TEST(OperatorCall, AnOperatorOfTheProgramNeedsWhatHasNoDefault) {
  const Tensor x = torch::randn({3});
  EXPECT_TRUE(module_of("torch.ops.fx_operator_call_test.scaled", 1, {{"by", 2.0}})
                  ->forward(x)
                  .equal(x * 2));
  try {
    module_of("torch.ops.fx_operator_call_test.scaled", 1)->forward(x);
    FAIL() << "no exception";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is called without 'by', which has no default"));
  }
}

TEST(OperatorCall, AModuleRefusesWhatItsForwardDoesNotTake) {
  const auto error_of = [](std::vector<Argument> args, std::vector<KeywordArgument> kwargs) {
    Graph graph;
    args.insert(args.begin(), graph.placeholder("x"));
    graph.output(graph.call_module("linear", std::move(args), std::move(kwargs)));
    GraphModule module(AttributeMap{{"linear", torch::nn::Linear(3, 4).ptr()}}, std::move(graph));
    try {
      module->forward(torch::ones({2, 3}));
    } catch (const ExecutionError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error_of({2}, {}), HasSubstr("more arguments than forward takes in C++"));
  EXPECT_THAT(error_of({}, {{"scale", 2}}), HasSubstr("an argument 'scale', which forward does"));
  EXPECT_EQ(error_of({}, {}), "no error");
}

} // namespace
} // namespace fx
