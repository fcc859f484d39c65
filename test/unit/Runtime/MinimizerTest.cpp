// torch.fx's net_min_base.
#include "TraceTest.h"

#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/Minimizer.h"

#include <algorithm>
#include <map>

namespace fx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using torch::Tensor;
using Names = std::vector<std::string>;

/// Runs a part with something added to the value of each node with one of these targets.
RunPart adds(double amount, const std::vector<std::string>& targets) {
  struct Wrong : Interpreter {
    Wrong(GraphModule module, double amount, std::vector<std::string> targets)
        : Interpreter(std::move(module)), amount_(amount), targets_(std::move(targets)) {}
    Value run_node(Node& node) override {
      Value value = Interpreter::run_node(node);
      if (std::ranges::find(targets_, node.target().str()) == targets_.end()) return value;
      return value.toTensor() + amount_;
    }
    double amount_;
    std::vector<std::string> targets_;
  };
  return [=](GraphModule part, Args inputs) {
    return Wrong(std::move(part), amount, targets).run(std::move(inputs));
  };
}

Names names(const std::vector<Culprit>& culprits) {
  Names found;
  for (const Culprit& culprit : culprits)
    found.push_back(culprit.node->name().str());
  return found;
}

Tensor chain(const Tensor& x) {
  const Tensor a = torch::sin(x);
  const Tensor b = torch::tanh(a) * 2;
  const Tensor c = torch::cos(b);
  return torch::sigmoid(c + a);
}

Names found(RunPart run_b, MinimizerSettings settings) {
  GraphModule traced = symbolic_trace(chain);
  Minimizer minimizer(traced, {torch::randn({4})}, run_eagerly(), std::move(run_b),
                      compare_close({.atol = 1e-4}), settings);
  return names(minimizer.minimize());
}

TEST(Minimizer, FindsTheNodeSequentially) {
  EXPECT_THAT(found(adds(0.5, {"torch.cos"}), {}), ElementsAre("cos"));
  EXPECT_THAT(found(run_eagerly(), {}), IsEmpty());
  EXPECT_THAT(found(adds(1e-7, {"torch.cos"}), {}), IsEmpty());
  // The first, or all.
  EXPECT_THAT(found(adds(0.5, {"torch.cos", "torch.sin"}), {}), ElementsAre("sin"));
  EXPECT_THAT(found(adds(0.5, {"torch.cos", "torch.sin"}), {.find_all = true}),
              ElementsAre("sin", "cos"));
}

TEST(Minimizer, FindsTheNodeByHalves) {
  MinimizerSettings settings{.traverse_method = TraverseMethod::Binary};
  for (const std::string name : {"sin", "tanh", "cos", "sigmoid"})
    EXPECT_THAT(found(adds(0.5, {"torch." + name}), settings), ElementsAre(name));
  EXPECT_THAT(found(run_eagerly(), settings), IsEmpty());
  // torch.fx loses what it finds in first halves.
  settings.find_all = true;
  EXPECT_THAT(found(adds(0.5, {"torch.cos", "torch.sin"}), settings), ElementsAre("sin", "cos"));
}

TEST(Minimizer, TellsNodesThatPartOnlyTogether) {
  // Each rounds by less than what counts, all by more.
  GraphModule traced =
      symbolic_trace([](const Tensor& x) { return torch::neg(torch::neg(x)) + x; });
  const RunPart wrong = [](GraphModule part, Args inputs) {
    int64_t calls = 0;
    for (const Node* node : part->graph())
      calls += node->target().view() == "torch.neg";
    const Value result = part->run(std::move(inputs));
    std::vector<Value> values;
    for (const Value& value : result.toListRef())
      values.emplace_back(value.toTensor() + (calls == 2 ? 0.5 : 0.0));
    return to_list(values);
  };
  Minimizer minimizer(traced, {torch::randn({4})}, run_eagerly(), wrong, compare_close(),
                      {.traverse_method = TraverseMethod::Binary});
  EXPECT_THAT(names(minimizer.minimize("neg", "neg_1")), ElementsAre("neg", "neg_1"));
  EXPECT_THAT(minimizer.reports_text(), HasSubstr("part only together"));
}

TEST(Minimizer, Accumulates) {
  const MinimizerSettings settings{.traverse_method = TraverseMethod::Accumulate};
  EXPECT_THAT(found(adds(0.5, {"torch.cos"}), settings), ElementsAre("cos"));
  EXPECT_THAT(found(run_eagerly(), settings), IsEmpty());
  EXPECT_THROW(
      found(run_eagerly(), {.traverse_method = TraverseMethod::Accumulate, .find_all = true}),
      RuntimeError);
}

