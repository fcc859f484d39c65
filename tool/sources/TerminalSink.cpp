#include "TerminalSink.h"

#include "VerifyDiagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using llvm::sys::Process;

frontend::DiagnosticStyle terminal_style() {
  return {Process::StandardErrHasColors(), Process::StandardErrColumns()};
}

void TerminalSink::on_diagnostic(const Diagnostic& diagnostic) {
  const bool is_aside =
      diagnostic.severity == Severity::Remark || diagnostic.severity == Severity::Note;
  if (is_aside && verbosity_ == Verbosity::Quiet) return;
  llvm::errs() << diagnostic.text;
  for (const Diagnostic& note : diagnostic.notes)
    llvm::errs() << note.text;
  if (next_) next_->on_diagnostic(diagnostic);
}

bool verify_diagnostics(driver::Models& models, const std::vector<std::string>& files) {
  DiagnosticVerifier verifier;
  for (const std::string& file : files)
    if (const auto text = llvm::MemoryBuffer::getFile(file))
      verifier.expect(file, (*text)->getBuffer());
  models.trace(verifier);
  const std::vector<Diagnostic> problems = verifier.problems();
  for (const Diagnostic& problem : problems)
    llvm::errs() << Error{problem.message, problem.location, {}}.to_string();
  return problems.empty();
}

void print_classes(const std::vector<frontend::ClassResult>& classes) {
  const auto was_tried = [](const auto& result) { return result.traced || result.failed; };
  if (llvm::none_of(classes, was_tried)) return;
  llvm::errs() << "\n";
  for (const frontend::ClassResult& result : classes)
    llvm::errs() << fmt::format("{:24} {}{}\n", result.name, result.failed ? "failed: " : "",
                                result.traced ? "traced" : result.reason);
}

} // namespace fx::tool
