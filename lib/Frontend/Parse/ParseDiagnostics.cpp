#include "Frontend/Parse/ParseDiagnostics.h"

#include "Frontend/Parse/Repairs.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
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

/// "fx-clang: note: text", a line in Clang's form that has no place in the source.
void write_message(llvm::raw_ostream& out, DiagnosticsEngine::Level level, llvm::StringRef text) {
  out << "fx-clang: ";
  clang::TextDiagnostic::printDiagnosticLevel(out, level,
                                              llvm::sys::Process::StandardErrHasColors());
  out << text << '\n';
}

TraceListener* listener = nullptr;
bool shows_remarks = true;
bool is_quiet = false;
bool was_remark = false; // the last that was no note

/// Whether a message is a remark that nobody wants, or a note of one.
bool is_silenced(DiagnosticsEngine::Level level) {
  if (level != DiagnosticsEngine::Note) was_remark = level == DiagnosticsEngine::Remark;
  return was_remark && !shows_remarks;
}

std::string_view severity_name(DiagnosticsEngine::Level level) {
  switch (level) {
  case DiagnosticsEngine::Error:
  case DiagnosticsEngine::Fatal: return "error";
  case DiagnosticsEngine::Warning: return "warning";
  case DiagnosticsEngine::Remark: return "remark";
  default: return "note";
  }
}

TraceDiagnostic as_diagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) {
  TraceDiagnostic diagnostic{severity_name(level), {}, {}};
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  diagnostic.message = std::string(message);
  if (info.getLocation().isInvalid() || !info.hasSourceManager()) return diagnostic;
  const clang::SourceManager& sources = info.getSourceManager();
  const clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
  if (place.isValid())
    diagnostic.location = {place.getFilename(), place.getLine(), place.getColumn()};
  return diagnostic;
}

std::string missing_header_advice(const Diagnostic& info) {
  llvm::StringRef name = info.getArgKind(0) == DiagnosticsEngine::ak_std_string
                             ? llvm::StringRef(info.getArgStdStr(0))
                             : llvm::StringRef(info.getArgCStr(0));
  bool libtorch =
      name.starts_with("torch/") || name.starts_with("ATen/") || name.starts_with("c10/");
  return libtorch ? "name LibTorch's include folders after --: -- -I <libtorch>/include -I "
                    "<libtorch>/include/torch/csrc/api/include, or a build folder with -p"
                  : "name the folder it lies in after --: -- -I <folder>, or a build folder "
                    "with a compile_commands.json: -p <folder>";
}

} // namespace

void print_message(DiagnosticsEngine::Level level, llvm::StringRef text) {
  if (is_silenced(level)) return;
  if (!is_quiet) write_message(llvm::errs(), level, text);
  if (listener) listener->on_diagnostic({severity_name(level), {}, text.str()});
}

void print_errors(const ParseErrors& errors) {
  for (const ParseError* error : errors.shown()) {
    if (!is_quiet) llvm::errs() << error->text;
    if (listener) listener->on_diagnostic(error->diagnostic);
  }
}

ListenerScope::ListenerScope(TraceListener* told, bool remarks, bool quiet) {
  listener = told;
  shows_remarks = remarks;
  is_quiet = quiet;
}

ListenerScope::~ListenerScope() {
  listener = nullptr;
  shows_remarks = true;
  is_quiet = false;
}

ParseDiagnostics::ParseDiagnostics()
    : options_(printer_options()), printer_(llvm::errs(), options_), kept_stream_(kept_text_),
      kept_printer_(kept_stream_, options_) {
  kept_stream_.enable_colors(options_.ShowColors);
}

void ParseDiagnostics::start(bool with_precompiled_header, llvm::StringRef doubtful_file) {
  clear(); // the count of errors, which ExecuteAction asks for
  with_precompiled_header_ = with_precompiled_header;
  doubtful_file_ = doubtful_file.str();
  doubt_ = Doubt::None;
  errors_.clear();
  kept_text_.clear();
  trusted_ = false;
}

void ParseDiagnostics::BeginSourceFile(const clang::LangOptions& language,
                                       const clang::Preprocessor* preprocessor) {
  printer_.BeginSourceFile(language, preprocessor);
  kept_printer_.BeginSourceFile(language, preprocessor);
}

void ParseDiagnostics::EndSourceFile() {
  printer_.EndSourceFile();
  kept_printer_.EndSourceFile();
}

ParseDiagnostics::Doubt ParseDiagnostics::judge(DiagnosticsEngine::Level level,
                                                const Diagnostic& info) const {
  if (level < DiagnosticsEngine::Error) return Doubt::None;
  unsigned id = info.getID();
  if (with_precompiled_header_ && id >= clang::diag::DIAG_START_SERIALIZATION &&
      id < clang::diag::DIAG_START_LEX)
    return Doubt::PrecompiledHeader;
  if (!doubtful_file_.empty() && info.getLocation().isValid()) {
    clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
    if (place.isValid() && place.getFilename() == doubtful_file_) return Doubt::Appended;
  }
  return Doubt::None;
}

void ParseDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (trusted_) {
    if (is_silenced(level)) return;
    if (listener && level != DiagnosticsEngine::Ignored)
      listener->on_diagnostic(as_diagnostic(level, info));
    if (!is_quiet) printer_.HandleDiagnostic(level, info);
    return;
  }
  if (doubt_ == Doubt::None) doubt_ = judge(level, info);
  keep(level, info);
}

void ParseDiagnostics::keep(DiagnosticsEngine::Level level, const Diagnostic& info) {
  const bool is_error = level >= DiagnosticsEngine::Error;
  if (!is_error && (level != DiagnosticsEngine::Note || errors_.empty())) return;
  kept_text_.clear();
  kept_printer_.HandleDiagnostic(level, info);
  std::string text = std::move(kept_text_);
  kept_text_.clear();
  if (!is_error) {
    errors_.last().text += text;
    errors_.last().places.push_back(info.getLocation());
    return;
  }
  ParseError error;
  error.places.push_back(info.getLocation());
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  error.message = std::string(message);
  error.diagnostic = as_diagnostic(level, info);
  error.line = llvm::StringRef(text).split('\n').first.str();
  error.missing_header = info.getID() == clang::diag::err_pp_file_not_found;
  error.is_redefinition = info.getID() == clang::diag::err_redefinition;
  error.is_directive = info.getID() == clang::diag::err_pp_hash_error;
  if (error.missing_header) {
    llvm::raw_string_ostream advice(text);
    write_message(advice, DiagnosticsEngine::Note, missing_header_advice(info));
  }
  if (const std::string renamed = renamed_advice(error.message); !renamed.empty()) {
    llvm::raw_string_ostream advice(text);
    write_message(advice, DiagnosticsEngine::Note, renamed);
  }
  error.text = std::move(text);
  errors_.add(std::move(error));
}

} // namespace fx::frontend