TEST(Minimizer, FindsTheShortestBlock) {
  const MinimizerSettings settings{.traverse_method = TraverseMethod::Block};
  for (const std::string name : {"sin", "tanh", "cos", "sigmoid"})
    EXPECT_THAT(found(adds(0.5, {"torch." + name}), settings), ElementsAre(name));
  EXPECT_THAT(found(run_eagerly(), settings), IsEmpty());
}

TEST(Minimizer, SkipsNodes) {
  GraphModule traced = symbolic_trace(chain);
  Minimizer minimizer(traced, {torch::randn({4})}, run_eagerly(),
                      adds(0.5, {"torch.cos", "torch.sin"}), compare_close(),
                      {.traverse_method = TraverseMethod::Skip});
  EXPECT_THAT(names(minimizer.minimize({}, {}, {"sin", "cos"})), IsEmpty());
  EXPECT_THAT(names(minimizer.minimize({}, {}, {"cos"})), ElementsAre("sin", "tanh", "mul"));
}

TEST(Minimizer, RunsDefinedNodes) {
  GraphModule traced = symbolic_trace(chain);
  Minimizer minimizer(traced, {torch::randn({4})}, run_eagerly(), adds(0.5, {"torch.cos"}),
                      compare_close(), {.traverse_method = TraverseMethod::Defined});
  EXPECT_THAT(names(minimizer.minimize("sin", "mul")), IsEmpty());
  EXPECT_THAT(names(minimizer.minimize("mul", "cos")), ElementsAre("mul", "cos"));
  EXPECT_THAT(names(minimizer.run_nodes("mul", "cos")), ElementsAre("mul", "cos"));
  EXPECT_THROW(minimizer.minimize("nothing"), RuntimeError);
}

TEST(Minimizer, SaysItWithTheNumbers) {
  GraphModule traced = symbolic_trace(chain);
  Minimizer minimizer(traced, {torch::zeros({4})}, run_eagerly(), adds(0.5, {"torch.cos"}),
                      compare_close());
  const auto culprits = minimizer.minimize();
  ASSERT_EQ(culprits.size(), 1U);
  EXPECT_EQ(culprits[0].difference, 0.5);
  EXPECT_THAT(culprits[0].message, HasSubstr("'cos' (torch.cos): run_a and run_b differ by 0.5"));
  EXPECT_THAT(culprits[0].message, HasSubstr("differs in 4 of 4 numbers, by 0.5 at most"));
  EXPECT_THAT(minimizer.reports_text(),
              HasSubstr("Sequential traverse iteration 4.\n . Visit node: cos\n . Run and compare "
                        "...\n . Numerical accuracy = 0.5\n . Result mismatch for 'cos'\n"));
  ASSERT_EQ(minimizer.results().size(), 4U);
  EXPECT_THAT(minimizer.results()[3].first, ElementsAre("cos"));
}

TEST(Minimizer, AnErrorIsACulprit) {
  GraphModule traced = symbolic_trace(chain);
  const RunPart fails = [](GraphModule part, Args inputs) -> Value {
    for (const Node* node : part->graph())
      if (node->target().view() == "torch.tanh") throw std::runtime_error("no kernel");
    return part->run(std::move(inputs));
  };
  Minimizer minimizer(traced, {torch::randn({4})}, run_eagerly(), fails, compare_close());
  const auto culprits = minimizer.minimize();
  EXPECT_THAT(names(culprits), ElementsAre("tanh"));
  EXPECT_THAT(culprits[0].message, HasSubstr("run_b throws at 'tanh': no kernel"));
}

TEST(Minimizer, ErrorsAccumulate) {
  // Each node is right but for a little; from its own values the last is too far away.
  const MinimizerSettings own{.accumulate_error = true};
  const auto run = [](MinimizerSettings settings) {
    GraphModule traced = symbolic_trace(
        [](const Tensor& x) { return torch::neg(torch::neg(torch::neg(torch::neg(x)))) * 1; });
    // neg(neg(x)) takes an error back: add what has the sign of the node.
    int sign = 1;
    const RunPart wrong = [sign](GraphModule part, Args inputs) mutable {
      sign = -sign;
      const Value result = part->run(std::move(inputs));
      std::vector<Value> values;
      for (const Value& value : result.toListRef())
        values.emplace_back(value.toTensor() + 0.4 * sign);
      return to_list(values);
    };
    Minimizer minimizer(traced, {torch::zeros({4})}, run_eagerly(), wrong,
                        compare_close({.rtol = 0.0, .atol = 1.0}), settings);
    return names(minimizer.minimize());
  };
  EXPECT_THAT(run({}), IsEmpty());
  EXPECT_THAT(run(own), ElementsAre("neg_2"));
}

