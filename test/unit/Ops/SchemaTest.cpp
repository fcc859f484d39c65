#include "fx/Ops/Schema.h"

#include "fx/Ops/LibTorch.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fx::ops {
namespace {

using Names = std::vector<std::string_view>;

TEST(Schema, FindsAllOverloads) {
  auto schemas = LibTorch::built_in()->find_schemas("log_softmax");
  ASSERT_GE(schemas.size(), 2u);
  auto with_int = std::ranges::find(schemas, "int", &Schema::overload);
  ASSERT_NE(with_int, schemas.end());
  ASSERT_EQ(with_int->arguments.size(), 3u);
  EXPECT_EQ(with_int->arguments[1].name, "dim");
  EXPECT_EQ(with_int->arguments[2].type, "ScalarType?");
  EXPECT_EQ(with_int->arguments[2].default_value, "None");
  EXPECT_EQ(with_int->returns.front().type, "Tensor");
  EXPECT_TRUE(LibTorch::built_in()->find_schemas("no_such_operator").empty());
}

TEST(Schema, TableIsSorted) {
  auto key = [](const Schema& schema) { return std::pair(schema.name, schema.overload); };
  EXPECT_TRUE(std::ranges::is_sorted(LibTorch::built_in()->schemas(), {}, key));
  EXPECT_GT(LibTorch::built_in()->schemas().size(), 2000u);
}

TEST(Schema, KnowsMutationAndKeywords) {
  const Schema& add =
      *std::ranges::find(LibTorch::built_in()->find_schemas("add_"), "Tensor", &Schema::overload);
  EXPECT_TRUE(add.mutates());
  EXPECT_TRUE(add.arguments[0].mutated);
  EXPECT_TRUE(add.arguments[2].keyword_only);
  const Schema& view = LibTorch::built_in()->find_schemas("view").front();
  EXPECT_FALSE(view.mutates());
  EXPECT_TRUE(view.arguments[0].alias_set);
}

TEST(Schema, OneIntListCanBeSpread) {
  EXPECT_TRUE(LibTorch::built_in()->find_schemas("view").front().allows_spread_int_list(true));
  EXPECT_FALSE(LibTorch::built_in()->find_schemas("sum").back().allows_spread_int_list(true));
  const Schema& zeros =
      *std::ranges::find(LibTorch::built_in()->find_schemas("zeros"), "", &Schema::overload);
  EXPECT_TRUE(zeros.allows_spread_int_list(false));
  // permute(x, 0, 2, 1) is not Python, x.permute(0, 2, 1) is.
  EXPECT_FALSE(LibTorch::built_in()->find_schemas("permute").front().allows_spread_int_list(false));
}

TEST(MatchSchema, ByParameterNames) {
  const Schema* sum =
      LibTorch::built_in()->match_schema("sum", Names{"self", "dim", "keepdim", "dtype"});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->overload, "dim_IntList"); // not dim_DimnameList
  EXPECT_FALSE(LibTorch::built_in()->match_schema("sum", Names{"self", "size"}));
}

TEST(MatchSchema, TypesDecide) {
  Names names{"self", "split_size", "dim"};
  EXPECT_EQ(LibTorch::built_in()
                ->match_schema("split", names, Names{"const at::Tensor &", "int64_t", "int64_t"})
                ->overload,
            "Tensor");
  EXPECT_EQ(
      LibTorch::built_in()
          ->match_schema("split", names, Names{"const at::Tensor &", "at::IntArrayRef", "int64_t"})
          ->overload,
      "sizes");
}

TEST(MatchSchema, TensorOptionsStandForFour) {
  ASSERT_TRUE(LibTorch::built_in()->match_schema("zeros", Names{"size", "options"}));
  const Schema* to = LibTorch::built_in()->match_schema(
      "to", Names{"self", "options", "non_blocking", "copy", "memory_format"});
  ASSERT_TRUE(to);
  EXPECT_EQ(to->overload, "dtype_layout");
}

TEST(MatchSchema, OutComesFirstInCpp) {
  const Schema* out =
      LibTorch::built_in()->match_schema("add_out", Names{"out", "self", "other", "alpha"});
  ASSERT_TRUE(out);
  EXPECT_TRUE(out->mutates());
  EXPECT_TRUE(
      LibTorch::built_in()->match_schema("add_outf", Names{"self", "other", "alpha", "out"}));
}

} // namespace
} // namespace fx::ops
