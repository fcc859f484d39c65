#include "Frontend/Parse/DiagnosticOutput.h"

#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::frontend {

using clang::DiagnosticsEngine;

std::string message_text(DiagnosticsEngine::Level level, llvm::StringRef text,
                         DiagnosticStyle style) {
  std::string line;
  llvm::raw_string_ostream out(line);
  out.enable_colors(style.colors);
  out << "fx-clang: ";
  clang::TextDiagnostic::printDiagnosticLevel(out, level, style.colors);
  out << text << '\n';
  return line;
}

std::string_view severity_name(DiagnosticsEngine::Level level) {
  switch (level) {
  case DiagnosticsEngine::Error:
  case DiagnosticsEngine::Fatal: return "error";
  case DiagnosticsEngine::Warning: return "warning";
  case DiagnosticsEngine::Remark: return "remark";
  default: return "note";
  }
}

void DiagnosticOutput::errors(const ParseErrors& errors) {
  for (const ParseError* error : errors.shown())
    diagnostic(error->diagnostic);
}

void DiagnosticOutput::message(DiagnosticsEngine::Level level, llvm::StringRef text) {
  diagnostic({severity_name(level), {}, text.str(), message_text(level, text, style_)});
}

} // namespace fx::frontend