TEST(Minimizer, WritesAndRandomNumbersAreTheSameForBoth) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      Tensor y = torch::dropout(norm(x), 0.5, true);
      y.mul_(3);
      const Tensor z = torch::relu(y);
      y.add_(1);
      return z + y + torch::rand_like(y);
    }
    torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(3))};
  } net;
  GraphModule traced = symbolic_trace(net, {.modes = Modes::Train});
  const Tensor before = net.norm->running_mean.clone();
  const Tensor x = torch::randn({4, 3});
  for (const TraverseMethod method : {TraverseMethod::Sequential, TraverseMethod::Binary,
                                      TraverseMethod::Accumulate, TraverseMethod::Block}) {
    Minimizer same(traced, {x}, run_eagerly(), run_eagerly(), compare_close({.atol = 0}),
                   {.traverse_method = method});
    EXPECT_THAT(names(same.minimize()), IsEmpty()) << same.reports_text();
    Minimizer other(traced, {x}, run_eagerly(), adds(0.5, {"torch.relu"}), compare_close(),
                    {.traverse_method = method});
    EXPECT_THAT(names(other.minimize()), ElementsAre("relu")) << other.reports_text();
  }
  EXPECT_TRUE(net.norm->running_mean.equal(before));
  EXPECT_THROW(Minimizer(traced, {x}, run_eagerly(), run_eagerly(), compare_close(),
                         {.accumulate_error = true}),
               RuntimeError);
}

TEST(Minimizer, PartsRunInTheModesOfTheirPlace) {
  GraphModule traced = symbolic_trace([](const Tensor& x) {
    Tensor y = torch::relu(x);
    {
      const torch::NoGradGuard guard;
      y = torch::neg(torch::sin(y));
    }
    return torch::tanh(y * 2) + x;
  });
  const Tensor x = torch::randn({4}).requires_grad_();
  // Says whether gradients were on where a node ran.
  std::map<std::string, bool> grad;
  const RunPart notes = [&](GraphModule part, Args inputs) {
    for (const Node* node : part->graph())
      if (node->op() == Opcode::CallFunction)
        grad[node->target().str()] = torch::GradMode::is_enabled();
    return part->run(std::move(inputs));
  };
  Minimizer each(traced, {x}, run_eagerly(), notes, compare_close(), {.find_all = true});
  EXPECT_THAT(names(each.minimize()), IsEmpty()) << each.reports_text();
  EXPECT_FALSE(grad.at("torch.sin"));
  EXPECT_FALSE(grad.at("torch.neg"));
  EXPECT_TRUE(grad.at("torch.relu"));
  EXPECT_TRUE(grad.at("torch.tanh"));
  EXPECT_TRUE(torch::GradMode::is_enabled());
  for (const TraverseMethod method :
       {TraverseMethod::Binary, TraverseMethod::Accumulate, TraverseMethod::Block}) {
    Minimizer other(traced, {x}, run_eagerly(), adds(0.5, {"torch.sin"}), compare_close(),
                    {.traverse_method = method});
    EXPECT_THAT(names(other.minimize()), ElementsAre("sin")) << other.reports_text();
    EXPECT_TRUE(torch::GradMode::is_enabled());
  }
}

TEST(Minimizer, RunsModulesWithTheirParameters) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return torch::relu(second(torch::relu(first(x)))) + bias; }
    torch::nn::Linear first{register_module("first", torch::nn::Linear(3, 3))};
    torch::nn::Linear second{register_module("second", torch::nn::Linear(3, 3))};
    Tensor bias{register_parameter("bias", torch::ones({3}))};
  } net;
  GraphModule traced = symbolic_trace(net);
  Minimizer minimizer(traced, {torch::randn({2, 3})}, run_eagerly(), adds(1, {"second"}),
                      compare_close(), {.traverse_method = TraverseMethod::Binary});
  EXPECT_THAT(names(minimizer.minimize()), ElementsAre("second"));
}

} // namespace
} // namespace fx
