// Functions as LibTorch's own operators, with backward.
#include "MakeFxTest.h"

#include "fx/Runtime/FunctionalCall.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using testing::make_fx_error;
using torch::Tensor;

/// The operators of a graph, in their order.
std::string operators(const Graph& graph) {
  std::string text;
  for (const Node* node : graph)
    if (node->op() == Opcode::CallFunction)
      text += (text.empty() ? "" : " ") + node->target().str().substr(sizeof("torch.ops.") - 1);
  return text;
}

/// The graph gives what the function gives, for other values than those of the trace.
void expect_same(const TracedFunction& function, const Args& inputs,
                 const MakeFxOptions& options = {}) {
  GraphModule traced = make_fx(function, inputs, options);
  traced->graph().lint();
  Args own, others;
  for (const Value& input : inputs) {
    Tensor other = torch::rand_like(input.toTensor().detach()) + 0.1;
    others.emplace_back(other.clone().set_requires_grad(input.toTensor().requires_grad()));
    own.emplace_back(other.clone().set_requires_grad(input.toTensor().requires_grad()));
  }
  torch::manual_seed(1);
  const Value expected = function.call(others);
  torch::manual_seed(1);
  const Value seen = traced->run(own);
  EXPECT_TRUE(torch::allclose(seen.toTensor(), expected.toTensor(), 0, 0))
      << operators(traced->graph());
}

TEST(MakeFx, RecordsOperatorsByTheirOwnNames) {
  const TracedFunction function = [](Tensor x, Tensor w) {
    return torch::relu(torch::linear(x, w)).sum({0}, true) * 2;
  };
  GraphModule traced = make_fx(function, {torch::ones({2, 3}), torch::ones({4, 3})});
  EXPECT_EQ(calls(traced->graph()),
            "t = call_function torch.ops.aten.t.default input_2\n"
            "mm = call_function torch.ops.aten.mm.default input_1 t\n"
            "relu = call_function torch.ops.aten.relu.default mm\n"
            "sum_1 = call_function torch.ops.aten.sum.dim_IntList relu [0] True\n"
            "mul = call_function torch.ops.aten.mul.Scalar sum_1 2\n");
  expect_same(function, {torch::ones({2, 3}), torch::ones({4, 3})});
}

TEST(MakeFx, RecordsBackward) {
  const TracedFunction function = [](Tensor x) {
    return torch::autograd::grad({x.sin().sum()}, {x})[0];
  };
  const Tensor x = torch::ones({3}, torch::requires_grad());
  EXPECT_EQ(operators(make_fx(function, {x})->graph()),
            "aten.sin.default aten.sum.default aten.ones_like.default aten.expand.default "
            "aten.cos.default aten.mul.Tensor");
  expect_same(function, {x});
}

TEST(MakeFx, RecordsBackwardOfModulesWithTheirWeights) {
  torch::nn::Sequential net(torch::nn::Conv2d(2, 3, 3), torch::nn::BatchNorm2d(3),
                            torch::nn::ReLU(), torch::nn::Flatten(), torch::nn::Linear(12, 2));
  const TracedFunction function = [&](Tensor x) {
    const Tensor loss = torch::log_softmax(net->forward(x), 1).pow(2).mean();
    return torch::cat(
        {torch::autograd::grad({loss}, net->parameters())[0].flatten(), loss.reshape({1})});
  };
  const Tensor x = torch::ones({2, 2, 4, 4});
  GraphModule traced = make_fx(function, {x});
  EXPECT_THAT(operators(traced->graph()), HasSubstr("aten.native_batch_norm_backward.default"));
  EXPECT_THAT(operators(traced->graph()), HasSubstr("aten.convolution_backward.default"));
  // Running statistics are those of the module, and move at each call.
  const Tensor mean = net[1]->as<torch::nn::BatchNorm2d>()->running_mean;
  const Tensor before = mean.clone();
  const Tensor seen = traced->forward(torch::ones({2, 2, 4, 4}) * 2);
  EXPECT_FALSE(torch::equal(mean, before));
  EXPECT_TRUE(torch::allclose(seen, function.call({torch::ones({2, 2, 4, 4}) * 2}).toTensor()));
}

