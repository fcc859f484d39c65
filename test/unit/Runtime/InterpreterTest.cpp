// fx/Runtime/Interpreter.h; names as in torch.fx's own tests where a test is from there.
#include "fx/Runtime/Interpreter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

namespace fx {
namespace {

using ::testing::HasSubstr;

/// linear(x + param).clamp(0, 1)
GraphModule clamp_module() {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* sum = graph.call_function("operator.add", {x, graph.get_attr("param")});
  Node* linear = graph.call_module("linear", {sum});
  graph.output(graph.call_method("clamp", {linear}, {{"min", 0.0}, {"max", 1.0}}));
  return GraphModule(AttributeMap{{"param", torch::rand({3, 4}).requires_grad_()},
                                  {"linear", torch::nn::Linear(4, 5).ptr()}},
                     std::move(graph));
}

TEST(Interpreter, test_interpreter) {
  GraphModule module = clamp_module();
  Interpreter interpreter(module);
  const torch::Tensor x = torch::randn({3, 4});
  EXPECT_TRUE(torch::equal(interpreter.run({x}).toTensor(), module->forward(x)));
  EXPECT_TRUE(torch::equal(interpreter.run({x}).toTensor(), module->forward(x)));
}

TEST(Interpreter, test_interpreter_other_graph) {
  GraphModule module = clamp_module();
  Graph other;
  other.output(other.call_module("linear", {other.placeholder("x")}));
  const torch::Tensor x = torch::randn({3, 4});
  auto linear = std::dynamic_pointer_cast<torch::nn::LinearImpl>(module->get_submodule("linear"));
  EXPECT_TRUE(
      torch::equal(Interpreter(module, true, &other).run({x}).toTensor(), linear->forward(x)));
}

TEST(Interpreter, test_interpreter_run_node_override) {
  struct RunNode : Interpreter {
    using Interpreter::Interpreter;
    Value run_node(Node& node) override {
      ++nodes;
      return Interpreter::run_node(node);
    }
    size_t nodes = 0;
  };
  GraphModule module = clamp_module();
  RunNode interpreter(module);
  const torch::Tensor x = torch::randn({3, 4});
  EXPECT_TRUE(torch::equal(interpreter.run({x}).toTensor(), module->forward(x)));
  EXPECT_EQ(interpreter.nodes, module->graph().size());
}

TEST(Interpreter, test_interpreter_onthefly_swap) {
  struct NegSigmSwap : Interpreter {
    using Interpreter::Interpreter;
    Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override {
      if (target.view() == "torch.sigmoid")
        return Interpreter::call_function("torch.neg", args, kwargs);
      return Interpreter::call_function(target, args, kwargs);
    }
    Value call_method(Symbol target, const Args& args, const Kwargs& kwargs) override {
      if (target.view() == "neg") return Interpreter::call_method("sigmoid", args, kwargs);
      return Interpreter::call_method(target, args, kwargs);
    }
  };
  Graph graph;
  Node* sigmoid = graph.call_function("torch.sigmoid", {graph.placeholder("x")});
  graph.output(graph.call_method("neg", {sigmoid}));
  GraphModule module(AttributeMap(), std::move(graph));
  const torch::Tensor input = torch::randn({3, 4});
  EXPECT_TRUE(torch::equal(NegSigmSwap(module).run({input}).toTensor(), (-input).sigmoid()));
}

TEST(Interpreter, test_interpreter_partial_eval) {
  GraphModule module = clamp_module();
  const torch::Tensor x = torch::randn({3, 4});
  Interpreter::Environment environment;
  for (Node& node : module->graph().nodes())
    if (node.op() == Opcode::CallModule) environment[&node] = Value(torch::ones({3, 5}));
  EXPECT_TRUE(torch::equal(Interpreter(module).run({x}, environment).toTensor(),
                           torch::ones({3, 5}).clamp(0, 1)));
}

TEST(Interpreter, test_interpreter_star_args) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* rest = graph.placeholder("*args");
  Node* item = graph.call_function("operator.getitem", {rest, 1});
  graph.output(graph.call_function("torch.add", {x, item}));
  GraphModule module(AttributeMap(), std::move(graph));
  const Args args{torch::ones(1), torch::ones(1), torch::full({1}, 5.0)};
  EXPECT_EQ(Interpreter(module).run(args).toTensor().item<float>(), 6);
  EXPECT_EQ(module->run(args).toTensor().item<float>(), 6);
}

TEST(Interpreter, test_interpreter_gc_values) {
  GraphModule module = clamp_module();
  Interpreter collecting(module), keeping(module, /*garbage_collect_values=*/false);
  (void)collecting.run({torch::randn({3, 4})});
  (void)keeping.run({torch::randn({3, 4})});
  EXPECT_EQ(collecting.num_values(), 1u);
  EXPECT_NE(collecting.value(*module->graph().output_node()), nullptr);
  EXPECT_EQ(keeping.num_values(), module->graph().size());
}

TEST(Interpreter, test_interpreter_default_args) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y", Argument(3.14159));
  graph.output(graph.call_function("torch.add", {x, y}));
  GraphModule module(AttributeMap(), std::move(graph));
  const torch::Tensor x_value = torch::randn({5, 3});
  EXPECT_TRUE(torch::equal(Interpreter(module).run({x_value}).toTensor(), x_value + 3.14159));
}

