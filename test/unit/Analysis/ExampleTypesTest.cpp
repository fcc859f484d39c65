// Which nodes run again when a model that was traced on examples changes.
#include "fx/Analysis/ExampleTypes.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

/// Knows tensors and three functions: "same" of a shape, "twice" the first size, "refused".
class FakeKernels final : public ops::Kernels {
public:
  Expected<ops::ExampleValue> tensor(const TensorMeta& meta) override {
    return ops::ExampleValue(std::make_shared<TensorMeta>(meta));
  }
  ops::ExampleValue literal(const Argument&) override { return nullptr; }
  ops::ExampleValue sequence(const std::vector<ops::ExampleValue>&, bool) override {
    return nullptr;
  }
  ops::ExampleResult run(const Node& node, const TracedModule&,
                         const std::function<ops::ExampleValue(const Node&)>& values,
                         const ModuleNode*) override {
    ran += node.name().str() + " ";
    if (node.is_call_function("refused")) return {nullptr, "no such thing"};
    const bool is_known = node.is_call_function("same") || node.is_call_function("twice") ||
                          node.is_call_function("torch.relu") ||
                          node.is_call_function("torch.relu_");
    const ops::ExampleValue operand = is_known ? values(*node.arg(0).as_node()) : nullptr;
    if (!operand) return {};
    TensorMeta meta = *tensor_meta(operand);
    if (node.is_call_function("twice")) meta.shape.front() *= 2;
    return {std::make_shared<TensorMeta>(meta), {}};
  }
  std::vector<LeafTensor> leaf_tensors(const ModuleNode&, const ops::LibTorch&, bool) override {
    return {};
  }
  void forget_modules() override {}
  std::optional<TensorMeta> tensor_meta(const ops::ExampleValue& value) override {
    return *static_cast<const TensorMeta*>(value.get());
  }
  std::optional<ops::TensorState> tensor_state(const ops::ExampleValue& value) override {
    return ops::TensorState{.meta = *tensor_meta(value)};
  }
  std::optional<Argument> as_literal(const ops::ExampleValue&) override { return std::nullopt; }
  std::optional<size_t> length(const ops::ExampleValue&) override { return std::nullopt; }

  std::string ran;
};

struct ExampleTypesTest : testing::Test {
  /// As the tracer leaves them.
  Node* traced(Node* node, int64_t size) {
    node->set_meta(meta::tensor_meta, TensorMeta{{size}, "float32", {1}});
    return node;
  }
  void begin() {
    types.emplace(kernels, model, [](const Node&) { return nullptr; });
    kernels->ran.clear();
  }
  /// An example of seven elements; unused inputs have one.
  static ops::ExampleValue seven(const Node& input) {
    return std::make_shared<TensorMeta>(
        TensorMeta{{input.num_users() == 0 ? 1 : 7}, "float32", {1}});
  }
  static int64_t size(const Node* node) {
    const TensorMeta* meta = node->meta(meta::tensor_meta);
    return meta == nullptr ? -1 : meta->shape.front();
  }
  Node* insert_before(Node* node, std::string_view function, Node* operand) {
    const auto point = model.graph.inserting_before(node);
    return model.graph.call_function(function, {operand});
  }

  std::shared_ptr<FakeKernels> kernels = std::make_shared<FakeKernels>();
  TracedModule model;
  Node* x = traced(model.graph.placeholder("x"), 3);
  Node* a = traced(model.graph.call_function("same", {x}), 3);
  Node* b = traced(model.graph.call_function("same", {a}), 3);
  Node* c = traced(model.graph.call_function("same", {b}), 3);
  Node* output = model.graph.output(c);
  std::optional<ExampleTypes> types;
};

TEST_F(ExampleTypesTest, NothingRunsWhenNothingChanged) {
  begin();
  EXPECT_TRUE(types->update(model).empty());
  EXPECT_EQ(kernels->ran, "");
}

TEST_F(ExampleTypesTest, ANewNodeRunsAndWhatUsesItButNothingBehindTheSameShape) {
  begin();
  Node* made = insert_before(b, "same", x);
  a->replace_all_uses_with(made);
  model.graph.erase_node(a);
  EXPECT_TRUE(types->update(model).empty());
  EXPECT_EQ(kernels->ran, "same_3 same_1 ");
  EXPECT_EQ(size(made), 3);
  kernels->ran.clear();
  types->update(model);
  EXPECT_EQ(kernels->ran, "");
}

TEST_F(ExampleTypesTest, AnotherShapeGoesOnToAllThatFollow) {
  begin();
  a->set_target("twice");
  types->update(model);
  EXPECT_EQ(kernels->ran, "same same_1 "); // the third call is the second one again
  EXPECT_EQ(size(a), 6);
  EXPECT_EQ(size(c), 6);
}

TEST_F(ExampleTypesTest, WhatIsNotKnownLosesTheShapeThatItHad) {
  begin();
  b->set_target("unheard_of");
  EXPECT_TRUE(types->update(model).empty());
  EXPECT_EQ(size(a), 3);
  EXPECT_EQ(size(b), -1);
  EXPECT_EQ(size(c), -1);
}

