#include "Frontend/Parse/ParseDiagnostics.h"

#include "Frontend/Parse/Repairs.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

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

// A message may hold a percent sign of its own, so that Clang's engine gets it as an argument of a
// format, which has the id and by which as_diagnostic() knows the message again.
constexpr llvm::StringRef format_begin = "%0 [";
constexpr llvm::StringRef format_of_notes = "%0";

fx::SourceLocation location_of(const clang::SourceManager& sources, clang::SourceLocation where) {
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(where));
  if (place.isInvalid()) return {};
  return {place.getFilename(), place.getLine(), place.getColumn()};
}

/// Nothing of a range in two files, which a macro may make.
DiagnosticRange range_of(const clang::SourceManager& sources, const clang::LangOptions& language,
                         clang::CharSourceRange range) {
  if (range.isInvalid()) return {};
  range = clang::Lexer::getAsCharRange(sources.getExpansionRange(range), sources, language);
  if (range.isInvalid() || sources.getFileID(range.getBegin()) != sources.getFileID(range.getEnd()))
    return {};
  return {location_of(sources, range.getBegin()), location_of(sources, range.getEnd())};
}

/// What is ours has no fix-its of Clang's; where one of Clang's messages has many, all of them are
/// meant.
void set_places(fx::Diagnostic& diagnostic, const Diagnostic& info,
                const clang::LangOptions& language) {
  if (info.getLocation().isInvalid() || !info.hasSourceManager()) return;
  const clang::SourceManager& sources = info.getSourceManager();
  diagnostic.location = location_of(sources, info.getLocation());
  if (!info.getRanges().empty())
    diagnostic.range = range_of(sources, language, info.getRanges().front());
  for (const clang::FixItHint& hint : info.getFixItHints()) {
    // What a macro writes is not in the file; some of the fix-its alone would be wrong.
    const clang::CharSourceRange written =
        clang::Lexer::makeFileCharRange(hint.RemoveRange, sources, language);
    DiagnosticRange range = range_of(sources, language, written);
    if (range.begin.line == 0) return diagnostic.fix_its.clear();
    diagnostic.fix_its.push_back({std::move(range), hint.CodeToInsert});
  }
}

fx::Diagnostic as_diagnostic(DiagnosticsEngine::Level level, const Diagnostic& info,
                             const clang::LangOptions& language, std::string text) {
  fx::Diagnostic diagnostic;
  diagnostic.severity = severity_of(level);
  diagnostic.text = std::move(text);
  llvm::StringRef format = info.getDiags()->getDiagnosticIDs()->getDescription(info.getID());
  if (clang::DiagnosticIDs::IsCustomDiag(info.getID()) && info.getNumArgs() == 1 &&
      (format.consume_front(format_begin) || format == format_of_notes)) {
    diagnostic.message = info.getArgStdStr(0);
    if (const MessageInfo* row = find_message(format.drop_back())) diagnostic.id = row->id;
  } else {
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    diagnostic.message = std::string(message);
    if (diagnostic.severity != Severity::Note) diagnostic.id = "clang";
  }
  set_places(diagnostic, info, language);
  return diagnostic;
}

/// Clang names a member that it does not find at the place where it stands, if no macro writes it.
void add_renaming(fx::Diagnostic& diagnostic, const Diagnostic& info, const Renamed& other) {
  const clang::SourceLocation where = info.getLocation();
  if (!where.isFileID() || !info.hasSourceManager() ||
      !llvm::StringRef(info.getSourceManager().getCharacterData(where)).starts_with(other.name))
    return;
  DiagnosticRange range{diagnostic.location, diagnostic.location};
  range.end.column += static_cast<unsigned>(other.name.size());
  diagnostic.fix_its.push_back({std::move(range), other.instead.str()});
}

std::string missing_header(const Diagnostic& info) {
  if (info.getID() != clang::diag::err_pp_file_not_found) return {};
  return info.getArgKind(0) == DiagnosticsEngine::ak_std_string ? info.getArgStdStr(0)
                                                                : info.getArgCStr(0);
}

const char* missing_header_advice(llvm::StringRef name) {
  bool libtorch =
      name.starts_with("torch/") || name.starts_with("ATen/") || name.starts_with("c10/");
  return libtorch ? "name LibTorch's include folders after --: -- -I <libtorch>/include -I "
                    "<libtorch>/include/torch/csrc/api/include, or a build folder with -p"
                  : "name the folder it lies in after --: -- -I <folder>, or a build folder "
                    "with a compile_commands.json: -p <folder>";
}

