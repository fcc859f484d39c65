#include "Frontend/Parse/OpenMp.h"

#include "Frontend/Messages.h"
#include "Frontend/Parse/ParseDiagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <memory>

namespace fx::frontend {

namespace {

using llvm::StringRef;

/// The rest of a directive's line, and of those that continue it.
StringRef line_at(StringRef text) {
  size_t end = text.find('\n');
  while (end != StringRef::npos && text.take_front(end).rtrim("\r").ends_with("\\"))
    end = text.find('\n', end + 1);
  return text.take_front(end);
}

/// Whether one thread computes what many do. A private variable is another one than the variable of
/// that name, which is not seen.
bool is_same_in_one_thread(StringRef directive) {
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(directive, words, " \t\r\n\\()");
  if (llvm::is_contained(words, "private") || llvm::is_contained(words, "firstprivate"))
    return false;
  if (words.size() > 1 && words[0] == "parallel") return words[1] == "for";
  return !words.empty() && llvm::is_contained({"for", "simd", "critical", "atomic", "barrier",
                                               "flush", "ordered", "declare", "end", "taskwait"},
                                              words[0]);
}

class Directives : public clang::PPCallbacks {
public:
  explicit Directives(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind) override {
    const clang::SourceManager& sources = preprocessor_.getSourceManager();
    if (sources.isInSystemHeader(sources.getExpansionLoc(where))) return;
    const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(where));
    StringRef line = line_at(sources.getBufferData(file).drop_front(offset)).ltrim("# \t");
    // Also _Pragma("omp parallel"), in a macro too.
    if (line.consume_front("_Pragma"))
      line = line.ltrim(" \t(\"").take_until([](char c) { return c == '"'; });
    else if (!line.consume_front("pragma"))
      return;
    line = line.ltrim();
    if (!line.consume_front("omp") || is_same_in_one_thread(line)) return;
    const Saying said = say(diag::openmp_of_threads);
    preprocessor_.Diag(
        where, clang_id(preprocessor_.getDiagnostics(), clang::DiagnosticsEngine::Error, said.info))
        << said.text;
  }

private:
  clang::Preprocessor& preprocessor_;
};

} // namespace

void refuse_openmp_of_threads(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Directives>(preprocessor));
}

} // namespace fx::frontend
