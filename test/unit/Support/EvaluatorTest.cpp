// The evaluator computes what PyTorch computes where passes go wrong: aliases, writes, promotion,
// the order of random numbers.
#include "Support/Evaluator.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fx::testing {
namespace {

Tensor floats(Shape sizes, const std::vector<double>& elements) {
  return make_tensor(std::move(sizes), Dtype::Float,
                     std::vector<Scalar>(elements.begin(), elements.end()));
}

Tensor ints(const std::vector<int>& elements) {
  return make_tensor({int64_t(elements.size())}, Dtype::Int,
                     std::vector<Scalar>(elements.begin(), elements.end()));
}

struct EvaluatorTest : ::testing::Test {
  TracedModule module;
  Graph& graph = module.graph;

  std::string output(const std::vector<Value>& inputs) {
    return to_string(evaluate(module, inputs, 1).output);
  }
  std::string computed(Argument value, const std::vector<Value>& inputs) {
    graph.output(std::move(value));
    return output(inputs);
  }
  std::string failure(const std::vector<Value>& inputs) {
    try {
      evaluate(module, inputs, 1);
    } catch (const EvaluationError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(EvaluatorTest, WritesThroughViewsReachTheBase) {
  Node* x = graph.placeholder("x");
  Node* column = graph.call_method("transpose", {x, 0, 1});
  Node* row = graph.call_function("operator.getitem", {column, 1});
  graph.call_method("add_", {row, 10});
  graph.output(Argument::tuple({x, row}));
  RunResult result = evaluate(module, {floats({2, 2}, {1, 2, 3, 4})}, 1);
  EXPECT_EQ(to_string(result.output), "(float(2, 2)[1.0, 12.0, 3.0, 14.0], float(2)[12.0, 14.0])");
  EXPECT_EQ(to_string(result.inputs[0]), "float(2, 2)[1.0, 12.0, 3.0, 14.0]");
}

TEST_F(EvaluatorTest, LeavesTheInputsOfTheCallerAlone) {
  graph.output(graph.call_method("zero_", {graph.placeholder("x")}));
  const Value input = floats({1}, {7});
  evaluate(module, {input}, 1);
  EXPECT_EQ(to_string(input), "float(1)[7.0]");
}

TEST_F(EvaluatorTest, InputsMayShareMemory) {
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y");
  graph.call_method("add_", {x, 1});
  graph.output(y);
  const Value input = floats({1}, {7});
  EXPECT_EQ(output({input, input}), "float(1)[8.0]");
}

TEST_F(EvaluatorTest, ViewNeedsFittingStrides) {
  Node* x = graph.placeholder("x");
  Node* t = graph.call_method("t", {x});
  graph.output(graph.call_method("view", {t, -1}));
  EXPECT_EQ(failure({floats({2, 3}, {1, 2, 3, 4, 5, 6})}),
            "node 'view': Tensor.view: strides that do not allow this view");
  EXPECT_EQ(output({floats({1, 3}, {1, 2, 3})}), "float(3)[1.0, 2.0, 3.0]");
}

TEST_F(EvaluatorTest, IndexesAsPythonDoes) {
  Node* x = graph.placeholder("x");
  const Argument index =
      Argument::tuple({Argument::ellipsis(), Argument(), Argument::slice(nullptr, nullptr, 2)});
  EXPECT_EQ(computed(graph.call_function("operator.getitem", {x, index}),
                     {floats({2, 3}, {1, 2, 3, 4, 5, 6})}),
            "float(2, 1, 2)[1.0, 3.0, 4.0, 6.0]");
}

TEST_F(EvaluatorTest, PromotesByCategory) {
  Node* x = graph.placeholder("x");
  const auto add = [&](Argument other) { return graph.call_function("torch.add", {x, other}); };
  EXPECT_EQ(computed(Argument::list({add(1), add(1.0), add(true)}), {ints({1})}),
            "[int64(1)[2], float(1)[2.0], int64(1)[2]]");
  EXPECT_EQ(output({floats({1}, {1})}), "[float(1)[2.0], float(1)[2.0], float(1)[2.0]]");
  EXPECT_EQ(output({full_tensor({1}, Dtype::Bool, true)}),
            "[int64(1)[2], float(1)[2.0], bool(1)[True]]");
}

TEST_F(EvaluatorTest, InPlaceKeepsTheDtype) {
  graph.output(graph.call_method("add_", {graph.placeholder("x"), 1.0}));
  EXPECT_EQ(failure({ints({1})}), "node 'add_': Tensor.add_: the dtype of the result cannot be "
                                  "cast to that it is written to");
}

TEST_F(EvaluatorTest, RefusesToSubtractBools) {
  graph.output(graph.call_function("operator.sub", {graph.placeholder("x"), true}));
  EXPECT_EQ(failure({ints({1})}), "node 'sub': operator.sub: subtraction of or from a bool");
}

TEST_F(EvaluatorTest, PythonNumbers) {
  const auto call = [&](const char* name, Argument a, Argument b) {
    return graph.call_function(name, {std::move(a), std::move(b)});
  };
  EXPECT_EQ(
      computed(Argument::tuple({call("operator.floordiv", -7, 2), call("operator.mod", -7, 2),
                                call("operator.truediv", 1, 2), call("operator.pow", 2, -1),
                                call("operator.add", true, true), call("operator.mod", -1.0, 3.0),
                                call("operator.eq", 1, 1.0), call("operator.mul", 0, -1.0)}),
               {}),
      "(-4, 1, 0.5, 0.5, 2, 2.0, True, -0.0)");
}

TEST_F(EvaluatorTest, OutIsWrittenAndReturned) {
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y");
  graph.output(graph.call_function("torch.add", {x, x}, {{"alpha", 2}, {"out", y}}));
  RunResult result = evaluate(module, {floats({1}, {1}), floats({1}, {9})}, 1);
  EXPECT_EQ(to_string(result.inputs[1]), "float(1)[3.0]");
  EXPECT_EQ(result.output.tensor.storage, result.inputs[1].tensor.storage);
}

TEST_F(EvaluatorTest, RandomOperatorsDrawInProgramOrder) {
  Node* x = graph.placeholder("x");
  Node* first = graph.call_function("torch.rand_like", {x});
  Node* second = graph.call_function("torch.rand_like", {x});
  graph.output(Argument::tuple({first, second}));
  const std::vector<Value> inputs{floats({1}, {0})};
  const RunResult before = evaluate(module, inputs, 1);
  EXPECT_TRUE(before == evaluate(module, inputs, 1));
  EXPECT_FALSE(before == evaluate(module, inputs, 2));
  second->append(first);
  EXPECT_FALSE(before == evaluate(module, inputs, 1));
}

TEST_F(EvaluatorTest, SeesARandomOperatorThatWasRemoved) {
  Node* x = graph.placeholder("x");
  Node* unused = graph.call_function("torch.rand", {1});
  graph.output(x);
  const std::vector<Value> inputs{floats({1}, {0})};
  const RunResult before = evaluate(module, inputs, 1);
  graph.erase_node(unused);
  EXPECT_EQ(describe_difference(before, evaluate(module, inputs, 1)),
            "the generator was drawn from more or less often");
}

TEST_F(EvaluatorTest, SeesAnAliasInsteadOfAFreshResult) {
  Node* x = graph.placeholder("x");
  Node* copy = graph.call_method("clone", {x});
  Node* out = graph.output(copy);
  const std::vector<Value> inputs{floats({1}, {0})};
  const RunResult before = evaluate(module, inputs, 1);
  out->update_arg(0, x);
  EXPECT_EQ(describe_difference(before, evaluate(module, inputs, 1)),
            "output is the memory of output and of input 0");
}

TEST_F(EvaluatorTest, ComparesBits) {
  Node* x = graph.placeholder("x");
  graph.output(x);
  const auto run = [&](double value) { return evaluate(module, {floats({1}, {value})}, 1); };
  EXPECT_TRUE(run(NAN) == run(-NAN));
  EXPECT_FALSE(run(0.0) == run(-0.0));
  EXPECT_FALSE(run(1.0) == evaluate(module, {ints({1})}, 1));
}

TEST_F(EvaluatorTest, WritesToBuffersAreSeenAlsoWhenThePathIsGone) {
  Node* ones = module.init.call_function("torch.ones", {2});
  TensorSlot& slot = module.modules.root().tensors.emplace_back();
  slot.name = "count";
  slot.init = ones;
  Node* count = graph.get_attr("count");
  Node* write = graph.call_method("add_", {count, 1});
  const RunResult before = evaluate(module, {}, 1);
  EXPECT_EQ(to_string(before.slots.at("count").last), "float(2)[2.0, 2.0]");
  graph.erase_node(write);
  graph.erase_node(count);
  EXPECT_EQ(describe_difference(before, evaluate(module, {}, 1)),
            "count afterwards: element 0: 2.0 and 1.0");
  module.modules.root().tensors.clear();
  EXPECT_EQ(describe_difference(before, evaluate(module, {}, 1)),
            "written to, but only on one side: count: element 0: 1.0 and 2.0");
}

TEST_F(EvaluatorTest, DropoutIsTheIdentityOutsideTraining) {
  ModuleNode& dropout = module.modules.create("torch::nn::Dropout", ModuleKind::Leaf);
  dropout.options.push_back({"p", 0.5, true});
  module.modules.attach(module.modules.root(), dropout, "dropout");
  graph.output(graph.call_module("dropout", {graph.placeholder("x")}));
  const std::vector<Value> inputs{full_tensor({16}, Dtype::Float, 1.0)};
  module.eval_only = true;
  RunResult result = evaluate(module, inputs, 1);
  EXPECT_EQ(result.output.tensor.storage, result.inputs[0].tensor.storage);
  module.eval_only = false;
  module.training = true;
  EXPECT_FALSE(result == evaluate(module, inputs, 1));
}

TEST_F(EvaluatorTest, RunsGraphModules) {
  ModuleNode& inner = module.modules.create("Inner", ModuleKind::Graph);
  module.modules.attach(module.modules.root(), inner, "inner");
  TensorSlot& slot = inner.tensors.emplace_back();
  slot.name = "scale";
  slot.init = module.init.call_function("torch.full", {Argument::tuple({1}), 3.0});
  inner.graph = std::make_shared<Graph>();
  Node* a = inner.graph->placeholder("a");
  Node* b = inner.graph->placeholder("b", 2);
  Node* scaled = inner.graph->call_function("torch.mul", {a, inner.graph->get_attr("scale")});
  inner.graph->output(inner.graph->call_function("torch.add", {scaled, b}));
  Node* x = graph.placeholder("x");
  EXPECT_EQ(computed(Argument::tuple({graph.call_module("inner", {x}),
                                      graph.call_module("inner", {x}, {{"b", 5}})}),
                     {floats({1}, {1})}),
            "(float(1)[5.0], float(1)[8.0])");
}

TEST_F(EvaluatorTest, NamesWhatItDoesNotKnow) {
  graph.call_function("mylib::fancy_op");
  EXPECT_EQ(failure({}), "node 'fancy_op': unknown operator mylib::fancy_op");
}

} // namespace
} // namespace fx::testing
