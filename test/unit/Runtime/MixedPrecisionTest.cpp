// Graphs in which autocast's casts are nodes compute, bit for bit, what the original computes under
// autocast.
#include "TraceTest.h"

#include "fx/Runtime/Functions.h"
#include "fx/Runtime/MakeFx.h"
#include "fx/Runtime/MixedPrecision.h"
#include "fx/Runtime/RunPasses.h"

#include <ATen/autocast_mode.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <random>

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

/// As torch.autocast("cpu", torch.bfloat16).
class Autocast {
public:
  Autocast() {
    at::autocast::increment_nesting();
    at::autocast::set_cpu_enabled(true);
    at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
  }
  ~Autocast() {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(false);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;
};

Value in_autocast(GraphModule module, Args inputs) {
  const Autocast on;
  return module->run(std::move(inputs));
}

Args copies(const Args& inputs) {
  Args made;
  for (const Value& input : inputs)
    made.push_back(input.isTensor() ? Value(input.toTensor().detach().clone()) : input);
  return made;
}

size_t count(const Graph& graph, std::string_view target) {
  size_t found = 0;
  for (const Node* node : graph)
    found += node->target().view() == target ? 1 : 0;
  return found;
}

/// The same bits, of the same type.
void expect_same(const Value& expected, const Value& found) {
  if (expected.isTuple()) {
    ASSERT_TRUE(found.isTuple());
    const auto& a = expected.toTupleRef().elements();
    const auto& b = found.toTupleRef().elements();
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i)
      expect_same(a[i], b[i]);
    return;
  }
  ASSERT_TRUE(expected.isTensor() && found.isTensor());
  const Tensor &a = expected.toTensor(), &b = found.toTensor();
  EXPECT_EQ(a.scalar_type(), b.scalar_type());
  ASSERT_EQ(a.sizes(), b.sizes());
  EXPECT_TRUE(a.allclose(b.to(a.scalar_type()), 0, 0, /*equal_nan=*/true))
      << (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

/// What becomes of a module, compared with it under autocast: results, and what was written to.
MixedPrecisionModule checked(const GraphModule& traced, const Args& inputs,
                             std::vector<std::string>* remarks = nullptr) {
  MixedPrecisionOptions options;
  if (remarks != nullptr)
    options.remark = [=](const std::string& text) { remarks->push_back(text); };
  MixedPrecisionModule mixed = mixed_precision(traced, inputs, options);
  mixed.module->graph().lint();
  const torch::NoGradGuard no_grad;
  Args given = copies(inputs), expected_given = copies(inputs);
  torch::manual_seed(3);
  const Value expected = in_autocast(traced, expected_given);
  torch::manual_seed(3);
  const Value found = mixed.module->run(given);
  expect_same(expected, found);
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].isTensor()) expect_same(expected_given[i], given[i]);
  return mixed;
}

struct TwoLayers : torch::nn::Module {
  torch::nn::Linear first = register_module("first", torch::nn::Linear(8, 8));
  torch::nn::Linear second = register_module("second", torch::nn::Linear(8, 4));
  Tensor forward(const Tensor& x) {
    return torch::softmax(second(torch::relu(first(torch::relu(first(x))))), -1);
  }
};

TEST(MixedPrecision, CastsAreNodesAndWeightsAreCastOnce) {
  TwoLayers net;
  const Tensor x = torch::randn({3, 8});
  const MixedPrecisionModule mixed = checked(symbolic_trace(net), {x});
  const std::string code = calls(mixed.module->graph());
  EXPECT_EQ(count(mixed.module->graph(), "to"), 5U) << code; // x and four tensors
  EXPECT_THAT(code, HasSubstr("first_weight = get_attr first.weight\n"
                              "to_1 = call_method to first_weight torch.bfloat16\n"));
  EXPECT_EQ(count(mixed.module->graph(), "torch.autocast"), 0U);
  // And the same without a graph.
  const torch::NoGradGuard no_grad;
  const Autocast on;
  EXPECT_TRUE(net.forward(x).equal(in_autocast(mixed.module, {x}).toTensor()));
}

