// What callers of the parser can get wrong, which no file shows.
#include "fx/IR/Parser.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

TEST(Parser, RefusesSeveralGraphsWhereOneIsRead) {
  const std::string graph = "graph():\n    return None\n";
  const auto read = parse_graph(graph + graph);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message_with_id(), "expected one graph, found 2 [several-graphs]");
  EXPECT_EQ(read.error().location.line, 3U);
  EXPECT_FALSE(parse_graph(""));
}

TEST(Parser, RefusesNodesAmongValues) {
  const auto read = parse_value("(1, %x)");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message_with_id(), "a node cannot stand here [node-among-values]");
  EXPECT_EQ(read.error().location.column, 5U);
}

} // namespace
} // namespace fx
