#include "ShownDiagnostics.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::lsp {

namespace {

llvm::lsp::DiagnosticSeverity shown_severity(const Diagnostic& diagnostic) {
  using llvm::lsp::DiagnosticSeverity;
  switch (diagnostic.severity) {
  case Severity::Note: return DiagnosticSeverity::Hint;
  case Severity::Remark: return DiagnosticSeverity::Information;
  case Severity::Warning: return DiagnosticSeverity::Warning;
  case Severity::Error: break;
  }
  return DiagnosticSeverity::Error;
}

/// Whether another message of the file says the same at the same place: two classes may run the
/// same code.
bool is_shown(const ShownFile& file, const ShownDiagnostic& diagnostic) {
  return std::ranges::any_of(file.diagnostics, [&](const ShownDiagnostic& other) {
    return other.range == diagnostic.range && other.message == diagnostic.message;
  });
}

/// That nothing says how a class is made is an error of a command, and none of the file: each class
/// says it for itself.
std::vector<Diagnostic> without_roots(const Diagnostic& no_root) {
  constexpr std::string_view candidate = "candidate: --root='";
  std::vector<Diagnostic> classes;
  for (const Diagnostic& note : no_root.notes) {
    if (note.location.line == 0 || !std::string_view(note.message).starts_with(candidate)) continue;
    Diagnostic& of_class = classes.emplace_back(note);
    of_class.id = no_root.id;
    of_class.severity = Severity::Remark;
    of_class.message = fmt::format(
        "not traced, as nothing says what it is made with: a comment above it does, or a .fx-clang "
        "by Root: // fx: root={}",
        note.message.substr(candidate.size(), note.message.size() - candidate.size() - 1));
  }
  return classes;
}

std::optional<ShownFix> fix_of(const Diagnostic& diagnostic, std::string title, ShownFiles& files) {
  if (diagnostic.fix_its.empty()) return std::nullopt;
  ShownFix fix{.title = std::move(title), .edits = {}};
  for (const FixIt& edit : diagnostic.fix_its)
    fix.edits.push_back({files.absolute(edit.range.begin.file),
                         files.range(edit.range.begin, edit.range), edit.text});
  return fix;
}

} // namespace

std::vector<std::string> show_diagnostics(std::span<const Diagnostic> diagnostics,
                                          const std::string& file, ShownFiles& files) {
  std::vector<std::string> log;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.id == "no-root" && diagnostic.severity == Severity::Error) {
      show_diagnostics(without_roots(diagnostic), file, files);
      continue;
    }
    const bool has_place = diagnostic.location.line != 0;
    if (!has_place && diagnostic.severity == Severity::Remark) {
      log.push_back(diagnostic.message);
      continue;
    }
    ShownDiagnostic shown{.range = files.range(diagnostic.location, diagnostic.range),
                          .severity = shown_severity(diagnostic),
                          .id = std::string(diagnostic.id),
                          .message = diagnostic.message,
                          .notes = {},
                          .fixes = {}};
    if (auto fix = fix_of(diagnostic, "Fix: " + diagnostic.message, files))
      shown.fixes.push_back(std::move(*fix));
    for (const Diagnostic& note : diagnostic.notes) {
      // A fix-it of a note is one of several ways out, which the note describes.
      if (auto fix = fix_of(note, note.message, files)) shown.fixes.push_back(std::move(*fix));
      if (note.location.line == 0)
        shown.message += "\n" + note.message;
      else
        shown.notes.push_back({files.absolute(note.location.file),
                               files.range(note.location, note.range), note.message});
    }
    ShownFile& of = files.shown(has_place ? files.absolute(diagnostic.location.file) : file);
    if (!is_shown(of, shown)) of.diagnostics.push_back(std::move(shown));
  }
  return log;
}

} // namespace fx::lsp
