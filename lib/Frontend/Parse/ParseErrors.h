// What Clang could not understand in a file that is read all the same, as clangd does.
//
// Clang recovers from an error by leaving something out, so that no statement near one can be
// trusted: whoever uses a declaration asks first whether an error lies in it.
#pragma once

#include "fx/Frontend/Diagnostics.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <string>
#include <vector>

namespace fx::frontend {

struct ParseError {
  /// Where it is, and the instantiations that led there.
  std::vector<clang::SourceLocation> places;
  std::string line; // "net.cpp:3:5: error: expected ';'"
  fx::Diagnostic diagnostic;
  /// Clang's own, in its terms: for whoever says the error again at its place.
  std::vector<clang::FixItHint> fix_its;
  std::string missing_header; // as it is included; empty: it is another error
  bool is_redefinition = false;
  bool is_directive = false; // #error: the author says that the flags are wrong
};

class ParseErrors {
public:
  bool empty() const { return errors_.empty(); }
  size_t size() const { return errors_.size(); }
  const std::vector<ParseError>& all() const { return errors_; }
  void clear() { errors_.clear(); }

  void add(ParseError error) { errors_.push_back(std::move(error)); }
  ParseError& last() { return errors_.back(); }

  /// The errors inside of a declaration or statement, macros expanded; none: it is whole.
  std::vector<const ParseError*> inside(const clang::SourceManager& sources,
                                        clang::SourceRange range) const;

  bool has_directive() const;

  /// The errors worth showing: all but those that follow from a missing header.
  std::vector<const ParseError*> shown() const;

private:
  std::vector<ParseError> errors_;
};

} // namespace fx::frontend
