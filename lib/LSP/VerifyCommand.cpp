#include "VerifyCommand.h"

#include "Rewrites.h"

#include "fx/Driver/Differences.h"
#include "fx/Driver/Emit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::lsp {

namespace {

using Texts = std::map<std::string, std::string>;

/// Collects what is said of one model.
class Report : public driver::VerdictSink {
public:
  /// `is_of_graph`: what is compared is a graph with its program.
  explicit Report(bool is_of_graph) : is_of_graph_(is_of_graph) {}

  void on_comparison(const driver::Comparison& comparison) override {
    if (!comparison.guessed.empty())
      text += fmt::format("inputs: {}\n", fmt::join(comparison.guessed, " "));
  }
  void on_verdict(const driver::Comparison& comparison, const verify::Verdict& verdict,
                  const driver::Step* step) override {
    text += verdict.report;
    if (verdict.unrepeatable || (is_of_graph_ && !verdict.agrees()))
      text += with_notes(driver::difference_of(comparison, verdict, step));
  }

  std::string text;

private:
  bool is_of_graph_;
};

driver::VerifyOptions options() {
  driver::VerifyOptions how;
  how.megabytes = driver::VerifyOptions::most_of_memory();
  return how;
}

CommandAnswer compared(const driver::Verification& verification, Report report,
                       std::optional<Error> problem) {
  CommandAnswer answer;
  if (!problem) {
    const Expected<bool> agree = verification.compare(report);
    answer.is_right = agree && *agree;
    if (!agree) problem = agree.error();
  }
  answer.message = problem ? with_notes(*problem) : report.text;
  return answer;
}

CommandAnswer verify_graph(driver::Models& models, TracedModule& model) {
  driver::Verification verification(models, options());
  driver::Emission emission(emitter_of(Language::Cpp));
  std::optional<Error> problem = models.transform(model, &verification, emission.options());
  if (!problem) problem = emission.add(model);
  if (!problem) {
    const Expected<std::string> text = emission.text();
    problem = text ? verification.set_emitted(emission, *text) : text.error();
  }
  return compared(verification, Report(true), std::move(problem));
}

/// The files are those on the disk, for as long as this lives.
class SavedFiles {
public:
  SavedFiles(frontend::Session& session, const Texts& texts) : session_(session), texts_(texts) {
    for (const auto& [file, text] : texts_)
      session_.remove_text(file);
  }
  ~SavedFiles() {
    for (const auto& [file, text] : texts_)
      session_.set_text(file, text);
  }
  SavedFiles(const SavedFiles&) = delete;
  SavedFiles& operator=(const SavedFiles&) = delete;

private:
  frontend::Session& session_;
  const Texts& texts_;
};

/// Compares the program on the disk with the one of `texts`, which `now` was traced from.
CommandAnswer verify_edit(Project& project, const TracedModule& now, const Texts& texts) {
  const SavedFiles files(project.session(), texts);
  DiagnosticList said;
  driver::Models models = project.models({}, TraceModes::All, Examples::All, {}, now.origin.root);
  if (!models.trace(said) || models.size() == 0) {
    CommandAnswer answer;
    answer.message = first_error(said);
    return answer;
  }
  driver::VerifyOptions how = options();
  how.find_nodes = false; // they are those of two sources
  driver::Verification verification(models, how);
  std::optional<Error> problem = verification.before_passes(*models.begin());
  if (!problem) {
    Texts edited = now.origin.repaired;
    edited.insert(texts.begin(), texts.end());
    verification.set_edited(now, std::move(edited));
  }
  return compared(verification, Report(false), std::move(problem));
}

} // namespace

CommandAnswer verify(Project& project, driver::Models& models) {
  TracedModule& model = *models.begin();
  const Texts texts = driver::unsaved_texts(project.session());
  CommandAnswer answer = verify_graph(models, model);
  if (texts.empty()) return answer;
  const CommandAnswer edit = verify_edit(project, model, texts);
  answer.message +=
      fmt::format("what is not saved, beside the program on the disk:\n{}", edit.message);
  answer.is_right &= edit.is_right;
  return answer;
}

} // namespace fx::lsp
