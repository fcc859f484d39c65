// One source file with all that it includes, parsed: as clangd's ParsedAST it owns the compiler and
// keeps it in the middle of its action, with Sema alive, so that initialisations can be checked
// against the user's types and templates be instantiated, in as many traces as are wanted.
#pragma once

#include "Frontend/ClangCompat.h"
#include "Frontend/Parse/DiagnosticOutput.h"
#include "Frontend/Parse/ParseDiagnostics.h"
#include "Frontend/Parse/ParseErrors.h"
#include "Frontend/Parse/Repairs.h"
#include "fx/Ops/LibTorch.h"

#include "llvm/Support/Chrono.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
class FrontendAction;
class Scope;
} // namespace clang

namespace fx::frontend {

/// A definition that another file has too.
struct Clash {
  std::string file; // of the second definition
  /// Its name when it belongs to that file alone (static, in an unnamed namespace): it can be given
  /// another one. Else empty.
  std::string own_name;
};

class ParsedUnit {
public:
  /// Parses. Errors in the main file from the byte `appended_begin` on, if that is not 0, raise
  /// ParseDiagnostics::Suspect::Appended.
  ParsedUnit(const std::shared_ptr<clang::CompilerInvocation>& invocation,
             const compat::FileSystem& files, DiagnosticStyle style, unsigned appended_begin,
             bool with_openmp, std::stop_token stop);
  ~ParsedUnit();
  ParsedUnit(const ParsedUnit&) = delete;
  ParsedUnit& operator=(const ParsedUnit&) = delete;

  /// Whether there is an AST: whatever errors there were, Clang came to the end of the file.
  bool is_parsed() const { return is_parsed_; }
  /// Only of a unit that is parsed.
  clang::CompilerInstance& compiler() const { return *compiler_; }
  clang::ASTContext& context() const;
  const ParseErrors& errors() const { return diagnostics_.errors(); }
  const ParseDiagnostics& diagnostics() const { return diagnostics_; }

  /// The LibTorch whose headers it includes, and where they are; null: the one of the build.
  const std::shared_ptr<const ops::LibTorch>& libtorch() const { return libtorch_; }
  const ops::HeaderFolders& libtorch_folders() const { return libtorch_folders_; }
  void set_libtorch(ops::HeaderFolders folders, std::shared_ptr<const ops::LibTorch> libtorch) {
    libtorch_folders_ = std::move(folders);
    libtorch_ = std::move(libtorch);
  }

  /// What was made of the errors: replacements in the files, and definitions that stand twice.
  struct Findings {
    Repairs repairs;
    std::vector<Clash> clashes;
    /// Whether the AST is that of the user's files. If not, errors() tell why.
    bool is_traceable = false;
  };
  const Findings& findings() const { return findings_; }
  void set_findings(Findings findings) { findings_ = std::move(findings); }

  /// From now on traces take the file and all that was read behind it for unread: what these define
  /// is only declared. An empty name hides nothing. False: it was not read behind the others.
  bool hide_from(llvm::StringRef file);
  bool is_hidden(clang::SourceLocation where) const;
  /// Whether variables are among it that other files may use: those cannot be hidden.
  bool hides_variables() const;

  /// The user's files, as the compiler names them.
  std::vector<std::string> files() const;
  /// Whether they are what they were when they were parsed.
  bool is_current() const;
  /// Whether traces have left so much in the AST, which only grows, that another parse is cheaper
  /// than keeping it.
  bool is_worn() const;

  /// Says something of the unit, as Clang does; see OutputScope.
  void report(clang::DiagnosticsEngine::Level level, clang::SourceLocation where,
              const std::string& text, const MessageInfo* info);

  /// As long as it lives, messages about the unit go to the output: Clang's own messages too, when
  /// it instantiates a template that only the trace needs. Without one they are lost.
  class OutputScope {
  public:
    OutputScope(ParsedUnit& unit, DiagnosticOutput& output);
    ~OutputScope();
    OutputScope(const OutputScope&) = delete;
    OutputScope& operator=(const OutputScope&) = delete;

  private:
    ParsedUnit& unit_;
  };

private:
  void note_files();
  void open_scope();

  struct Stamp {
    std::string file;
    uint64_t size;
    llvm::sys::TimePoint<> modified;
  };

  compat::FileSystem files_;
  ParseDiagnostics diagnostics_;
  std::unique_ptr<clang::CompilerInstance> compiler_;
  std::unique_ptr<clang::FrontendAction> action_;
  std::unique_ptr<clang::Scope> scope_;
  std::vector<Stamp> stamps_;    // of the user's files
  clang::SourceLocation hidden_; // where what is hidden begins
  Findings findings_;
  ops::HeaderFolders libtorch_folders_;
  std::shared_ptr<const ops::LibTorch> libtorch_;
  size_t size_ = 0; // of the AST when it was parsed
  bool has_begun_ = false;
  bool is_parsed_ = false;
};

} // namespace fx::frontend
