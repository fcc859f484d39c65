// Where Clang's messages go while one file is parsed: they are kept until it is known whether they
// concern what is traced, or come from an attempt whose errors are not the user's (a precompiled
// header that does not fit). Messages about the parsed file then go to the output of its trace.
#pragma once

#include "Frontend/Parse/DiagnosticOutput.h"
#include "Frontend/Parse/ParseErrors.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace fx::frontend {

class ParseDiagnostics : public clang::DiagnosticConsumer {
public:
  /// Of one attempt. Errors in the main file from the byte `appended_begin` on, if that is not 0,
  /// raise Suspect::Appended.
  ParseDiagnostics(DiagnosticStyle style, bool with_precompiled_header, unsigned appended_begin);

  /// What the first error of an attempt may be due to, other than the user's code.
  enum class Suspect {
    None,
    /// Clang could not use the precompiled header: parse without.
    PrecompiledHeader,
    /// An error lies in the appended text, which may well be the fault of an unclosed brace
    /// further up: parse without it, to see whether the file is right by itself.
    Appended,
  };

  Suspect suspect() const { return suspect_; }
  /// The file is parsed: messages from here on are meant for the user, wherever they point. With
  /// null they are dropped.
  void pass_on_to(DiagnosticOutput* output, const clang::LangOptions& language,
                  const clang::Preprocessor& preprocessor);
  /// The errors before that.
  const ParseErrors& errors() const { return errors_; }
  void blame_precompiled_header() {
    if (with_precompiled_header_) suspect_ = Suspect::PrecompiledHeader;
  }

  void BeginSourceFile(const clang::LangOptions& language,
                       const clang::Preprocessor* preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;

private:
  Suspect judge(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) const;
  void keep(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info);
  /// What `printer` writes of one diagnostic.
  std::string text_of(clang::TextDiagnosticPrinter& printer, clang::DiagnosticsEngine::Level level,
                      const clang::Diagnostic& info);

  DiagnosticStyle style_;
  bool with_precompiled_header_;
  unsigned appended_begin_;
  DiagnosticOutput* output_ = nullptr;
  bool is_parsed_ = false;
  clang::DiagnosticOptions options_;
  clang::LangOptions language_;
  std::string text_;
  llvm::raw_string_ostream stream_;
  // Two: each leaves out what it wrote above already ("In file included from").
  clang::TextDiagnosticPrinter printer_;
  clang::TextDiagnosticPrinter kept_printer_;
  ParseErrors errors_;
  Suspect suspect_ = Suspect::None;
};

/// Whether it is --root that does not compile.
bool is_of_root(const ParseError& error);

/// The number under which Clang's engine knows a message of ours; null: a note, which has no id.
unsigned clang_id(clang::DiagnosticsEngine& engine, clang::DiagnosticsEngine::Level level,
                  const MessageInfo* info);

} // namespace fx::frontend
