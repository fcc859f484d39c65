#include "LSP/Documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fx::lsp {
namespace {

using llvm::lsp::Position;
using llvm::lsp::Range;
using llvm::lsp::URIForFile;

URIForFile uri(const std::string& file) {
  return llvm::cantFail(URIForFile::fromFile(file));
}

TraceAnswer answer_with_hint(const std::string& file, Position position, std::string label) {
  TraceAnswer answer;
  answer.file = file;
  answer.has_models = true;
  answer.read = {file};
  ShownFile& shown = answer.shown.emplace_back();
  shown.file = file;
  shown.hints.push_back({.position = position, .label = std::move(label), .tooltip = {}});
  return answer;
}

TEST(Documents, MovesHintsWithEdits) {
  Documents documents;
  Document& document = documents.open(uri("/a.cpp"), 1, "one\ntwo\nthree\n");
  document.show(answer_with_hint("/a.cpp", {1, 3}, "f32[2]"), {});
  documents.change(document, Range({0, 0}, {0, 0}), "zero\n");
  ASSERT_EQ(documents.shown("/a.cpp").hints.size(), 1);
  EXPECT_EQ(documents.shown("/a.cpp").hints[0].position, Position(2, 3));
  documents.change(document, Range({2, 0}, {3, 0}), "");
  EXPECT_TRUE(documents.shown("/a.cpp").hints.empty()) << "its line was deleted";
}

TEST(Documents, MovesAnAnswerOverEditsMadeMeanwhile) {
  Documents documents;
  Document& document = documents.open(uri("/a.cpp"), 1, "one\ntwo\n");
  const TextChange change = documents.change(document, Range({0, 0}, {0, 0}), "zero\n");
  document.show(answer_with_hint("/a.cpp", {1, 3}, "f32[2]"), {{"/a.cpp", change}});
  EXPECT_EQ(documents.shown("/a.cpp").hints[0].position, Position(2, 3));
}

TEST(Documents, DropsFixesOfAFileThatIsEditedElsewhere) {
  Documents documents;
  Document& document = documents.open(uri("/a.cpp"), 1, "one\n");
  Document& header = documents.open(uri("/a.h"), 1, "two\nthree\n");
  TraceAnswer answer = answer_with_hint("/a.cpp", {0, 3}, "f32[2]");
  ShownDiagnostic& said = answer.shown.front().diagnostics.emplace_back();
  said.notes.push_back({"/a.h", {{1, 0}, {1, 5}}, "it is declared here"});
  said.fixes.push_back({"Fix", {{"/a.h", {{1, 0}, {1, 5}}, "four"}}});
  document.show(answer, {});
  documents.change(header, Range({0, 0}, {0, 0}), "zero\n");
  const ShownDiagnostic moved = documents.shown("/a.cpp").diagnostics.front();
  EXPECT_EQ(moved.notes.front().range.start, Position(2, 0));
  EXPECT_TRUE(moved.fixes.empty()) << "it would change another line";
}

TEST(Documents, TracesWhatIsTypedBeforeOtherModes) {
  Documents documents;
  Document& first = documents.open(uri("/a.cpp"), 1, "one\n");
  TraceAnswer of_one = answer_with_hint("/a.cpp", {0, 3}, "f32[2]");
  of_one.modes = TraceModes::First;
  first.is_outdated = false;
  first.show(of_one, {});
  Document& second = documents.open(uri("/b.cpp"), 1, "two\n");
  second.changed += std::chrono::hours(1);
  EXPECT_EQ(documents.next(), &second);
}

TEST(Documents, KeepsWhatOtherModesShowWhileOneTypes) {
  Documents documents;
  Document& document = documents.open(uri("/a.cpp"), 1, "one\ntwo\n");
  TraceAnswer first = answer_with_hint("/a.cpp", {0, 3}, "f32[2]");
  first.modes = TraceModes::First;
  TraceAnswer all = first;
  all.modes = TraceModes::All;
  all.shown.front().hints.push_back({.position = {1, 3}, .label = "f32[3]", .tooltip = {}});
  all.shown.front().diagnostics.emplace_back().message = "in training";
  const auto labels = [&] {
    std::vector<std::string> all;
    for (const ShownHint& hint : documents.shown("/a.cpp").hints)
      all.push_back(hint.label);
    return all;
  };
  document.is_outdated = false;
  document.show(first, {});
  EXPECT_THAT(labels(), testing::ElementsAre("f32[2]"));
  EXPECT_EQ(documents.next(), &document) << "the other modes follow";
  document.show(all, {});
  EXPECT_THAT(labels(), testing::ElementsAre("f32[2]", "f32[3]"));
  EXPECT_EQ(documents.next(), nullptr);

  documents.change(document, Range({0, 0}, {0, 0}), "zero\n");
  document.is_outdated = false;
  first.shown.front().hints.front() = {.position = {1, 3}, .label = "f32[4]", .tooltip = {}};
  document.show(first, {});
  EXPECT_THAT(labels(), testing::ElementsAre("f32[4]", "f32[3]"));
  EXPECT_EQ(documents.shown("/a.cpp").hints[1].position, Position(2, 3)) << "moved with the edit";
  EXPECT_EQ(documents.shown("/a.cpp").diagnostics.size(), 1);
  all.shown.front() = first.shown.front();
  document.show(all, {});
  EXPECT_THAT(labels(), testing::ElementsAre("f32[4]"));
  EXPECT_TRUE(documents.shown("/a.cpp").diagnostics.empty());
}

TEST(Documents, KeepsTheLastHintsWhileNothingCanBeTraced) {
  Documents documents;
  Document& document = documents.open(uri("/a.cpp"), 1, "one\n");
  document.show(answer_with_hint("/a.cpp", {0, 3}, "f32[2]"), {});
  TraceAnswer failed;
  failed.file = "/a.cpp";
  ShownFile& shown = failed.shown.emplace_back();
  shown.file = "/a.cpp";
  shown.diagnostics.emplace_back().message = "expected ';'";
  document.show(failed, {});
  EXPECT_EQ(documents.shown("/a.cpp").hints.size(), 1);
  EXPECT_EQ(documents.shown("/a.cpp").diagnostics.size(), 1);
  document.show(answer_with_hint("/a.cpp", {0, 3}, "f32[4]"), {});
  EXPECT_EQ(documents.shown("/a.cpp").hints[0].label, "f32[4]");
  EXPECT_TRUE(documents.shown("/a.cpp").diagnostics.empty());
}

TEST(Documents, OutdatesWhatDependsOnAnEditedFile) {
  Documents documents;
  documents.open(uri("/a.cpp"), 1, "");
  Document& header = documents.open(uri("/b.h"), 1, "");
  Document& source = *documents.find("/a.cpp");
  source.read.insert("/b.h");
  source.is_outdated = header.is_outdated = false;
  documents.change(header, std::nullopt, "x");
  EXPECT_TRUE(source.is_outdated);
  source.is_outdated = header.is_outdated = false;
  documents.change(source, std::nullopt, "x");
  EXPECT_FALSE(header.is_outdated);
  EXPECT_EQ(documents.next(), &source);
}

TEST(Documents, ShowsOnceWhatTwoTracesSay) {
  Documents documents;
  documents.open(uri("/a.cpp"), 1, "").show(answer_with_hint("/h.h", {3, 0}, "f32[2]"), {});
  documents.open(uri("/b.cpp"), 1, "").show(answer_with_hint("/h.h", {3, 0}, "f32[2]"), {});
  EXPECT_EQ(documents.shown("/h.h").hints.size(), 1);
}

TEST(Documents, WaitsAsLongAsATraceTakes) {
  using std::chrono::milliseconds;
  Document document;
  EXPECT_EQ(document.due() - document.changed, milliseconds(0));
  for (const auto& [took, waits] : {std::pair(1, 50), std::pair(120, 120), std::pair(9000, 500)}) {
    document.duration = milliseconds(took);
    EXPECT_EQ(document.due() - document.changed, milliseconds(waits));
  }
}

} // namespace
} // namespace fx::lsp
