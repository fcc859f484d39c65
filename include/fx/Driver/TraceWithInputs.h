// Traces of a file again and again, with example inputs for those of its models that nobody gave
// any: they are found once, and again where an edit needs others.
//
//   fx::driver::TraceWithInputs traces(session, "net.cpp", plugin);
//   fx::driver::TraceWithInputs::Traced traced = traces.trace(options);
#pragma once

#include "fx/Driver/Model.h"
#include "fx/Support/Diagnostic.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fx::driver {

class TraceWithInputs {
public:
  /// The session outlives this.
  TraceWithInputs(frontend::Session& session, std::string file, PluginFinder plugin)
      : session_(session), file_(std::move(file)), plugin_(std::move(plugin)) {}

  /// A trace, and what was said of it.
  struct Traced {
    std::unique_ptr<Models> models;
    std::vector<Diagnostic> said;
    bool is_cancelled() const {
      return models->traced().status == frontend::TraceResult::Status::Cancelled;
    }
  };

  /// A search for inputs ends after some seconds; where it found none a remark says so, and the way
  /// out. Messages that the operands of an operator do not go together name inputs that were
  /// guessed.
  Traced trace(const frontend::TraceOptions& options);
  /// The options, with the inputs that were found so far.
  frontend::TraceOptions with_inputs(const frontend::TraceOptions& options) const;
  /// Whether the inputs of a model that was traced last were found by this.
  bool has_guessed(const TracedModule& model) const;

private:
  /// Inputs by the name of a class or function.
  using Inputs = std::map<std::string, std::vector<std::string>>;

  static frontend::TraceOptions add_inputs(frontend::TraceOptions options, const Inputs& inputs);
  Traced attempt(const frontend::TraceOptions& options, const Inputs& inputs);
  Traced search(const frontend::TraceOptions& options);
  /// Finds inputs for those models of `traced` that have none. False: none was found.
  bool find_inputs(const Traced& traced);
  frontend::TraceOptions with_size(frontend::TraceOptions options) const;
  /// Traces with other sizes where the one that was taken for names does not go through.
  void find_size(const frontend::TraceOptions& options, Traced& traced);
  void explain_guesses(Traced& traced) const;
  bool is_late() const { return std::chrono::steady_clock::now() > deadline_; }

  frontend::Session& session_;
  std::string file_;
  PluginFinder plugin_;
  Inputs inputs_;
  int64_t named_size_ = 0; // with which a trace went through; 0: the usual one does
  std::string unsolved_;   // how a trace fails for which no size was found
  std::map<std::string, Error> without_inputs_;    // by graph, for which none were found
  std::vector<Error> not_found_;                   // of the models that were traced last
  std::chrono::steady_clock::time_point deadline_; // of what the current trace searches for
};

} // namespace fx::driver
