// Whether what is written of models computes what the user's program does: fx/Verify/Verify.h for
// all of them, in both modes, with inputs found where none were given.
//
//   fx::driver::Verification verification(models, options);
//   for (fx::TracedModule& model : models)
//     models.transform(model, &verification, how);
//   verification.set_emitted(emission, *text);       // or set_edited(edits)
//   fx::Expected<bool> agree = verification.compare(sink);
#pragma once

#include "fx/Driver/Model.h"
#include "fx/Verify/Verify.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fx::driver {

class CheckedEdits;
class Emission;

struct VerifyOptions {
  /// The modes to compare, of those that are traced.
  bool eval = true;
  bool train = true;
  /// As in verify::Options.
  double tolerance = 1e-5;
  std::vector<std::string> link_arguments = {};
  unsigned megabytes = 0;
  bool find_nodes = true;

  /// Three quarters of the machine's, in megabytes; 0 where the system does not say.
  static unsigned most_of_memory();
};

/// A model behind a pass that changed it.
struct Step {
  std::string pass; // with its parameters; "a, b" where the model behind a cannot be written
  verify::Subject subject;
};

/// A model before the passes, behind them, and written.
struct Comparison {
  verify::Subject subject;
  std::vector<Step> steps = {};
  std::vector<std::string> guessed = {}; // inputs that were not given, as --input spells them
  std::vector<std::string> assumed = {}; // what the trace took for given: TraceOptions::assumptions
};

/// Told of the comparisons, one after another.
class VerdictSink {
public:
  virtual ~VerdictSink() = default;
  /// Before the programs are built, which takes long.
  virtual void on_comparison(const Comparison& comparison) {}
  /// Another compiler builds them than is meant.
  virtual void on_remark(const Saying& remark) {}
  /// `step`: where the graph as traced computes the same, the pass that made a difference; null: it
  /// is not known.
  virtual void on_verdict(const Comparison& comparison, const verify::Verdict& verdict,
                          const Step* step) = 0;
};

/// What the session holds in the place of files that it has read, by absolute path.
std::map<std::string, std::string> unsaved_texts(const frontend::Session& session);

class Verification {
public:
  /// Of `models`, which are traced and outlive this.
  Verification(const Models& models, VerifyOptions options);

  /// Before a model's passes. Inputs that were not given are found by tracing with what is likely.
  /// Unsaved texts of the session are the original. Error: it is not known how the original is made
  /// or what it takes.
  std::optional<Error> before_passes(const TracedModule& model);
  /// Behind each of them that changed the model.
  void after_pass(std::string_view pass, const TracedModule& model);
  /// Behind all. `how`: what is going to be written. Error: the graph cannot be written in C++.
  std::optional<Error> after_passes(const TracedModule& model, const EmitOptions& how);

  /// What is written is `text` of `emission`. Where that is no C++, the graphs are written as C++
  /// for this, and run with the text if it can be run. Error: they cannot be written.
  std::optional<Error> set_emitted(const Emission& emission, const std::string& text);
  /// What is written are these edits.
  void set_edited(const CheckedEdits& edits);
  /// What is written are these texts of the user's files, by absolute path, as the one model was
  /// traced from them.
  void set_edited(const TracedModule& model, std::map<std::string, std::string> texts);

  std::span<const Comparison> comparisons() const { return comparisons_; }
  /// Builds and runs all, in order. False: one differs. Error: one could not be built, or failed,
  /// named by its root; those behind it were not run.
  Expected<bool> compare(VerdictSink& sink) const;

private:
  std::optional<Error> guess_inputs(const TracedModule& model, Comparison& comparison) const;

  const Models& models_;
  VerifyOptions options_;
  std::vector<Comparison> comparisons_;
};

} // namespace fx::driver
