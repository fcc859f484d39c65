// torch.fx's test/fx/test_fx_const_fold.py, under the names there.
#include "TraceTest.h"

#include "fx/Runtime/ConstFold.h"
#include "fx/Runtime/ShapeProp.h"

namespace fx {
namespace {

using torch::Tensor;

Tensor value(double element) {
  return torch::full({1, 1}, element);
}

/// Parameters by name, without a forward of its own.
struct Weights : torch::nn::Module {
  explicit Weights(const std::vector<std::pair<std::string, Tensor>>& tensors = {}) {
    for (const auto& [name, tensor] : tensors)
      register_parameter(name, tensor);
  }
  Tensor operator[](const std::string& name) { return named_parameters()[name]; }
};

bool reads_folded(const Node& node) {
  return node.op() == Opcode::GetAttr && node.target().view().starts_with("_FX_CONST_FOLDED_ATTRS");
}

/// _verify_const_fold_mod.
void verify_const_fold_mod(const FoldedGraphModule& folded) {
  EXPECT_TRUE(folded->const_subgraph_module());
  size_t found = 0;
  for (const Node* node : folded->graph())
    found += reads_folded(*node) ? 1 : 0;
  EXPECT_GT(found, 0U) << testing::calls(folded->graph());
}

/// That both give the same, with gradients recorded, without, and again.
template <class Module>
void expect_same(FoldedGraphModule& folded, Module& module, const Args& inputs) {
  GraphModule original = symbolic_trace(module);
  const Value expected = original->run(inputs);
  const auto check = [&] {
    const Value given = folded->run(inputs);
    if (expected.isTensor())
      EXPECT_TRUE(given.toTensor().equal(expected.toTensor()));
    else
      EXPECT_EQ(given, expected);
  };
  check();
  const torch::NoGradGuard no_grad;
  check();
  check();
  folded->eval();
  check();
}

struct OneAttrImpl : Weights {
  OneAttrImpl() : Weights({{"attr_1", value(-0.9)}, {"attr_2", value(17.1)}}) {}
  Tensor forward(Tensor x, const Tensor& y) {
    const Tensor a = (*this)["attr_1"] + (*this)["attr_1"];
    x = x - a;
    return x * y + (*this)["attr_2"];
  }
};
TORCH_MODULE(OneAttr);

TEST(TorchFxConstFold, test_const_fold_basic_one_attr_no_name_collision) {
  OneAttr mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_EQ(testing::calls(folded->graph()),
            "_fx_const_folded_attrs = get_attr _FX_CONST_FOLDED_ATTRS\n"
            "sub = call_function torch.sub input_1 _fx_const_folded_attrs\n"
            "mul = call_function torch.mul sub input_2\n"
            "attr_2 = get_attr attr_2\n"
            "add_1 = call_function torch.add mul attr_2\n");
  EXPECT_EQ(testing::calls(folded->const_subgraph_module()->graph()),
            "attr_1 = get_attr attr_1\n"
            "add = call_function torch.add attr_1 attr_1\n");
  expect_same(folded, mod, {value(-0.45), torch::tensor({0.9F})});
}

struct CollisionImpl : Weights {
  CollisionImpl()
      : Weights({{"add_1__CF", value(1)},
                 {"add_2__CF", value(17.1)},
                 {"_FX_CONST_FOLDED_ATTRS", value(3)},
                 {"_FX_CONST_FOLDED_ATTRS_1", value(4)}}) {}
  Tensor forward(Tensor x, const Tensor& y) {
    const Tensor a = (*this)["add_1__CF"] + (*this)["add_1__CF"];
    x = x - a;
    return x * y + (*this)["add_2__CF"] + (*this)["_FX_CONST_FOLDED_ATTRS"];
  }
};
TORCH_MODULE(Collision);

TEST(TorchFxConstFold, test_const_fold_basic_one_attr_name_collision) {
  Collision mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_EQ(folded->fx_const_folded_attrs_name(), "_FX_CONST_FOLDED_ATTRS_2");
  expect_same(folded, mod, {value(5), value(4)});
}

TEST(TorchFxConstFold, test_const_fold_basic_placeholder_reordered) {
  GraphModule mod = symbolic_trace([](const Tensor& x, const Tensor& y) { return x * 2 + y; });
  const std::vector<Node*> placeholders = mod->graph().placeholders();
  placeholders[1]->prepend(mod->graph().find_nodes(Opcode::CallFunction).at(0));
  const Args inputs{value(-0.45), value(0.45)};
  // torch.fx takes that for a graph. Ours never is one, nor is it made one without a word.
  EXPECT_THROW(mod->run(inputs), GraphError);
  FoldedGraphModule folded = split_const_subgraphs(mod);
  EXPECT_FALSE(folded->const_subgraph_module());
  EXPECT_THROW(folded->run(inputs), GraphError);
  const std::vector<Node*> moved = folded->graph().placeholders();
  moved[0]->append(moved[1]);
  EXPECT_TRUE(folded->run(inputs).toTensor().allclose(value(-0.45 * 2 + 0.45)));
}

struct NoopImpl : Weights {
  NoopImpl() : Weights({{"attr1", value(-0.9)}}) {}
  Tensor forward(const Tensor& x) { return x - (*this)["attr1"]; }
};
TORCH_MODULE(Noop);

TEST(TorchFxConstFold, test_const_fold_noop) {
  Noop mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  EXPECT_FALSE(folded->const_subgraph_module());
  EXPECT_EQ(folded->fx_const_folded_attrs_name(), "");
  folded->run_folding();
  EXPECT_FALSE(folded->has_folding_been_run());
  expect_same(folded, mod, {value(-0.45)});
}

struct ThreeInputImpl : Weights {
  ThreeInputImpl() : Weights({{"attr1", value(1.32)}}) {}
  Tensor forward(const Tensor& x, const Tensor& y, const Tensor& z) {
    const Tensor a = (*this)["attr1"] + (*this)["attr1"];
    const Tensor sub = x - a;
    const Tensor mul = sub * y;
    return mul / z;
  }
};
TORCH_MODULE(ThreeInput);

TEST(TorchFxConstFold, test_const_fold_basic_two_attr_three_input) {
  ThreeInput mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  expect_same(folded, mod, {value(-0.45), torch::tensor({0.9F}), torch::tensor({1.1F})});
}

struct TwoAttrImpl : Weights {
  TwoAttrImpl() : Weights({{"attr1", torch::randn({2, 3})}, {"attr2", torch::randn({2, 3})}}) {}
  Tensor forward(const Tensor& x) {
    const Tensor y = (*this)["attr1"] + (*this)["attr2"];
    return x + y;
  }
};
TORCH_MODULE(TwoAttr);

TEST(TorchFxConstFold, test_const_fold_basic_two_attr) {
  TwoAttr mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  expect_same(folded, mod, {torch::randn({2, 3})});
}

struct MultiImpl : Weights {
  MultiImpl() : Weights({{"attr1", torch::randn({4, 4})}, {"attr2", torch::randn({4, 4})}}) {
    lin = register_module("lin", torch::nn::Linear(4, 4));
  }
  Tensor forward(Tensor x, Tensor y) {
    const Tensor a = (*this)["attr1"] + (*this)["attr1"].permute({1, 0});
    x = x - a;
    const Tensor amax = torch::sum((*this)["attr2"], /*dim=*/1);
    y = y + amax;
    return torch::sigmoid(lin(x + y));
  }
  torch::nn::Linear lin{nullptr};
};
TORCH_MODULE(Multi);

TEST(TorchFxConstFold, test_const_fold_multi_const_folded_attrs) {
  Multi mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_EQ(testing::result(folded->const_subgraph_module()->graph()), "(add, sum_1)");
  EXPECT_NE(folded->find_tensor("_FX_CONST_FOLDED_ATTRS.0"), nullptr);
  EXPECT_NE(folded->find_tensor("_FX_CONST_FOLDED_ATTRS.1"), nullptr);
  EXPECT_EQ(folded->find_tensor("_FX_CONST_FOLDED_ATTRS.2"), nullptr);
  expect_same(folded, mod, {torch::randn({4, 4}), torch::randn(4)});
}

struct TracedThrough : torch::nn::Module {
  TracedThrough() { internal_attr = register_parameter("internal_attr", torch::randn({2, 3})); }
  Tensor forward() { return internal_attr; }
  Tensor internal_attr;
};

struct HierarchyImpl : torch::nn::Module {
  HierarchyImpl() {
    my_mod = register_module("my_mod", std::make_shared<TracedThrough>());
    attr = register_parameter("attr", torch::randn({2, 3}));
  }
  Tensor forward(const Tensor& x) { return attr + my_mod->forward() + x; }
  std::shared_ptr<TracedThrough> my_mod;
  Tensor attr;
};
TORCH_MODULE(Hierarchy);

TEST(TorchFxConstFold, test_const_fold_submod_hierarchy) {
  Hierarchy mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  expect_same(folded, mod, {torch::randn({2, 3})});
}

struct MetaImpl : Weights {
  MetaImpl() : Weights({{"attr", torch::randn({2, 3})}}) {}
  Tensor forward(const Tensor& x) {
    const Tensor a = (*this)["attr"] + (*this)["attr"];
    return x - a;
  }
};
TORCH_MODULE(Meta);

TEST(TorchFxConstFold, test_retain_node_meta) {
  Meta mod;
  GraphModule gm = symbolic_trace(mod);
  const MetaKey<Argument>& key = free_meta_key("meta_idx");
  int64_t index = 0;
  for (Node* node : gm->graph())
    if (node->op() != Opcode::Output) node->set_meta(key, Argument(index++));
  FoldedGraphModule folded = split_const_subgraphs(gm);
  verify_const_fold_mod(folded);
  for (const Node* node : folded->graph()) {
    if (node->op() == Opcode::Output) continue;
    const int64_t expected = node->op() == Opcode::Placeholder ? 0
                             : node->op() == Opcode::GetAttr   ? 2
                                                               : 3;
    ASSERT_NE(node->meta(key), nullptr) << node->name().view();
    EXPECT_EQ(node->meta(key)->as_int(), expected) << node->name().view();
  }
  expect_same(folded, mod, {torch::randn({2, 3})});
}

/// torch.fx's gives an Identity a child, which C++ has no way to.
struct Holder : torch::nn::Module {
  Holder() {
    relu = register_module("relu", torch::nn::ReLU());
    attr = register_parameter("attr", torch::randn({2, 3}));
  }
  torch::nn::ReLU relu{nullptr};
  Tensor attr;
};

struct InlinedCallImpl : Weights {
  InlinedCallImpl() : Weights({{"attr", torch::randn({2, 3})}}) {
    mod = register_module("mod", std::make_shared<Holder>());
  }
  Tensor forward(const Tensor& x) {
    const Tensor a = (*this)["attr"] + (*this)["attr"];
    return mod->relu(x - a);
  }
  std::shared_ptr<Holder> mod;
};
TORCH_MODULE(InlinedCall);

TEST(TorchFxConstFold, test_const_fold_has_inlined_call_module_node) {
  InlinedCall mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_EQ(folded->graph().find_nodes(Opcode::CallModule, Symbol("mod.relu")).size(), 1U);
  expect_same(folded, mod, {torch::randn({2, 3})});
}

struct ModuleAttrImpl : Weights {
  ModuleAttrImpl() : Weights({{"const", torch::randn({2, 3})}}) {
    mod = register_module("mod", std::make_shared<Holder>());
  }
  Tensor forward(Tensor x) {
    const Tensor a = (*this)["const"] + mod->attr;
    x = x + a;
    return x + mod->attr;
  }
  std::shared_ptr<Holder> mod;
};
TORCH_MODULE(ModuleAttr);

TEST(TorchFxConstFold, test_const_fold_module_attr) {
  ModuleAttr mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_EQ(folded->graph().find_nodes(Opcode::GetAttr, Symbol("mod.attr")).size(), 1U);
  expect_same(folded, mod, {torch::randn({2, 3})});
}

template <int Which>
struct ConstImpl : Weights {
  ConstImpl() : Weights({{"const", torch::randn({2, 3})}}) {}
  Tensor doubled() { return (*this)["const"] + (*this)["const"]; }
};

struct UnusedImpl : ConstImpl<0> {
  Tensor forward(const Tensor&, const Tensor& y, const Tensor&) {
    const Tensor a = doubled();
    return y + a;
  }
};
TORCH_MODULE(Unused);

TEST(TorchFxConstFold, test_const_fold_unused_placeholder) {
  Unused mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_EQ(folded->graph().placeholders().size(), 3U);
  const Tensor in_x = torch::randn({2, 3});
  expect_same(folded, mod, {in_x, in_x, in_x});
}

struct DictImpl : ConstImpl<1> {
  c10::Dict<std::string, Tensor> forward(const Tensor& x) {
    const Tensor a = doubled();
    c10::Dict<std::string, Tensor> result;
    result.insert("result", x + a);
    return result;
  }
};
TORCH_MODULE(Dict);

TEST(TorchFxConstFold, test_dict_output) {
  Dict mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  const Tensor in_x = torch::randn({2, 3});
  const Value result = folded->run({in_x});
  ASSERT_TRUE(result.isGenericDict());
  EXPECT_TRUE(
      result.toGenericDict().at("result").toTensor().equal(mod->forward(in_x).at("result")));
}

struct TwoOutputsImpl : ConstImpl<2> {
  std::tuple<Tensor, Tensor> forward(const Tensor& x) {
    const Tensor a = doubled();
    return {x, x + a};
  }
};
TORCH_MODULE(TwoOutputs);

TEST(TorchFxConstFold, test_two_outputs) {
  TwoOutputs mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  const Tensor in_x = torch::randn({2, 3});
  const auto [base_0, base_1] = mod->forward(in_x);
  const auto [fold_0, fold_1] = folded->forward<std::tuple<Tensor, Tensor>>(in_x);
  EXPECT_TRUE(fold_0.equal(base_0));
  EXPECT_TRUE(fold_1.equal(base_1));
}

struct ThreeOutputsImpl : ConstImpl<3> {
  std::tuple<Tensor, Tensor, Tensor> forward(const Tensor& x) {
    const Tensor a = doubled();
    return {x, x + a, x + a};
  }
};
TORCH_MODULE(ThreeOutputs);

TEST(TorchFxConstFold, test_three_outputs) {
  ThreeOutputs mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  const Tensor in_x = torch::randn({2, 3});
  const auto [base_0, base_1, base_2] = mod->forward(in_x);
  const auto [fold_0, fold_1, fold_2] = folded->forward<std::tuple<Tensor, Tensor, Tensor>>(in_x);
  EXPECT_TRUE(fold_0.equal(base_0));
  EXPECT_TRUE(fold_1.equal(base_1));
  EXPECT_TRUE(fold_2.equal(base_2));
}

struct InlineImpl : ConstImpl<4> {
  Tensor forward(const Tensor& x) {
    const Tensor a = doubled();
    return (x - a * x) / 2;
  }
};
TORCH_MODULE(Inline);

TEST(TorchFxConstFold, test_check_inline_non_const) {
  Inline mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_TRUE(folded->graph().find_nodes(Opcode::CallModule).empty());
  expect_same(folded, mod, {torch::randn({2, 3})});
}

struct InlineTwoImpl : ConstImpl<5> {
  std::tuple<Tensor, Tensor> forward(const Tensor& x) {
    const Tensor a = doubled();
    return {x - a, x / 2};
  }
};
TORCH_MODULE(InlineTwo);

TEST(TorchFxConstFold, test_check_inline_non_const_mult_return) {
  InlineTwo mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_TRUE(folded->graph().find_nodes(Opcode::CallModule).empty());
  const Tensor in_x = torch::randn({2, 3});
  const auto [base_0, base_1] = mod->forward(in_x);
  const auto [fold_0, fold_1] = folded->forward<std::tuple<Tensor, Tensor>>(in_x);
  EXPECT_TRUE(fold_0.equal(base_0));
  EXPECT_TRUE(fold_1.equal(base_1));
}

struct QuantizedImpl : Weights {
  QuantizedImpl() : Weights({{"weight", torch::randn({4, 4})}, {"bias", torch::randn(4)}}) {
    relu = register_module("relu", torch::nn::ReLU());
  }
  Tensor forward(const Tensor& x) {
    const Tensor quant_weight =
        torch::quantize_per_tensor((*this)["weight"], 0.5, 3, torch::kQUInt8);
    const Tensor dequant_weight = torch::dequantize(quant_weight);
    const Tensor output = torch::nn::functional::linear(x, dequant_weight, (*this)["bias"]);
    return relu(output);
  }
  /// LibTorch has no quantized tensors on Meta, where a trace computes its examples.
  GraphModule graph_module() {
    Graph graph;
    Node* x = graph.placeholder("x");
    Node* quant_weight = graph.call_function(
        "torch.quantize_per_tensor", {graph.get_attr("weight"), 0.5, 3, Argument::dtype("quint8")});
    Node* dequant_weight = graph.call_function("torch.dequantize", {quant_weight});
    Node* output = graph.call_function("torch.nn.functional.linear",
                                       {x, dequant_weight, graph.get_attr("bias")});
    graph.output(graph.call_module("relu", {output}));
    return GraphModule(*this, std::move(graph));
  }
  torch::nn::ReLU relu{nullptr};
};
TORCH_MODULE(Quantized);

TEST(TorchFxConstFold, test_check_skip_folding_quant_dequant_pattern) {
  Quantized mod;
  GraphModule gm = mod->graph_module();
  const auto skip = [](const Node& node) {
    if (!node.is_call_function("torch.quantize_per_tensor")) return false;
    for (const Node* user : node.users())
      if (user->is_call_function("torch.dequantize") || user->is_call_method("dequantize"))
        return true;
    return false;
  };
  FoldedGraphModule folded = split_const_subgraphs(gm, {.skip_folding_node_fn = skip});
  EXPECT_FALSE(folded->const_subgraph_module());
  FoldedGraphModule all = split_const_subgraphs(gm);
  verify_const_fold_mod(all);
  const torch::NoGradGuard no_grad;
  const Tensor in_x = torch::randn({2, 4});
  EXPECT_TRUE(folded->forward(in_x).equal(mod->forward(in_x)));
  EXPECT_TRUE(all->forward(in_x).equal(mod->forward(in_x)));
}

struct FoldModuleImpl : Weights {
  FoldModuleImpl() : Weights({{"lin_input", torch::randn({4, 4})}}) {
    lin = register_module("lin", torch::nn::Linear(4, 4));
  }
  Tensor forward(const Tensor& x) { return lin((*this)["lin_input"]) + x; }
  torch::nn::Linear lin{nullptr};
};
TORCH_MODULE(FoldModule);

TEST(TorchFxConstFold, test_fold_module) {
  FoldModule mod;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(mod));
  verify_const_fold_mod(folded);
  EXPECT_TRUE(folded->graph().find_nodes(Opcode::CallModule).empty());
  const Tensor x = torch::randn({4, 4});
  expect_same(folded, mod, {x});
  // A parameter of the module counts too.
  const torch::NoGradGuard no_grad;
  mod->lin->weight.mul_(2);
  EXPECT_TRUE(folded->forward(x).equal(mod->forward(x)));
}

void test_const_fold_tensor_meta(bool requires_grad) {
  OneAttr mod;
  for (Tensor& parameter : mod->parameters())
    parameter.set_requires_grad(requires_grad);
  GraphModule gm = symbolic_trace(mod);
  const Tensor in_x = value(-0.45), in_y = torch::tensor({0.9F});
  ShapeProp(gm).propagate({in_x, in_y});
  FoldedGraphModule folded =
      split_const_subgraphs(gm, {.device_for_folded_attrs = torch::Device(torch::kCPU)});
  verify_const_fold_mod(folded);
  folded->run_folding();
  EXPECT_TRUE(folded->has_folding_been_run());
  for (const Node* node : folded->graph()) {
    if (node->op() != Opcode::GetAttr) continue;
    const Tensor* attr = folded->find_tensor(node->target());
    ASSERT_NE(attr, nullptr);
    ASSERT_TRUE(tensor_metadata(*node));
    EXPECT_EQ(tensor_metadata(*attr), *tensor_metadata(*node));
    EXPECT_EQ(tensor_metadata(*node)->requires_grad, requires_grad);
  }
  EXPECT_TRUE(folded->forward(in_x, in_y).equal(mod->forward(in_x, in_y)));
}

TEST(TorchFxConstFold, test_const_fold_tensor_meta) {
  test_const_fold_tensor_meta(true);
  test_const_fold_tensor_meta(false);
}

} // namespace
} // namespace fx
