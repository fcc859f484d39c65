// fx/Runtime/Decompose.h; names as in torch.fx where a test is from there.
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/FakeTensorProp.h"
#include "fx/Runtime/Traceback.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

Tensor relu_rule(const Tensor& x) {
  return (x > 0) * x;
}

/// The text of the RuntimeError of a decomposition.
std::string refusal(const GraphModule& module, const DecompositionTable& table) {
  try {
    decompose(module, table);
  } catch (const RuntimeError& error) {
    return error.what();
  }
  return "no error";
}

GraphModule of_node(const std::function<Node*(Graph&, Node*)>& make) {
  Graph graph;
  graph.output(make(graph, graph.placeholder("x")));
  return GraphModule(AttributeMap(), std::move(graph));
}

struct SeedImpl : torch::nn::Module {
  SeedImpl() : linear(register_module("linear", torch::nn::Linear(3, 10))) {}
  Tensor forward(const Tensor& x) { return torch::relu(linear(x)); }
  torch::nn::Linear linear;
};
TORCH_MODULE(Seed);

TEST(Decompose, TheExampleOfTheDocumentation) {
  Seed net;
  GraphModule traced = symbolic_trace(net);
  GraphModule decomposed =
      decompose(traced, {{"torch.relu", [](Tensor x) { return (x > 0) * x; }}});
  EXPECT_EQ(calls(decomposed->graph()), "linear = call_module linear input_1\n"
                                        "gt = call_function torch.gt linear 0\n"
                                        "mul = call_function torch.mul gt linear\n");
  const Tensor x = torch::randn({4, 3});
  EXPECT_TRUE(decomposed->forward(x).equal(net(x)));
  EXPECT_EQ(decomposed->named_parameters()["linear.weight"].unsafeGetTensorImpl(),
            net->linear->weight.unsafeGetTensorImpl());
  EXPECT_EQ(calls(traced->graph()), "linear = call_module linear input_1\n"
                                    "relu = call_function torch.relu linear\n")
      << "the original stays";
}

TEST(Decompose, test_decomposition_interpreter) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::silu(x) + torch::silu(x * 2); });
  GraphModule decomposed =
      decompose(traced, {{"aten::silu", [](Tensor x) { return x * torch::sigmoid(x); }}});
  for (const Node* node : decomposed->graph())
    EXPECT_EQ(node->target().view().find("silu"), std::string_view::npos);
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(torch::allclose(decomposed->forward(x), traced->forward(x)));
}

TEST(Decompose, test_partial_decomp) {
  GraphModule traced = symbolic_trace([](Tensor x, Tensor y) {
    return torch::addmm(x, y, y) + torch::addmm(x, y, y, /*beta=*/1, /*alpha=*/2);
  });
  GraphModule decomposed = decompose(traced, {{"torch.addmm",
                                               [](Tensor bias, Tensor a, Tensor b, double beta,
                                                  double alpha) -> std::optional<Tensor> {
                                                 if (beta == 1 && alpha == 1) return bias + a.mm(b);
                                                 return std::nullopt;
                                               }}});
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.addmm").size(), 1U);
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::CallMethod, "mm").size() +
                decomposed->graph().find_nodes(Opcode::CallFunction, "torch.mm").size(),
            1U);
  const Tensor x = torch::randn({3, 3}), y = torch::randn({3, 3});
  EXPECT_TRUE(torch::allclose(decomposed->forward(x, y), traced->forward(x, y)));
}

TEST(Decompose, test_decomp_of_capture) {
  const Tensor captured = torch::randn({5});
  GraphModule traced =
      symbolic_trace([&](const Tensor& x) { return x.t() + torch::nll_loss(captured, x); });
  const Tensor weight = torch::full({1}, 3.0);
  GraphModule decomposed =
      decompose(traced, {{"aten::t", [weight](Tensor x) { return x * weight; }}});
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::GetAttr).size(), 2U);
  EXPECT_EQ(decomposed->named_buffers().size(), traced->named_buffers().size())
      << "what a rule brings is no state";
}