TEST(MakeFx, AccumulatesGradients) {
  expect_same(
      [](Tensor x, Tensor y) {
        (x * y).sum().backward();
        (x * x).sum().backward();
        return x.grad() + y.grad();
      },
      {torch::ones({3}, torch::requires_grad()), torch::ones({3}, torch::requires_grad())});
}

TEST(MakeFx, RecordsWritesAndViews) {
  const TracedFunction function = [](Tensor x) {
    Tensor y = x.clone();
    y.view({2, 2})[0].add_(1).mul_(x.view({2, 2})[1]);
    y.select(0, 3).zero_();
    return y + y.detach() + y.data();
  };
  EXPECT_THAT(operators(make_fx(function, {torch::ones({4})})->graph()), HasSubstr("aten.add_"));
  expect_same(function, {torch::ones({4})});
}

TEST(MakeFx, RecordsRandomNumbers) {
  expect_same([](Tensor x) { return torch::dropout(x, 0.5, true) + torch::rand({4}); },
              {torch::ones({4})});
}

TEST(MakeFx, KeepsOtherTensorsAsConstants) {
  const Tensor weight = torch::full({2}, 3.0);
  GraphModule traced = make_fx([&](Tensor x) { return x * weight + torch::tensor({1.0F, 2.0F}); },
                               {torch::ones({2})});
  EXPECT_TRUE(traced->get_buffer("_tensor_constant0").is_same(weight));
  EXPECT_TRUE(torch::equal(traced->forward(torch::ones({2})), torch::tensor({4.0F, 5.0F})));
  weight.fill_(1);
  EXPECT_TRUE(torch::equal(traced->forward(torch::ones({2})), torch::tensor({2.0F, 3.0F})));
}

TEST(MakeFx, test_make_fx_decomposition_table) {
  const MakeFxOptions options{
      .decompositions = {{"aten::silu", [](Tensor x) { return x * torch::sigmoid(x); }},
                         // It may use what it is for.
                         {"aten::sigmoid.default",
                          [](Tensor x) { return torch::rsub(torch::sigmoid(x.neg()), 1); }}}};
  const TracedFunction function = [](Tensor x) { return torch::silu(torch::linear(x, x)); };
  EXPECT_EQ(operators(make_fx(function, {torch::ones({2, 2})}, options)->graph()),
            "aten.t.default aten.mm.default aten.neg.default aten.sigmoid.default aten.rsub.Scalar "
            "aten.mul.Tensor");
}

TEST(MakeFx, GivesAnotherTensorWhereARuleGivesAnOperand) {
  const MakeFxOptions options{.decompositions = {{"aten::relu", [](Tensor x) { return x; }}}};
  GraphModule traced = make_fx(
      [](Tensor x) {
        Tensor y = torch::relu(x);
        y.add_(1);
        return x + y;
      },
      {torch::ones({2})}, options);
  EXPECT_TRUE(torch::equal(traced->forward(torch::ones({2})), torch::full({2}, 3.0)));
}

TEST(MakeFx, LeavesWhatARuleLeaves) {
  const MakeFxOptions options{
      .decompositions = {
          {"aten::gelu", [](Tensor x, const std::string& approximate) -> std::optional<Tensor> {
             if (approximate != "tanh") return std::nullopt;
             return torch::tanh(x);
           }}}};
  EXPECT_EQ(operators(make_fx([](Tensor x) { return torch::gelu(torch::gelu(x), "tanh"); },
                              {torch::ones({2})}, options)
                          ->graph()),
            "aten.gelu.default aten.tanh.default");
}

TEST(MakeFx, GoesThroughAFunctionalCall) {
  torch::nn::Sequential net(torch::nn::Linear(4, 4));
  const GraphModule traced = symbolic_trace(net);
  const Tensor bias = torch::ones({4});
  expect_same(
      [&](Tensor x) {
        const Tensor o = functional_call(traced, {{"0.bias", bias}}, {x}).toTensor();
        return torch::autograd::grad({(o * o).sum() + (x * x).sum()}, {x})[0];
      },
      {torch::ones({3, 4}, torch::requires_grad())});
}

