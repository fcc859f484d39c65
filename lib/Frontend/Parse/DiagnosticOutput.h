// Where everything goes that is said while files are parsed and traced: to the caller's sink,
// written as the caller wants it.
#pragma once

#include "Frontend/Parse/ParseErrors.h"
#include "fx/Frontend/Diagnostics.h"

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringRef.h"

namespace fx::frontend {

class DiagnosticOutput {
public:
  DiagnosticOutput(DiagnosticSink& sink, DiagnosticStyle style) : sink_(sink), style_(style) {}

  DiagnosticStyle style() const { return style_; }
  void diagnostic(const TraceDiagnostic& diagnostic) { sink_.on_diagnostic(diagnostic); }
  /// Errors of the parse that are the user's business after all.
  void errors(const ParseErrors& errors);
  /// A line in Clang's form that has no place in the source: "fx-clang: remark: ...".
  void message(clang::DiagnosticsEngine::Level level, llvm::StringRef text);

private:
  DiagnosticSink& sink_;
  DiagnosticStyle style_;
};

/// The form of DiagnosticOutput::message.
std::string message_text(clang::DiagnosticsEngine::Level level, llvm::StringRef text,
                         DiagnosticStyle style);
/// As TraceDiagnostic names it.
std::string_view severity_name(clang::DiagnosticsEngine::Level level);

} // namespace fx::frontend
