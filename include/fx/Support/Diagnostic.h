// Messages to a user, as values: the libraries write to no stream, and their caller supplies a
// sink.
#pragma once

#include "fx/Support/Error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

enum class Severity : uint8_t { Note, Remark, Warning, Error };

/// "error", "remark", ...: as Clang writes it.
constexpr std::string_view severity_name(Severity severity) {
  switch (severity) {
  case Severity::Note: return "note";
  case Severity::Remark: return "remark";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  return "";
}

/// The piece [begin, end) of a file.
struct DiagnosticRange {
  SourceLocation begin;
  SourceLocation end;
};

/// Text that makes the program right when it stands in place of `range`, which is empty where text
/// is only added.
struct FixIt {
  DiagnosticRange range;
  std::string text;
};

struct Diagnostic {
  /// The row of the tables that it comes from: "past-the-end". Clang's own messages have "clang",
  /// notes have none.
  std::string_view id;
  Severity severity = Severity::Error;
  SourceLocation location; // line 0: no place in the source
  /// The code that it is about; its lines are 0 where only the location is known.
  DiagnosticRange range;
  std::string message;
  /// Explanations and ways out, in reading order.
  std::vector<Diagnostic> notes;
  std::vector<FixIt> fix_its;
  /// The same as Clang writes it: place, message, id, the line of the source and a caret, each line
  /// with its end. Without the notes, which have their own.
  std::string text;
};

/// An error of a library as what a sink takes.
Diagnostic to_diagnostic(const Error& error);

/// Receives every diagnostic while a trace runs.
class DiagnosticSink {
public:
  virtual ~DiagnosticSink() = default;
  virtual void on_diagnostic(const Diagnostic& diagnostic) = 0;
};

/// Keeps them.
class DiagnosticList : public DiagnosticSink {
public:
  void on_diagnostic(const Diagnostic& diagnostic) override { said.push_back(diagnostic); }

  std::vector<Diagnostic> said;
};

} // namespace fx
