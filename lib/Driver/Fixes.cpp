#include "fx/Driver/Fixes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <optional>

namespace fx::driver {

namespace {

/// Nothing: the text has no such place.
std::optional<uint32_t> offset_of(llvm::StringRef text, const SourceLocation& place) {
  size_t begin = 0;
  for (unsigned line = 1; line < place.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == llvm::StringRef::npos) return std::nullopt;
    ++begin;
  }
  const size_t offset = begin + place.column - 1;
  return place.line == 0 || place.column == 0 || offset > text.size()
             ? std::nullopt
             : std::optional(static_cast<uint32_t>(offset));
}

/// Adds an edit in its place. False: it changes what another one does.
bool add(std::vector<refactor::Edit>& edits, refactor::Edit edit) {
  const auto next = std::ranges::upper_bound(edits, edit.range.begin, {},
                                             [](const auto& other) { return other.range.begin; });
  const bool is_free = (next == edits.end() || edit.range.end <= next->range.begin) &&
                       (next == edits.begin() || std::prev(next)->range.end <= edit.range.begin);
  if (is_free) edits.insert(next, std::move(edit));
  return is_free;
}

} // namespace

Fixes fixes_of(std::span<const Diagnostic> diagnostics, refactor::FileTexts& texts) {
  Fixes fixes;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.fix_its.empty()) continue;
    refactor::FileEdits with_this = fixes.edits;
    const bool fits = llvm::all_of(diagnostic.fix_its, [&](const FixIt& fix) {
      const std::string& file = fix.range.begin.file;
      const llvm::StringRef text = texts.text(file);
      const std::optional<uint32_t> begin = offset_of(text, fix.range.begin);
      const std::optional<uint32_t> end = offset_of(text, fix.range.end);
      return begin && end && *begin <= *end && add(with_this[file], {{*begin, *end}, fix.text});
    });
    if (fits) {
      fixes.edits = std::move(with_this);
      ++fixes.num_fixed;
    } else {
      fixes.left.push_back(&diagnostic);
    }
  }
  return fixes;
}

} // namespace fx::driver
