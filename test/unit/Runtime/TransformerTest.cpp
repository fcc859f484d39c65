// fx/Runtime/Transformer.h; names as in torch.fx where a test is from there.
#include "fx/Runtime/Transformer.h"
#include "fx/Ops/Callee.h"
#include "fx/Runtime/SymbolicTrace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <map>
#include <ranges>
#include <sstream>

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

std::string text(const Graph& graph) {
  std::ostringstream stream;
  stream << graph;
  return stream.str();
}

struct Linear : torch::nn::Module {
  Linear() : linear(register_module("linear", torch::nn::Linear(4, 5))) {
    param = register_parameter("param", torch::rand({3, 4}));
  }
  Tensor forward(Tensor x) { return linear->forward(x + param).clamp(0.0, 1.0); }
  torch::nn::Linear linear;
  Tensor param;
};

TEST(Transformer, test_transformer_noop) {
  Linear module;
  GraphModule traced = symbolic_trace(module);
  GraphModule transformed = Transformer(traced).transform();
  const Tensor x = torch::randn({3, 4});
  EXPECT_TRUE(torch::equal(transformed->forward(x), module.forward(x)));
  EXPECT_EQ(text(transformed->graph()), text(traced->graph()));
  EXPECT_EQ(transformed->named_parameters()["param"].unsafeGetTensorImpl(),
            module.param.unsafeGetTensorImpl());
}

struct NegSigmSwap : Transformer {
  using Transformer::Transformer;
  Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override {
    if (target.view() == "torch.sigmoid") return torch::neg(args[0].toTensor());
    return Transformer::call_function(target, args, kwargs);
  }
  Value call_method(Symbol target, const Args& args, const Kwargs& kwargs) override {
    if (target.view() == "neg") return Transformer::call_method("sigmoid", args, kwargs);
    return Transformer::call_method(target, args, kwargs);
  }
};

TEST(Transformer, test_transformer_op_swap) {
  Graph graph;
  Node* sigmoid = graph.call_function("torch.sigmoid", {graph.placeholder("x")});
  graph.output(graph.call_method("neg", {sigmoid}));
  GraphModule module(AttributeMap(), std::move(graph));
  GraphModule transformed = NegSigmSwap(module).transform();
  const Tensor input = torch::randn({3, 4});
  EXPECT_TRUE(torch::equal(transformed->forward(input), torch::neg(input).sigmoid()));
}

TEST(Transformer, test_transformer_multi_outputs) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* sum = graph.call_function("torch.add", {x, graph.get_attr("param")});
  graph.output(Argument::tuple({graph.call_module("linear", {sum}), sum}));
  torch::nn::Linear linear(4, 5);
  const Tensor param = torch::rand({3, 4});
  GraphModule module(AttributeMap{{"param", param}, {"linear", linear.ptr()}}, std::move(graph));
  GraphModule transformed = Transformer(module).transform();
  const Tensor input = torch::randn({3, 4});
  const Value result = transformed->forward<Value>(input);
  ASSERT_TRUE(result.isTuple());
  EXPECT_TRUE(torch::equal(result.toTupleRef().elements()[0].toTensor(), linear(input + param)));
  EXPECT_TRUE(torch::equal(result.toTupleRef().elements()[1].toTensor(), input + param));
}

TEST(Transformer, keeps_defaults_and_names) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y", Argument(2));
  Node* sum = graph.create_node(Opcode::CallFunction, "torch.add", {x, y}, {}, "total");
  graph.output(sum);
  GraphModule module(AttributeMap(), std::move(graph));
  GraphModule transformed = Transformer(module).transform();
  EXPECT_EQ(text(transformed->graph()), text(module->graph()));
  EXPECT_EQ(transformed->forward(torch::ones(1)).item<float>(), 3);
}

