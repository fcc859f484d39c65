#include "Frontend/Parse/ParseDiagnostics.h"

#include "Frontend/Parse/Repairs.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

namespace fx::frontend {

using clang::Diagnostic;
using clang::DiagnosticsEngine;

namespace {

clang::DiagnosticOptions printer_options(DiagnosticStyle style) {
  clang::DiagnosticOptions options;
  options.ShowColors = style.colors;
  options.MessageLength = style.columns;
  options.ShowPresumedLoc = true; // --root:1:5, not a line past the end of the file
  return options;
}

TraceDiagnostic as_diagnostic(DiagnosticsEngine::Level level, const Diagnostic& info,
                              std::string text) {
  TraceDiagnostic diagnostic{severity_name(level), {}, {}, std::move(text)};
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

ParseDiagnostics::ParseDiagnostics(DiagnosticStyle style, bool with_precompiled_header,
                                   llvm::StringRef doubtful_file)
    : style_(style), with_precompiled_header_(with_precompiled_header),
      doubtful_file_(doubtful_file), options_(printer_options(style)), stream_(text_),
      printer_(stream_, options_), kept_printer_(stream_, options_) {
  stream_.enable_colors(options_.ShowColors);
}

void ParseDiagnostics::pass_on_to(DiagnosticOutput* output, const clang::LangOptions& language,
                                  const clang::Preprocessor& preprocessor) {
  output_ = output;
  is_parsed_ = true;
  printer_.BeginSourceFile(language, &preprocessor); // it forgets what it wrote to another output
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
  if (output_) {
    output_->diagnostic(as_diagnostic(level, info, text_of(printer_, level, info)));
    return;
  }
  if (is_parsed_) return;
  if (doubt_ == Doubt::None) doubt_ = judge(level, info);
  keep(level, info);
}

std::string ParseDiagnostics::text_of(clang::TextDiagnosticPrinter& printer,
                                      DiagnosticsEngine::Level level, const Diagnostic& info) {
  text_.clear();
  printer.HandleDiagnostic(level, info);
  return std::move(text_);
}

void ParseDiagnostics::keep(DiagnosticsEngine::Level level, const Diagnostic& info) {
  const bool is_error = level >= DiagnosticsEngine::Error;
  if (!is_error && (level != DiagnosticsEngine::Note || errors_.empty())) return;
  std::string text = text_of(kept_printer_, level, info);
  if (!is_error) {
    errors_.last().diagnostic.text += text;
    errors_.last().places.push_back(info.getLocation());
    return;
  }
  ParseError error;
  error.places.push_back(info.getLocation());
  error.line = llvm::StringRef(text).split('\n').first.str();
  error.missing_header = info.getID() == clang::diag::err_pp_file_not_found;
  error.is_redefinition = info.getID() == clang::diag::err_redefinition;
  error.is_directive = info.getID() == clang::diag::err_pp_hash_error;
  error.diagnostic = as_diagnostic(level, info, std::move(text));
  const auto advise = [&](llvm::StringRef advice) {
    error.diagnostic.text += message_text(DiagnosticsEngine::Note, advice, style_);
  };
  if (error.missing_header) advise(missing_header_advice(info));
  if (const std::string renamed = renamed_advice(error.diagnostic.message); !renamed.empty())
    advise(renamed);
  errors_.add(std::move(error));
}

} // namespace fx::frontend
