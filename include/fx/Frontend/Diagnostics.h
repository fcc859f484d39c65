// What a trace says, as values: the libraries write to no stream, who calls them has a sink.
#pragma once

#include "fx/Support/Error.h"

#include <string>
#include <string_view>

namespace fx::frontend {

/// What was said to the user, in the order in which it was said: the notes of an error follow it,
/// those of an error of Clang's stand in its text.
struct TraceDiagnostic {
  std::string_view severity; // "error", "warning", "remark", "note"
  SourceLocation location;   // line 0: no place in the source
  std::string message;
  /// The same as Clang writes it: place, message, the line of the source and a caret, each line
  /// with its end.
  std::string text;
};

/// Told of everything while a trace runs.
class DiagnosticSink {
public:
  virtual ~DiagnosticSink() = default;
  virtual void on_diagnostic(const TraceDiagnostic& diagnostic) = 0;
};

/// How TraceDiagnostic::text is written.
struct DiagnosticStyle {
  bool colors = false;
  /// Of the terminal that shows it; source lines are cut to it. 0: as long as they are.
  unsigned columns = 0;
};

} // namespace fx::frontend
