#include "Frontend/Parse/DiagnosticOutput.h"

#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::frontend {

using clang::DiagnosticsEngine;

namespace {

DiagnosticsEngine::Level level_of(Severity severity) {
  switch (severity) {
  case Severity::Note: return DiagnosticsEngine::Note;
  case Severity::Remark: return DiagnosticsEngine::Remark;
  case Severity::Warning: return DiagnosticsEngine::Warning;
  case Severity::Error: break;
  }
  return DiagnosticsEngine::Error;
}

} // namespace

fx::Diagnostic plain_diagnostic(Severity severity, std::string_view id, const std::string& message,
                                DiagnosticStyle style) {
  fx::Diagnostic diagnostic;
  diagnostic.id = id;
  diagnostic.severity = severity;
  diagnostic.message = message;
  llvm::raw_string_ostream out(diagnostic.text);
  out.enable_colors(style.colors);
  out << "fx-clang: ";
  clang::TextDiagnostic::printDiagnosticLevel(out, level_of(severity), style.colors);
  out << message;
  if (!id.empty()) out << " [" << id << ']';
  out << '\n';
  return diagnostic;
}

Severity severity_of(DiagnosticsEngine::Level level) {
  switch (level) {
  case DiagnosticsEngine::Error:
  case DiagnosticsEngine::Fatal: return Severity::Error;
  case DiagnosticsEngine::Warning: return Severity::Warning;
  case DiagnosticsEngine::Remark: return Severity::Remark;
  default: return Severity::Note;
  }
}

void DiagnosticOutput::diagnostic(fx::Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Note && last_) {
    last_->notes.push_back(std::move(diagnostic));
    return;
  }
  flush();
  last_ = std::move(diagnostic);
}

void DiagnosticOutput::flush() {
  if (!last_) return;
  // The sink may come back with more to say.
  const fx::Diagnostic said = std::move(*last_);
  last_.reset();
  sink_.on_diagnostic(said);
}

void DiagnosticOutput::errors(const ParseErrors& errors) {
  for (const ParseError* error : errors.shown())
    diagnostic(error->diagnostic);
}

void DiagnosticOutput::message(const Saying& saying) {
  flush();
  const MessageInfo& info = *saying.info;
  if (info.severity == Severity::Remark && !remarks_.insert(saying.text).second) return;
  const bool is_note = info.severity == Severity::Note;
  sink_.on_diagnostic(
      plain_diagnostic(info.severity, is_note ? std::string_view() : info.id, saying.text, style_));
}

} // namespace fx::frontend
