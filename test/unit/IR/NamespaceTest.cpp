// Names as torch.fx 2.6 numbers them (torch/fx/graph.py `_Namespace.create_name`).
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

TEST(Namespace, SearchesFromTheNumberOfATakenWish) {
  EXPECT_EQ(names({"list_0", "list_1", "list_0"}), (Strings{"list_0", "list_1", "list_2"}));
  EXPECT_EQ(names({"blocks_1", "blocks_5", "blocks_1"}),
            (Strings{"blocks_1", "blocks_5", "blocks_2"}));
}

TEST(Namespace, TakesAnUnderscoreAndDigitsForANumberWhateverStandsBefore) {
  EXPECT_EQ(names({"_1", "_1", "_", "__1", "__1"}), (Strings{"_1", "_2", "_", "__1", "__2"}));
  EXPECT_EQ(names({"add_00", "add_007", "add_007", "add_7"}),
            (Strings{"add_0", "add_7", "add_8", "add_9"}));
  EXPECT_EQ(names({"add", "add_1", "add", "add_1", "add_1_1", "add_1_1"}),
            (Strings{"add", "add_1", "add_2", "add_3", "add_1_1", "add_1_2"}));
}

TEST(Namespace, LeavesNumbersAloneThatItCannotCount) {
  EXPECT_EQ(names({"x_99999999999999999999"}), (Strings{"x_99999999999999999999"}));
  EXPECT_EQ(names({"x_9223372036854775807", "x_9223372036854775807"}).front(),
            "x_9223372036854775807");
  EXPECT_EQ(names({"x_9223372036854775807", "x", "x"}).back(), "x_1");
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
  for (const auto& [name, expected] :
       {std::pair("add", "add_199999"), std::pair("add_5", "add_200004")}) {
    Namespace space;
    std::string last;
    for (int i = 0; i < 200000; ++i)
      last = space.create_name(name).str();
    EXPECT_EQ(last, expected);
  }
}

TEST(Namespace, TakesTheNamesOfAWholeGraphAgainInLinearTime) {
  Namespace space;
  constexpr int count = 100000;
  for (int round = 0; round < 2; ++round)
    for (int i = 1; i <= count; ++i) {
      const Symbol name = space.create_name("add_" + std::to_string(i));
      ASSERT_EQ(name.str(), "add_" + std::to_string(round * count + i));
    }
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
  EXPECT_EQ(name_for_target("____", false), "");
  EXPECT_EQ(name_for_target("layer1.0.conv1", false), "layer1.0.conv1");
}

TEST(NameForTarget, NamesAnOverloadOfAnOperatorAfterBoth) {
  EXPECT_EQ(name_for_target("torch.ops.aten.add.Tensor", true), "add.tensor");
  EXPECT_EQ(name_for_target("torch.ops.aten.add", true), "add");
}

} // namespace
} // namespace fx
