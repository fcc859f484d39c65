// Tests of torch.fx's own suite about make_fx (test_proxy_tensor.py), under their names there: what
// depends on sizes and on numbers, and what is recorded before autograd (pre_dispatch), which is
// symbolic_trace() with example inputs here (docs/TorchFxTests.md).
#include "MakeFxTest.h"

#include "fx/IR/Parser.h"
#include "fx/Runtime/RunPasses.h"

#include <ATen/autocast_mode.h>

#include <limits>

namespace fx {
namespace {

using testing::calls;
using testing::expect_replays;
using ::testing::HasSubstr;
using testing::make_fx_error;
using ::testing::Not;
using testing::operators_of;
using torch::Tensor;

const auto data_dependent = HasSubstr("data-dependent");

/// Runs a graph and the function on the same inputs, which both may write to.
void expect_same(GraphModule& traced, const TracedFunction& function, const Args& inputs) {
  Args own, others;
  for (const Value& input : inputs) {
    own.emplace_back(input.toTensor().clone());
    others.emplace_back(input.toTensor().clone());
  }
  const Value seen = traced->run(own), expected = function.call(others);
  if (expected.isTensor())
    EXPECT_TRUE(torch::allclose(seen.toTensor(), expected.toTensor(), 1e-5, 1e-6));
  for (size_t i = 0; i < inputs.size(); ++i)
    EXPECT_TRUE(torch::equal(own[i].toTensor(), others[i].toTensor())) << i;
}

/// x[mask], and x[mask] = value: C++'s own functions for that ask for sizes.
Tensor chosen_of(const Tensor& x, const Tensor& mask) {
  return at::index(x, {mask});
}
void put_at(Tensor x, const Tensor& mask, const Tensor& value) {
  at::index_put_(x, {mask}, value);
}

Tensor mask(int64_t size) {
  return torch::randint(0, 2, {size}, torch::kBool);
}

TEST(TorchFxMakeFxData, test_pre_dispatch_mode_stack) {
  const TracedFunction function = [](const Tensor& a) {
    return torch::matmul(a, torch::ones({4, 4}));
  };
  GraphModule traced = symbolic_trace(function, {.example_inputs = {torch::ones({4, 4})}});
  EXPECT_EQ(calls(traced->graph()), "ones = call_function torch.ones [4, 4]\n"
                                    "matmul = call_function torch.matmul input_1 ones\n");
}

TEST(TorchFxMakeFxData, test_pre_dispatch_linear) {
  const TracedFunction function = [](const Tensor& a, const Tensor& b, const Tensor& c) {
    return torch::linear(a, b, c);
  };
  const Args inputs{torch::ones({4, 4}), torch::ones({4, 4}), torch::ones({4})};
  GraphModule traced = symbolic_trace(function, {.example_inputs = inputs});
  EXPECT_EQ(calls(traced->graph()),
            "linear = call_function torch._C._nn.linear input_1 input_2 input_3\n");
  expect_same(traced, function, inputs);
}

TEST(TorchFxMakeFxData, test_pre_dispatch_no_grad) {
  const auto function = [](const Tensor& a) {
    const Tensor b = a.sin();
    Tensor c;
    {
      const torch::NoGradGuard no_gradients;
      c = b.cos();
    }
    return b + c.sin();
  };
  const Tensor a = torch::randn({4}, torch::requires_grad());
  const Tensor other = a.detach().clone().requires_grad_();
  GraphModule traced = symbolic_trace(function, {.example_inputs = {other}});
  const Tensor out = function(a), seen = traced->forward(other);
  EXPECT_TRUE(torch::equal(out, seen));
  out.sum().backward();
  seen.sum().backward();
  EXPECT_TRUE(torch::equal(a.grad(), other.grad()));
}

TEST(TorchFxMakeFxData, test_pre_dispatch_functionalization) {
  const TracedFunction function = [](const Tensor& x) {
    const Tensor a = x.clone();
    a.add_(torch::linear(x, x));
    return a.mul_(2);
  };
  GraphModule traced = symbolic_trace(function);
  EXPECT_TRUE(run_passes(traced, "functionalize"));
  EXPECT_THAT(calls(traced->graph()), HasSubstr("torch._C._nn.linear"));
  EXPECT_THAT(calls(traced->graph()), Not(HasSubstr("add_ ")));
  EXPECT_THAT(calls(traced->graph()), Not(HasSubstr("mul_ ")));
  expect_same(traced, function, {torch::randn({3, 3})});
}

TEST(TorchFxMakeFxData, test_pre_dispatch_functionalization_view_op) {
  const TracedFunction function = [](const Tensor& x) {
    const Tensor a = torch::linear(x, x);
    const Tensor view = a.view({-1});
    view.add_(1);
    return a + view.sum();
  };
  GraphModule traced = symbolic_trace(function, {.example_inputs = {torch::randn({3, 3})}});
  EXPECT_TRUE(run_passes(traced, "functionalize"));
  EXPECT_THAT(calls(traced->graph()), HasSubstr("torch._C._nn.linear"));
  EXPECT_THAT(calls(traced->graph()), Not(HasSubstr("add_ ")));
  expect_same(traced, function, {torch::randn({3, 3})});
}

TEST(TorchFxMakeFxData, test_tensor_constants) {
  expect_replays(
      [] {
        const Tensor value = torch::tensor(std::numeric_limits<float>::infinity());
        return torch::full({100, 100}, value.item<float>());
      },
      {});
}

TEST(TorchFxMakeFxData, test_allclose) {
  EXPECT_THAT(
      make_fx_error([](const Tensor& a, const Tensor& b) { return torch::allclose(a, b) ? a : b; },
                    {torch::zeros({3}), torch::zeros({3})}),
      HasSubstr("data-dependent"));
}

TEST(TorchFxMakeFxData, test_constant_proxy_tensor_mut) {
  const auto function = [] {
    Tensor value = torch::tensor(1.0F);
    value.add_(2);
    return torch::full({100, 100}, value.item<float>());
  };
  GraphModule traced = make_fx(function, {});
  EXPECT_TRUE(torch::equal(traced->forward(), function()));
  // Nothing that it shares was written to.
  EXPECT_TRUE(torch::equal(traced->forward(), function()));
}

TEST(TorchFxMakeFxData, test_constant_unbind) {
  const auto function = [] {
    const Tensor value = torch::tensor(std::vector<int64_t>{2});
    return torch::full({2}, torch::unbind(value, 0)[0].item<int64_t>());
  };
  GraphModule traced = make_fx(function, {});
  EXPECT_TRUE(torch::equal(traced->forward(), function()));
}

TEST(TorchFxMakeFxData, test_constant_blowup) {
  EXPECT_THAT(make_fx_error(
                  [] {
                    const Tensor value = torch::tensor(std::vector<int64_t>{2});
                    const Tensor all = value.repeat(1000);
                    return all.sum().item<int64_t>() == 2 ? value : all;
                  },
                  {}),
              HasSubstr("data-dependent"));
}

TEST(TorchFxMakeFxData, test_constant_random) {
  EXPECT_THAT(make_fx_error(
                  [] {
                    Tensor value = torch::tensor(std::vector<float>{2});
                    value.normal_();
                    return value.item<float>() == 2.1F ? value : value + 1;
                  },
                  {}),
              HasSubstr("data-dependent"));
}

TEST(TorchFxMakeFxData, KnowsConstantsThatAreWrittenTo) {
  // What is written is known, also through views and of other constants.
  const auto known = [](const Tensor& x) {
    Tensor value = torch::tensor(std::vector<float>{1, 2, 3}).clone();
    value.select(0, 1).mul_(value.select(0, 2)); // 1, 6, 3
    value.add_(torch::tensor(1.0F));             // 2, 7, 4
    return x * value.select(0, 1).item<float>() + value.sum().item<float>();
  };
  for (const bool below : {true, false}) {
    GraphModule traced = below ? make_fx(known, {torch::ones({2})}) : symbolic_trace(known);
    EXPECT_TRUE(torch::equal(traced->forward(torch::ones({2})), torch::full({2}, 20.0F))) << below;
    EXPECT_TRUE(torch::equal(traced->forward(torch::ones({2})), torch::full({2}, 20.0F))) << below;
  }
  // What is not known is not taken for what it was.
  const auto written = [](const Tensor& x) {
    Tensor value = torch::tensor(std::vector<float>{1, 2, 3}).clone();
    value.select(0, 1).copy_(x.select(0, 0));
    return value.select(0, 1).item<float>() > 1 ? x : x + 1;
  };
  EXPECT_THAT(make_fx_error(written, {torch::ones({2})}), HasSubstr("data-dependent"));
  EXPECT_THAT(testing::trace_error(written), HasSubstr("data-dependent"));
  const auto whole = [](const Tensor& x) {
    Tensor value = torch::tensor(1.0F);
    value.add_(x.sum());
    return value.item<float>() > 1 ? x : x + 1;
  };
  EXPECT_THAT(make_fx_error(whole, {torch::ones({2})}), HasSubstr("data-dependent"));
  EXPECT_THAT(testing::trace_error(whole), HasSubstr("data-dependent"));
  const auto mixed = [](const Tensor& x) {
    const Tensor value = torch::tensor(1.0F);
    value.expand_as(x).select(0, 0).add_(1); // the same memory, by an operand that is not known
    return value.item<float>() > 1 ? x : x + 1;
  };
  EXPECT_EQ(calls(make_fx(mixed, {torch::ones({2})})->graph()).find("add.Scalar"),
            std::string::npos); // of these sizes it is known
  EXPECT_THAT(testing::trace_error(mixed), HasSubstr("data-dependent"));
  const auto in_autocast = [](const Tensor& x) {
    Tensor value = torch::tensor(std::vector<float>{1.001F, 1}).view({1, 2});
    at::autocast::set_cpu_enabled(true);
    const float product = torch::mm(value, value.t()).item<float>();
    at::autocast::set_cpu_enabled(false);
    return x * product;
  };
  if (testing::trace_error(in_autocast) == "no error") {
    GraphModule traced = symbolic_trace(in_autocast);
    EXPECT_TRUE(torch::equal(traced->forward(torch::ones({2})), in_autocast(torch::ones({2}))));
  }
  EXPECT_THAT(testing::trace_error([](const Tensor& x) {
                Tensor value = torch::tensor(std::vector<float>{1, 2});
                value.unsqueeze_(0);
                return x + static_cast<double>(value.dim());
              }),
              HasSubstr("gives a tensor that is no value of the trace other sizes"));
  // A tensor that the program had before the trace is what it is, until a node writes to it.
  const Tensor weight = torch::full({2}, 3.0F);
  const auto changed = [&](const Tensor& x) {
    weight.narrow(0, 0, 1).add_(1);
    return weight.sum().item<float>() > 6 ? x : x + 1;
  };
  EXPECT_THAT(make_fx_error(changed, {torch::ones({2})}), HasSubstr("data-dependent"));
  EXPECT_THAT(testing::trace_error(changed), HasSubstr("data-dependent"));
  const Tensor scale = torch::full({1}, 3.0F);
  GraphModule unchanged =
      make_fx([&](const Tensor& x) { return x * scale.item<float>() + scale; }, {torch::ones({2})});
  EXPECT_TRUE(torch::equal(unchanged->forward(torch::ones({2})), torch::full({2}, 6.0F)));
  const auto scaled = [&](const Tensor& x) {
    scale.add_(1);
    return x * scale.item<float>();
  };
  EXPECT_THAT(make_fx_error(scaled, {torch::ones({2})}), HasSubstr("data-dependent"));
  EXPECT_THAT(testing::trace_error(scaled), HasSubstr("data-dependent"));
  const auto through_a_view = [&](const Tensor& x) {
    scale.view({1, 1}).add_(1);
    return x * scale.item<float>();
  };
  EXPECT_THAT(make_fx_error(through_a_view, {torch::ones({2})}), HasSubstr("data-dependent"));
  EXPECT_THAT(testing::trace_error(through_a_view), HasSubstr("data-dependent"));
  EXPECT_TRUE(torch::equal(weight, torch::full({2}, 3.0F)));
}

TEST(TorchFxMakeFxData, test_error_on_data_dependent_ops) {
  // Nothing is computed while a function is traced, so that there is no value to go on with.
  EXPECT_THAT(make_fx_error(
                  [] {
                    const Tensor x = torch::randn({}), y = torch::randn({});
                    return torch::allclose(x * y, y * x) ? x : y;
                  },
                  {}),
              HasSubstr("data-dependent"));
  EXPECT_THAT(make_fx_error(
                  [] {
                    const Tensor x = torch::randn({});
                    return x * x.item<float>();
                  },
                  {}),
              HasSubstr("data-dependent"));
}

TEST(TorchFxMakeFxData, test_item) {
  EXPECT_THAT(
      make_fx_error([](const Tensor& a) { return a * a.item<double>(); }, {torch::randn({1})}),
      data_dependent);
}

TEST(TorchFxMakeFxData, test_item_to_constructor) {
  EXPECT_THAT(make_fx_error([](const Tensor& a) { return torch::empty({a.item<int64_t>()}); },
                            {torch::randint(5, {1}, torch::kLong)}),
              data_dependent);
}

TEST(TorchFxMakeFxData, test_fake_tensor_as_size) {
  EXPECT_THAT(make_fx_error([](const Tensor& a) { return torch::zeros({a.item<int64_t>(), 2}); },
                            {torch::tensor(int64_t{4})}),
              data_dependent);
  // A size that is not one of an input is known.
  EXPECT_EQ(calls(make_fx(
                      [] {
                        const Tensor size = torch::tensor(int64_t{4});
                        return torch::zeros({size.item<int64_t>(), 2});
                      },
                      {})
                      ->graph()),
            "zeros = call_function torch.ops.aten.zeros.default [4, 2]\n");
}

TEST(TorchFxMakeFxData, test_size_with_tensor) {
  const TracedFunction function = [](const Tensor& tensor) {
    const Tensor most = torch::tensor(std::vector<int64_t>{8, 12}).clone();
    return tensor.new_zeros(
        {2, tensor.size(0), most.select(0, 0).item<int64_t>(), most[1].item<int64_t>()});
  };
  GraphModule traced = make_fx(function, {torch::randn({3, 8, 11})});
  EXPECT_EQ(traced->forward(torch::randn({3, 8, 11})).sizes(), (c10::IntArrayRef{2, 3, 8, 12}));
  EXPECT_THAT(
      make_fx_error(
          [](const Tensor& tensor) { return tensor.new_zeros({tensor.max().item<int64_t>(), 2}); },
          {torch::randn({3})}),
      data_dependent);
}

TEST(TorchFxMakeFxData, test_tensor_symfloat) {
  const TracedFunction function = [](const Tensor& a) {
    const Tensor r = torch::tensor(static_cast<float>(a.size(0) * a.size(0)));
    EXPECT_EQ(r.scalar_type(), torch::kFloat);
    return r;
  };
  // It is one of this size.
  GraphModule traced = make_fx(function, {torch::randn({2})});
  EXPECT_TRUE(torch::equal(traced->forward(torch::randn({2})), torch::tensor(4.0F)));
}

TEST(TorchFxMakeFxData, test_setitem_symint) {
  const TracedFunction function = [](Tensor x) {
    x.index_put_(std::vector<torch::indexing::TensorIndex>{0}, static_cast<double>(x.size(0)));
    return x;
  };
  GraphModule traced = make_fx(function, {torch::randn({10})});
  expect_same(traced, function, {torch::randn({10})});
}

TEST(TorchFxMakeFxData, test_dynamic_pointwise_scalar) {
  const TracedFunction function = [](Tensor gravity, const Tensor& chosen) {
    const Tensor values = chosen_of(gravity.select(1, 0), chosen) * -1;
    put_at(gravity.select(1, 0), chosen, values);
    return gravity;
  };
  GraphModule traced = make_fx(function, {torch::randn({12, 4}), mask(12)});
  EXPECT_THAT(operators_of(traced->graph()), HasSubstr("index.Tensor mul.Scalar"));
  EXPECT_THAT(operators_of(traced->graph()), HasSubstr("index_put_.default"));
  for (int time = 0; time < 3; ++time)
    expect_same(traced, function, {torch::randn({12, 4}), mask(12)});
}

TEST(TorchFxMakeFxData, test_boolean_index) {
  const TracedFunction function = [](const Tensor& images, const Tensor& handedness,
                                     const Tensor& valid) {
    const Tensor chosen = chosen_of(images, valid);
    const Tensor right = chosen_of(handedness, valid) == 1;
    put_at(chosen, right, chosen_of(chosen, right).flip(-1));
    return chosen;
  };
  const auto inputs = [] {
    return Args{torch::randn({16, 1, 6, 6}), torch::randint(0, 2, {16}, torch::kLong), mask(16)};
  };
  GraphModule traced = make_fx(function, inputs());
  EXPECT_EQ(operators_of(traced->graph()),
            "index.Tensor index.Tensor eq.Scalar index.Tensor flip.default index_put_.default");
  for (int time = 0; time < 3; ++time)
    expect_same(traced, function, inputs());
}

TEST(TorchFxMakeFxData, test_reflect_r_over_x) {
  const TracedFunction function = [](Tensor crop_camera, const Tensor& chosen) {
    const Tensor reflect = torch::eye(3);
    reflect.select(0, 0).select(0, 0).fill_(-1);
    const Tensor r = chosen_of(crop_camera, chosen);
    put_at(crop_camera, chosen, torch::matmul(torch::matmul(reflect, r), reflect));
    return crop_camera;
  };
  // How many are chosen is not known, which taking matmul apart asks for.
  GraphModule traced = symbolic_trace(function);
  for (int time = 0; time < 3; ++time)
    expect_same(traced, function, {torch::randn({12, 3, 3}), mask(12)});
  EXPECT_THAT(make_fx_error(function, {torch::randn({12, 3, 3}), mask(12)}),
              HasSubstr("of a tensor that is traced is not known"));
}

TEST(TorchFxMakeFxData, test_unbacked_slice) {
  const TracedFunction function = [](const Tensor& x, const Tensor& chosen) {
    return chosen_of(x, chosen).slice(2, 0, 2);
  };
  GraphModule traced = make_fx(function, {torch::randn({12, 3, 3}), mask(12)});
  for (int time = 0; time < 3; ++time)
    expect_same(traced, function, {torch::randn({12, 3, 3}), mask(12)});
}

TEST(TorchFxMakeFxData, test_unbacked_batch_resnet) {
  struct Chosen : torch::nn::Module {
    torch::nn::Conv2d first = register_module("first", torch::nn::Conv2d(3, 4, 3));
    torch::nn::BatchNorm2d norm = register_module("norm", torch::nn::BatchNorm2d(4));
    torch::nn::Conv2d second =
        register_module("second", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3).padding(1)));
    torch::nn::Linear head = register_module("head", torch::nn::Linear(4, 5));
    Tensor forward(Tensor x, const Tensor& chosen) {
      x = torch::relu(norm(first(chosen_of(x, chosen))));
      x = torch::relu(x + second(x));
      return head(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1)).sum();
    }
  } module;
  module.eval();
  GraphModule traced = symbolic_trace(module, {.modes = Modes::Eval});
  traced->eval();
  for (const int64_t batch : {3, 5}) {
    Tensor chosen = mask(batch);
    chosen.select(0, 0).fill_(true);
    const Tensor x = torch::randn({batch, 3, 32, 32});
    EXPECT_TRUE(torch::allclose(traced->forward(x, chosen), module.forward(x, chosen), 1e-4, 1e-4));
  }
}

