// Tests of torch.fx's own suite about tracing, under their names there. Those that are not
// here are in TracerTest, SymbolicTraceTest, ProxyTest and CallsTest (docs/TorchFxTests.md).
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/Transformer.h"

#include <map>

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;
using Tensors = c10::Dict<std::string, Tensor>;

/// A trace computes what the module computes.
template <class M, class... Inputs>
void check_graph_module(M& module, const TraceOptions& options, const Inputs&... inputs) {
  GraphModule traced = symbolic_trace(module, options);
  traced->graph().lint();
  EXPECT_TRUE(traced->forward(inputs...).equal(module.forward(inputs...)));
}

Value dict_of_placeholders(const std::vector<std::string>& keys) {
  c10::impl::GenericDict dict(c10::StringType::get(), c10::AnyType::get());
  for (const std::string& key : keys)
    dict.insert(key, PH());
  return dict;
}

struct AddWeight : torch::nn::Module {
  AddWeight() { w = register_parameter("w", torch::rand({4, 3})); }
  Tensor forward(const Tensor& x) { return w + x; }
  Tensor w;
};

struct Mixed : torch::nn::Module {
  Mixed()
      : lin(register_module("lin", torch::nn::Linear(4, 3))),
        sub_mod(register_module("sub_mod", std::make_shared<AddWeight>())) {
    w = register_parameter("w", torch::rand({3}));
  }
  Tensor forward(const Tensor& a, const Tensor& b, const Tensor& c) {
    const Tensor t = torch::sigmoid(a) + lin(c);
    return sub_mod->forward(t.data() + w + t + 1 - a + torch::floor_divide(b, a) + -a +
                            a.add(b, 3));
  }
  torch::nn::Linear lin;
  std::shared_ptr<AddWeight> sub_mod;
  Tensor w;
};

TEST(TorchFxTracing, test_graph_module) {
  Mixed module;
  check_graph_module(module, {}, torch::rand({4, 3}), torch::rand({4, 3}), torch::rand({4, 4}));
  GraphModule largest = symbolic_trace([](Tensor x) {
    auto [values, indices] = torch::max(x, 0);
    return std::make_tuple(values + 1, indices + 1);
  });
  const Tensor x = torch::rand({5, 3});
  const auto [values, indices] = largest->forward<std::tuple<Tensor, Tensor>>(x);
  EXPECT_TRUE(values.equal(std::get<0>(torch::max(x, 0)) + 1));
  EXPECT_TRUE(indices.equal(std::get<1>(torch::max(x, 0)) + 1));
  GraphModule relu = symbolic_trace([](Tensor y) { return torch::relu(y); });
  GraphModule again(*relu, relu->graph().clone());
  EXPECT_TRUE(again->forward(x).equal(torch::relu(x)));
}

TEST(TorchFxTracing, test_custom_import) {
  register_function("a_non_torch_leaf", [](const Args& args, const Kwargs&) -> Value {
    return args[0].toTensor() + args[1].toTensor();
  });
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* leaf = graph.call_function("a_non_torch_leaf", {x, graph.placeholder("y")});
  graph.output(graph.call_function("torch.sin", {leaf}));
  GraphModule module(AttributeMap(), std::move(graph));
  const Tensor a = torch::rand(1), b = torch::rand(1);
  EXPECT_TRUE(module->forward(a, b).equal(torch::sin(a + b)));
}

TEST(TorchFxTracing, test_dict) {
  const auto function = [](const Tensors& d) {
    Tensors negated;
    negated.insert("4", d.at("3").neg());
    return std::make_tuple(d.at("3").relu(), negated);
  };
  GraphModule traced = symbolic_trace(
      function, {.concrete_args = {{"d", dict_of_placeholders({"3"})}}, .input_names = {"d"}});
  traced->graph().lint();
  Tensors input;
  input.insert("3", torch::randn({3, 4}));
  const auto [relu, negated] = traced->forward<std::tuple<Tensor, Tensors>>(input);
  EXPECT_TRUE(relu.equal(input.at("3").relu()));
  EXPECT_TRUE(negated.at("4").equal(input.at("3").neg()));
}

