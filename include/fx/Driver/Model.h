// The models of some files on their way through the passes: what every workflow works on.
//
//   fx::driver::Models models(session, {"net.cpp"}, options, std::move(passes));
//   if (!models.trace(sink)) return;
//   for (fx::TracedModule& model : models)
//     if (const auto error = models.transform(model)) ...
//
// Nothing in this library prints or knows a command line: results are values, what a trace says
// goes to a sink, and what passes say to the remark handler of their manager. Emit.h writes what
// came out, Rewrite.h the user's files, and Verify.h compares either with the original.
#pragma once

#include "fx/CodeGen/Emitter.h"
#include "fx/Frontend/Session.h"
#include "fx/Passes/PassManager.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fx::driver {

class Verification;

/// The file of the plugin that knows LibTorch. Error: there is none for this one.
using PluginFinder = std::function<Expected<std::string>()>;

/// Opens what `plugin` finds when it is first asked for, and once.
ops::KernelsOpener kernels_opener(PluginFinder plugin);

class Models {
public:
  /// The models that `options` find in `files`. `passes`: the pipeline with its rules; where the
  /// options have example inputs, shapes are found anew after each pass. `plugin`: asked
  /// for what needs LibTorch itself. The session outlives this.
  Models(frontend::Session& session, std::vector<std::string> files,
         const frontend::TraceOptions& options, PassManager passes = {}, PluginFinder plugin = {});

  frontend::Session& session() const { return session_; }
  const frontend::TraceOptions& options() const { return options_; }
  Expected<std::string> plugin() const { return plugin_ ? plugin_() : std::string(); }

  /// Traces them. False: there is none, and the sink was told why.
  bool trace(DiagnosticSink& sink);
  /// The same, with how the source spells each node, which an edit in place needs.
  bool trace_with_syntax(DiagnosticSink& sink);
  /// Traces the files as they are now, with `options`, and leaves the models as they are.
  frontend::TraceResult trace_again(const frontend::TraceOptions& options,
                                    DiagnosticSink& sink) const;

  /// What trace() gave, changed by what transform() did since.
  const frontend::TraceResult& traced() const { return traced_; }
  std::vector<TracedModule>::iterator begin() { return traced_.models.begin(); }
  std::vector<TracedModule>::iterator end() { return traced_.models.end(); }
  size_t size() const { return traced_.models.size(); }

  /// What rules may make of modules.
  /// False: a pass was told that nobody asks for gradients.
  bool keep_gradients() const { return passes_.keeps_gradients(); }
  double lost_precision() const { return passes_.lost_precision(); }
  void set_module_changes(ModuleChanges changes) { passes_.set_module_changes(changes); }
  /// Runs the passes on one of the models; `verification` looks at it behind each.
  std::optional<Error> run_passes(TracedModule& model, Verification* verification) const;
  /// Runs the passes on one of the models. `verification` looks at it before and behind them; `how`
  /// says what is going to be written of it then. Error: of a pass, or the model cannot be
  /// compared.
  std::optional<Error> transform(TracedModule& model, Verification* verification = nullptr,
                                 const EmitOptions& how = {}) const;

private:
  /// Where models have examples that the options do not have, but the source or a .fx-clang.
  void open_kernels();

  frontend::Session& session_;
  std::vector<std::string> files_;
  frontend::TraceOptions options_;
  PassManager passes_;
  PluginFinder plugin_;
  frontend::TraceResult traced_;
};

} // namespace fx::driver