TEST(MixedPrecision, SaysWhatItCosts) {
  TwoLayers net;
  const Tensor x = torch::randn({3, 8});
  const GraphModule traced = symbolic_trace(net);
  const MixedPrecisionModule mixed = mixed_precision(traced, {x});
  GraphModule plain = traced, cast = mixed.module;
  const torch::NoGradGuard no_grad;
  const double absolute =
      (plain->forward(x) - cast->forward(x).to(at::kFloat)).abs().max().item<double>();
  EXPECT_NEAR(mixed.error.absolute, absolute, 1e-7);
  EXPECT_GT(mixed.error.relative, 0);
  EXPECT_LT(mixed.error.relative, 1.0 / 32);
  EXPECT_EQ(precision_error(Value(x), Value(x)).absolute, 0);
  EXPECT_GT(precision_error(Value(x), Value(x / 0)).absolute, 1e30);
  EXPECT_EQ(precision_error(Value(x * 2), Value(x)).relative, 0.5);
}

std::vector<Tensor> gradients(GraphModule module, const std::vector<Tensor>& parameters,
                              const Tensor& x, bool on) {
  for (const Tensor& parameter : parameters)
    parameter.mutable_grad() = Tensor();
  std::optional<Autocast> autocast;
  if (on) autocast.emplace();
  Tensor loss = module->forward(x).to(at::kFloat).square().sum();
  autocast.reset();
  loss.backward();
  std::vector<Tensor> found;
  found.reserve(parameters.size());
  for (const Tensor& parameter : parameters)
    found.push_back(parameter.grad().clone());
  return found;
}

TEST(MixedPrecision, GradientsAreThoseOfAutocast) {
  TwoLayers net;
  const Tensor x = torch::randn({3, 8});
  const GraphModule traced = symbolic_trace(net);
  const MixedPrecisionModule mixed = mixed_precision(traced, {x});
  const std::vector<Tensor> expected = gradients(traced, net.parameters(), x, true);
  const std::vector<Tensor> found = gradients(mixed.module, net.parameters(), x, false);
  // What is used once is the same; the sum of the gradients of two uses is rounded.
  EXPECT_TRUE(expected[2].equal(found[2]));
  EXPECT_TRUE(expected[3].equal(found[3]));
  for (size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(expected[i].allclose(found[i], 1e-2, 1e-2)) << expected[i] << found[i];
}

struct ManyModules : torch::nn::Module {
  torch::nn::Conv1d conv = register_module("conv", torch::nn::Conv1d(4, 6, 3));
  torch::nn::BatchNorm1d norm = register_module("norm", torch::nn::BatchNorm1d(6));
  torch::nn::Sequential body = register_module(
      "body", torch::nn::Sequential(torch::nn::Linear(8, 8), torch::nn::GELU(),
                                    torch::nn::Linear(torch::nn::LinearOptions(8, 8).bias(false))));
  torch::nn::LSTM lstm = register_module("lstm", torch::nn::LSTM(8, 5));
  torch::nn::Embedding embedding = register_module("embedding", torch::nn::Embedding(10, 5));
  torch::nn::Dropout dropout = register_module("dropout", torch::nn::Dropout(0.5));
  Tensor forward(const Tensor& x) {
    Tensor h = dropout(norm(conv(x)));
    h = body->forward(h);
    auto [out, state] = lstm->forward(h);
    out = torch::cat({out, embedding(torch::ones({6, 2}, torch::kLong))
                               .mean(1)
                               .unsqueeze(0)
                               .expand({out.size(0), 6, 5})},
                     1);
    return torch::einsum("bij,bkj->bik", {out, out}) + std::get<0>(state).sum();
  }
};

TEST(MixedPrecision, ModulesBecomeFunctionsWhereAutocastCastsTheirWeights) {
  ManyModules net;
  std::vector<std::string> remarks;
  for (const bool training : {false, true}) {
    net.train(training);
    const GraphModule traced = symbolic_trace(net, {.example_inputs = {torch::randn({2, 4, 10})}});
    const MixedPrecisionModule mixed = checked(traced, {torch::randn({2, 4, 10})}, &remarks);
    const Graph& graph = mixed.module->current_graph();
    EXPECT_EQ(count(graph, "conv"), 0U) << calls(graph);
    EXPECT_EQ(count(graph, "torch.conv1d"), 1U) << calls(graph);
    EXPECT_EQ(count(graph, "norm"), 1U);
    EXPECT_EQ(count(graph, "body.0") + count(graph, "body.2"), 0U) << calls(graph);
    EXPECT_EQ(count(graph, "lstm"), 1U);
  }
  // What is made of many operators keeps autocast around it.
  EXPECT_THAT(remarks, ::testing::Contains(HasSubstr("autocast stays on for 'lstm'")));
}

TEST(MixedPrecision, NumbersAreInputsToo) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* n = graph.placeholder("n");
  graph.output(graph.call_function(
      "torch.matmul", {graph.call_method("narrow", {x, 0, 0, n}), graph.call_method("t", {x})}));
  const GraphModule module(AttributeMap{}, std::move(graph));
  const MixedPrecisionModule mixed = checked(module, {torch::randn({4, 4}), 2});
  EXPECT_EQ(count(mixed.module->graph(), "torch.autocast"), 0U) << calls(mixed.module->graph());
}

