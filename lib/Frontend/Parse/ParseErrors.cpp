#include "Frontend/Parse/ParseErrors.h"

#include "Frontend/Parse/ParseDiagnostics.h"

#include <algorithm>

namespace fx::frontend {

std::vector<const ParseError*> ParseErrors::inside(const clang::SourceManager& sources,
                                                   clang::SourceRange range) const {
  std::vector<const ParseError*> found;
  if (errors_.empty() || range.isInvalid()) return found;
  const auto [file, begin] = sources.getDecomposedExpansionLoc(range.getBegin());
  const auto [last_file, end] =
      sources.getDecomposedLoc(sources.getExpansionRange(range.getEnd()).getEnd());
  const auto is_inside = [&, file = file, begin = begin, last_file = last_file,
                          end = end](clang::SourceLocation place) {
    if (place.isInvalid()) return false;
    const auto [at_file, at] = sources.getDecomposedExpansionLoc(place);
    return at_file == file && last_file == file && at >= begin && at <= end;
  };
  for (const ParseError& error : errors_)
    if (std::ranges::any_of(error.places, is_inside)) found.push_back(&error);
  return found;
}

bool ParseErrors::has_directive() const {
  return std::ranges::any_of(errors_, &ParseError::is_directive);
}

bool is_of_root(const ParseError& error) {
  return error.diagnostic.location.file == "--root";
}

std::vector<const ParseError*> ParseErrors::shown() const {
  std::vector<const ParseError*> shown;
  for (const ParseError& error : errors_) {
    // What --root names need not be what a header that is missing declares.
    if (!error.missing_header.empty() && std::ranges::any_of(errors_, is_of_root)) break;
    shown.push_back(&error);
    if (!error.missing_header.empty()) return shown;
  }
  for (const ParseError& error : errors_)
    if (is_of_root(error) && std::ranges::find(shown, &error) == shown.end())
      shown.push_back(&error);
  return shown;
}

} // namespace fx::frontend