Tensor a_lifted_leaf2(const std::tuple<int64_t, Tensor>& a, int64_t b) {
  return std::get<1>(a) + std::get<0>(a) + b;
}

TEST(TorchFxTracing, test_wrap_fn_directly) {
  const auto lifted = wrap("a_lifted_leaf2", &a_lifted_leaf2);
  using Pair = std::tuple<int64_t, Tensor>;
  const Tensor four = torch::full({1}, 4);
  EXPECT_EQ(lifted(Pair(3, four), 5).item<int64_t>(), 12);
  GraphModule traced =
      symbolic_trace([&](Tensor y) { return lifted(Pair(4, y), 3) + lifted(Pair(3, four), 5); });
  EXPECT_EQ(traced->graph().find_nodes(Opcode::CallFunction, "a_lifted_leaf2").size(), 1U);
  EXPECT_EQ(traced->forward(torch::full({1}, 2)).item<int64_t>(), 21);
}

const auto wrapped_via_decorator =
    wrap("wrapped_via_decorator", [](const Tensor& a) { return a + 1; });

GraphModule trace_of_wrapped() {
  return symbolic_trace([](Tensor y) { return wrapped_via_decorator(y); });
}

bool is_one_call_of_wrapped(const Graph& graph) {
  return graph.size() == 3 &&
         graph.find_nodes(Opcode::CallFunction, "wrapped_via_decorator").size() == 1;
}

TEST(TorchFxTracing, test_wrapped_via_decorator) {
  EXPECT_EQ(wrapped_via_decorator(torch::zeros(1)).item<float>(), 1);
  GraphModule traced = trace_of_wrapped();
  EXPECT_TRUE(is_one_call_of_wrapped(traced->graph()));
  EXPECT_EQ(traced->forward(torch::zeros(1)).item<float>(), 1);
  EXPECT_EQ(wrapped_via_decorator(torch::zeros(1)).item<float>(), 1);
}

TEST(TorchFxTracing, test_wrapped_via_decorator_and_transformed) {
  GraphModule transformed = Transformer(trace_of_wrapped()).transform();
  EXPECT_TRUE(is_one_call_of_wrapped(transformed->graph()));
  EXPECT_EQ(transformed->forward(torch::zeros(1)).item<float>(), 1);
}

TEST(TorchFxTracing, test_wrapped_retrace) {
  GraphModule traced = trace_of_wrapped();
  GraphModule retraced = symbolic_trace(traced);
  EXPECT_TRUE(is_one_call_of_wrapped(retraced->graph()));
  EXPECT_EQ(retraced->forward(torch::zeros(1)).item<float>(), 1);
}

TEST(TorchFxTracing, test_pytree_concrete) {
  const auto function = [](bool b, const Tensors& a) { return b ? a.at("a") : a.at("z"); };
  GraphModule traced = symbolic_trace(
      function, {.concrete_args = {{"b", true}, {"a", dict_of_placeholders({"a", "z"})}},
                 .input_names = {"b", "a"}});
  Tensors input;
  input.insert("a", torch::randn(3));
  input.insert("z", torch::randn(3));
  EXPECT_TRUE(traced->forward(true, input).equal(function(true, input)));
}

TEST(TorchFxTracing, test_node_tagging) {
  struct TaggingTracer : Tracer {
    Node* create_node(Opcode op, Symbol target, std::vector<Argument> args,
                      std::vector<KeywordArgument> kwargs, std::string_view name,
                      Symbol type) override {
      Node* node = Tracer::create_node(op, target, std::move(args), std::move(kwargs), name, type);
      node->set_meta(free_meta_key("tag"), Argument::string("foo"));
      return node;
    }
  } tracer;
  const Graph graph = tracer.trace([](Tensor a, Tensor b) { return a + b; });
  graph.lint();
  EXPECT_EQ(graph.size(), 4U);
  for (const Node* node : graph) {
    const Argument* tag = node->meta(free_meta_key("tag"));
    ASSERT_TRUE(tag);
    EXPECT_EQ(tag->symbol().view(), "foo");
  }
}