TracedFunction of(std::function<Tensor(Tensor)> function) {
  return TracedFunction([function = std::move(function)](const Tensor& x) { return function(x); });
}

GraphModule traced(const TracedFunction& function) {
  return GraphModule(AttributeMap{}, Tracer().trace(function));
}

TEST(MixedPrecision, DoublesAndIntegersStay) {
  const auto in_doubles = of([](const Tensor& x) {
    const Tensor y = x.to(torch::kDouble);
    return torch::matmul(y, y.t()).sum().to(torch::kFloat) + torch::matmul(x, x.t()).sum();
  });
  const MixedPrecisionModule mixed = checked(traced(in_doubles), {torch::randn({3, 3})});
  EXPECT_EQ(count(mixed.module->graph(), "to"), 4U) << calls(mixed.module->graph());
  const auto in_integers = of([](const Tensor& x) { return torch::matmul(x, x.t()); });
  const MixedPrecisionModule same =
      checked(traced(in_integers), {torch::randint(0, 5, {3, 3}, torch::kLong)});
  EXPECT_EQ(count(same.module->graph(), "to"), 0U);
}

TEST(MixedPrecision, WhatAsksForATypeIsTold) {
  checked(traced(of([](const Tensor& x) {
            const Tensor y = torch::matmul(x, x.t());
            return torch::ones_like(y) + x.sum().to(y.options()) + torch::zeros({1}).type_as(y);
          })),
          {torch::randn({3, 3})});
}

TEST(MixedPrecision, WritesToResultsInBfloat16) {
  const MixedPrecisionModule mixed = checked(traced(of([](const Tensor& x) {
                                               const Tensor c = x.clone();
                                               Tensor y = torch::matmul(c, x.t());
                                               y.add_(c).mul_(0.3);
                                               Tensor z = torch::matmul(c, y);
                                               c.mul_(3);
                                               return torch::matmul(c, z);
                                             })),
                                             {torch::randn({3, 3})});
  // c is another one then.
  EXPECT_EQ(count(mixed.module->graph(), "to"), 3U) << calls(mixed.module->graph());
}

TEST(MixedPrecision, GivesResultsTheMemoryThatTheyAreGiven) {
  checked(traced(of([](const Tensor& x) {
            Tensor out = torch::zeros({3, 3});
            torch::matmul_out(out, x, x);
            Tensor other = torch::zeros({3, 3});
            torch::add_out(other, out, torch::matmul(x, x));
            return torch::matmul(other, out);
          })),
          {torch::randn({3, 3})});
}

