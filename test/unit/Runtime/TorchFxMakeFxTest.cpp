// Tests of torch.fx's own suite about make_fx (test_proxy_tensor.py), under their names there. What
// depends on numbers and sizes is in TorchFxMakeFxDataTest and TorchFx/MakeFxSizesTest, all
// operators are in MakeFxOperatorsTest (docs/TorchFxTests.md).
#include "MakeFxTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/FunctionalCall.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/MakeFx.h"

#include "../../EndToEnd/Models/resnet18.cpp" // NOLINT(bugprone-suspicious-include)

#include <ATen/autocast_mode.h>
#include <torch/library.h>

#include <sstream>

namespace fx {
namespace {

using testing::calls;
using testing::expect_replays;
using ::testing::HasSubstr;
using testing::make_fx_error;
using ::testing::Not;
using testing::operators_of;
using torch::Tensor;
using Tensors = std::map<std::string, Tensor>;

const auto with_gradient = torch::requires_grad();

bool has_target(const GraphModule& module, std::string_view name) {
  for (const Node* node : module->graph())
    if (node->target().view().starts_with(std::string("torch.ops.aten.") + std::string(name) + "."))
      return true;
  return false;
}

size_t count_target(const GraphModule& module, std::string_view target) {
  return module->graph().find_nodes(Opcode::CallFunction, Symbol(std::string(target))).size();
}

TEST(TorchFxMakeFx, test_make_fx_simple) {
  expect_replays([](const Tensor& x) { return torch::sin(x); }, {torch::randn({3})});
}

TEST(TorchFxMakeFx, test_scalar_device) {
  expect_replays([](const Tensor& a, const Tensor& b) { return a + b; },
                 {torch::randn({3}), torch::tensor(int64_t{5})});
}

TEST(TorchFxMakeFx, test_isolated_graphmodule) {
  const auto inner = [](const Tensor& x) { return torch::sum(x); };
  GraphModule traced = make_fx(
      [&](const Tensor& x) {
        EXPECT_TRUE(has_target(make_fx(inner, {x}), "sum"));
        return x + torch::randn(x.sizes());
      },
      {torch::randn({3})});
  EXPECT_FALSE(has_target(traced, "sum"));
  EXPECT_TRUE(has_target(traced, "randn"));

  // Nor are factories of the inner trace in the outer.
  const auto with_factory = [] {
    Tensor value = torch::tensor(1.0F);
    value.add_(2);
    return torch::full({10, 10}, value.item<float>()).sum();
  };
  const auto f1 = [&](const Tensor& x) {
    EXPECT_TRUE(has_target(make_fx(with_factory, {}), "sum"));
    return torch::sigmoid(x);
  };
  traced = make_fx(
      [&](const Tensor& x) {
        const GraphModule module = make_fx(f1, {x});
        EXPECT_FALSE(has_target(module, "sum"));
        EXPECT_TRUE(has_target(module, "sigmoid"));
        return torch::digamma(x);
      },
      {torch::randn({3})});
  EXPECT_EQ(operators_of(traced->graph()), "digamma.default");

  // What the module computes that was made inside is a part of the outer trace.
  traced = make_fx([&](const Tensor& x) { return torch::digamma(make_fx(f1, {x})->forward(x)); },
                   {torch::randn({3})});
  EXPECT_EQ(operators_of(traced->graph()), "sigmoid.default digamma.default");

  // A module that is traced by calls, inside of one that is traced below autograd, and around one.
  traced = make_fx(
      [&](const Tensor& x) {
        GraphModule module = symbolic_trace([](const Tensor& y) { return torch::linear(y, y); });
        EXPECT_EQ(calls(module->graph()),
                  "linear = call_function torch._C._nn.linear input_1 input_1\n");
        return module->forward(x);
      },
      {torch::randn({3, 3})});
  EXPECT_EQ(operators_of(traced->graph()), "t.default mm.default");
  const Tensor example = torch::randn({2, 2});
  traced = symbolic_trace([&](const Tensor& x) {
    EXPECT_EQ(operators_of(
                  make_fx([](const Tensor& y) { return torch::linear(y, y); }, {example})->graph()),
              "t.default mm.default");
    return torch::linear(x, x);
  });
  EXPECT_EQ(calls(traced->graph()), "linear = call_function torch._C._nn.linear input_1 input_1\n");

  // Functionalization of the outer trace is not the inner one's.
  traced = make_fx(
      [&](const Tensor& x) {
        GraphModule module = make_fx([](const Tensor& y) { return y.clone().add_(1); }, {x});
        EXPECT_TRUE(has_target(module, "add_"));
        return module->forward(x);
      },
      {torch::randn({3})}, {.functionalize = true});
  EXPECT_EQ(operators_of(traced->graph()), "clone.default add.Scalar");

  // A value of the outer trace is no constant of the inner one.
  EXPECT_THAT(make_fx_error(
                  [](Tensor x) {
                    return GraphModule(
                               make_fx([&](const Tensor& y) { return y + x; }, {torch::ones({3})}))
                        ->forward(x);
                  },
                  {torch::randn({3})}),
              HasSubstr("Found multiple different tracers"));
}

TEST(TorchFxMakeFx, test_empty_like_doesnt_burn_in_defaults) {
  EXPECT_EQ(calls(make_fx([](const Tensor& x) { return torch::empty_like(x); }, {torch::randn({3})})
                      ->graph()),
            "empty_like = call_function torch.ops.aten.empty_like.default input_1\n");
}

TEST(TorchFxMakeFx, test_proxy_tensor_mode_with_decomp_table_preserves_proxy) {
  const DecompositionTable table{
      {"aten::new_zeros", [](const Tensor& self, std::vector<int64_t> size) {
         return torch::zeros(size, self.dtype());
       }}};
  GraphModule traced = make_fx(
      [](const Tensor& x) {
        Tensor y = x.new_zeros(x.sizes());
        y.copy_(x);
        return y;
      },
      {torch::ones({2})}, {.decompositions = table});
  EXPECT_EQ(operators_of(traced->graph()), "zeros.default copy_.default");
  EXPECT_TRUE(torch::equal(traced->forward(torch::full({2}, 3.0F)), torch::full({2}, 3.0F)));
}

TEST(TorchFxMakeFx, test_make_fx_reentrant_dispatch) {
  const DecompositionTable table{{"aten::norm.Scalar", [](const Tensor& x, double p) {
                                    if (p != 2.0) throw RuntimeError("can't handle with p != 2");
                                    return torch::sqrt(torch::sum(torch::square(x)));
                                  }}};
  GraphModule traced = make_fx([](const Tensor& x) { return at::norm(x, 2.0); }, {torch::rand({3})},
                               {.decompositions = table});
  EXPECT_THAT(operators_of(traced->graph()), Not(HasSubstr("square")));
  EXPECT_THAT(operators_of(traced->graph()), Not(HasSubstr("norm")));
  const Tensor x = torch::rand({3});
  EXPECT_TRUE(torch::allclose(traced->forward(x), x.norm()));
}

/// A module that is called with other parameters and buffers, which are arguments.
Tensors parameters_of(const torch::nn::Module& module) {
  Tensors tensors;
  for (const auto& item : module.named_parameters())
    tensors.emplace(item.key(), item.value());
  return tensors;
}
Tensors buffers_of(const torch::nn::Module& module) {
  Tensors tensors;
  for (const auto& item : module.named_buffers())
    tensors.emplace(item.key(), item.value());
  return tensors;
}
Tensors merged(Tensors tensors, const Tensors& others) {
  tensors.insert(others.begin(), others.end());
  return tensors;
}
Tensors copies(const Tensors& tensors) {
  Tensors made;
  for (const auto& [name, tensor] : tensors)
    made.emplace(name, tensor.detach().clone().set_requires_grad(tensor.requires_grad()));
  return made;
}

TEST(TorchFxMakeFx, test_resnet18_backward_trace) {
  ResNet18 net(10);
  const Tensor x = torch::randn({2, 3, 32, 32});
  const GraphModule module = symbolic_trace(net, {.example_inputs = {x}});
  const auto gradients = [&](const Tensor& input, Tensors parameters, Tensors buffers) {
    Tensor loss = functional_call(module, merged(parameters, buffers), {input}).toTensor().sum();
    loss.backward();
    std::vector<Tensor> result;
    for (auto& [name, parameter] : parameters)
      result.push_back(parameter.grad());
    return result;
  };
  const Tensors parameters = parameters_of(*net), buffers = buffers_of(*net);
  GraphModule traced = make_fx(
      gradients, {x, Value(detail::as_value(parameters)), Value(detail::as_value(buffers))});
  traced->graph().lint();
  // Neither the trace nor what it made touched the model.
  EXPECT_EQ(net->named_buffers()["bn1.num_batches_tracked"].item<int64_t>(), 0);
  for (const auto& item : net->named_parameters())
    EXPECT_FALSE(item.value().grad().defined()) << item.key();
  const Tensor other = torch::randn({2, 3, 32, 32});
  const std::vector<Tensor> expected = gradients(other, copies(parameters), copies(buffers));
  Tensors own = copies(buffers);
  const std::vector<Tensor> seen =
      traced->forward<std::vector<Tensor>>(other, copies(parameters), own);
  ASSERT_EQ(seen.size(), expected.size());
  for (size_t i = 0; i < seen.size(); ++i)
    EXPECT_TRUE(torch::allclose(seen[i], expected[i], 1e-5, 1e-6)) << i;
  // Running statistics are written to, where they are given.
  EXPECT_EQ(own.at("bn1.num_batches_tracked").item<int64_t>(), 1);
}

TEST(TorchFxMakeFx, test_varargs) {
  const auto sum = [](std::vector<Tensor> all) {
    Tensor result = all[0];
    for (size_t i = 1; i < all.size(); ++i)
      result = result + all[i];
    return result;
  };
  const auto some = [](int64_t count) {
    std::vector<Tensor> all;
    all.reserve(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
      all.push_back(torch::randn({2}));
    return all;
  };
  GraphModule traced = make_fx(sum, {some(3)});
  EXPECT_EQ(operators_of(traced->graph()), "add.Tensor add.Tensor");
  const std::vector<Tensor> others = some(3);
  EXPECT_TRUE(torch::equal(traced->forward(others), sum(others)));
}

TEST(TorchFxMakeFx, test_proxy_tensor) {
  const Tensor x = torch::randn({3}, with_gradient);
  expect_replays(
      [](const Tensor& x) {
        const Tensor value = x.cos().cos().sum();
        return torch::autograd::grad({value}, {x})[0];
      },
      {x});
  expect_replays(
      [](const Tensor& x) {
        const Tensor value = x.cos().cos().sum();
        value.backward();
        return x.grad();
      },
      {x});
  EXPECT_FALSE(x.grad().defined());
}

TEST(TorchFxMakeFx, test_pickle_issue89626) {
  const Tensor x = torch::randn({2});
  const Tensor before = x.clone();
  make_fx([](const Tensor& x) { return x * 2; }, {x});
  std::stringstream stream;
  torch::save(x, stream);
  Tensor again;
  torch::load(again, stream);
  EXPECT_TRUE(torch::equal(again, before));
}

TEST(TorchFxMakeFx, test_inplace_metadata) {
  expect_replays(
      [](Tensor x) {
        x = x.clone();
        x.unsqueeze_(-1);
        EXPECT_EQ(x.size(-1), 1);
        EXPECT_EQ(x.dim(), 2);
        return x;
      },
      {torch::randn({5})});
}

TEST(TorchFxMakeFx, test_mode_tracing_factory_function) {
  GraphModule traced =
      make_fx([](const Tensor& x) { return x + torch::randn(x.sizes()); }, {torch::randn({3})});
  EXPECT_EQ(count_target(traced, "torch.ops.aten.randn.default"), 1U);
}

TEST(TorchFxMakeFx, test_val_metadata_mutation) {
  GraphModule traced = make_fx(
      [](const Tensor& x) {
        Tensor y = x.clone();
        y.unsqueeze_(0);
        return y;
      },
      {torch::randn({3}, with_gradient)});
  std::vector<std::vector<int64_t>> shapes;
  for (const Node* node : traced->graph())
    if (const TensorMeta* tensor = node->meta(meta::tensor_meta)) shapes.push_back(tensor->shape);
  EXPECT_EQ(shapes, (std::vector<std::vector<int64_t>>{{3}, {3}, {1, 3}}));
}

TEST(TorchFxMakeFx, test_make_fx_overloads) {
  GraphModule traced = make_fx([](const Tensor& x) { return x.cos() + torch::randn(x.sizes()); },
                               {torch::randn({3})});
  EXPECT_EQ(operators_of(traced->graph()), "cos.default randn.default add.Tensor");
}

TEST(TorchFxMakeFx, test_decomposition_interpreter) {
  GraphModule traced =
      make_fx([](const Tensor& x) { return torch::silu(x); }, {torch::rand({4, 4})});
  EXPECT_TRUE(has_target(traced, "silu"));
  GraphModule parts =
      decompose(traced, {{"aten::silu", [](const Tensor& x) { return x * torch::sigmoid(x); }}});
  EXPECT_FALSE(has_target(parts, "silu"));
  const Tensor x = torch::rand({4, 4});
  EXPECT_TRUE(torch::allclose(parts->forward(x), traced->forward(x)));
}

struct Foo : torch::nn::Module {
  torch::nn::Linear linear = register_module("linear", torch::nn::Linear(5, 5));
  Tensor forward(const Tensor& x) { return linear(x).relu(); }
};

TEST(TorchFxMakeFx, test_make_fx_model_fwd_bwd) {
  Foo model;
  const GraphModule module = symbolic_trace(model);
  const auto function = [&](const Tensor& x, Tensors parameters) {
    functional_call(module, parameters, {x}).toTensor().sum().backward();
    return std::vector<Tensor>{parameters.at("linear.weight"),
                               parameters.at("linear.weight").grad(),
                               parameters.at("linear.bias").grad(), x.grad()};
  };
  const Tensor x = torch::randn({3, 5}, with_gradient);
  const Tensors parameters = parameters_of(model);
  GraphModule traced = make_fx(function, {x, detail::as_value(parameters)});
  const Tensor other = torch::randn({3, 5});
  const std::vector<Tensor> seen = traced->forward<std::vector<Tensor>>(other, copies(parameters));
  const std::vector<Tensor> expected = function(other.clone().requires_grad_(), copies(parameters));
  ASSERT_EQ(seen.size(), expected.size());
  for (size_t i = 0; i < seen.size(); ++i)
    EXPECT_TRUE(torch::allclose(seen[i], expected[i])) << i;
}

TEST(TorchFxMakeFx, test_make_fx_model_double_param) {
  struct Emformer : torch::nn::Module {
    torch::nn::LayerNorm layer_norm =
        register_module("layer_norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({256})));
    Tensor forward(const Tensor& x) {
      const Tensor weight = layer_norm->weight;
      const Tensor y = layer_norm(x);
      EXPECT_TRUE(layer_norm->weight.is_same(weight));
      return layer_norm(y);
    }
  } model;
  GraphModule traced = make_fx(TracedFunction::forward_of(model), {torch::randn({16, 1, 256})});
  std::set<std::string> targets;
  for (const Node* node : traced->graph())
    if (node->op() == Opcode::CallFunction) targets.insert(node->target().str());
  EXPECT_EQ(targets, (std::set<std::string>{"operator.getitem",
                                            "torch.ops.aten.native_layer_norm.default"}));
  EXPECT_EQ(traced->graph().find_nodes(Opcode::GetAttr).size(), 2U);
}

TEST(TorchFxMakeFx, test_make_fx_model_fwd_bwd_wgtupdate) {
  Foo model;
  const GraphModule module = symbolic_trace(model);
  const auto function = [&](const Tensor& x, Tensors parameters, Tensors buffers) {
    for (auto& [name, parameter] : parameters)
      parameter.mutable_grad() = Tensor();
    functional_call(module, merged(parameters, buffers), {x}).toTensor().sum().backward();
    std::vector<Tensor> updated;
    for (auto& [name, parameter] : parameters)
      updated.push_back(parameter - 1e-4 * parameter.grad());
    return updated;
  };
  const Tensor x = torch::randn({3, 5}, with_gradient);
  const Tensors parameters = parameters_of(model), buffers = buffers_of(model);
  GraphModule traced =
      make_fx(function, {x, detail::as_value(parameters), detail::as_value(buffers)});
  const Tensor other = torch::randn({3, 5});
  const std::vector<Tensor> seen =
      traced->forward<std::vector<Tensor>>(other, copies(parameters), buffers);
  const std::vector<Tensor> expected = function(other, copies(parameters), buffers);
  ASSERT_EQ(seen.size(), 2U);
  for (size_t i = 0; i < seen.size(); ++i)
    EXPECT_TRUE(torch::allclose(seen[i], expected[i], 1e-5, 1e-3)) << i;
}

TEST(TorchFxMakeFx, test_make_fx_with_custom_tracer_preserving_nn_module_stack) {
  struct Bar : torch::nn::Module {
    torch::nn::Linear linear = register_module("linear", torch::nn::Linear(4, 4));
    Tensor forward(const Tensor& x) { return linear(x) + 1; }
  };
  struct Outer : torch::nn::Module {
    std::shared_ptr<Bar> bar = register_module("bar", std::make_shared<Bar>());
    Tensor forward(const Tensor& x) { return x + call(*bar, x); }
  } outer;
  const Tensor x = torch::randn({4, 4});
  GraphModule without = make_fx([&](Tensor x) { return outer.forward(x); }, {x});
  for (const GraphModule& module : {without, make_fx(outer, {x})})
    for (const Node* node : module->graph())
      EXPECT_EQ(node->meta(meta::module_stack), nullptr);
  GraphModule traced = make_fx(outer, {x}, {.record_module_stack = true});
  EXPECT_EQ(operators_of(traced->graph()), "t.default addmm.default add.Scalar add.Tensor");
  std::string stacks;
  for (const Node* node : traced->graph())
    if (node->op() == Opcode::CallFunction)
      for (const ModuleFrame& frame : *node->meta(meta::module_stack))
        stacks +=
            frame.path.str() + (&frame == &node->meta(meta::module_stack)->back() ? "; " : ", ");
  EXPECT_EQ(stacks, ", bar, bar.linear; , bar, bar.linear; , bar; ; ");
  // The state has the names that it has in the module.
  EXPECT_TRUE(traced->get_parameter("bar.linear.weight").is_same(outer.bar->linear->weight));
  EXPECT_TRUE(torch::allclose(traced->forward(x), outer.forward(x)));
}

TEST(TorchFxMakeFx, LeavesWeightsWithoutGradientsOfTheTrace) {
  Foo model;
  const Tensor x = torch::randn({3, 5});
  GraphModule traced = make_fx(
      [&](Tensor x) {
        model.forward(x).sum().backward();
        return model.linear->weight.grad() * 2;
      },
      {x});
  EXPECT_FALSE(model.linear->weight.grad().defined());
  EXPECT_FALSE(model.linear->bias.grad().defined());
  const Tensor seen = traced->forward(x);
  model.forward(x).sum().backward();
  EXPECT_TRUE(torch::allclose(seen, model.linear->weight.grad() * 2));
}

TEST(TorchFxMakeFx, IsOfTheModeOfTheModule) {
  torch::nn::Sequential net(torch::nn::Linear(4, 4), torch::nn::Dropout(0.5));
  net->eval();
  const Tensor x = torch::randn({2, 4});
  GraphModule traced = make_fx(net, {x});
  EXPECT_TRUE(torch::equal(traced->forward(x), net->forward(x)));
  traced->train();
  EXPECT_THROW(traced->forward(x), RuntimeError);
}

TEST(TorchFxMakeFx, test_partial_decomp) {
  const TracedFunction function = [](const Tensor& a, const Tensor& b, const Tensor& c) {
    return torch::addmm(a, b, c) + torch::addmm(a, b, c, 2, 1);
  };
  const Args inputs{torch::randn({5, 5}), torch::randn({5, 5}), torch::randn({5, 5})};
  GraphModule traced = make_fx(function, inputs);
  const DecompositionTable table{
      {"aten::addmm",
       [](const Tensor& a, const Tensor& b, const Tensor& c, double beta, double alpha) {
         return beta == 1 && alpha == 1 ? std::optional<Tensor>()
                                        : std::optional(beta * a + alpha * torch::matmul(b, c));
       }}};
  GraphModule decomposed = make_fx(function, inputs, {.decompositions = table});
  EXPECT_TRUE(torch::allclose(traced->run(inputs).toTensor(), decomposed->run(inputs).toTensor(),
                              1e-5, 1e-5));
  EXPECT_EQ(count_target(traced, "torch.ops.aten.addmm.default"), 2U);
  EXPECT_EQ(count_target(decomposed, "torch.ops.aten.addmm.default"), 1U);
}

TEST(TorchFxMakeFx, test_decomp_of_capture) {
  const Tensor value = torch::randn({5});
  GraphModule traced =
      make_fx([&](const Tensor& x) { return x.t() + value.t(); }, {torch::randn({5})},
              {.decompositions = {{"aten::t", [](const Tensor& x) { return x.cos(); }}}});
  EXPECT_EQ(count_target(traced, "torch.ops.aten.t.default"), 0U);
  EXPECT_EQ(count_target(traced, "torch.ops.aten.cos.default"), 2U);
}

TEST(TorchFxMakeFx, test_amp_cache) {
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(3, 3, 3));
  const auto function = [&](const Tensor& x, const Tensor& w) {
    return torch::conv2d(x, w, layer->bias);
  };
  const Tensor x = torch::randn({4, 3, 10, 10});
  at::autocast::set_cpu_enabled(true);
  at::autocast::increment_nesting();
  const GraphModule first = make_fx(function, {x, layer->weight});
  const GraphModule second = make_fx(function, {x, layer->weight});
  // What LibTorch itself keeps of the weight is none of the trace's, before and after.
  const Tensor eager = function(x, layer->weight);
  const GraphModule third = make_fx(function, {x, layer->weight});
  EXPECT_TRUE(torch::equal(eager, function(x, layer->weight)));
  if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
  at::autocast::set_cpu_enabled(false);
  EXPECT_THAT(operators_of(first->graph()), HasSubstr("_to_copy.default"));
  EXPECT_EQ(calls(first->graph()), calls(second->graph()));
  EXPECT_EQ(calls(first->graph()), calls(third->graph()));
}

TEST(TorchFxMakeFx, test_strides) {
  make_fx(
      [](Tensor x) {
        EXPECT_TRUE(x.is_contiguous());
        EXPECT_FALSE(x.is_contiguous(torch::MemoryFormat::ChannelsLast));
        x = x.permute({0, 3, 1, 2});
        EXPECT_FALSE(x.is_contiguous());
        EXPECT_TRUE(x.is_contiguous(torch::MemoryFormat::ChannelsLast));
        return x;
      },
      {torch::randn({2, 3, 4, 5})});
  make_fx(
      [](const Tensor& x) {
        EXPECT_TRUE(x.is_contiguous());
        EXPECT_FALSE(x.select(1, 1).is_contiguous());
        EXPECT_FALSE(x.slice(1, 0, {}, 2).is_contiguous());
        return x.cos();
      },
      {torch::randn({2, 3, 4, 5})});
}

TEST(TorchFxMakeFx, test_pr_86917) {
  const auto function = [](const Tensor& a, const Tensor& b) {
    return at::nll_loss_forward(a, b, {}, at::Reduction::Mean, 10);
  };
  const Tensor a = torch::randn({1, 10}), b = torch::zeros({1}, torch::kLong);
  GraphModule traced = make_fx(function, {a, b});
  const Tensor other = torch::randn({1, 10}), ones = torch::ones({1}, torch::kLong);
  const auto seen = traced->forward<std::tuple<Tensor, Tensor>>(other, ones);
  EXPECT_TRUE(torch::equal(std::get<0>(seen), std::get<0>(function(other, ones))));
  EXPECT_TRUE(torch::equal(std::get<1>(seen), std::get<1>(function(other, ones))));
}

TEST(TorchFxMakeFx, test_has_proxy) {
  const Tensor foo = torch::randn({5});
  Tensor kept;
  make_fx(
      [&](const Tensor& x) {
        EXPECT_FALSE(Proxy::of(foo));
        EXPECT_TRUE(Proxy::of(x));
        const Tensor y = x.cos();
        EXPECT_TRUE(Proxy::of(y));
        EXPECT_TRUE(Proxy::of(foo.cos()));
        EXPECT_TRUE(Proxy::of(torch::ones({2})));
        return y;
      },
      {torch::randn({5})});
  EXPECT_FALSE(Proxy::of(foo));
  EXPECT_FALSE(Proxy::of(torch::randn({5})));
}

TEST(TorchFxMakeFx, test_issue82547) {
  // A Parameter with values beside inputs without: it is shared, and neither is copied.
  const Tensor parameter = torch::randn({3, 3}, with_gradient);
  GraphModule traced = make_fx([&] { return parameter.t(); }, {});
  EXPECT_EQ(operators_of(traced->graph()), "t.default");
  EXPECT_TRUE(traced->get_parameter("_tensor_constant0").is_same(parameter));
  EXPECT_TRUE(torch::equal(traced->forward(), parameter.t()));
}

TEST(TorchFxMakeFx, test_use_fake_and_tensor) {
  const TracedFunction function = [](const Tensor& x, const Tensor& y) {
    const Tensor z = torch::tensor({2.0F, 3.0F});
    return x + y + z;
  };
  expect_replays(function, {torch::randn({2}), torch::randn({2})});
}

TEST(TorchFxMakeFx, test_free_fake) {
  Tensor foreign;
  make_fx(
      [&](const Tensor& x) {
        foreign = x.neg();
        return foreign;
      },
      {torch::randn({2})});
  EXPECT_THAT(
      make_fx_error([&](const Tensor& x) { return torch::add(x, foreign); }, {torch::randn({2})}),
      HasSubstr("outlives its trace"));
}

TEST(TorchFxMakeFx, test_fused_adam) {
  // The operator of 1.13 has kernels for CUDA alone; what LibTorch does for many tensors at once on
  // the CPU are those of _foreach.
  const auto step = [](std::vector<Tensor> parameters, std::vector<Tensor> gradients) {
    const std::vector<Tensor> updated =
        at::_foreach_sub(parameters, std::vector<Tensor>(at::_foreach_mul(gradients, 0.1)), 1);
    for (size_t i = 0; i < parameters.size(); ++i)
      parameters[i].copy_(updated[i]);
    return parameters;
  };
  const auto some = [] {
    std::vector<Tensor> tensors;
    tensors.reserve(10);
    for (int i = 0; i < 10; ++i)
      tensors.push_back(torch::randn({10, 10}));
    return tensors;
  };
  GraphModule traced = make_fx(step, {some(), some()});
  EXPECT_TRUE(has_target(traced, "_foreach_sub"));
  for (const Node* node : traced->graph())
    if (node->target().view() == "operator.getitem" &&
        node->args()[0].as_node()->op() == Opcode::CallFunction)
      EXPECT_NE(node->meta(meta::tensor_meta), nullptr) << node->name().view();
  std::vector<Tensor> own, others, gradients = some();
  for (const Tensor& tensor : some()) {
    own.push_back(tensor.clone());
    others.push_back(tensor.clone());
  }
  traced->run({own, gradients});
  step(others, gradients);
  for (size_t i = 0; i < own.size(); ++i)
    EXPECT_TRUE(torch::equal(own[i], others[i]));
}

TEST(TorchFxMakeFx, test_alias) {
  EXPECT_EQ(
      calls(make_fx([](const Tensor& x) { return at::alias(x); }, {torch::randn({2})})->graph()),
      "alias = call_function torch.ops.aten.alias.default input_1\n");
}

TEST(TorchFxMakeFx, test_meta) {
  GraphModule traced = make_fx(
      [](const Tensor& x) {
        const Tensor a = x.cos();
        const auto [variance, mean] = torch::var_mean(a, 0);
        return variance * 2 + mean;
      },
      {torch::randn({5, 5})});
  for (const Node* node : traced->graph())
    if (node->op() != Opcode::Output &&
        node->target().view() != "torch.ops.aten.var_mean.correction")
      EXPECT_NE(node->meta(meta::tensor_meta), nullptr) << node->name().view();
}

TORCH_LIBRARY(torchfx_make_fx, m) {
  m.def("foo(Tensor self) -> Tensor");
  m.impl("foo", c10::DispatchKey::CPU, [](const Tensor& x) { return x.clone().t(); });
  m.impl("foo", c10::DispatchKey::Meta, [](const Tensor& x) { return x.clone(); });
}

TEST(TorchFxMakeFx, test_debug_interpreter) {
  // Looks that each value lies in memory as the trace said (torch._functorch's DebugInterpreter).
  struct DebugInterpreter : Interpreter {
    using Interpreter::Interpreter;
    Value run_node(Node& node) override {
      Value value = Interpreter::run_node(node);
      const TensorMeta* expected = node.meta(meta::tensor_meta);
      if (expected != nullptr && value.isTensor() &&
          value.toTensor().strides() != c10::IntArrayRef(expected->stride))
        throw RuntimeError("other strides at " + node.name().str());
      return value;
    }
  };
  const auto op = c10::Dispatcher::singleton()
                      .findSchemaOrThrow("torchfx_make_fx::foo", "")
                      .typed<Tensor(const Tensor&)>();
  GraphModule traced = make_fx([&](const Tensor& x) { return op.call(x); }, {torch::randn({2, 3})});
  const auto error = [&](const Tensor& x) {
    try {
      DebugInterpreter(traced).run({x});
    } catch (const std::exception& problem) {
      return std::string(problem.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error(torch::randn({3, 2}).t()), HasSubstr("other strides at input_1"));
  EXPECT_THAT(error(torch::randn({2, 3})), HasSubstr("other strides at foo"));
}

} // namespace
} // namespace fx
