// Calls written into a file of the user's, which has no room for functions of our own.
#include "fx/CodeGen/CppExpressions.h"
#include "fx/IR/Parser.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

TEST(CppExpressions, RefusesDivisionThatNeedsAFunction) {
  const auto module =
      parse_graph("graph():\n"
                  "    %n : = placeholder[target=n] meta = {cpp_type: \"int64_t\"}\n"
                  "    %a : = call_function[target=operator.mod](args = (%n, 3), kwargs = {})\n"
                  "    return %a\n");
  ASSERT_TRUE(module) << module.error().to_string();
  CppExpressions expressions(*module, {}, {});
  expressions.set_operand(*module->graph.front(), "n");
  const auto call = expressions.call(*module->graph.output_node()->arg(0).as_node());
  ASSERT_FALSE(call) << *call;
  EXPECT_EQ(call.error().message_with_id(),
            "%a: operator.mod of numbers that may be negative needs a function of its own in C++, "
            "which cannot be written here [division-of-negatives]");
}

} // namespace
} // namespace fx
