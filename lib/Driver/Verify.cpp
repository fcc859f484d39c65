#include "fx/Driver/Verify.h"

#include "Messages.h"
#include "fx/Driver/Emit.h"
#include "fx/Driver/GuessedInputs.h"
#include "fx/Driver/Rewrite.h"
#include "fx/Verify/GuessInputs.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fx::driver {

unsigned VerifyOptions::most_of_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || size <= 0) return 0;
  return static_cast<unsigned>(static_cast<uint64_t>(pages) * size / 4 * 3 / (1 << 20));
}

static std::vector<std::string> assumptions_of(const frontend::TraceOptions& options) {
  std::vector<std::string> assumed = options.assumptions;
  for (const frontend::ModelOptions& model : options.models)
    assumed.insert(assumed.end(), model.assumptions.begin(), model.assumptions.end());
  return assumed;
}

std::map<std::string, std::string> unsaved_texts(const frontend::Session& session) {
  std::map<std::string, std::string> texts;
  for (const std::string& file : session.files_read())
    if (const std::string* text = session.unsaved_text(file)) texts.emplace(file, *text);
  return texts;
}

Verification::Verification(const Models& models, VerifyOptions options)
    : models_(models), options_(std::move(options)) {}

std::optional<Error> Verification::before_passes(const TracedModule& model) {
  Expected<verify::Subject> subject = verify::before_passes(model);
  if (!subject) return subject.error();
  Comparison comparison{.subject = std::move(*subject)};
  comparison.subject.unsaved = unsaved_texts(models_.session());
  comparison.assumed = assumptions_of(models_.options());
  comparison.subject.in_eval = options_.eval && !model.training;
  comparison.subject.in_train = options_.train && !model.eval_only;
  comparison.subject.gradients = models_.keep_gradients();
  comparison.subject.lost_precision = models_.lost_precision();
  if (verify::needs_examples(model))
    if (auto error = guess_inputs(model, comparison)) return error;
  comparisons_.push_back(std::move(comparison));
  return std::nullopt;
}

std::optional<Error> Verification::guess_inputs(const TracedModule& model,
                                                Comparison& comparison) const {
  frontend::TraceOptions attempt = models_.options();
  if (models_.size() > 1) attempt.root = model.origin.root; // each model has inputs of its own
  if (!comparison.subject.in_train) attempt.eval_only = true;
  if (!comparison.subject.in_eval) attempt.training = true;
  Expected<GuessedInputs> guessed = driver::guess_inputs(models_, model, std::move(attempt));
  if (!guessed) return guessed.error();
  comparison.guessed = std::move(guessed->texts);
  for (verify::Input& input : comparison.subject.inputs)
    if (const auto found = guessed->examples.find(input.name); found != guessed->examples.end())
      input.example = found->second;
  return std::nullopt;
}

void Verification::after_pass(std::string_view pass, const TracedModule& model) {
  Comparison& comparison = comparisons_.back();
  std::vector<Step>& steps = comparison.steps;
  if (steps.empty() || !steps.back().subject.cpp.empty())
    steps.push_back({std::string(pass), comparison.subject});
  else
    steps.back().pass += ", " + std::string(pass);
  verify::Subject& subject = steps.back().subject;
  Expected<std::string> text = emit_cpp(model, {});
  if (!text || subject.set_changed(model)) return;
  subject.cpp = std::move(*text);
  subject.cpp_class = cpp_class_name(model, {});
}

std::optional<Error> Verification::after_passes(const TracedModule& model, const EmitOptions& how) {
  verify::Subject& subject = comparisons_.back().subject;
  if (auto error = subject.set_changed(model)) return error;
  subject.cpp_class = cpp_class_name(model, how);
  subject.python_class = python_class_name(model, how);
  return std::nullopt;
}

std::optional<Error> Verification::set_emitted(const Emission& emission, const std::string& text) {
  const Language language = emission.emitter().language;
  std::string cpp = text;
  if (language != Language::Cpp) {
    Emission as_cpp(emitter_of(Language::Cpp), emission.options());
    for (const TracedModule& model : models_.traced().models)
      if (auto error = as_cpp.add(model)) return error;
    const Expected<std::string> joined = as_cpp.text();
    if (!joined) return joined.error();
    cpp = *joined;
  }
  for (Comparison& comparison : comparisons_) {
    comparison.subject.cpp = cpp;
    if (language == Language::Python)
      comparison.subject.python =
          emission.emitter().is_archive_only() ? emission.parts().front().text : text;
  }
  return std::nullopt;
}

void Verification::set_edited(const CheckedEdits& edits) {
  for (Comparison& comparison : comparisons_)
    comparison.subject.edited = edits.texts_with(comparison.subject.origin.files.front());
}

void Verification::set_edited(const TracedModule& model, std::map<std::string, std::string> texts) {
  comparisons_.back().subject.set_edited(model, std::move(texts));
}

namespace {

/// The first pass behind which the model computes something else, by halves. Null: it is not known.
const Step* find_wrong_step(const clang::tooling::CompilationDatabase& database,
                            const Comparison& comparison, const verify::Options& how) {
  const std::vector<Step>& steps = comparison.steps;
  verify::Options in_short = how;
  in_short.find_nodes = false;
  if (steps.empty() || steps.back().subject.cpp.empty()) return nullptr;
  bool is_known = true;
  const auto is_right_behind = [&](size_t count) { // so many passes
    llvm::Expected<verify::Verdict> verdict =
        verify::verify(database, steps[count - 1].subject, in_short);
    if (verdict) return verdict->agrees();
    llvm::consumeError(verdict.takeError());
    return is_known = false;
  };
  size_t right = 0, wrong = steps.size();
  // What differs may be the edit alone.
  if (!comparison.subject.edited.empty() && is_right_behind(wrong)) return nullptr;
  while (wrong - right > 1 && is_known) {
    const size_t middle = (right + wrong) / 2;
    (is_right_behind(middle) ? right : wrong) = middle;
  }
  return is_known ? &steps[wrong - 1] : nullptr;
}

} // namespace

Expected<bool> Verification::compare(VerdictSink& sink) const {
  const frontend::Session& session = models_.session();
  verify::Options how;
  how.tolerance = options_.tolerance;
  how.link_arguments = options_.link_arguments;
  how.megabytes = options_.megabytes;
  how.find_nodes = options_.find_nodes;
  how.tell = [&](const Saying& remark) { sink.on_remark(remark); };
  const frontend::HeaderCacheOptions& cache = session.options().header_cache;
  if (cache.enabled) how.cache_directory = frontend::cache_folder(cache);
  bool agree = true;
  for (const Comparison& comparison : comparisons_) {
    sink.on_comparison(comparison);
    llvm::Expected<verify::Verdict> verdict =
        verify::verify(session.database(), comparison.subject, how);
    if (!verdict)
      return say(diag::models_not_compared, comparison.subject.origin.root,
                 llvm::toString(verdict.takeError()));
    const bool is_of_a_pass = !verdict->agrees() && !verdict->traced_differs &&
                              verdict->kind != verify::Verdict::Kind::Unrepeatable &&
                              !verdict->in_python;
    sink.on_verdict(comparison, *verdict,
                    is_of_a_pass ? find_wrong_step(session.database(), comparison, how) : nullptr);
    agree &= verdict->agrees();
  }
  return agree;
}

} // namespace fx::driver
