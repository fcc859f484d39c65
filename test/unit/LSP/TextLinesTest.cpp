#include "LSP/TextLines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace fx::lsp {
namespace {

using llvm::lsp::Position;
using llvm::lsp::Range;

TEST(TextLines, CountsUtf16UnitsInALine) {
  // Two bytes and one unit, three and one, four and two.
  const TextLines text("ä€\U0001F600x\n");
  EXPECT_EQ(text.position(0), Position(0, 0));
  EXPECT_EQ(text.position(2), Position(0, 1));
  EXPECT_EQ(text.position(5), Position(0, 2));
  EXPECT_EQ(text.position(9), Position(0, 4));
  EXPECT_EQ(text.position(10), Position(0, 5));
  EXPECT_EQ(text.offset(Position(0, 1)), 2);
  EXPECT_EQ(text.offset(Position(0, 4)), 9);
  EXPECT_EQ(text.offset(Position(1, 0)), 11);
}

TEST(TextLines, HasNoPlaceInsideOfACharacter) {
  const TextLines text("\U0001F600x");
  EXPECT_EQ(text.position(2), Position(0, 0));
  EXPECT_EQ(text.offset(Position(0, 1)), 0);
}

TEST(TextLines, EndsLinesAsEditorsDo) {
  const TextLines text("a\r\nb\rc\nd");
  EXPECT_EQ(text.position(3), Position(1, 0));
  EXPECT_EQ(text.position(5), Position(2, 0));
  EXPECT_EQ(text.position(7), Position(3, 0));
  EXPECT_EQ(text.offset(Position(0, 99)), 1) << "the end of a line is before \\r\\n";
  EXPECT_EQ(text.offset(Position(99, 0)), 8);
  EXPECT_EQ(text.position(99), Position(3, 1));
}

TEST(TextLines, FindsThePlacesOfMessages) {
  const TextLines text("// ä\n  äb\n");
  EXPECT_EQ(text.position(2U, 3U), Position(1, 2));
  EXPECT_EQ(text.position(2U, 5U), Position(1, 3));
  EXPECT_EQ(text.position(2U, 99U), Position(1, 4));
  EXPECT_EQ(text.position(0U, 0U), Position(0, 0));
  EXPECT_EQ(text.position(99U, 1U), Position(2, 0));
}

TEST(TextLines, ReplacesByUtf16Places) {
  TextLines text("auto s = \"äöü\"; auto x = 1;\n");
  const TextChange change = text.replace(Range({0, 25}, {0, 26}), "22");
  EXPECT_EQ(text.text(), "auto s = \"äöü\"; auto x = 22;\n");
  EXPECT_EQ(change.replaced, Range({0, 25}, {0, 26}));
  EXPECT_EQ(change.end, Position(0, 27));
}

TEST(TextLines, ReplacesAllWithoutARange) {
  TextLines text("a\nb");
  const TextChange change = text.replace(std::nullopt, "one\ntwo\n");
  EXPECT_EQ(text.text(), "one\ntwo\n");
  EXPECT_EQ(change.replaced, Range({0, 0}, {1, 1}));
  EXPECT_EQ(change.end, Position(2, 0));
}

TEST(TextChange, MovesWhatIsBehindIt) {
  const TextChange change{.replaced = {{1, 2}, {3, 4}}, .end = {2, 6}};
  EXPECT_EQ(change.shifted(Position(1, 2)), Position(1, 2));
  EXPECT_EQ(change.shifted(Position(3, 4)), Position(2, 6));
  EXPECT_EQ(change.shifted(Position(3, 9)), Position(2, 11));
  EXPECT_EQ(change.shifted(Position(7, 9)), Position(6, 9));
}

TEST(TextChange, RemovesWhatWasInside) {
  const TextChange change{.replaced = {{1, 2}, {3, 4}}, .end = {1, 2}};
  EXPECT_TRUE(change.removes({2, 0}));
  EXPECT_FALSE(change.removes({1, 2}));
  EXPECT_FALSE(change.removes({3, 4}));
  EXPECT_EQ(change.shifted(Position(2, 0)), Position(1, 2));
}

/// What a place is called after an edit is what it says of the same byte of the new text.
TEST(TextChange, AgreesWithTheTextAfterRandomEdits) {
  std::mt19937 random(7); // NOLINT(bugprone-random-generator-seed)
  const auto below = [&](size_t most) { return static_cast<size_t>(random() % most); };
  const std::string pieces[] = {"a", "\n", "\r\n", "ä", "€", "\U0001F600", "xyz", "b\nc\n"};
  TextLines text("start\nof it\n");
  for (int i = 0; i < 2000; ++i) {
    const TextLines before = text;
    const Position from = before.position(below(before.text().size() + 1));
    const Position to =
        before.position(std::min(before.offset(from) + below(9), before.text().size()));
    if (to < from) continue;
    const TextChange change = text.replace(Range(from, to), pieces[below(std::size(pieces))]);
    const Position behind =
        before.position(before.offset(to) + below(before.text().size() - before.offset(to) + 1));
    const size_t moved = before.offset(behind) + text.text().size() - before.text().size();
    // A place within \r\n is no place, and what is said of the place of an insertion stays before it.
    if (text.offset(text.position(moved)) != moved || behind == from) continue;
    ASSERT_EQ(change.shifted(behind), text.position(moved)) << "edit " << i;
    if (text.text().size() > 400) text = TextLines("start\nof it\n");
  }
}

} // namespace
} // namespace fx::lsp