TEST(MixedPrecision, TheWidestTypeIsTaken) {
  const MixedPrecisionModule mixed =
      checked(traced(of([](const Tensor& x) {
                const Tensor y = torch::matmul(x, x);
                return torch::cat(
                    {y, torch::stack({x, y}).sum(0)}); // LibTorch lists both, and casts for one
              })),
              {torch::randn({3, 3})});
  EXPECT_THAT(calls(mixed.module->graph()), HasSubstr("torch.float32"));
}

TEST(MixedPrecision, WeightsOfOtherTypes) {
  for (const at::ScalarType type : {at::kDouble, at::kBFloat16}) {
    TwoLayers net;
    net.to(type);
    const Tensor x = torch::randn({3, 8});
    const MixedPrecisionModule mixed = checked(symbolic_trace(net), {x.to(type)});
    EXPECT_EQ(count(mixed.module->graph(), "to"), 0U) << calls(mixed.module->graph());
  }
}

TEST(MixedPrecision, TensorsThatNobodyRegisteredStay) {
  struct Net : torch::nn::Module {
    Tensor table = torch::randn({3, 3});
    Tensor forward(const Tensor& x) { return torch::matmul(x, table) + table.sum(); }
  } net;
  checked(symbolic_trace(net), {torch::randn({3, 3})});
}

// What the graph holds inside of a call is run as it is, with autocast on.
TEST(MixedPrecision, ViewsOfOperandsAreNotWhatWasCast) {
  register_function("mylib.product_and_view", [](const Args& args, const Kwargs&) {
    const Tensor x = args.at(0).toTensor();
    return Value(c10::ivalue::Tuple::create({torch::matmul(x, x), x.t()}));
  });
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* both = graph.call_function("mylib.product_and_view", {x});
  graph.output(Argument::tuple({graph.call_function("operator.getitem", {both, 0}),
                                graph.call_function("operator.getitem", {both, 1})}));
  const GraphModule module(AttributeMap{}, std::move(graph));
  const MixedPrecisionModule mixed = checked(module, {torch::randn({3, 3})});
  EXPECT_EQ(count(mixed.module->graph(), "torch.autocast"), 1U) << calls(mixed.module->graph());
}

TEST(MixedPrecision, GraphsOfAtenHaveItsCasts) {
  const GraphModule module = make_fx(
      [](const Tensor& x) { return torch::relu(torch::mm(x, x)).sum(); }, {torch::randn({3, 3})});
  const MixedPrecisionModule mixed = checked(module, {torch::randn({3, 3})});
  EXPECT_EQ(count(mixed.module->graph(), "torch.ops.aten._to_copy.default"), 1U)
      << calls(mixed.module->graph());
}

// Every operator of LibTorch that autocast has a kernel for, and as many others.

/// A graph of one call, with tensors for the parameters that want one; nothing: there is a parameter
/// of which no value is likely.
std::optional<GraphModule> graph_of(const c10::FunctionSchema& schema, int64_t rank, Args& inputs,
                                    const std::vector<at::ScalarType>& types, size_t length) {
  Graph graph;
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  const auto tensor = [&] {
    const at::ScalarType type = types[inputs.size() % types.size()];
    const Tensor made = torch::rand(std::vector<int64_t>(static_cast<size_t>(rank), 4)) * 0.8 + 0.1;
    inputs.emplace_back(type == at::kLong ? torch::zeros_like(made).to(type) : made.to(type));
    return Argument(graph.placeholder("x"));
  };
  for (const c10::Argument& parameter : schema.arguments()) {
    if (parameter.default_value()) continue;
    const std::string type = parameter.type()->str();
    // Kernels read as many numbers as the schema says, past the end of a shorter list too.
    if (length < static_cast<size_t>(parameter.N().value_or(0))) return std::nullopt;
    Argument value;
    if (type == "Tensor")
      value = tensor();
    else if (type == "Tensor[]")
      value = Argument::list({tensor(), tensor()});
    else if (type == "int" || type == "SymInt")
      value = Argument(int64_t(1));
    else if (type == "int[]" || type == "SymInt[]")
      value = Argument::list(std::vector<Argument>(length, Argument(int64_t(1))));
    else if (type == "float" || type == "Scalar" || type == "number")
      value = Argument(0.5);
    else if (type == "bool")
      value = Argument(true);
    else if (type.find('?') == std::string::npos)
      return std::nullopt;
    if (parameter.kwarg_only())
      kwargs.push_back({Symbol(parameter.name()), value});
    else
      args.push_back(value);
  }
  const std::string overload = schema.overload_name().empty() ? "default" : schema.overload_name();
  graph.output(graph.call_function(
      Symbol("torch.ops.aten." + schema.name().substr(6) + "." + overload), args, kwargs));
  return GraphModule(AttributeMap{}, std::move(graph));
}