TEST(MakeFx, WritesToPartsOfATensorThatTheFunctionMakes) {
  expect_same(
      [](Tensor x) {
        Tensor w = torch::tensor({1.0F, 2.0F});
        w[1].copy_(x[0]);
        const Tensor v = w[0];
        w.add_(x[1]);
        return torch::stack({w[0], w[1], v});
      },
      {torch::ones({2})});
  expect_same(
      [](Tensor x) {
        Tensor w = torch::tensor(std::vector<float>{1, 2}).clone();
        w[1].copy_(x[0]);
        return w * 1;
      },
      {torch::ones({2})});
  EXPECT_THAT(make_fx_error(
                  [](Tensor x) {
                    Tensor w = torch::tensor(std::vector<float>{1, 2});
                    w[1].copy_(x[0]);
                    return w * 1;
                  },
                  {torch::ones({2})}),
              HasSubstr("a part of a tensor that torch::tensor() makes of a vector"));
}

TEST(MakeFx, KnowsWhatIsConjugatedOrNegatedLazily) {
  const auto expect_kept = [](const TracedFunction& function, const Tensor& example) {
    const Tensor x = torch::randn_like(example), own = x.clone();
    const Tensor seen = make_fx(function, {example})->forward(x);
    EXPECT_TRUE(torch::equal(x, own)) << "the input was written to";
    EXPECT_TRUE(torch::equal(seen, function.call({own.clone()}).toTensor()));
  };
  const Tensor complex = torch::ones({2}, torch::kComplexFloat);
  expect_kept(
      [](Tensor x) {
        Tensor r = x.conj().resolve_conj();
        r.mul_(2);
        return torch::view_as_real(x + r);
      },
      complex);
  expect_kept([](Tensor x) { return torch::imag(x.conj()) + torch::real(x.conj()); }, complex);
  expect_kept([](Tensor x) { return torch::view_as_real(x.conj().is_conj() ? x * 2 : x * 3); },
              complex);
  expect_kept(
      [](Tensor x) {
        Tensor r = torch::_neg_view(x).resolve_neg();
        r.mul_(2);
        return x + r;
      },
      torch::ones({2}));
  expect_same(
      [](Tensor x) {
        const Tensor c = torch::complex(x, x * 2);
        return torch::autograd::grad({torch::abs(c * c.conj() + c.sin()).sum()}, {x})[0];
      },
      {torch::ones({3}, torch::requires_grad())});
}

TEST(MakeFx, IsAModuleThatIsSavedAndTransformed) {
  GraphModule traced =
      make_fx([](Tensor x) { return torch::softmax(x.neg(), -1); }, {torch::ones({2})});
  GraphModule again = make_fx(TracedFunction::forward_of(*traced), {torch::ones({2})});
  EXPECT_EQ(operators(again->graph()), operators(traced->graph()));
}

TEST(MakeFx, SaysWhatItCannotDo) {
  EXPECT_THAT(make_fx_error([](Tensor x) { return x * x.sum().item<float>(); }, {torch::ones({2})}),
              HasSubstr("gives a number, which is not known"));
  EXPECT_THAT(
      make_fx_error([](Tensor x) { return x; }, {torch::ones({2})},
                    {.decompositions = {{"aten::swish", [](Tensor x) { return x; }}}}),
      HasSubstr("a rule of make_fx is for 'aten::swish', and LibTorch has no such operator"));
  EXPECT_THAT(make_fx_error([](Tensor x) { return x; }, {torch::ones({2})},
                            {.decompositions = {{"aten::relu_", [](Tensor x) { return x; }}}}),
              HasSubstr("'aten::relu_', which writes to an operand"));
  EXPECT_THAT(make_fx_error([](Tensor x) { return torch::gelu(x, "tanh"); }, {torch::ones({2})},
                            {.decompositions = {{"aten::gelu", [](Tensor x) { return x; }}}}),
              HasSubstr("the rule for 'aten::gelu' takes 1 operands"));
}

} // namespace
} // namespace fx