TEST(TorchFxMakeFxData, test_invalidate_nonzero) {
  EXPECT_THAT(make_fx_error(
                  [](const Tensor& a) {
                    const Tensor b = a.clone();
                    const Tensor first = b.nonzero();
                    b.normal_();
                    return first.size(0) == b.nonzero().size(0) ? first : b;
                  },
                  {torch::randn({4})}),
              HasSubstr("of a tensor that is traced is not known"));
  const TracedFunction function = [](const Tensor& a) {
    const Tensor b = a.clone();
    const Tensor first = b.nonzero();
    b.zero_();
    return torch::cat({first, b.nonzero(), first});
  };
  GraphModule traced = make_fx(function, {torch::randn({4})});
  expect_same(traced, function, {torch::randn({4})});
}

TEST(TorchFxMakeFxData, test_cat) {
  const TracedFunction function = [](const Tensor& a, const Tensor& b) {
    const Tensor value = torch::mul(a, b);
    Tensor out = torch::cat({value, value});
    if (out.size(0) * out.size(1) > 20) out = out.cos();
    return out;
  };
  // What a program decides by sizes is decided by those of the trace.
  GraphModule large = make_fx(function, {torch::randn({1, 6}), torch::randn({8, 1})});
  EXPECT_THAT(operators_of(large->graph()), HasSubstr("cos.default"));
  expect_same(large, function, {torch::randn({1, 5}), torch::randn({6, 1})});
  GraphModule small = make_fx(function, {torch::randn({1, 2}), torch::randn({4, 1})});
  EXPECT_THAT(operators_of(small->graph()), Not(HasSubstr("cos.default")));
}