bool runs_in_autocast(const GraphModule& module, const Args& inputs) {
  try {
    const torch::NoGradGuard no_grad;
    const Value first = in_autocast(module, copies(inputs));
    GraphModule(module)->run(copies(inputs));
    // LAPACK may compute something else where memory begins at another address.
    for (int i = 0; i < 2; ++i)
      if (precision_error(first, in_autocast(module, copies(inputs))).absolute > 0) return false;
  } catch (const std::exception&) {
    return false; // no values that it takes
  }
  return true;
}

/// Warnings of deprecated operators say nothing here.
struct NoWarnings : c10::WarningHandler {
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
};

struct OperatorsSeen {
  size_t kernels = 0, run = 0, casts = 0, regions = 0;
  std::string missing;
};

/// Calls of an operator on tensors of several ranks and types, with lists of numbers of some lengths.
void compare_operator(const c10::FunctionSchema& schema, OperatorsSeen& seen) {
  const bool has_lists = c10::toString(schema).find("int[") != std::string::npos;
  bool ran = false;
  for (int64_t rank = 1; rank <= 5; ++rank)
    for (const std::vector<at::ScalarType>& types : {std::vector{at::kFloat},
                                                     {at::kFloat, at::kLong},
                                                     {at::kBFloat16},
                                                     {at::kBFloat16, at::kFloat},
                                                     {at::kDouble},
                                                     {at::kDouble, at::kFloat}})
      for (const size_t length : {2, 1, 3, 4, 6}) {
        if (length != 2 && !has_lists) continue;
        Args inputs;
        const std::optional<GraphModule> module = graph_of(schema, rank, inputs, types, length);
        if (!module || !runs_in_autocast(*module, inputs)) continue;
        ran = true;
        const MixedPrecisionModule mixed = checked(*module, inputs);
        seen.casts += count(mixed.module->graph(), "torch.ops.aten._to_copy.default");
        seen.regions += count(mixed.module->graph(), "torch.autocast");
      }
  seen.run += ran ? 1 : 0;
  if (!ran) seen.missing += c10::toString(schema.operator_name()) + " ";
}

TEST(MixedPrecision, OperatorsThatAutocastHasKernelsForComputeTheSame) {
  NoWarnings nobody;
  const c10::Warning::WarningHandlerGuard quiet(&nobody);
  OperatorsSeen seen;
  for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames()) {
    const auto handle = c10::Dispatcher::singleton().findOp(name);
    if (name.name.rfind("aten::", 0) != 0 || !handle ||
        !handle->hasKernelForDispatchKey(c10::DispatchKey::AutocastCPU))
      continue;
    // What LAPACK computes for it depends on where memory begins.
    if (name.name == "aten::linalg_lstsq") continue;
    SCOPED_TRACE(c10::toString(name));
    ++seen.kernels;
    compare_operator(handle->schema(), seen);
  }
  std::cout << seen.run << " of " << seen.kernels << " run, " << seen.casts << " casts, "
            << seen.regions << " regions; not: " << seen.missing << "\n";
  EXPECT_GT(seen.kernels, 50U);
  EXPECT_GT(seen.run, seen.kernels / 2);
  EXPECT_LT(seen.regions, 30U); // numbers of which there is no factorisation
}

// What it refuses, with the node.

