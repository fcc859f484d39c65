// --verify-diagnostics: a graph file says which messages it expects, as MLIR's and Clang's tests
// do.
//
//   // expected-error {{'%y' is not defined}}          on this line
//   // expected-remark@+2 {{matched}}                  two lines below
//   // expected-warning@above {{...}}                  on the last line that has no expectation
#pragma once

#include "llvm/Support/SourceMgr.h"

#include <string>
#include <vector>

namespace fx::tool {

/// Compares the diagnostics of one text with what the text expects.
class DiagnosticVerifier {
public:
  /// Reads the expectations of all buffers and takes over the diagnostics of `sources`. Both must
  /// outlive it.
  explicit DiagnosticVerifier(llvm::SourceMgr& sources);
  /// Prints what was expected and did not come, and what came and was not expected; true when
  /// there is neither.
  bool verify();

private:
  struct Expectation {
    llvm::SourceMgr::DiagKind kind;
    unsigned buffer;
    unsigned line;
    std::string text;
    llvm::SMLoc place;
    bool seen = false;
  };
  void read(unsigned buffer);
  static void handle(const llvm::SMDiagnostic& diagnostic, void* verifier);

  llvm::SourceMgr& sources_;
  std::vector<Expectation> expectations_;
  std::vector<llvm::SMDiagnostic> unexpected_;
};

/// The parts of a text between lines '// -----' when it is to be split, else the whole of it. Each
/// begins with the line breaks of what was before, so that lines keep their numbers.
std::vector<std::string> split_input(llvm::StringRef text, bool split);

} // namespace fx::tool
