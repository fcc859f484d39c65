#include "fx/Ops/Shapes.h"

#include "fx/Ops/LibTorch.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fx::ops {
namespace {

const Schema& schema(std::string_view name, std::string_view overload = "") {
  const auto overloads = LibTorch::built_in()->find_schemas(name);
  const auto found = std::ranges::find(overloads, overload, &Schema::overload);
  EXPECT_NE(found, overloads.end()) << name << "." << overload;
  return *found;
}

TEST(Shapes, KnowsWhatChangesAShapeInPlace) {
  for (const char* name :
       {"resize_", "squeeze_", "as_strided_", "transpose_", "detach_", "unsqueeze_", "t_",
        "swapdims_", "swapaxes_", "set_", "set_data", "resize_as_"})
    EXPECT_TRUE(may_change_shape(schema(name))) << name;
  EXPECT_TRUE(may_change_shape(schema("add", "out")));
  for (const char* name : {"relu_", "zero_", "copy_", "relu"})
    EXPECT_FALSE(may_change_shape(schema(name))) << name;
  EXPECT_FALSE(may_change_shape(schema("add_", "Tensor")));
}

TEST(Shapes, KnowsWhatComputesByElement) {
  for (const char* name : {"tanh", "relu", "clamp", "gelu", "hardtanh", "addcmul", "nan_to_num"})
    EXPECT_TRUE(keeps_shape_and_type(*LibTorch::built_in(), schema(name))) << name;
  EXPECT_TRUE(keeps_shape_and_type(*LibTorch::built_in(), schema("add", "Tensor")));
  EXPECT_TRUE(keeps_shape_and_type(*LibTorch::built_in(), schema("lerp", "Scalar")));
  EXPECT_TRUE(keeps_shape_and_type(*LibTorch::built_in(), schema("pow", "Tensor_Scalar")));
  for (const char* name : {"sum", "t", "mm", "addr", "cat", "set", "resize_as", "relu_"})
    EXPECT_FALSE(keeps_shape_and_type(*LibTorch::built_in(), schema(name))) << name;
  EXPECT_FALSE(keeps_shape_and_type(*LibTorch::built_in(), schema("gt", "Scalar")));
  EXPECT_FALSE(keeps_shape_and_type(*LibTorch::built_in(), schema("float_power", "Tensor_Scalar")));
  EXPECT_FALSE(keeps_shape_and_type(*LibTorch::built_in(), schema("add", "out")));
}

TEST(Shapes, FindsTheOperatorsOfPython) {
  Graph graph;
  const auto first_of = [&](const Node* call) { return schemas_on_tensors(*call).front().name; };
  EXPECT_EQ(first_of(graph.call_function("operator.add")), "add");
  EXPECT_EQ(first_of(graph.call_function("operator.itruediv")), "div_");
  EXPECT_EQ(first_of(graph.call_function("operator.iand")), "bitwise_and_");
  EXPECT_EQ(first_of(graph.call_function("torch.relu")), "relu");
  EXPECT_EQ(first_of(graph.call_method("relu_")), "relu_");
  EXPECT_TRUE(schemas_on_tensors(*graph.call_function("operator.getitem")).empty());
}

} // namespace
} // namespace fx::ops