TEST_F(ExampleTypesTest, ARefusalNamesItsNode) {
  begin();
  b->set_target("refused");
  const auto refusals = types->update(model);
  ASSERT_EQ(refusals.size(), 1U);
  EXPECT_EQ(refusals.front().node, b);
  EXPECT_EQ(refusals.front().reason, "no such thing");
  EXPECT_EQ(size(c), -1);
}

TEST_F(ExampleTypesTest, ACallOfAGraphModuleHasTheShapeThatItsNodesNotedUntilTheyChange) {
  begin();
  ModuleNode& part = model.modules.create("part", ModuleKind::Graph);
  part.graph = std::make_shared<Graph>();
  model.modules.attach(model.modules.root(), part, "part");
  Node* input = traced(part.graph->placeholder("y"), 3);
  Node* inner = traced(part.graph->call_function("same", {input}), 3);
  part.graph->output(inner);
  Node* call = nullptr;
  {
    const auto point = model.graph.inserting_before(b);
    call = model.graph.call_module("part", {a});
  }
  b->replace_all_uses_with(call);
  model.graph.erase_node(b);
  types->update(model);
  EXPECT_EQ(kernels->ran, "same_2 ");
  EXPECT_EQ(size(call), 3);
  inner->set_target("twice");
  types->update(model);
  EXPECT_EQ(size(inner), 6);
  EXPECT_EQ(size(call), 6);
  EXPECT_EQ(size(c), 6);
}

TEST_F(ExampleTypesTest, AllRunsOnOtherInputs) {
  types.emplace(kernels, seven);
  b->set_target("twice");
  EXPECT_TRUE(types->run_all(model).empty());
  EXPECT_EQ(kernels->ran, "same same_1 same_2 ");
  EXPECT_EQ(size(x), 7);
  EXPECT_EQ(size(c), 14);
  b->set_target("refused");
  const auto refusals = types->run_all(model);
  ASSERT_EQ(refusals.size(), 1U);
  ASSERT_EQ(refusals.front().operands.size(), 1U);
  EXPECT_EQ(refusals.front().operands.front().node, a);
  EXPECT_EQ(refusals.front().operands.front().tensor.shape, std::vector<int64_t>{7});
  EXPECT_FALSE(types->is_known(*c));
}

TEST_F(ExampleTypesTest, ACallThatComesAgainRunsOnce) {
  for (Node* node : {a, b, c})
    node->set_target("torch.relu");
  types.emplace(kernels, seven);
  types->run_all(model);
  EXPECT_EQ(kernels->ran, "same ");
  EXPECT_EQ(size(c), 7);
  EXPECT_EQ(types->value(*a), types->value(*c));
  // Other operands, and another operator.
  b->set_target("twice");
  types->run_all(model);
  EXPECT_EQ(kernels->ran, "same same same_1 same_2 ");
  EXPECT_EQ(size(c), 14);
}

TEST_F(ExampleTypesTest, EachCallHasATensorOfItsOwnWhereSomethingWrites) {
  a->set_target("torch.relu");
  b->set_target("torch.relu");
  c->set_target("torch.relu_");
  types.emplace(kernels, seven);
  types->run_all(model);
  EXPECT_EQ(kernels->ran, "same same_1 same_2 ");
  EXPECT_NE(types->value(*a), types->value(*b));
}

TEST_F(ExampleTypesTest, TensorsArePartedWhenAWriteComesAndJoinedWhenItGoes) {
  for (Node* node : {a, b, c})
    node->set_target("torch.relu");
  types.emplace(kernels, seven);
  types->run_all(model);
  EXPECT_EQ(types->value(*a), types->value(*b));
  c->set_target("torch.relu_");
  types->update(model);
  EXPECT_NE(types->value(*a), types->value(*b));
  EXPECT_NE(types->value(*a), types->value(*x));
  c->set_target("torch.relu");
  types->run_all(model);
  EXPECT_EQ(types->value(*a), types->value(*c));
}

TEST_F(ExampleTypesTest, NoTypeIsNotedUnderAutocast) {
  const auto before_b = model.graph.inserting_before(b);
  Node* guard = model.graph.call_function("torch.autocast", {Argument("cpu"), Argument(), true});
  model.graph.call_method("__enter__", {guard});
  {
    const auto before_output = model.graph.inserting_before(output);
    model.graph.call_method("__exit__", {guard, Argument(), Argument(), Argument()});
  }
  b->erase_meta(meta::tensor_meta); // as the tracer does
  c->erase_meta(meta::tensor_meta);
  begin();
  EXPECT_EQ(size(b), -1);
  Node* inside = insert_before(c, "same", a);
  Node* outside = insert_before(output, "same", a);
  Node* behind = insert_before(output, "same", inside);
  types->update(model);
  EXPECT_EQ(size(inside), -1);
  EXPECT_EQ(size(outside), 3);
  EXPECT_EQ(size(behind), -1);
}

} // namespace