TEST(TorchFxTracing, test_unpack) {
  const auto function = [](const std::tuple<Tensor, Tensor>& a, const Tensor& b) {
    const auto& [c, d] = a;
    return c * d + b;
  };
  GraphModule traced = symbolic_trace(
      function, {.concrete_args = {{0, Value(c10::ivalue::Tuple::create({PH(), PH()}))}}});
  EXPECT_EQ(calls(traced->graph()), "getitem = call_function operator.getitem input_1 0\n"
                                    "getitem_1 = call_function operator.getitem input_1 1\n"
                                    "mul = call_function torch.mul getitem getitem_1\n"
                                    "add = call_function torch.add mul input_2\n");
  const auto pair = std::make_tuple(torch::rand(1), torch::rand(1));
  const Tensor b = torch::rand(1);
  EXPECT_TRUE(traced->forward(pair, b).equal(function(pair, b)));
}

struct WithBuffer : torch::nn::Module {
  WithBuffer() : lin(register_module("lin", torch::nn::Linear(6, 6))) {
    mm_param = register_parameter("mm_param", torch::randn({6, 6}));
    buffer = register_buffer("buffer", torch::randn({20, 6}));
  }
  Tensor forward(Tensor x) {
    x = torch::mm(x, mm_param);
    const Tensor skip_connection = x;
    x = torch::mm(torch::relu(x), mm_param) + buffer.slice(0, 0, x.size(0));
    return torch::relu(lin(x)) + skip_connection;
  }
  torch::nn::Linear lin;
  Tensor mm_param, buffer;
};

TEST(TorchFxTracing, test_trace_buffer_slice) {
  WithBuffer module;
  const Tensor x = torch::randn({10, 6});
  check_graph_module(module, {.example_inputs = {x}}, x);
}

struct TensorAttribute : torch::nn::Module {
  Tensor forward(const Tensor& x) { return torch::linear(x, tensor); }
  Tensor tensor = torch::rand({3, 4});
};

struct WrapperForQualname : torch::nn::Module {
  WrapperForQualname() : ta(register_module("ta", std::make_shared<TensorAttribute>())) {}
  Tensor forward(const Tensor& x) { return torch::linear(x, ta->tensor); }
  std::shared_ptr<TensorAttribute> ta;
};

TEST(TorchFxTracing, test_tensor_attribute) {
  TensorAttribute plain;
  check_graph_module(plain, {}, torch::rand({4, 4}));
  WrapperForQualname nested;
  check_graph_module(nested, {}, torch::rand({4, 4}));
}

struct HoldsWeight : torch::nn::Module {
  HoldsWeight() { b = register_parameter("b", torch::rand({4, 3})); }
  Tensor b;
};

struct UsesWeight : torch::nn::Module {
  UsesWeight() : a(register_module("a", std::make_shared<HoldsWeight>())) {}
  std::tuple<Tensor, Tensor, Tensor> forward(const Tensor&) {
    return {a->b, a->b.t(), a->b.view(12)};
  }
  std::shared_ptr<HoldsWeight> a;
};

TEST(TorchFxTracing, test_direct_param_use) {
  UsesWeight module;
  const Graph graph = Tracer().trace(module);
  EXPECT_EQ(calls(graph), "a_b = get_attr a.b\n"
                          "t = call_function torch.t a_b\n"
                          "view = call_method view a_b [12]\n");
  EXPECT_EQ(testing::result(graph), "(a_b, t, view)");
}

struct Negate : torch::nn::Module {
  Tensor forward(const Tensor& x) { return torch::neg(x); }
};

