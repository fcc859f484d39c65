// Names as torch.fx 2.x numbers them (/torch/fx/graph.py `_Namespace.create_name`).
#include "fx/IR/Namespace.h"

#include <gtest/gtest.h>
#include <vector>

namespace fx {
namespace {

std::vector<std::string> names(const std::vector<std::string>& wishes) {
  Namespace space;
  std::vector<std::string> result;
  result.reserve(wishes.size());
  for (const std::string& wish : wishes)
    result.push_back(space.create_name(wish).str());
  return result;
}

using Strings = std::vector<std::string>;

TEST(Namespace, NumbersCollisionsFromOne) {
  EXPECT_EQ(names({"add", "add", "add"}), (Strings{"add", "add_1", "add_2"}));
}

TEST(Namespace, ContinuesFromTheCountOfTheBase) {
  EXPECT_EQ(names({"add_5", "add_5", "add", "add", "add_5"}),
            (Strings{"add_5", "add_6", "add", "add_7", "add_8"}));
  EXPECT_EQ(names({"x__2", "x_", "x_"}), (Strings{"x__2", "x_", "x__3"}));
}

TEST(Namespace, SearchesFromOneWhenANumberedWishIsTaken) {
  EXPECT_EQ(names({"list_0", "list_1", "list_0"}), (Strings{"list_0", "list_1", "list_2"}));
}

TEST(Namespace, ReplacesWhatPythonDoesNotAllow) {
  EXPECT_EQ(names({"a.b-c", "0", "", "\xc3\xa9t"}), (Strings{"a_b_c", "_0", "_unnamed", "_t"}));
}

TEST(Namespace, AvoidsKeywordsAndBuiltins) {
  EXPECT_EQ(names({"input", "lambda", "sum", "torch", "sum"}),
            (Strings{"input_1", "lambda_1", "sum_1", "torch_1", "sum_2"}));
  EXPECT_TRUE(is_reserved_python_name("None"));
  EXPECT_FALSE(is_reserved_python_name("relu"));
}

TEST(Namespace, GivesManyEqualNamesInLinearTime) {
  Namespace space;
  std::string last;
  for (int i = 0; i < 200000; ++i)
    last = space.create_name("add").str();
  EXPECT_EQ(last, "add_199999");
}

TEST(SnakeCase, PutsAnUnderscoreAfterASmallLetterOnly) {
  EXPECT_EQ(snake_case("pascalCase"), "pascal_case");
  EXPECT_EQ(snake_case("ALL_CAPS"), "all_caps");
  EXPECT_EQ(snake_case("Conv2dBlock"), "conv2d_block");
}

TEST(NameForTarget, TakesTheLastPartOfAFunctionAndTheWholePathOfAModule) {
  EXPECT_EQ(name_for_target("torch._C._nn.gelu", true), "gelu");
  EXPECT_EQ(name_for_target("mylib::fancy_op", true), "fancy_op");
  EXPECT_EQ(name_for_target("__add__", false), "add");
  EXPECT_EQ(name_for_target("layer1.0.conv1", false), "layer1.0.conv1");
}

} // namespace
} // namespace fx
