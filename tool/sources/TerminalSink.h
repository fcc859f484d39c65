// What a trace says, on stderr.
#pragma once

#include "fx/Driver/Model.h"
#include "fx/Frontend/Diagnostics.h"
#include "fx/Frontend/Trace.h"

namespace fx::tool {

/// How the terminal behind stderr shows source lines; without one there are no colors.
frontend::DiagnosticStyle terminal_style();

/// Quiet: remarks, and notes that are of no error, are left out. OneOfMany: another process sums
/// up.
enum class Verbosity : uint8_t { Normal, OneOfMany, Quiet };

class TerminalSink : public DiagnosticSink {
public:
  /// `next` is told of what is shown.
  explicit TerminalSink(Verbosity verbosity = Verbosity::Normal, DiagnosticSink* next = nullptr)
      : verbosity_(verbosity), next_(next) {}

  void on_diagnostic(const Diagnostic& diagnostic) override;

private:
  Verbosity verbosity_;
  DiagnosticSink* next_;
};

/// --verify-diagnostics: traces, and compares what is said with the comments in `files` that expect
/// it. Prints what differs; true when nothing does.
bool verify_diagnostics(driver::Models& models, const std::vector<std::string>& files);

/// The summary of --keep-going: what became of each class, if any was traced or tried.
void print_classes(const std::vector<frontend::ClassResult>& classes);

} // namespace fx::tool