TEST(Transformer, test_stack_traces_with_transformer) {
  Graph graph;
  Node* sigmoid = graph.call_function("torch.sigmoid", {graph.placeholder("x")});
  sigmoid->set_meta(meta::source_range, SourceRange{"model.cpp", 7, 3, 7, 9});
  sigmoid->set_meta(meta::cpp_name, std::string("y"));
  graph.output(sigmoid);
  GraphModule module(AttributeMap(), std::move(graph));
  GraphModule same = Transformer(module).transform();
  GraphModule swapped = NegSigmSwap(module).transform();
  const Node* kept = same->graph().output_node()->prev();
  const Node* other = swapped->graph().output_node()->prev();
  EXPECT_EQ(other->target().view(), "torch.neg");
  ASSERT_NE(kept->meta(meta::source_range), nullptr);
  EXPECT_NE(kept->meta(meta::cpp_name), nullptr);
  ASSERT_NE(other->meta(meta::source_range), nullptr);
  EXPECT_EQ(other->meta(meta::source_range)->line, 7u);
  EXPECT_EQ(other->meta(meta::cpp_name), nullptr);
}

TEST(Transformer, tensors_of_an_override_become_constants) {
  struct AddTensor : Transformer {
    using Transformer::Transformer;
    Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override {
      return Transformer::call_function(target, args, kwargs).toTensor() + shift;
    }
    Tensor shift = torch::full({1}, 10.0);
  };
  Graph graph;
  graph.output(graph.call_function("torch.neg", {graph.placeholder("x")}));
  GraphModule module(AttributeMap(), std::move(graph));
  GraphModule transformed = AddTensor(module).transform();
  EXPECT_EQ(transformed->forward(torch::ones(1)).item<float>(), 9);
  EXPECT_TRUE(transformed->named_buffers().is_empty());
  GraphModule again = Transformer(transformed).transform();
  EXPECT_EQ(again->forward(torch::ones(1)).item<float>(), 9);
}

TEST(Transformer, transforms_both_modes) {
  Graph graph, training;
  graph.output(graph.call_function("torch.sigmoid", {graph.placeholder("x")}));
  Node* sigmoid = training.call_function("torch.sigmoid", {training.placeholder("x")});
  training.output(training.call_function("torch.mul", {sigmoid, 2}));
  GraphModule module(AttributeMap(), std::move(graph));
  module->set_training_graph(std::make_unique<Graph>(std::move(training)));
  GraphModule transformed = NegSigmSwap(module).transform();
  const Tensor x = torch::ones(1);
  EXPECT_EQ(transformed->forward(x).item<float>(), -2);
  transformed->eval();
  EXPECT_EQ(transformed->forward(x).item<float>(), -1);
}

// The example "Invert Transformation" of torch.fx's documentation: a graph that goes backwards.
GraphModule inverse(const GraphModule& module) {
  static const std::map<std::string_view, std::string_view> inverses{{"atan", "torch.tan"},
                                                                     {"tan", "torch.atan"},
                                                                     {"exp", "torch.log"},
                                                                     {"log", "torch.exp"},
                                                                     {"neg", "torch.neg"}};
  const std::vector<Node*> nodes(module->graph().begin(), module->graph().end());
  Graph graph;
  std::map<const Node*, Node*> given; // what a value was, by the node that made it
  for (const Node* node : nodes | std::views::reverse) {
    if (node->op() == Opcode::Output)
      given[node->arg(0).as_node()] = graph.placeholder(node->name().view());
    else if (node->op() == Opcode::Placeholder)
      graph.output(given.at(node));
    else
      given[node->arg(0).as_node()] =
          graph.call_function(inverses.at(ops::callee_of(*node).name), {given.at(node)});
  }
  graph.lint();
  return GraphModule(AttributeMap(), std::move(graph));
}

TEST(Transformer, TheInverseOfAFunction) {
  GraphModule traced =
      symbolic_trace([](const Tensor& x) { return torch::exp(torch::neg(torch::atan(x))); });
  GraphModule back = inverse(traced);
  const Tensor x = torch::rand({3, 4});
  EXPECT_TRUE(torch::allclose(back->forward(traced->forward(x)), x, 1e-5, 1e-6));
  // There and back again is the same graph, but for names.
  GraphModule again = inverse(back);
  EXPECT_TRUE(torch::equal(again->forward(x), traced->forward(x)));
}

} // namespace
} // namespace fx
