// Edits of the user's own files that change their graphs as the passes did.
//
//   fx::driver::Rewriting rewriting(models, fx::driver::RewriteKind::Edits);
//   if (!models.trace_with_syntax(sink)) return;
//   for (fx::TracedModule& model : models)
//     if (const auto error = rewriting.transform(model)) ...
//   fx::Expected<fx::driver::CheckedEdits> edits = rewriting.check(sink);
//
// Nothing unchecked leaves this: the edited source is traced again, and edits can be had only when
// that gives the graphs that the passes made.
#pragma once

#include "fx/Driver/Model.h"
#include "fx/Refactor/Edits.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace fx::driver {

/// Edits that are known to make the files compute what was wanted. Only Rewriting makes them; the
/// session outlives them.
class CheckedEdits {
public:
  /// By absolute path. Empty: nothing is to be changed.
  const refactor::FileEdits& edits() const { return edits_; }
  /// The files as they were read, and the first of those of the models.
  refactor::FileTexts& texts() const { return *texts_; }
  const std::string& main_file() const { return main_file_; }
  /// The files that are edited, as they are then, by absolute path; and `file` in any case.
  std::map<std::string, std::string> texts_with(const std::string& file) const;
  /// As `diff -u` writes them.
  std::string diff() const;
  /// As clang-apply-replacements reads them.
  std::string replacements() const;
  /// Writes the files, as refactor::write_files does. Error: one cannot be written, or is not
  /// saved: then edits() are for whoever holds its text.
  llvm::Error write() const;

private:
  friend class Rewriting;
  CheckedEdits(std::shared_ptr<refactor::FileTexts> texts, refactor::FileEdits edits,
               std::string main_file)
      : texts_(std::move(texts)), edits_(std::move(edits)), main_file_(std::move(main_file)) {}

  std::shared_ptr<refactor::FileTexts> texts_;
  refactor::FileEdits edits_;
  std::string main_file_;
};

enum class RewriteKind : uint8_t {
  Edits,       // the smallest ones
  Parametrise, // the same; what some blocks of a class need alone becomes a parameter of theirs
  Method,      // the body of the traced method anew
};

class Rewriting {
public:
  /// Of `models`, which outlive this.
  Rewriting(Models& models, RewriteKind kind);

  /// Models::transform, and the edits that come of it. Error: of a pass, or the change has no place
  /// in the source; with the way out. That a pass finds nothing of this model at its place is one
  /// of check(), where it is so of all.
  std::optional<Error> transform(TracedModule& model, Verification* verification = nullptr);
  /// Edits of the caller's own that are meant to make the source compute the models as they are
  /// now. Error: they conflict with others.
  std::optional<Error> add(const refactor::FileEdits& edits);

  /// The paths that modules had when weights were saved, and those that they have now, as
  /// include/fx/weights.h reads them. Error: they are not the same for all models.
  Expected<std::string> key_map() const;

  /// Traces the edited source. Error: the trace reports an error to `sink`, or gives a graph that
  /// differs from that of a model. Unsaved texts of the session are as before in any case.
  Expected<CheckedEdits> check(DiagnosticSink& sink) const;

private:
  /// What TraceOptions::leaf_calls ask for, beside the edits of the passes.
  std::optional<Error> add_leaf_calls(const TracedModule& model, refactor::FileEdits others);

  Models& models_;
  RewriteKind kind_;
  std::shared_ptr<refactor::FileTexts> texts_;
  refactor::FileEdits edits_;
  std::set<std::map<std::string, std::string>> key_maps_;
  std::optional<Error> is_of_none_;
  bool is_of_some_ = false;
  std::set<std::string> untouched_; // the classes of models that have nothing there
};

} // namespace fx::driver
