#include "fx/Passes/SourcePlace.h"

#include "fx/IR/Graph.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

TEST(SourcePlace, ReadsLinesPositionsAndRanges) {
  const Expected<SourcePlace> line = SourcePlace::parse("net.cpp:12");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->file, "net.cpp");
  EXPECT_EQ(line->line, 12u);
  EXPECT_EQ(line->column, 0u);
  const Expected<SourcePlace> range = SourcePlace::parse("C:/a-1/net.cpp:12:7-14:1");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->file, "C:/a-1/net.cpp");
  EXPECT_EQ(range->column, 7u);
  EXPECT_EQ(range->end_line, 14u);
  EXPECT_EQ(range->end_column, 1u);
}

TEST(SourcePlace, RefusesWhatIsNoPlace) {
  for (const char* text : {"", "net.cpp", "net.cpp:", "net.cpp:0", "net.cpp:x", ":12",
                           "net.cpp:5-4", "net.cpp:1:2:3", "net.cpp:1-2-3"})
    EXPECT_FALSE(SourcePlace::parse(text)) << text;
}

TEST(SourcePlace, APositionMeansTheInnermostExpression) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* inner = graph.call_function("torch.sigmoid", {x});
  Node* outer = graph.call_function("torch.relu", {inner});
  outer->set_meta(meta::source_range, SourceRange{Symbol("net.cpp"), 3, 5, 3, 33});
  inner->set_meta(meta::source_range, SourceRange{Symbol("net.cpp"), 3, 17, 3, 32});
  const SourcePlace at_inner = *SourcePlace::parse("net.cpp:3:20");
  EXPECT_TRUE(at_inner.has(*inner));
  EXPECT_FALSE(at_inner.has(*outer));
  const SourcePlace at_outer = *SourcePlace::parse("net.cpp:3:6");
  EXPECT_FALSE(at_outer.has(*inner));
  EXPECT_TRUE(at_outer.has(*outer));
  const SourcePlace line = *SourcePlace::parse("net.cpp:3");
  EXPECT_TRUE(line.has(*inner));
  EXPECT_TRUE(line.has(*outer));
  EXPECT_FALSE(line.has(*x));
  EXPECT_FALSE(SourcePlace::parse("net.cpp:1-2")->has(*inner));
  EXPECT_FALSE(SourcePlace::parse("other.cpp:3")->has(*inner));
}

} // namespace
} // namespace fx
