// Comments by which someone says that a place is as it is meant to be: those of clang-tidy.
#include "fx/Check/Check.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

namespace fx::check {

namespace {

/// Whether "NOLINT" in a line stands for all ids or names this one.
bool names(llvm::StringRef line, llvm::StringRef word, std::string_view id) {
  for (size_t at = line.find(word); at != llvm::StringRef::npos; at = line.find(word, at + 1)) {
    llvm::StringRef rest = line.drop_front(at + word.size());
    if (!rest.empty() && (llvm::isAlnum(rest.front()) || rest.front() == '_')) continue;
    if (!rest.consume_front("(")) return true;
    llvm::SmallVector<llvm::StringRef> globs;
    rest.take_until([](char c) { return c == ')'; }).split(globs, ',');
    for (const llvm::StringRef glob : globs) {
      llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob.trim());
      if (pattern && pattern->match(id)) return true;
      if (!pattern) llvm::consumeError(pattern.takeError());
    }
  }
  return false;
}

} // namespace

bool is_allowed(std::string_view text, unsigned line, std::string_view id) {
  llvm::StringRef rest(text);
  bool is_inside = false;
  llvm::StringRef above;
  for (unsigned number = 1; number <= line; ++number) {
    const auto [here, behind] = rest.split('\n');
    if (names(here, "NOLINTBEGIN", id)) is_inside = true;
    if (names(here, "NOLINTEND", id)) is_inside = false;
    if (number == line)
      return is_inside || names(here, "NOLINT", id) || names(above, "NOLINTNEXTLINE", id);
    above = here;
    rest = behind;
  }
  return false;
}

} // namespace fx::check
