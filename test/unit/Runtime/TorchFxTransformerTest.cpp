// Tests of torch.fx's own suite about Transformers, under their names there. Those that are
// not here are in InterpreterTest and TransformerTest (docs/TorchFxTests.md).
#include "TraceTest.h"

#include "fx/Runtime/Transformer.h"

#include "../../EndToEnd/Models/resnet18.cpp"

namespace fx {
namespace {

using torch::Tensor;

TEST(TorchFxTransformer, test_interpreter_noop_resnet18) {
  ResNet18 net(10);
  net->eval();
  const Tensor x = torch::randn({2, 3, 32, 32});
  GraphModule traced = symbolic_trace(net, {.example_inputs = {x}});
  GraphModule transformed = Transformer(traced).transform();
  transformed->eval();
  EXPECT_EQ(testing::calls(transformed->graph()), testing::calls(traced->graph()));
  EXPECT_TRUE(transformed->forward(x).equal(net->forward(x)));
}

struct Weight : torch::nn::Module {
  Weight() { weight = register_parameter("weight", torch::ones(1)); }
  Tensor forward(const Tensor& x) { return weight + x; }
  Tensor weight;
};

struct Holder : torch::nn::Module {
  Holder() : child(register_module("child", std::make_shared<Weight>())) {}
  Tensor forward(const Tensor& x) { return child->forward(x); }
  std::shared_ptr<Weight> child;
};

TEST(TorchFxTransformer, test_transformer_preserves_nn_module_stack_for_get_attr) {
  Holder module;
  GraphModule traced = symbolic_trace(module);
  Node* weight = traced->graph().find_nodes(Opcode::GetAttr).at(0);
  weight->set_meta(meta::module_stack, {{"", "Holder"}, {"child", "Weight"}});
  GraphModule transformed = Transformer(traced).transform();
  const auto* stack =
      transformed->graph().find_nodes(Opcode::GetAttr).at(0)->meta(meta::module_stack);
  ASSERT_TRUE(stack);
  ASSERT_EQ(stack->size(), 2U);
  EXPECT_EQ(stack->back().path.view(), "child");
}

TEST(TorchFxTransformer, DecomposesByATableOfFunctions) {
  struct Decompose : Transformer {
    using Transformer::Transformer;
    Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override {
      const auto rule = rules.find(target.view());
      return rule == rules.end() ? Transformer::call_function(target, args, kwargs)
                                 : Value(rule->second(args[0].toTensor()));
    }
    std::map<std::string, std::function<Tensor(Tensor)>, std::less<>> rules;
  };
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::relu(x) + 1; });
  Decompose decompose(traced);
  decompose.rules["torch.relu"] = [](const Tensor& x) { return (x > 0) * x; };
  GraphModule decomposed = decompose.transform();
  EXPECT_EQ(testing::calls(decomposed->graph()), "gt = call_function torch.gt input_1 0\n"
                                                 "mul = call_function torch.mul gt input_1\n"
                                                 "add = call_function torch.add mul 1\n");
  const Tensor x = torch::randn({3, 4});
  EXPECT_TRUE(decomposed->forward(x).equal(torch::relu(x) + 1));
}

} // namespace
} // namespace fx
