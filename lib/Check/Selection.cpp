// Which checks are on, by clang-tidy's globs.
#include "fx/Check/Check.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

namespace fx::check {

namespace {

bool matches(const std::string& glob, std::string_view id) {
  llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob);
  if (pattern) return pattern->match(id);
  llvm::consumeError(pattern.takeError());
  return false;
}

} // namespace

Selection::Selection(std::string_view globs) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(globs).split(words, ',');
  for (llvm::StringRef word : words) {
    word = word.trim();
    const bool takes_away = word.consume_front("-");
    if (word.empty()) continue;
    const std::string text = word.str();
    if (problem_.empty() &&
        llvm::none_of(checks(), [&](const MessageInfo& check) { return matches(text, check.id); }))
      problem_ = text;
    // "-x" alone is all but x.
    if (globs_.empty() && takes_away) globs_.push_back({"*", false});
    globs_.push_back({text, takes_away});
  }
}

bool Selection::is_on(std::string_view id) const {
  bool is_on = globs_.empty();
  for (const Glob& glob : globs_)
    if (matches(glob.text, id)) is_on = !glob.takes_away;
  return is_on;
}

} // namespace fx::check
