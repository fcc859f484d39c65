// Where Clang's messages go while one file is parsed: they are kept until it is known whether they
// concern what is traced, or come from an attempt whose errors are not the user's (a precompiled
// header that does not fit). What is said of the parsed file then goes to stderr at once.
#pragma once

#include "Frontend/Parse/ParseErrors.h"
#include "fx/Frontend/Trace.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace fx::frontend {

class ParseDiagnostics : public clang::DiagnosticConsumer {
public:
  ParseDiagnostics();

  /// Why the messages of an attempt were kept back.
  enum class Doubt {
    None,
    /// Clang could not use the precompiled header: parse without.
    PrecompiledHeader,
    /// The first error lies in the appended text, which may well be the fault of an unclosed brace
    /// further up: parse without it, to see whether the file is right by itself.
    Appended,
  };

  /// Starts an attempt. Errors in the file named `doubtful_file` raise Doubt::Appended.
  void start(bool with_precompiled_header, llvm::StringRef doubtful_file);
  Doubt doubt() const { return doubt_; }
  /// The file is parsed: what is said from here on is meant for the user, wherever it points.
  void trust() { trusted_ = true; }
  /// What was said before.
  const ParseErrors& errors() const { return errors_; }
  void blame_precompiled_header() { doubt_ = Doubt::PrecompiledHeader; }

  void BeginSourceFile(const clang::LangOptions& language,
                       const clang::Preprocessor* preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;

private:
  Doubt judge(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) const;
  void keep(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info);

  clang::DiagnosticOptions options_;
  clang::TextDiagnosticPrinter printer_;
  std::string kept_text_;
  llvm::raw_string_ostream kept_stream_;
  clang::TextDiagnosticPrinter kept_printer_;
  ParseErrors errors_;
  bool trusted_ = false;
  bool with_precompiled_header_ = false;
  std::string doubtful_file_;
  Doubt doubt_ = Doubt::None;
};

/// Tells `listener` of what goes to stderr, as long as it lives; without `remarks` those go
/// nowhere, when `quiet` nothing goes to stderr. One at a time.
class ListenerScope {
public:
  ListenerScope(TraceListener* listener, bool remarks, bool quiet);
  ~ListenerScope();
  ListenerScope(const ListenerScope&) = delete;
  ListenerScope& operator=(const ListenerScope&) = delete;
};

/// Prints errors of the parse that are the user's business after all.
void print_errors(const ParseErrors& errors);

/// A line in Clang's form that has no place in the source: "fx-clang: remark: ...".
void print_message(clang::DiagnosticsEngine::Level level, llvm::StringRef text);

} // namespace fx::frontend