TEST(Decompose, OperandsGoByTheSchema) {
  GraphModule module = of_node([](Graph& graph, Node* x) {
    Node* added = graph.call_function("torch.add", {x, 1}, {{"alpha", Argument(3)}});
    Node* summed = graph.call_method("sum", {added}, {{"dim", Argument::list({1})}});
    return graph.call_function("torch.clamp", {summed}, {{"max", Argument(2)}});
  });
  GraphModule decomposed = decompose(
      module, {{"torch.add", [](Tensor a, Tensor b, double alpha) { return a + b * alpha; }},
               {"torch.Tensor.sum",
                [](Tensor x, std::vector<int64_t> dims, bool keep) {
                  EXPECT_EQ(dims, std::vector<int64_t>{1});
                  EXPECT_FALSE(keep);
                  return x.mean(dims, keep) * 4;
                }},
               {"torch.clamp", [](Tensor x, Value low, std::optional<double> high) {
                  EXPECT_TRUE(low.isNone());
                  return torch::minimum(x, torch::full_like(x, *high));
                }}});
  const Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::allclose(decomposed->forward(x), module->forward(x)));
}

TEST(Decompose, OneNumberStandsForAList) {
  GraphModule traced = symbolic_trace(
      [](Tensor x, Tensor w) { return torch::conv2d(x, w, {}, /*stride=*/2, /*padding=*/1); });
  GraphModule decomposed = decompose(
      traced, {{"torch.conv2d", [](Tensor x, Tensor w, Tensor bias, std::vector<int64_t> stride,
                                   std::vector<int64_t> padding) {
                  EXPECT_FALSE(bias.defined());
                  const Tensor padded =
                      torch::constant_pad_nd(x, {padding[1], padding[1], padding[0], padding[0]});
                  return torch::conv2d(padded, w, bias, stride);
                }}});
  const Tensor x = torch::randn({1, 2, 6, 6}), w = torch::randn({3, 2, 3, 3});
  EXPECT_TRUE(torch::allclose(decomposed->forward(x, w), traced->forward(x, w), 1e-4, 1e-5));
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.conv2d").size(), 1U)
      << "no rule applies to what it made";
}

TEST(Decompose, ListsAndKeywordsOfFunctionsWithoutSchema) {
  fx::register_function("zoo.mix", [](const Args& args, const Kwargs& kwargs) {
    return Value(args[0].toTensor() * kwargs.at(0).value.toDouble());
  });
  GraphModule module = of_node([](Graph& graph, Node* x) {
    Node* both = graph.call_function("torch.cat", {Argument::list({x, x}), 1});
    return graph.call_function("zoo.mix", {both}, {{"by", Argument(2.0)}});
  });
  const auto rule = [](Tensor x, double by) { return x * by; };
  EXPECT_THAT(refusal(module, {{"zoo.mix", rule}}),
              AllOf(HasSubstr("node 'mix' (zoo.mix)"), HasSubstr("the keyword by"),
                    HasSubstr("Name them")));
  GraphModule decomposed =
      decompose(module, {{"zoo.mix", {rule, {"x", "by"}}},
                         {"torch.cat", [](std::vector<Tensor> parts, int64_t dim) {
                            EXPECT_EQ(parts.size(), 2U);
                            return torch::stack(parts, dim).flatten(dim);
                          }}});
  EXPECT_TRUE(decomposed->graph().find_nodes(Opcode::CallFunction, "zoo.mix").empty());
  EXPECT_TRUE(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.cat").empty());
}

TEST(Decompose, RulesMayGiveTuples) {
  GraphModule traced = symbolic_trace([](Tensor x) {
    const auto [values, indices] = x.max(1);
    return std::vector<Tensor>{values, indices};
  });
  GraphModule decomposed =
      decompose(traced, {{"aten::max.dim", [](Tensor x, int64_t dim, bool keep) {
                            const Tensor at = x.argmax(dim, keep);
                            return std::make_tuple(x.amax(dim, keep), at);
                          }}});
  EXPECT_TRUE(decomposed->graph().find_nodes(Opcode::CallFunction, "operator.getitem").empty());
  const Tensor x = torch::randn({3, 4});
  const auto expected = traced->forward<std::vector<Tensor>>(x);
  const auto found = decomposed->forward<std::vector<Tensor>>(x);
  EXPECT_TRUE(found[0].equal(expected[0]));
  EXPECT_TRUE(found[1].equal(expected[1]));
}

struct BlockImpl : torch::nn::Module {
  BlockImpl() {
    fc = register_module("fc", torch::nn::Linear(3, 4));
    act = register_module("act", torch::nn::ReLU());
    drop = register_module("drop", torch::nn::Dropout(0.5));
  }
  Tensor forward(const Tensor& x) { return drop(act(fc(x))); }
  torch::nn::Linear fc{nullptr};
  torch::nn::ReLU act{nullptr};
  torch::nn::Dropout drop{nullptr};
};
TORCH_MODULE(Block);

TEST(Decompose, ModulesByTheirClasses) {
  Block net;
  net->eval(); // which the rule of Dropout asks for
  GraphModule traced = symbolic_trace(net);
  GraphModule decomposed =
      decompose(traced, {{"torch.nn.Linear",
                          [](const torch::nn::LinearImpl& linear, Tensor x) {
                            return torch::matmul(x, linear.weight.t()) + linear.bias;
                          }},
                         {"torch.nn.ReLU", relu_rule},
                         {"torch.nn.Dropout", [](torch::nn::Dropout drop, Tensor x) {
                            return torch::dropout(x, drop->options.p(), drop->is_training());
                          }}});
  EXPECT_TRUE(decomposed->graph().find_nodes(Opcode::CallModule).empty());
  std::vector<std::string> read;
  for (const Node* node : decomposed->graph().find_nodes(Opcode::GetAttr))
    read.push_back(node->target().str());
  EXPECT_EQ(read, (std::vector<std::string>{"fc.weight", "fc.bias"}));
  const Tensor x = torch::randn({2, 3});
  decomposed->eval();
  EXPECT_TRUE(torch::allclose(decomposed->forward(x), net(x), 1e-5, 1e-6));
  EXPECT_THAT(
      refusal(traced, {{"torch.nn.ReLU", [](torch::nn::LinearImpl&, Tensor x) { return x; }}}),
      AllOf(HasSubstr("the rule takes a torch::nn::LinearImpl"), HasSubstr("torch::nn::ReLUImpl")));
}

TEST(Decompose, RulesApplyToWhatRulesMake) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::silu(x); });
  GraphModule decomposed = decompose(
      traced, {{"aten::silu", [](Tensor x) { return x * torch::sigmoid(x); }},
               {"aten::sigmoid", [](Tensor x) { return 1 / (1 + torch::exp(-x)); }},
               // None applies to what it made itself, by way of another neither.
               {"aten::exp", [](Tensor x) { return torch::exp2(x * 1.4426950408889634); }},
               {"aten::exp2", [](Tensor x) { return torch::exp(x * 0.6931471805599453); }},
               {"aten::mul", [](Tensor x, Tensor y) { return x * y * 1; }}});
  EXPECT_TRUE(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.sigmoid").empty());
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.exp").size(), 1U);
  const Tensor x = torch::randn({8});
  EXPECT_TRUE(torch::allclose(decomposed->forward(x), traced->forward(x), 1e-5, 1e-6));
}