TEST(TorchFxTracing, test_symbolic_trace_sequential) {
  torch::nn::Sequential sequential{Negate(), Negate(), Negate()};
  GraphModule traced = symbolic_trace(sequential);
  traced->graph().lint();
  EXPECT_EQ(traced->graph().find_nodes(Opcode::CallFunction, "torch.neg").size(), 3U);
  const Tensor x = torch::rand({3, 4});
  EXPECT_TRUE(traced->forward(x).equal(sequential->forward(x)));
}

TEST(TorchFxTracing, test_symbolic_trace_assert) {
  GraphModule traced = symbolic_trace([](Tensor x) {
    torch::_assert_async((x > 0).all());
    return x;
  });
  const Tensor x = torch::ones({4, 5});
  EXPECT_TRUE(traced->forward(x).equal(x));
  try {
    traced->forward(-x);
    FAIL() << "nothing was thrown";
  } catch (const ExecutionError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Expected Tensor with single nonzero value"));
  }
}

struct CustomArgObject : torch::CustomClassHolder {
  CustomArgObject(Tensor x, Tensor y) : x(std::move(x)), y(std::move(y)) {}
  Tensor x, y;
};

Value custom_object(const Tensor& x, const Tensor& y) {
  return Value::make_capsule(c10::make_intrusive<CustomArgObject>(x, y));
}

const CustomArgObject* custom_object_of(const Value& value) {
  if (!value.isCapsule()) return nullptr;
  return dynamic_cast<const CustomArgObject*>(value.toCapsule().get());
}

struct TakesCustomObject : torch::nn::Module {
  Tensor forward(const Value& object) {
    const CustomArgObject& held = *custom_object_of(object);
    Tensor y = held.y;
    for (const Tensor& x : held.x.unbind())
      y = y + x;
    return y;
  }
};

struct MakesCustomObject : torch::nn::Module {
  MakesCustomObject() : inner(register_module("inner", std::make_shared<TakesCustomObject>())) {}
  Tensor forward(const Tensor& x, const Tensor& y) { return call(*inner, custom_object(x, y)); }
  std::shared_ptr<TakesCustomObject> inner;
};

TEST(TorchFxTracing, test_fx_create_arg) {
  struct CreateArgTracer : Tracer {
    Argument create_arg(const Value& value) override {
      const CustomArgObject* object = custom_object_of(value);
      if (object == nullptr) return Tracer::create_arg(value);
      return {create_node(Opcode::CallFunction, "CustomArgObject",
                          {create_arg(object->x), create_arg(object->y)}, {}, {}, {})};
    }
  } tracer;
  MakesCustomObject module;
  GraphModule traced = make_graph_module(tracer, tracer.trace(module));
  EXPECT_EQ(calls(traced->graph()),
            "custom_arg_object = call_function CustomArgObject input_1 input_2\n"
            "inner = call_module inner custom_arg_object\n");
  register_function("CustomArgObject", [](const Args& args, const Kwargs&) {
    return custom_object(args[0].toTensor(), args[1].toTensor());
  });
  const Tensor x = torch::randn({3, 2}), y = torch::randn(2);
  EXPECT_TRUE(traced->forward(x, y).equal(module.forward(x, y)));
}

template <class Key>
struct TakesDict : torch::nn::Module {
  Tensor forward(const c10::Dict<Key, Tensor>& d) { return d.begin()->value(); }
};

template <class Key>
struct CallsWithDict : torch::nn::Module {
  explicit CallsWithDict(std::function<Key(Tensor)> key_of)
      : m(register_module("m", std::make_shared<TakesDict<Key>>())), key_of(std::move(key_of)) {}
  Tensor forward(const Tensor& x) {
    c10::Dict<Key, Tensor> d;
    d.insert(key_of(x), x);
    return call(*m, d);
  }
  std::shared_ptr<TakesDict<Key>> m;
  std::function<Key(Tensor)> key_of;
};

