#include "TerminalSink.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using llvm::sys::Process;

frontend::DiagnosticStyle terminal_style() {
  return {Process::StandardErrHasColors(), Process::StandardErrColumns()};
}

void TerminalSink::on_diagnostic(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::Remark && !remarks_) return;
  llvm::errs() << diagnostic.text;
  for (const Diagnostic& note : diagnostic.notes)
    llvm::errs() << note.text;
  if (next_) next_->on_diagnostic(diagnostic);
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
