#include "fx/Ops/Shapes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fx::ops {
namespace {

const Schema& schema(std::string_view name, std::string_view overload = "") {
  const auto overloads = find_schemas(name);
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
    EXPECT_TRUE(keeps_shape_and_type(schema(name))) << name;
  EXPECT_TRUE(keeps_shape_and_type(schema("add", "Tensor")));
  EXPECT_TRUE(keeps_shape_and_type(schema("lerp", "Scalar")));
  EXPECT_TRUE(keeps_shape_and_type(schema("pow", "Tensor_Scalar")));
  for (const char* name : {"sum", "t", "mm", "addr", "cat", "set", "resize_as", "relu_"})
    EXPECT_FALSE(keeps_shape_and_type(schema(name))) << name;
  EXPECT_FALSE(keeps_shape_and_type(schema("gt", "Scalar")));
  EXPECT_FALSE(keeps_shape_and_type(schema("float_power", "Tensor_Scalar")));
  EXPECT_FALSE(keeps_shape_and_type(schema("add", "out")));
}

TEST(Shapes, FindsTheOperatorsOfPython) {
  EXPECT_EQ(schemas_on_tensors("operator.add", false).front().name, "add");
  EXPECT_EQ(schemas_on_tensors("operator.itruediv", false).front().name, "div_");
  EXPECT_EQ(schemas_on_tensors("operator.iand", false).front().name, "bitwise_and_");
  EXPECT_EQ(schemas_on_tensors("torch.relu", false).front().name, "relu");
  EXPECT_EQ(schemas_on_tensors("relu_", true).front().name, "relu_");
  EXPECT_TRUE(schemas_on_tensors("operator.getitem", false).empty());
}

} // namespace
} // namespace fx::ops