std::string refusal(const TracedFunction& function, const Tensor& x) {
  try {
    mixed_precision(traced(function), {x});
  } catch (const RuntimeError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MixedPrecision, AutocastOfTheProgramsOwnIsRefused) {
  EXPECT_THAT(refusal(of([](const Tensor& x) {
                        const Autocast on;
                        return torch::matmul(x, x);
                      }),
                      torch::randn({3, 3})),
              HasSubstr("'autocast' is about autocast"));
}

TEST(MixedPrecision, WeightsThatAreWrittenToAreRefused) {
  struct Net : torch::nn::Module {
    Tensor weight = register_parameter("weight", torch::randn({3, 3}));
    Tensor forward(const Tensor& x) {
      const Tensor y = torch::matmul(x, weight);
      {
        const torch::NoGradGuard no_grad;
        weight.mul_(2);
      }
      return torch::matmul(y, weight);
    }
  } net;
  const GraphModule module = symbolic_trace(net);
  try {
    mixed_precision(module, {torch::randn({3, 3})});
    FAIL() << calls(module->graph());
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'weight' may be a weight of which autocast keeps"));
  }
}

TEST(MixedPrecision, SizesThatChangeInPlaceAreRefused) {
  EXPECT_THAT(refusal(of([](const Tensor& x) {
                        Tensor y = x.clone();
                        y.unsqueeze_(0);
                        return torch::matmul(y, y);
                      }),
                      torch::randn({3, 3})),
              HasSubstr("it changes the shape of 'clone'"));
}

TEST(MixedPrecision, WhatFailsUnderAutocastIsRefused) {
  // addmv is for operands of one type, and autocast does not know it.
  EXPECT_THAT(
      refusal(of([](const Tensor& x) { return torch::mv(torch::matmul(x, x), x.select(0, 0)); }),
              torch::randn({3, 3})),
      HasSubstr("cannot run under autocast"));
}

// Programs of operators that autocast casts and others, with views, writes and other types.

class RandomProgram : public torch::nn::Module {
public:
  explicit RandomProgram(uint64_t seed) : seed_(seed) {
    linear_ = register_module("linear", torch::nn::Linear(4, 4));
    conv_ =
        register_module("conv", torch::nn::Conv1d(torch::nn::Conv1dOptions(4, 4, 3).padding(1)));
    norm_ = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({4})));
    weight_ = register_parameter("weight", torch::randn({4, 4}));
    buffer_ = register_buffer("buffer", torch::randn({4, 4}, torch::kDouble));
  }
  Tensor forward(const Tensor& x) {
    std::mt19937_64 random(seed_);
    const auto below = [&](size_t count) { return static_cast<int64_t>(random() % count); };
    std::vector<Tensor> values{x, x.clone()};
    for (int step = 0; step < 12; ++step) {
      // What is written to is mostly no input: writes to those between two uses are refused.
      const size_t at = static_cast<size_t>(below(values.size()));
      const Tensor a = at == 0 && below(8) != 0 ? x.clone() : values[at];
      const Tensor b = values[static_cast<size_t>(below(values.size()))];
      values.push_back(this->step(below(24), a, b));
    }
    return below(3) == 0 ? values.back() : values.back() * 2 + values.front();
  }

