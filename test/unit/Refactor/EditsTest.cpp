// Edits and their diff: whatever the edits are, the diff takes the old text to the new one.
#include "fx/Refactor/Edits.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>
#include <random>

using namespace fx;
using namespace fx::refactor;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

/// What patch(1) does, without any tolerance.
std::string patched(const std::string& old, const std::string& diff) {
  const std::vector<std::string> from = lines_of(old);
  std::vector<std::string> hunks = lines_of(diff);
  std::string result;
  size_t at = 0;
  for (size_t i = 2; i < hunks.size(); ++i) {
    const std::string& line = hunks[i];
    if (line.starts_with("@@ -")) {
      size_t used = 0;
      size_t start = std::stoul(line.substr(4), &used);
      const bool is_empty = line.compare(4 + used, 3, ",0 ") == 0;
      if (!is_empty) --start;
      while (at < start)
        result += from.at(at++);
      continue;
    }
    std::string text = line.substr(1);
    if (i + 1 < hunks.size() && hunks[i + 1].starts_with("\\")) text.pop_back();
    if (line[0] == '\\') continue;
    if (line[0] != '+') {
      EXPECT_EQ(from.at(at), text);
      ++at;
    }
    if (line[0] != '-') result += text;
  }
  while (at < from.size())
    result += from[at++];
  return result;
}

class TemporaryFile {
public:
  explicit TemporaryFile(const std::string& text) {
    int file = 0;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("fx-edits", "cpp", file, name_));
    llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
  }
  ~TemporaryFile() { llvm::sys::fs::remove(name_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string name() const { return std::string(name_); }

private:
  llvm::SmallString<128> name_;
};

TEST(Edits, ApplyInOrder) {
  EXPECT_EQ(apply_edits("x = relu(y);", {{{0, 1}, "z"}, {{4, 8}, "gelu"}, {{11, 11}, " + 1"}}),
            "z = gelu(y) + 1;");
}

TEST(Edits, DiffOfWholeStatementsIsTheirLines) {
  const TemporaryFile file("a\nb\nc\n");
  FileTexts texts;
  const std::string diff = unified_diff(texts, {{file.name(), {{{2, 4}, ""}}}});
  EXPECT_TRUE(llvm::StringRef(diff).ends_with("@@ -1,3 +1,2 @@\n a\n-b\n c\n")) << diff;
}

TEST(Edits, NothingChangedIsNoDiff) {
  const TemporaryFile file("a\nb\n");
  FileTexts texts;
  EXPECT_EQ(unified_diff(texts, {{file.name(), {{{2, 3}, "b"}}}}), "");
}

TEST(Edits, DiffTakesTheOldTextToTheNewOne) {
  std::mt19937 random(7);
  const auto below = [&](size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(random);
  };
  for (int round = 0; round < 400; ++round) {
    std::string text;
    for (size_t line = below(30) + 1; line > 0; --line)
      text += std::string(below(4), static_cast<char>('a' + below(3))) + "\n";
    if (below(3) == 0) text.pop_back();
    if (text.empty()) text = "a";
    std::vector<Edit> edits;
    for (uint32_t at = 0; at < text.size();) {
      const auto begin = static_cast<uint32_t>(at + below(20));
      const auto end = static_cast<uint32_t>(begin + below(6));
      if (end > text.size()) break;
      static constexpr const char* fresh[] = {"", "x", "x\ny\n", "\n", "xyz"};
      edits.push_back({{begin, end}, fresh[below(5)]});
      at = end + 1;
    }
    const std::string edited = apply_edits(text, edits);
    if (edited.empty()) continue;
    const TemporaryFile file(text);
    FileTexts texts;
    const std::string diff = unified_diff(texts, {{file.name(), edits}});
    EXPECT_EQ(patched(text, diff), edited) << text << "---\n" << diff;
  }
}

std::string text_of(const std::string& file) {
  return FileTexts().text(file).str();
}

TEST(Edits, AFileThatChangedSinceItWasReadIsNotWrittenNorAnyOther) {
  const TemporaryFile first("relu\n");
  const TemporaryFile second("relu\n");
  FileTexts texts;
  const FileEdits edits{{first.name(), {{{0, 4}, "gelu"}}}, {second.name(), {{{0, 4}, "gelu"}}}};
  edited_texts(texts, edits);
  std::error_code problem;
  llvm::raw_fd_ostream(edits.rbegin()->first, problem) << "// mine\nrelu\n";
  const std::string message = llvm::toString(write_files(texts, edits));
  EXPECT_TRUE(llvm::StringRef(message).contains("has changed since it was read")) << message;
  EXPECT_EQ(text_of(edits.begin()->first), "relu\n");
  EXPECT_EQ(text_of(edits.rbegin()->first), "// mine\nrelu\n");
}

} // namespace
