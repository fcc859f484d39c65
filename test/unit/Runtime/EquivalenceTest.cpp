// fx/Runtime/Equivalence.h.
#include "TraceTest.h"

#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/Equivalence.h"

#include "../../EndToEnd/Models/resnet18.cpp"

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    conv = register_module("conv", torch::nn::Conv2d(2, 4, 3));
    norm = register_module("norm", torch::nn::BatchNorm2d(4));
    drop = register_module("drop", torch::nn::Dropout(0.5));
    fc = register_module("fc", torch::nn::Linear(4, 2));
  }
  Tensor forward(const Tensor& x) {
    const Tensor y = torch::relu(norm(conv(x)));
    return fc(drop(y.mean({2, 3})).tanh());
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::Dropout drop{nullptr};
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);

const Tensor& input() {
  static const Tensor x = torch::randn({3, 2, 5, 5});
  return x;
}

TEST(Equivalence, ATraceComputesTheSame) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  const std::vector<Tensor> buffers = net->buffers();
  std::vector<Tensor> kept;
  for (const Tensor& buffer : buffers)
    kept.push_back(buffer.clone());
  const Tensor& x = input();
  torch::manual_seed(7);
  const Tensor next = torch::rand({2});
  torch::manual_seed(7);
  const Equivalence same = check_equivalent(net, traced, {x}, {.rtol = 0, .atol = 0});
  EXPECT_TRUE(same) << same.message;
  EXPECT_EQ(same.max_difference, 0);
  EXPECT_EQ(same.node, "");
  EXPECT_EQ(same.message, "");
  EXPECT_TRUE(torch::rand({2}).equal(next)) << "random numbers go on where they were";
  for (size_t i = 0; i < kept.size(); ++i)
    EXPECT_TRUE(buffers[i].equal(kept[i])) << "statistics are as they were";
  EXPECT_TRUE(net->is_training());
  EXPECT_TRUE(traced->is_training());
}

TEST(Equivalence, NamesTheFirstNodeThatDiffers) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  for (Node& node : traced->graph().nodes())
    if (node.is_call_function("torch.relu")) node.set_target("torch.sigmoid");
  const Equivalence report = check_equivalent(net, traced, {input()});
  EXPECT_FALSE(report);
  EXPECT_EQ(report.node, "relu");
  EXPECT_FALSE(report.training);
  EXPECT_GT(report.max_difference, 0.001);
  EXPECT_THAT(report.message, AllOf(HasSubstr("in evaluation, the result differs in 6 of 6"),
                                    HasSubstr("is 'relu': %relu"), HasSubstr("torch.sigmoid")));
}

TEST(Equivalence, FollowsAGraphThatPassesChanged) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  GraphModule good =
      decompose(traced, {{"torch.relu", [](Tensor x) { return (x > 0) * x; }},
                         {"torch.nn.Linear", [](torch::nn::LinearImpl& linear, Tensor x) {
                            return torch::matmul(x, linear.weight.t()) + linear.bias;
                          }}});
  const Equivalence same = check_equivalent(net, good, {input()});
  EXPECT_TRUE(same) << same.message;
  GraphModule bad = decompose(traced, {{"torch.relu", [](Tensor x) { return (x > 0) * x * x; }}});
  const Equivalence report = check_equivalent(net, bad, {input()});
  EXPECT_FALSE(report);
  EXPECT_NE(report.node, "");
  EXPECT_NE(report.node, "fc");
  // Two graphs are compared the same way.
  const Equivalence of_graphs = check_equivalent(good, bad, {input()});
  EXPECT_FALSE(of_graphs);
  EXPECT_TRUE(check_equivalent(traced, good, {input()}));
}

TEST(Equivalence, TrainingAloneMayDiffer) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  traced->set_training_graph(std::make_unique<Graph>(traced->graph().clone()));
  for (Node& node : traced->training_graph()->nodes())
    if (node.target().view() == "tanh" || node.target().view() == "torch.tanh")
      node.set_target(node.op() == Opcode::CallMethod ? "sigmoid" : "torch.sigmoid");
  const Equivalence report = check_equivalent(net, traced, {input()});
  EXPECT_FALSE(report);
  EXPECT_TRUE(report.training);
  EXPECT_EQ(report.node, "tanh");
  EXPECT_THAT(report.message, HasSubstr("in training"));
  EXPECT_TRUE(check_equivalent(net, traced, {input()}, {.modes = Modes::Eval}));
}

struct CountsImpl : torch::nn::Module {
  CountsImpl() { seen = register_buffer("seen", torch::zeros({1})); }
  Tensor forward(Tensor x) {
    seen.add_(1);
    return x * 2;
  }
  Tensor seen;
};
TORCH_MODULE(Counts);