private:
  /// All are matrices of 4 by 4.
  Tensor step(int64_t kind, const Tensor& a, const Tensor& b) {
    switch (kind) {
    case 0: return torch::matmul(a, b.to(a.options()));
    case 1: return torch::mm(a.to(torch::kFloat), weight_);
    case 2: return linear_(a.to(torch::kFloat));
    case 3: return conv_(a.to(torch::kFloat).unsqueeze(0)).squeeze(0);
    case 4: return torch::softmax(a, -1);
    case 5: return torch::relu(a);
    case 6: return a + b;
    case 7: return a.add_(1);
    case 8: return a.mul_(0.5);
    case 9: return a.t();
    case 10: return a.slice(0, 1, 3).repeat({2, 1});
    case 11:
      return torch::cat({a.slice(0, 0, 2).to(torch::kFloat), b.slice(0, 2, 4).to(torch::kFloat)});
    case 12: return torch::stack({a, a.sigmoid()}).sum(0);
    case 13: return norm_(a.to(torch::kFloat));
    case 14: return torch::mm(a.to(torch::kDouble), buffer_);
    case 15: return (a > 0).to(torch::kLong).to(torch::kFloat);
    case 16: return torch::addmm(b.to(torch::kFloat), a.to(torch::kFloat), weight_);
    case 17: return a.copy_(b.clone());
    case 18: return torch::bmm(a.unsqueeze(0).to(torch::kFloat), weight_.unsqueeze(0)).select(0, 0);
    case 19: return torch::einsum("ij,kj->ik", {a.to(torch::kFloat), b.to(torch::kFloat)});
    case 20: return a.to(torch::kBFloat16);
    case 21: return a.tanh_();
    case 22:
      return torch::binary_cross_entropy_with_logits(a.to(torch::kFloat),
                                                     b.sigmoid().to(torch::kFloat)) +
             a;
    default: return torch::where(a > b, a.to(torch::kFloat), b.to(torch::kFloat));
    }
  }

  uint64_t seed_;
  torch::nn::Linear linear_{nullptr};
  torch::nn::Conv1d conv_{nullptr};
  torch::nn::LayerNorm norm_{nullptr};
  Tensor weight_, buffer_;
};

TEST(MixedPrecision, RandomModelsComputeWhatAutocastComputes) {
  size_t casts = 0, refused = 0, regions = 0, compared = 0, failing = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    torch::manual_seed(seed);
    RandomProgram program(seed);
    const Tensor x = torch::rand({4, 4}) - 0.3;
    GraphModule module(AttributeMap{}, Graph());
    try {
      module = symbolic_trace(program, {.example_inputs = {x.clone()}});
    } catch (const RuntimeError&) { // an operator that takes no operands of two types
      ++failing;
      continue;
    }
    if (!runs_in_autocast(module, {x})) {
      ++failing;
      continue;
    }
    try {
      const MixedPrecisionModule mixed = checked(module, {x});
      casts += count(mixed.module->graph(), "to");
      regions += count(mixed.module->graph(), "torch.autocast");
      ++compared;
      // The program itself.
      const torch::NoGradGuard no_grad;
      GraphModule cast = mixed.module;
      Tensor expected;
      {
        const Autocast on;
        expected = program.forward(x.clone());
      }
      expect_same(expected, cast->run({x.clone()}));
    } catch (const RuntimeError& error) {
      EXPECT_THAT(error.what(), ::testing::AnyOf(HasSubstr("cannot run under autocast"),
                                                 HasSubstr("may be a weight")));
      ++(std::string_view(error.what()).find("may be a weight") != std::string_view::npos
             ? refused
             : failing);
    }
    if (HasFailure()) FAIL() << calls(module->graph());
  }
  RecordProperty("compared", static_cast<int>(compared));
  std::cout << compared << " compared, " << failing << " fail under autocast, " << refused
            << " refused, " << casts << " casts, " << regions << " regions\n";
  EXPECT_GT(compared, 700U);
  EXPECT_GT(casts, 3000U);
}

TEST(MixedPrecision, RandomModelsOfAtenComputeWhatAutocastComputes) {
  size_t casts = 0, compared = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    torch::manual_seed(seed);
    RandomProgram program(seed);
    const Tensor x = torch::rand({4, 4}) - 0.3;
    GraphModule module(AttributeMap{}, Graph());
    try {
      const torch::NoGradGuard no_grad;
      module = make_fx([&](const Tensor& y) { return program.forward(y); }, {x.clone()});
      const MixedPrecisionModule mixed = checked(module, {x});
      casts += count(mixed.module->graph(), "torch.ops.aten._to_copy.default");
      ++compared;
    } catch (const RuntimeError&) { // a trace that fails, or a node under autocast
      continue;
    }
    if (HasFailure()) FAIL() << calls(module->graph());
  }
  EXPECT_GT(compared, 200U);
  EXPECT_GT(casts, 500U);
}

} // namespace
} // namespace fx
