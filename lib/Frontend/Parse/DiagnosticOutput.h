// Where all messages go while files are parsed and traced: to the caller's sink, written as the
// caller wants them.
#pragma once

#include "Frontend/Messages.h"
#include "Frontend/Parse/ParseErrors.h"

#include "clang/Basic/Diagnostic.h"

#include <optional>
#include <set>
#include <string>

namespace fx::frontend {

class DiagnosticOutput {
public:
  DiagnosticOutput(DiagnosticSink& sink, DiagnosticStyle style) : sink_(sink), style_(style) {}
  ~DiagnosticOutput() { flush(); }
  DiagnosticOutput(const DiagnosticOutput&) = delete;
  DiagnosticOutput& operator=(const DiagnosticOutput&) = delete;

  DiagnosticStyle style() const { return style_; }
  /// A note belongs to the message before it: the sink gets both together.
  void diagnostic(fx::Diagnostic diagnostic);
  /// Errors of the parse that are the user's business after all.
  void errors(const ParseErrors& errors);
  /// A line in Clang's form that has no place in the source: "fx-clang: remark: ...". A remark is
  /// said once, however often files are read.
  template <MessageKind Kind, unsigned N, class... Arguments>
  void message(Message<Kind, N> message, const Arguments&... arguments) {
    this->message(say(message, arguments...));
  }
  void message(const Saying& saying);
  /// Tells the sink what is kept back for notes that may follow.
  void flush();

private:
  DiagnosticSink& sink_;
  DiagnosticStyle style_;
  std::optional<fx::Diagnostic> last_;
  std::set<std::string> remarks_; // that have no place
};

/// A line of DiagnosticOutput::message; a note has no id.
fx::Diagnostic plain_diagnostic(Severity severity, std::string_view id, const std::string& message,
                                DiagnosticStyle style);
Severity severity_of(clang::DiagnosticsEngine::Level level);

} // namespace fx::frontend