TEST(TorchFxMakeFxData, test_cpu_scalar_cuda) {
  const TracedFunction function = [](const Tensor& a, const Tensor& b) {
    return torch::matmul(a * b, b);
  };
  GraphModule traced = make_fx(function, {torch::tensor(1.0F), torch::randn({2, 2})});
  EXPECT_EQ(operators_of(traced->graph()), "mul.Tensor mm.default");
}

TEST(TorchFxMakeFxData, test_sym_storage_offset) {
  const auto part = [] { return torch::randn({8}).slice(0, 3); };
  const TracedFunction function = [](const Tensor& x, const Tensor& y) { return x + y; };
  GraphModule traced = make_fx(function, {part(), torch::randn({5})});
  const Tensor x = part(), y = torch::randn({5});
  EXPECT_TRUE(torch::equal(traced->forward(x, y), x + y));
}

TEST(TorchFxMakeFxData, test_resize_from_zero) {
  const TracedFunction function = [](const Tensor& x, Tensor y) {
    x.resize_({y.size(0)});
    EXPECT_EQ(x.sizes(), (c10::IntArrayRef{2}));
    return y;
  };
  GraphModule traced = make_fx(function, {torch::empty({0}), torch::empty({2})});
  EXPECT_EQ(operators_of(traced->graph()), "resize_.default");
  const Tensor x = torch::empty({0});
  traced->run({x, torch::empty({2})});
  EXPECT_EQ(x.sizes(), (c10::IntArrayRef{2}));
}

TEST(TorchFxMakeFxData, test_return_symint) {
  // In a traced source a size is a node, and what is returned is that of the input.
  Expected<TracedModule> model = parse_graph(R"(graph():
    %x : = placeholder[target=x]
    %s : = call_method[target=size](args = (%x, 0), kwargs = {})
    %c : = call_method[target=cos](args = (%x,), kwargs = {})
    %d : = call_function[target=operator.truediv](args = (%s, 5), kwargs = {})
    return (%s, %c, %d))");
  ASSERT_TRUE(model) << model.error().to_string();
  GraphModule module = load(std::move(*model));
  for (const int64_t size : {4, 12}) {
    const Value result = module->run({torch::randn({size})});
    EXPECT_EQ(result.toTupleRef().elements()[0].toInt(), size);
    EXPECT_EQ(result.toTupleRef().elements()[2].toDouble(), static_cast<double>(size) / 5);
  }
}

} // namespace
} // namespace fx