TEST(Decompose, KeepsWhereNodesComeFrom) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::silu(x).tanh(); });
  Node* silu = traced->graph().find_nodes(Opcode::CallFunction).at(0);
  silu->set_meta(meta::source_range, SourceRange{"model.cpp", 7, 3, 7, 9});
  silu->set_meta(meta::tensor_meta, TensorMeta{{3}, "float32", {1}});
  silu->set_meta(meta::cpp_name, std::string("y"));
  GraphModule decomposed =
      decompose(traced, {{silu->target().str(), [](Tensor x) { return x * torch::sigmoid(x); }},
                         {"aten::sigmoid", [](Tensor x) { return (x * 0.5).tanh() * 0.5 + 0.5; }}});
  const Node* tanh = decomposed->graph().find_nodes(Opcode::CallMethod, "tanh").empty()
                         ? decomposed->graph().find_nodes(Opcode::CallFunction, "torch.tanh").at(0)
                         : decomposed->graph().find_nodes(Opcode::CallMethod, "tanh").at(0);
  ASSERT_NE(tanh->meta(meta::source_range), nullptr);
  EXPECT_EQ(tanh->meta(meta::source_range)->line, 7U);
  EXPECT_EQ(tanh->meta(meta::tensor_meta), nullptr);
  using traceback::NodeSource;
  EXPECT_EQ(traceback::from_node(*tanh),
            (std::vector{NodeSource{silu->name().str(), silu->target().str(), "decompose"},
                         NodeSource{"sigmoid", "torch.sigmoid", "decompose"}}));
  const Node* result = decomposed->graph().output_node()->arg(0).as_node()->arg(0).as_node();
  ASSERT_NE(result->meta(meta::tensor_meta), nullptr) << "it gives the value of the node";
  EXPECT_NE(result->meta(meta::cpp_name), nullptr);
}

