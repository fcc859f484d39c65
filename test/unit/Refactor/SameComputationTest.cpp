// What counts as the same program, and what does not.
#include "fx/IR/Parser.h"
#include "fx/Refactor/InPlace.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

TracedModule parsed(const std::string& body) {
  ParseResult result = parse_graphs("graph():\n    %x : = placeholder[target=x]\n" + body);
  EXPECT_TRUE(result.errors.empty()) << (result.errors.empty() ? "" : result.errors[0].to_string());
  return std::move(result.modules.front().module);
}

bool same(const std::string& a, const std::string& b) {
  return refactor::same_computation(parsed(a), parsed(b));
}

TEST(SameComputation, NamesAndTheOrderOfPureNodesDoNotCount) {
  EXPECT_TRUE(same("    %a : = call_method[target=relu](args = (%x,), kwargs = {})\n"
                   "    %b : = call_method[target=tanh](args = (%x,), kwargs = {})\n"
                   "    %c : = call_function[target=operator.add](args = (%a, %b), kwargs = {})\n"
                   "    return %c\n",
                   "    %t : = call_method[target=tanh](args = (%x,), kwargs = {})\n"
                   "    %r : = call_method[target=relu](args = (%x,), kwargs = {})\n"
                   "    %s : = call_function[target=operator.add](args = (%r, %t), kwargs = {})\n"
                   "    return %s\n"));
}

TEST(SameComputation, WhatIsComputedFromLiteralsIsItsValue) {
  const auto add = [](const std::string& number) {
    return "    %a : = call_function[target=operator.mul](args = (" + number +
           ", 2), kwargs = {})\n"
           "    %b : = call_function[target=operator.sub](args = (%a, 1), kwargs = {})\n"
           "    %c : = call_method[target=expand](args = (%x, (%b, 5)), kwargs = {})\n"
           "    return %c\n";
  };
  const std::string five =
      "    %c : = call_method[target=expand](args = (%x, (5, 5)), kwargs = {})\n"
      "    return %c\n";
  EXPECT_TRUE(same(add("3"), five));
  EXPECT_FALSE(same(add("4"), five));
  EXPECT_FALSE(same(add("3.0"), five));
}

TEST(SameComputation, OperandsCount) {
  const auto add = [](const std::string& args) {
    return "    %a : = call_method[target=relu](args = (%x,), kwargs = {})\n"
           "    %c : = call_function[target=operator.sub](args = (" +
           args + "), kwargs = {})\n    return %c\n";
  };
  EXPECT_FALSE(same(add("%a, %x"), add("%x, %a")));
  EXPECT_FALSE(same(add("%a, 1"), add("%a, 2")));
  EXPECT_FALSE(same(add("%a, 1"), add("%a, 1.0")));
}

TEST(SameComputation, DefaultsAndSpreadListsAreWhatTheySay) {
  EXPECT_TRUE(same("    %a : = call_method[target=reshape](args = (%x, -1, 1), kwargs = {})\n"
                   "    return %a\n",
                   "    %a : = call_method[target=reshape](args = (%x, (-1, 1)), kwargs = {})\n"
                   "    return %a\n"));
  EXPECT_TRUE(
      same("    %a : = call_function[target=torch.max_pool2d](args = (%x, 2), kwargs = {})\n"
           "    return %a\n",
           "    %a : = call_function[target=torch.max_pool2d](args = (%x, [2, 2]), kwargs = "
           "{dilation: 1})\n    return %a\n"));
  EXPECT_FALSE(
      same("    %a : = call_function[target=torch.max_pool2d](args = (%x, 2), kwargs = {})\n"
           "    return %a\n",
           "    %a : = call_function[target=torch.max_pool2d](args = (%x, [2, 3]), kwargs = {})\n"
           "    return %a\n"));
}

TEST(SameComputation, TheOrderOfWritesCounts) {
  const std::string add = "    %a : = call_method[target=add_](args = (%x, 1), kwargs = {})\n";
  const std::string mul = "    %m : = call_method[target=mul_](args = (%x, 2), kwargs = {})\n";
  EXPECT_FALSE(same(add + mul + "    return %x\n", mul + add + "    return %x\n"));
  EXPECT_FALSE(same(add + mul + "    return %x\n", add + "    return %x\n"));
}

} // namespace