TEST(TorchFxTracing, test_trace_dict_int_keys) {
  CallsWithDict<int64_t> module([](const Tensor&) { return 42; });
  EXPECT_EQ(calls(Tracer().trace(module)), "m = call_module m {42: input_1}\n");
  check_graph_module(module, {}, torch::rand(3));
}

TEST(TorchFxTracing, test_trace_dict_proxy_keys) {
  CallsWithDict<Tensor> module([](Tensor x) { return x; });
  try {
    (void)Tracer().trace(module);
    FAIL() << "nothing was thrown";
  } catch (const GraphError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot contain a node"));
  }
}

struct GetItem : torch::nn::Module {
  GetItem() { pe = register_buffer("pe", torch::randn({8, 8})); }
  Tensor columns(const Tensor& x) { return pe.slice(1, 0, x.size(0)); }
  Tensor row(const Tensor& x) { return pe[x.size(0)]; }
  Tensor fixed(const Tensor&) { return pe[4]; }
  Tensor pe;
};

TEST(TorchFxTracing, test_getitem) {
  GetItem module;
  const Tensor x = torch::zeros(4);
  for (const auto method : {&GetItem::columns, &GetItem::row, &GetItem::fixed}) {
    GraphModule traced = symbolic_trace(module, method, {.example_inputs = {x}});
    EXPECT_EQ(traced->graph().find_nodes(Opcode::GetAttr, "pe").size(), 1U);
    EXPECT_TRUE(traced->forward(x).equal((module.*method)(x)));
  }
}

struct HoldsGraph : torch::nn::Module {
  explicit HoldsGraph(bool is_leaf)
      : inner(register_module("inner", symbolic_trace([](Tensor x) { return torch::relu(x); }))),
        is_leaf(is_leaf) {}
  Tensor forward(const Tensor& x) { return (is_leaf ? call(inner, x) : inner->forward(x)) + 1; }
  GraphModule inner;
  bool is_leaf;
};

TEST(TorchFxTracing, test_tracing_graphmodules_as_leaf_submodules) {
  HoldsGraph inlined(false), leaf(true);
  EXPECT_EQ(calls(Tracer().trace(inlined)), "relu = call_function torch.relu input_1\n"
                                            "add = call_function torch.add relu 1\n");
  EXPECT_EQ(calls(Tracer().trace(leaf)), "inner = call_module inner input_1\n"
                                         "add = call_function torch.add inner 1\n");
  check_graph_module(inlined, {}, torch::randn(3));
  check_graph_module(leaf, {}, torch::randn(3));
}

struct AllOpcodes : torch::nn::Module {
  AllOpcodes() : submod(register_module("submod", torch::nn::Linear(4, 4))) {}
  Tensor forward(const Tensor& x) { return torch::neg(submod(x.relu() + attr)).view({4, 3}); }
  Tensor attr = torch::randn({3, 4});
  torch::nn::Linear submod;
};

TEST(TorchFxTracing, test_example_shape_prop) {
  AllOpcodes module;
  const Tensor x = torch::rand({3, 4});
  const Graph graph = Tracer().trace(module, {.example_inputs = {x}});
  for (const Opcode op : {Opcode::Placeholder, Opcode::GetAttr, Opcode::CallFunction,
                          Opcode::CallMethod, Opcode::CallModule})
    for (const Node* node : graph.find_nodes(op))
      EXPECT_TRUE(node->meta(meta::tensor_meta)) << node->name().view();
  const TensorMeta* output = graph.output_node()->arg(0).as_node()->meta(meta::tensor_meta);
  ASSERT_TRUE(output);
  const Tensor expected = module.forward(x);
  EXPECT_EQ(output->shape, expected.sizes().vec());
  EXPECT_EQ(output->stride, expected.strides().vec());
}

template <class... T>
Tensor sum_of(const Tensor& first, T... rest) {
  return (first + ... + rest);
}