TEST(Decompose, SizesAreThoseOfTheTrace) {
  const DecompositionTable table{
      {"torch.relu", [](Tensor x) { return torch::relu(x) / static_cast<double>(x.size(0)); }}};
  GraphModule blind = symbolic_trace([](Tensor x) { return torch::relu(x); });
  EXPECT_THAT(refusal(blind, table), AllOf(HasSubstr("node 'relu'"),
                                           HasSubstr("of a tensor that is traced is not known")));
  FakeTensorProp(blind).propagate({torch::empty({4, 2})});
  GraphModule decomposed = decompose(blind, table);
  const Node* div = decomposed->graph().output_node()->arg(0).as_node();
  EXPECT_EQ(python_repr(div->arg(1)), "4.0");
  ASSERT_NE(div->meta(meta::tensor_meta), nullptr);
  EXPECT_EQ(div->meta(meta::tensor_meta)->shape, (std::vector<int64_t>{4, 2}));
  EXPECT_THAT(refusal(blind, {{"torch.relu", [](Tensor x) { return x.sum(); }}}),
              HasSubstr("the rule gives float32[], and the node float32[4, 2]"));
}

TEST(Decompose, FactoriesAndRandomNumbersAreNodes) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::relu(x); });
  GraphModule decomposed = decompose(
      traced, {{"torch.relu", [](Tensor x) { return x + torch::rand({3}) + torch::zeros({3}); }}});
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.rand").size(), 1U);
  EXPECT_EQ(decomposed->graph().find_nodes(Opcode::CallFunction, "torch.zeros").size(), 1U);
}

TEST(Decompose, InBothModes) {
  Graph graph, training;
  graph.output(graph.call_function("torch.relu", {graph.placeholder("x")}));
  Node* relu = training.call_function("torch.relu", {training.placeholder("x")});
  training.output(training.call_function("torch.mul", {relu, 2}));
  GraphModule module(AttributeMap(), std::move(graph));
  module->set_training_graph(std::make_unique<Graph>(std::move(training)));
  GraphModule decomposed = decompose(module, {{"torch.relu", relu_rule}});
  const Tensor x = torch::randn({5});
  EXPECT_TRUE(decomposed->forward(x).equal(torch::relu(x) * 2));
  EXPECT_TRUE(decomposed->training_graph()->find_nodes(Opcode::CallFunction, "torch.relu").empty());
  decomposed->eval();
  EXPECT_TRUE(decomposed->forward(x).equal(torch::relu(x)));
}

TEST(Decompose, WritesAreKept) {
  GraphModule traced = symbolic_trace([](Tensor x) {
    Tensor y = x + 1;
    y.relu_();
    return y * y;
  });
  EXPECT_THAT(refusal(traced, {{"aten::relu_", relu_rule}}),
              HasSubstr("it writes to an operand, and the rule to none"));
  EXPECT_THAT(refusal(traced, {{"aten::relu_", [](Tensor x) { return x.clone().mul_(x > 0); }}}),
              HasSubstr("it writes to an operand, and the rule to none"));
  GraphModule decomposed =
      decompose(traced, {{"aten::relu_", [](Tensor x) { return x.copy_((x > 0) * x); }}});
  const Tensor x = torch::randn({6});
  EXPECT_TRUE(decomposed->forward(x).equal(traced->forward(x)));
}

TEST(Decompose, RefusalsNameTheNodeAndTheWay) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::relu(x).sum(0); });
  EXPECT_THAT(refusal(traced, {{"torch.rleu", relu_rule}}),
              AllOf(HasSubstr("'torch.rleu'"), HasSubstr("no such function")));
  EXPECT_THAT(refusal(traced, {{"aten::rleu", relu_rule}}), HasSubstr("no such operator"));
  EXPECT_THAT(refusal(traced, {{"torch.nn.ReLu", relu_rule}}), HasSubstr("no such class"));
  EXPECT_THAT(refusal(traced, {{"torch.Tensor.rleu", relu_rule}}), HasSubstr("no such method"));
  EXPECT_THAT(refusal(traced, {{"torch.relu", [](Tensor x, Tensor y) { return x + y; }}}),
              AllOf(HasSubstr("node 'relu' (torch.relu)"), HasSubstr("takes 2 operands"),
                    HasSubstr("there are 1")));
  EXPECT_THAT(refusal(traced, {{"aten::sum.dim_IntList", [](Tensor x) { return x; }}}),
              AllOf(HasSubstr("takes 1 operands"), HasSubstr("(dim) is [0]")));
  EXPECT_THAT(
      refusal(traced, {{"torch.relu", [](Tensor x) { return x.item<float>() > 0 ? x : -x; }}}),
      AllOf(HasSubstr("node 'relu'"), HasSubstr("DecomposeTest.cpp")));
  EXPECT_THAT(
      refusal(traced,
              {{"torch.relu", [](Tensor) -> Tensor { throw std::invalid_argument("not today"); }}}),
      HasSubstr("not today"));
}

} // namespace
} // namespace fx