TEST(Equivalence, BuffersCount) {
  Counts net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_TRUE(check_equivalent(net, traced, {torch::ones({2})}));
  Node* add = traced->graph().output_node()->prev()->prev();
  ASSERT_THAT(add->target().str(), HasSubstr("add_"));
  add->update_arg(1, Argument(2));
  const Equivalence report = check_equivalent(net, traced, {torch::ones({2})});
  EXPECT_FALSE(report);
  EXPECT_EQ(report.max_difference, 1);
  EXPECT_EQ(report.node, add->name().str());
  EXPECT_THAT(report.message, HasSubstr("what is left in 'seen'"));
  EXPECT_EQ(net->seen.item<float>(), 0);
}

TEST(Equivalence, InputsCount) {
  const auto writes = [](Tensor x) { return x.mul_(2) + 1; };
  struct Writes : torch::nn::Module {
    Tensor forward(Tensor x) { return x.mul_(2) + 1; }
  } net;
  Graph graph;
  Node* doubled = graph.call_function("torch.mul", {graph.placeholder("x"), 2});
  graph.output(graph.call_function("torch.add", {doubled, 1}));
  GraphModule pure(AttributeMap(), std::move(graph));
  const Tensor x = torch::ones({2});
  const Equivalence report = check_equivalent(net, pure, {x});
  EXPECT_FALSE(report);
  EXPECT_THAT(report.message, HasSubstr("what is left in input 0"));
  EXPECT_TRUE(x.equal(torch::ones({2})));
  EXPECT_TRUE(check_equivalent(net, symbolic_trace(writes), {x}));
}

TEST(Equivalence, GradientsAreWanted) {
  struct Cuts : torch::nn::Module {
    Cuts() : fc(register_module("fc", torch::nn::Linear(2, 2))) {}
    Tensor forward(const Tensor& x) { return fc(x).detach() * 2; }
    torch::nn::Linear fc;
  } net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_TRUE(check_equivalent(net, traced, {torch::ones({2})}));
  for (Node& node : traced->graph().nodes())
    if (node.target().view().ends_with("detach")) {
      node.replace_all_uses_with(node.arg(0).as_node());
      traced->graph().erase_node(&node);
    }
  EXPECT_THAT(check_equivalent(net, traced, {torch::ones({2})}).message,
              HasSubstr("the result requires no gradient, and the graph's one"));
}

TEST(Equivalence, NothingIsThrown) {
  struct Fails : torch::nn::Module {
    Tensor forward(const Tensor& x) { return x.mm(x); }
  } net;
  GraphModule traced = symbolic_trace(net);
  const Equivalence both = check_equivalent(net, traced, {torch::ones({2, 3})});
  EXPECT_FALSE(both);
  EXPECT_THAT(both.message, HasSubstr("both throw"));
  Node* mm = traced->graph().output_node()->arg(0).as_node();
  mm->set_target(mm->op() == Opcode::CallMethod ? "no_such" : "torch.no_such");
  const Equivalence graph = check_equivalent(net, traced, {torch::ones({2, 2})});
  EXPECT_THAT(graph.message, HasSubstr("the graph throws, and the module does not"));
  const Equivalence shapes = check_equivalent(
      net, symbolic_trace([](Tensor x) { return x.mm(x).sum(0); }), {torch::ones({2, 2})});
  EXPECT_THAT(shapes.message, HasSubstr("is float32[2, 2] on cpu, and the graph's float32[2]"));
}

TEST(Equivalence, NoNumbersAreEqual) {
  struct Logs : torch::nn::Module {
    Tensor forward(const Tensor& x) { return torch::log(x); }
  } net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_TRUE(check_equivalent(net, traced, {torch::tensor({-1.0, 0.0, 1.0})}));
}

TEST(Equivalence, WholeModels) {
  ResNet18 net(10);
  const Tensor x = torch::randn({2, 3, 32, 32});
  GraphModule traced = symbolic_trace(net, {.example_inputs = {x}});
  const Equivalence same = check_equivalent(net, traced, {x}, {.rtol = 0, .atol = 0});
  EXPECT_TRUE(same) << same.message;
  const auto relus = traced->graph().find_nodes(Opcode::CallFunction, "torch.relu");
  ASSERT_GT(relus.size(), 7U);
  relus[7]->set_target("torch.tanh");
  const Equivalence report = check_equivalent(net, traced, {x});
  EXPECT_FALSE(report);
  EXPECT_EQ(report.node, relus[7]->name().str());
}

} // namespace
} // namespace fx