bool is_not_declared(llvm::StringRef message) {
  return message.starts_with("use of undeclared identifier") ||
         message.starts_with("unknown type name") || message.starts_with("no member named") ||
         message.starts_with("no type named") || message.starts_with("no template named");
}

/// Whether a note shows what Clang looked at, which need not be wrong itself: other notes say how
/// it came to the place of the error.
bool is_of_other_code(llvm::StringRef note) {
  return note.starts_with("candidate ") || note.ends_with(" is not a candidate") ||
         note.starts_with("passing argument to parameter ") || note.ends_with(" declared here");
}

} // namespace

unsigned clang_id(DiagnosticsEngine& engine, DiagnosticsEngine::Level level,
                  const MessageInfo* info) {
  const std::string format = info ? (format_begin + info->id + "]").str() : format_of_notes.str();
  return engine.getDiagnosticIDs()->getCustomDiagID(static_cast<clang::DiagnosticIDs::Level>(level),
                                                    format);
}

ParseDiagnostics::ParseDiagnostics(DiagnosticStyle style, bool with_precompiled_header,
                                   unsigned appended_begin)
    : style_(style), with_precompiled_header_(with_precompiled_header),
      appended_begin_(appended_begin), options_(printer_options(style)), stream_(text_),
      printer_(stream_, options_), kept_printer_(stream_, options_) {
  stream_.enable_colors(options_.ShowColors);
}

void ParseDiagnostics::pass_on_to(DiagnosticOutput* output, const clang::LangOptions& language,
                                  const clang::Preprocessor& preprocessor) {
  output_ = output;
  is_parsed_ = true;
  language_ = language;
  printer_.BeginSourceFile(language, &preprocessor); // it forgets what it wrote to another output
}

void ParseDiagnostics::BeginSourceFile(const clang::LangOptions& language,
                                       const clang::Preprocessor* preprocessor) {
  language_ = language;
  printer_.BeginSourceFile(language, preprocessor);
  kept_printer_.BeginSourceFile(language, preprocessor);
}

void ParseDiagnostics::EndSourceFile() {
  printer_.EndSourceFile();
  kept_printer_.EndSourceFile();
}

ParseDiagnostics::Suspect ParseDiagnostics::judge(DiagnosticsEngine::Level level,
                                                  const Diagnostic& info) const {
  if (level < DiagnosticsEngine::Error) return Suspect::None;
  unsigned id = info.getID();
  if (with_precompiled_header_ && id >= clang::diag::DIAG_START_SERIALIZATION &&
      id < clang::diag::DIAG_START_LEX)
    return Suspect::PrecompiledHeader;
  if (appended_begin_ != 0 && info.getLocation().isValid()) {
    const clang::SourceManager& sources = info.getSourceManager();
    const auto [file, offset] = sources.getDecomposedExpansionLoc(info.getLocation());
    if (file == sources.getMainFileID() && offset >= appended_begin_) return Suspect::Appended;
  }
  return Suspect::None;
}

void ParseDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (output_) {
    output_->diagnostic(as_diagnostic(level, info, language_, text_of(printer_, level, info)));
    return;
  }
  if (is_parsed_) return;
  if (suspect_ == Suspect::None) suspect_ = judge(level, info);
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
    errors_.last().diagnostic.notes.push_back(
        as_diagnostic(level, info, language_, std::move(text)));
    if (!is_of_other_code(errors_.last().diagnostic.notes.back().message))
      errors_.last().places.push_back(info.getLocation());
    return;
  }
  ParseError error;
  error.places.push_back(info.getLocation());
  error.line = llvm::StringRef(text).split('\n').first.str();
  error.missing_header = missing_header(info);
  error.is_redefinition = info.getID() == clang::diag::err_redefinition;
  error.is_directive = info.getID() == clang::diag::err_pp_hash_error;
  error.diagnostic = as_diagnostic(level, info, language_, std::move(text));
  error.fix_its = info.getFixItHints().vec();
  const auto advise = [&](const std::string& advice) {
    error.diagnostic.notes.push_back(plain_diagnostic(Severity::Note, {}, advice, style_));
  };
  if (!error.missing_header.empty()) advise(missing_header_advice(error.missing_header));
  if (is_of_root(error) && is_not_declared(error.diagnostic.message))
    advise("--root sees what the files on the command line declare: write the namespace before the "
           "name, name the file that declares it on the command line too, or name the folder of a "
           "header that is not found: -- -I <folder>");
  if (const Renamed* other = renamed(error.diagnostic.message)) {
    advise(other->advice.str());
    if (!other->instead.empty()) add_renaming(error.diagnostic, info, *other);
  }
  errors_.add(std::move(error));
}

} // namespace fx::frontend