TEST(Interpreter, test_interpreter_not_enough_args) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y");
  graph.output(graph.call_function("torch.add", {x, y}));
  Interpreter interpreter(GraphModule(AttributeMap(), std::move(graph)));
  try {
    (void)interpreter.run({torch::ones(1)});
    FAIL() << "nothing was thrown";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Expected positional argument for parameter y, but one "
                                        "was not passed in"));
  }
}

TEST(Interpreter, inputs_beyond_the_placeholders_are_an_error) {
  GraphModule module = clamp_module();
  EXPECT_THROW((void)Interpreter(module).run({torch::randn({3, 4}), torch::ones(1)}), RuntimeError);
}

TEST(Interpreter, boxed_run_lets_inputs_go) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* sum = graph.call_function("torch.add", {x, 1});
  graph.output(graph.call_function("my_probe", {sum}));
  GraphModule module(AttributeMap(), std::move(graph));
  torch::Tensor input = torch::ones(1);
  const c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl> weak(
      input.getIntrusivePtr());
  struct Probe : Interpreter {
    using Interpreter::Interpreter;
    Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override {
      return target.view() == "my_probe" ? Value(probe())
                                         : Interpreter::call_function(target, args, kwargs);
    }
    std::function<bool()> probe;
  };
  Probe interpreter(module);
  interpreter.probe = [&] { return weak.expired(); };
  Args args{std::move(input)};
  input = torch::Tensor();
  EXPECT_TRUE(interpreter.boxed_run(args).toBool());
  EXPECT_TRUE(args.empty());
}

TEST(Interpreter, reports_progress) {
  GraphModule module = clamp_module();
  Interpreter interpreter(module);
  std::vector<size_t> steps;
  interpreter.progress = [&](size_t done, size_t all) {
    EXPECT_EQ(all, module->graph().size());
    steps.push_back(done);
  };
  (void)interpreter.run({torch::randn({3, 4})});
  EXPECT_EQ(steps, (std::vector<size_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Interpreter, sees_an_edited_graph) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* sum = graph.call_function("torch.add", {x, 1});
  graph.output(sum);
  GraphModule module(AttributeMap(), std::move(graph));
  Interpreter interpreter(module);
  EXPECT_EQ(interpreter.run({torch::ones(1)}).toTensor().item<float>(), 2);
  for (Node& node : module->graph().nodes())
    if (node.is_call_function("torch.add")) node.update_arg(1, 10);
  EXPECT_EQ(interpreter.run({torch::ones(1)}).toTensor().item<float>(), 11);
}

TEST(Interpreter, runs_the_graph_of_the_mode_that_the_module_is_in) {
  GraphModule module = clamp_module();
  auto training = std::make_unique<Graph>();
  training->output(training->call_module("linear", {training->placeholder("x")}));
  module->set_training_graph(std::move(training));
  module->eval();
  Interpreter interpreter(module);
  const torch::Tensor x = torch::randn({3, 4});
  EXPECT_TRUE(torch::equal(interpreter.run({x}).toTensor(), module->forward(x)));
  module->train();
  EXPECT_EQ(&interpreter.graph(), module->training_graph());
  EXPECT_TRUE(torch::equal(interpreter.run({x}).toTensor(), module->forward(x)));
}

TEST(Interpreter, an_attribute_that_is_not_there_is_named) {
  GraphModule module = clamp_module();
  try {
    (void)Interpreter(module).fetch_attr("linear.nope");
    FAIL() << "nothing was thrown";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Node referenced nonexistent target linear.nope"));
  }
}

} // namespace
} // namespace fx
