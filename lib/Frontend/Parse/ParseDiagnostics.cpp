#include "Frontend/Parse/ParseDiagnostics.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::frontend {

using clang::Diagnostic;
using clang::DiagnosticsEngine;

namespace {

clang::DiagnosticOptions printer_options() {
  clang::DiagnosticOptions options;
  options.ShowColors = llvm::sys::Process::StandardErrHasColors();
  options.MessageLength = llvm::sys::Process::StandardErrColumns();
  options.ShowPresumedLoc = true; // --root:1:5, not a line past the end of the file
  return options;
}

} // namespace

void print_message(DiagnosticsEngine::Level level, llvm::StringRef text) {
  bool colors = llvm::sys::Process::StandardErrHasColors();
  llvm::raw_ostream& out = llvm::errs();
  out << "fx-clang: ";
  clang::TextDiagnostic::printDiagnosticLevel(out, level, colors);
  out << text << '\n';
}

ParseDiagnostics::ParseDiagnostics()
    : options_(printer_options()), printer_(llvm::errs(), options_) {}

void ParseDiagnostics::start(bool with_precompiled_header, llvm::StringRef doubtful_file) {
  clear(); // the count of errors, which ExecuteAction asks for
  with_precompiled_header_ = with_precompiled_header;
  doubtful_file_ = doubtful_file.str();
  doubt_ = Doubt::None;
  printed_error_ = false;
}

void ParseDiagnostics::BeginSourceFile(const clang::LangOptions& language,
                                       const clang::Preprocessor* preprocessor) {
  printer_.BeginSourceFile(language, preprocessor);
}

void ParseDiagnostics::EndSourceFile() {
  printer_.EndSourceFile();
}

ParseDiagnostics::Doubt ParseDiagnostics::judge(DiagnosticsEngine::Level level,
                                                const Diagnostic& info) const {
  if (level < DiagnosticsEngine::Error) return Doubt::None;
  unsigned id = info.getID();
  if (with_precompiled_header_ && id >= clang::diag::DIAG_START_SERIALIZATION &&
      id < clang::diag::DIAG_START_LEX)
    return Doubt::PrecompiledHeader;
  if (!doubtful_file_.empty() && !printed_error_ && info.getLocation().isValid()) {
    clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
    if (place.isValid() && place.getFilename() == doubtful_file_) return Doubt::Appended;
  }
  return Doubt::None;
}

void ParseDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (doubt_ == Doubt::None) doubt_ = judge(level, info);
  if (doubt_ != Doubt::None) return;
  printer_.HandleDiagnostic(level, info);
  if (level < DiagnosticsEngine::Error) return;
  printed_error_ = true;
  if (info.getID() == clang::diag::err_pp_file_not_found) note_missing_header(info);
}

void ParseDiagnostics::note_missing_header(const Diagnostic& info) {
  llvm::StringRef name = info.getArgKind(0) == DiagnosticsEngine::ak_std_string
                             ? llvm::StringRef(info.getArgStdStr(0))
                             : llvm::StringRef(info.getArgCStr(0));
  bool libtorch =
      name.starts_with("torch/") || name.starts_with("ATen/") || name.starts_with("c10/");
  print_message(DiagnosticsEngine::Note,
                libtorch ? "name LibTorch's include folders after --: -- -I <libtorch>/include -I "
                           "<libtorch>/include/torch/csrc/api/include, or a build folder with -p"
                         : "name the folder it lies in after --: -- -I <folder>, or a build folder "
                           "with a compile_commands.json: -p <folder>");
}

} // namespace fx::frontend
