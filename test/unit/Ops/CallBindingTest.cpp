#include "fx/Ops/CallBinding.h"

#include "fx/IR/Graph.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"

#include <gtest/gtest.h>

namespace fx::ops {
namespace {

struct CallBinding : ::testing::Test {
  const Schema& overload(std::string_view name, std::string_view which) {
    for (const Schema& schema : LibTorch::built_in()->find_schemas(name))
      if (schema.overload == which) return schema;
    ADD_FAILURE() << "no overload " << name << "." << which;
    return LibTorch::built_in()->schemas().front();
  }

  std::optional<BoundCall> bind(const Node* node, std::string_view name, std::string_view which) {
    return bind_call(*node, overload(name, which));
  }

  Graph graph;
  Node* x = graph.placeholder("x");
};

TEST_F(CallBinding, OperandsFallOnParametersByPlaceAndByName) {
  Node* call = graph.call_function("torch.add", {x}, {{"alpha", 2}, {"other", x}});
  const auto bound = bind(call, "add", "Tensor");
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->parameters, (std::vector<int>{0, 2, 1}));
  const auto values = bound->values(*call);
  EXPECT_EQ(*values[1], Argument(x));
  EXPECT_EQ(*values[2], Argument(2));
}

TEST_F(CallBinding, ANumberForATensorIsPythonsAlone) {
  Node* call = graph.call_function("torch.add", {x, 2});
  EXPECT_TRUE(bind(call, "add", "Tensor")->needs_python);
  EXPECT_FALSE(bind(call, "add", "Scalar")->needs_python);
  Node* only_tensors = graph.call_function("torch.maximum", {x, 2});
  EXPECT_TRUE(bind(only_tensors, "maximum", "")->needs_python);
  EXPECT_FALSE(
      bind_best(*only_tensors, LibTorch::built_in()->find_schemas("maximum"), nullptr, {}));
}

TEST_F(CallBinding, ItemsOfAListCanStandOneByOne) {
  Node* call = graph.call_method("view", {x, 2, -1});
  const auto bound = bind(call, "view", "");
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->parameters, (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(bound->spread, 1);
  EXPECT_EQ(*bound->values(*call)[1], Argument::tuple({2, -1}));
  Node* whole = graph.call_method("view", {x, Argument::tuple({2, -1})});
  EXPECT_EQ(bind(whole, "view", "")->spread, -1);
}

TEST_F(CallBinding, OneNumberIsNoListOfAnyLength) {
  // tensor_split(x, 2) cuts into two, tensor_split(x, [2]) at two.
  Node* sections = graph.call_function("torch.tensor_split", {x, 2});
  EXPECT_TRUE(bind(sections, "tensor_split", "sections"));
  EXPECT_FALSE(bind(sections, "tensor_split", "indices"));
  Node* pool = graph.call_function("torch.avg_pool1d", {x, 3});
  EXPECT_TRUE(bind(pool, "avg_pool1d", "")); // of known length it is
}

TEST_F(CallBinding, WhatIsMissingIsToldFromWhatHasADefault) {
  Node* call = graph.call_method("random_", {x, 7});
  EXPECT_FALSE(bind(call, "random_", "to")->is_incomplete);
  EXPECT_TRUE(bind(call, "random_", "from")->is_incomplete);
  EXPECT_EQ(bind_best(*call, LibTorch::built_in()->find_schemas("random_"), nullptr, {})
                ->schema->overload,
            "to");
  for (const BoundCall& complete : bind_all(*call))
    EXPECT_NE(complete.schema->overload, "from");
}

TEST_F(CallBinding, TypesOfNodesDecideBetweenOverloads) {
  Node* n = graph.placeholder("n");
  Node* call = graph.call_function("torch.add", {x, n});
  const ValueType tensor = ValueType::tensor(), number = ValueType::of(ValueType::Kind::Int);
  const auto best =
      bind_best(*call, LibTorch::built_in()->find_schemas("add"), nullptr,
                [&](const Node* node) -> const ValueType& { return node == n ? number : tensor; });
  EXPECT_EQ(best->schema->overload, "Scalar");
  EXPECT_EQ(bind_all(*call).size(), 2u);
}

TEST_F(CallBinding, FactoriesTakeRequiresGrad) {
  Node* call =
      graph.call_function("torch.zeros", {Argument::tuple({2})}, {{"requires_grad", true}});
  const auto bound = bind_best(*call, LibTorch::built_in()->find_schemas("zeros"), nullptr, {});
  ASSERT_TRUE(bound);
  EXPECT_TRUE(bound->requires_grad);
  Node* other = graph.call_function("torch.relu", {x}, {{"requires_grad", true}});
  EXPECT_FALSE(bind(other, "relu", ""));
}

TEST_F(CallBinding, TensorsOfAVariadicFunctionAreOneList) {
  Node* call = graph.call_function("torch.functional.einsum", {"ij,jk->ik", x, x});
  const auto& callee = LibTorch::built_in()->function_callee("torch.functional.einsum");
  const auto bound = bind_best(*call, callee.schemas, callee.cpp->python, {});
  ASSERT_TRUE(bound);
  EXPECT_EQ(*bound->values(*call)[1], Argument::tuple({x, x}));
}

TEST_F(CallBinding, UnknownKeywordsAndSurplusOperandsDoNotFit) {
  EXPECT_FALSE(bind(graph.call_function("torch.relu", {x, x}), "relu", ""));
  EXPECT_FALSE(bind(graph.call_function("torch.relu", {x}, {{"slope", 1}}), "relu", ""));
  EXPECT_FALSE(bind(graph.call_function("torch.relu", {x}, {{"input", x}}), "relu", ""));
  EXPECT_FALSE(bind(graph.call_function("torch.relu", {}), "relu", ""));
}

} // namespace
} // namespace fx::ops