TEST(TorchFxTracing, test_args_kwargs) {
  // A pack has a parameter for each of its items.
  GraphModule traced = symbolic_trace(&sum_of<Tensor, Tensor>);
  EXPECT_EQ(traced->graph().placeholders().size(), 3U);
  EXPECT_EQ(calls(traced->graph()), "add = call_function torch.add input_1 input_2\n"
                                    "add_1 = call_function torch.add add input_3\n");
  const Tensor x = torch::randn({2}), y = torch::randn({2}), z = torch::randn({2});
  EXPECT_TRUE(traced->forward(x, y, z).equal(x + y + z));
}

TEST(TorchFxTracing, test_varargs_concrete) {
  GraphModule traced = symbolic_trace(
      &sum_of<Tensor, double>, {.concrete_args = {{"c", 2.0}}, .input_names = {"a", "b", "c"}});
  const Tensor x = torch::randn({2}), y = torch::randn({2});
  EXPECT_TRUE(traced->forward(x, y, 2.0).equal(x + y + 2.0));
  EXPECT_THROW((void)traced->forward(x, y, 3.0), std::exception);
}

TEST(TorchFxTracing, test_wrap_with_submodule) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      const auto normed = wrap("normed", [this](const Tensor& y) { return norm->forward(y); });
      return normed(x) + 1;
    }
    torch::nn::BatchNorm1d norm =
        register_module("norm", torch::nn::BatchNorm1d(torch::nn::BatchNorm1dOptions(2)));
  } net;
  net.eval();
  GraphModule traced = symbolic_trace(net);
  EXPECT_EQ(calls(traced->graph()), "normed = call_function normed input_1\n"
                                    "add = call_function torch.add normed 1\n");
  const Tensor x = torch::rand({3, 2});
  EXPECT_TRUE(traced->forward(x).equal(net.forward(x)));
}

TEST(TorchFxTracing, test_torchbind_class_attribute_in_fx_tensor_arg) {
  struct Rectifier : torch::CustomClassHolder {
    static Tensor run(const Tensor& x) { return x.relu(); }
  };
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return rectifier->run(x); }
    c10::intrusive_ptr<Rectifier> rectifier = c10::make_intrusive<Rectifier>();
  } net;
  EXPECT_EQ(calls(Tracer().trace(net)), "relu = call_function torch.relu input_1\n");
  check_graph_module(net, {}, torch::randn({3}));
}

/// A program for a machine of two instructions that a graph is lowered to.
class ElementwiseProgram {
public:
  explicit ElementwiseProgram(const Graph& graph) {
    const auto place = [this](const Argument& operand) { return places_.at(operand.as_node()); };
    for (const Node* node : graph) {
      if (node->op() == Opcode::Output) {
        output_ = place(node->arg(0));
        continue;
      }
      if (node->op() == Opcode::CallFunction)
        instructions_.push_back({node->target(), place(node->arg(0)), place(node->arg(1))});
      else if (node->op() != Opcode::Placeholder)
        throw RuntimeError("the machine has no instruction for " + node->name().str());
      places_.emplace(node, places_.size());
    }
  }

  Tensor run(std::vector<Tensor> values) const {
    for (const Instruction& instruction : instructions_) {
      const Tensor &a = values[instruction.a], &b = values[instruction.b];
      values.push_back(instruction.name == "torch.add" ? a + b : a * b);
    }
    return values[output_];
  }

private:
  struct Instruction {
    Symbol name;
    size_t a, b;
  };
  std::map<const Node*, size_t> places_;
  std::vector<Instruction> instructions_;
  size_t output_ = 0;
};

TEST(TorchFxTracing, test_native_callable) {
  const auto function = [](const Tensor& x, const Tensor& y) { return (x + y) * (x * y) + x; };
  const ElementwiseProgram program(Tracer().trace(function));
  const Tensor x = torch::rand({4}), y = torch::rand({4});
  EXPECT_TRUE(program.run({x, y}).equal(function(x, y)));
}

} // namespace
} // namespace fx
