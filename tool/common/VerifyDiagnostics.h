// --verify-diagnostics: a source or graph file says which messages it expects, as MLIR's and
// Clang's tests do.
//
//   // expected-error {{'%y' is not defined}}          on this line
//   // expected-remark@+2 {{matched}}                  two lines below
//   // expected-warning@above {{...}}                  on the last line that has no expectation
#pragma once

#include "fx/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fx::tool {

/// A sink that compares what it is told with what files expect.
class DiagnosticVerifier : public DiagnosticSink {
public:
  /// Reads the expectations in the text of a file.
  void expect(const std::string& file, llvm::StringRef text);
  /// Notes explain: only those that are named are compared.
  void on_diagnostic(const Diagnostic& diagnostic) override;
  /// What was expected and did not come, at the expectation, and what came and was not expected, at
  /// its place: errors, none when there is neither.
  std::vector<Diagnostic> problems() const;

private:
  struct Expectation {
    Severity severity;
    SourceLocation place; // of the expectation itself
    unsigned line;        // of what is expected
    std::string text;
    bool seen = false;
  };
  /// Whether a line has an expectation. `for_line_below`: those that wait for a line without one.
  bool read_row(const std::string& file, unsigned line, llvm::StringRef row,
                unsigned last_other_line, std::vector<size_t>& for_line_below);
  bool was_expected(const Diagnostic& diagnostic);

  std::vector<Expectation> expectations_;
  std::vector<Diagnostic> unexpected_;
  std::vector<Diagnostic> malformed_; // expectations that cannot be read
};

/// The parts of a text between lines '// -----' when it is to be split, else the whole of it. Each
/// begins with the line breaks of what was before, so that lines keep their numbers.
std::vector<std::string> split_input(llvm::StringRef text, bool split);

} // namespace fx::tool
