// What the checks of a unit find, and how they say it: a warning, its notes and its fix.
#pragma once

#include "Frontend/Parse/ParsedUnit.h"
#include "Frontend/Values/Reporter.h"
#include "Messages.h"

#include "fx/IR/Meta.h"
#include "fx/Ops/LibTorch.h"

#include <deque>
#include <string>
#include <vector>

namespace fx::check {

/// A warning of a check.
class Finding {
public:
  Finding(clang::SourceLocation where, Saying saying);

  /// Explains something at another place.
  Finding& note(clang::SourceLocation where, std::string text);
  /// Belongs to the fix of the warning: text in the place of `range`.
  Finding& replace(clang::SourceRange range, const std::string& text);
  Finding& insert(clang::SourceLocation where, const std::string& text);
  Finding& remove(clang::CharSourceRange range);

  const std::vector<frontend::PendingDiagnostic>& all() const { return said_; }

private:
  Finding& fix(clang::FixItHint hint);

  std::vector<frontend::PendingDiagnostic> said_; // the warning first
};

/// What a unit is asked, and where the answers go.
class Findings {
public:
  explicit Findings(frontend::ParsedUnit& unit) : unit_(unit) {}

  frontend::ParsedUnit& unit() const { return unit_; }
  clang::ASTContext& context() const { return unit_.context(); }
  const clang::SourceManager& sources() const { return context().getSourceManager(); }

  /// That of the unit.
  const ops::LibTorch& libtorch() const;

  template <unsigned N, class... Arguments>
  Finding& warn(clang::SourceLocation where, Message<MessageKind::Warning, N> message,
                const Arguments&... arguments) {
    return found_.emplace_back(where, say(message, arguments...));
  }
  const std::deque<Finding>& found() const { return found_; }

  /// Of a node, say; invalid where the unit has no such place.
  clang::SourceLocation location(const SourceRange& of) const;
  /// As it is written.
  std::string text(clang::SourceRange range) const;
  /// Behind the last token of it.
  clang::SourceLocation behind(clang::SourceLocation token) const;
  /// Whether all of it stands in one file, outside of macros: it can be changed.
  bool can_change(clang::SourceRange range) const;
  /// The lines of a statement or declaration that stands alone on them, with the end of the last;
  /// else the statement with its semicolon.
  clang::CharSourceRange whole_lines(clang::SourceRange range) const;

private:
  frontend::ParsedUnit& unit_;
  std::deque<Finding> found_;
};

} // namespace fx::check
