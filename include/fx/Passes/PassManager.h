// Pipelines of passes, written as LLVM's opt writes them: "cse,fixpoint<max=5>(const-fold,dce)".
//
//   pipeline := element (',' element)*
//   element  := NAME ['<' parameters '>']       a pass
//             | NAME                            the passes of a pipeline of Pipelines.def
//             | 'repeat<' COUNT '>(' pipeline ')'
//             | 'fixpoint' ['<max=' COUNT '>'] '(' pipeline ')'   until nothing changes
//             | 'init(' pipeline ')'            graph passes, on the graph of the initial tensors
//   parameters := (NAME | NAME '=' VALUE | 'no-' NAME) (';' ...)*
//
// A pass that takes values of inputs (PassInfo::input_values) has parameters by their names, too:
// "shape-prop<x=1x3x224x224;n=5>".
#pragma once

#include "fx/Analysis/ExampleTypes.h"
#include "fx/Passes/Pass.h"
#include "fx/Passes/SourcePlace.h"

namespace fx {

/// A pipeline that has a name.
struct PipelineInfo {
  std::string_view name, passes, summary, description; // the two last as those of a PassInfo
};
std::span<const PipelineInfo> named_pipelines();

/// Is told what a pass manager does: printing, verifying and timing are built on it.
class PassInstrumentation {
public:
  virtual ~PassInstrumentation() = default;
  virtual void before_pass(std::string_view pass, const TracedModule& module) {}
  /// Before a pass that looks at one graph at a time turns to this one.
  virtual void before_graph(std::string_view pass, const TracedModule& module, const Graph& graph) {
  }
  /// After a pass that succeeded; an error ends the run. `analyses` has those that it preserved.
  virtual std::optional<Error> after_pass(std::string_view pass, const TracedModule& module,
                                          const PassResult& result,
                                          const AnalysisManager& analyses) {
    return std::nullopt;
  }
};

/// Whether one pass may run before another; both are as the pipeline names them, with parameters.
using PassConstraint = std::function<bool(std::string_view first, std::string_view second)>;
/// `first` never runs behind `second`, where both run (torch.fx: this_before_that_pass_constraint).
/// A name without parameters means the pass with any.
PassConstraint this_before_that(std::string first, std::string second);
/// Each of `first` runs before each of `second` (these_before_those_pass_constraint).
PassConstraint these_before_those(std::vector<std::string> first, std::vector<std::string> second);

/// A sequence of passes, and what runs them. Movable; can run many times.
class PassManager {
public:
  PassManager();
  ~PassManager();
  PassManager(PassManager&&) noexcept;
  PassManager& operator=(PassManager&&) noexcept;

  /// The passes of a pipeline; the error's column is the place in `text`.
  static Expected<PassManager> parse(std::string_view text);
  /// Appends a pass under a name.
  void add(std::string name, std::unique_ptr<Pass> pass);
  /// Appends the passes of another.
  void append(PassManager other);
  /// Puts a pass before all others.
  void prepend(std::string name, std::unique_ptr<Pass> pass);
  /// Whether a pass of this name runs, with whatever parameters.
  bool has_pass(std::string_view name) const;
  /// Pass::keeps_gradients() of all that run.
  bool keeps_gradients() const;
  /// The sum of Pass::lost_precision() of all that run.
  double lost_precision() const;
  /// The names of all passes that run, without parameters.
  std::vector<std::string> pass_names() const;
  /// The pipeline in its canonical spelling.
  std::string to_string() const;

  /// What the order of the passes has to be like.
  void add_constraint(PassConstraint constraint) { constraints_.push_back(std::move(constraint)); }
  /// Error: which two passes stand in an order that a constraint forbids.
  std::optional<Error> validate_constraints() const;
  /// Puts the passes into an order that all constraints allow, and that changes the given one no
  /// more than they ask; `repeat`, `fixpoint` and `init` stay together. Error: there is none, and
  /// which passes depend on each other; the order stays.
  std::optional<Error> solve_constraints();

  /// Looks at the model behind each pass; an error ends the run, and names the pass.
  using Check = std::function<std::optional<Error>(const TracedModule&)>;
  void add_check(Check check) { checks_.push_back(std::move(check)); }

  /// Told of every pass that runs, in order of addition. They must outlive the manager's runs.
  void add_instrumentation(PassInstrumentation* instrumentation);
  using RemarkHandler = std::function<void(const Node*, std::string)>;
  void set_remark_handler(RemarkHandler handler);

  /// The rules that the pass `rules` applies: where the pipeline has it, else before all passes.
  void set_rules(std::vector<RewriteRule> rules);
  void set_module_changes(ModuleChanges changes) { module_changes_ = changes; }
  /// Where refactorings are to change something; everywhere unless it is said.
  void set_places(std::vector<SourcePlace> places) { places_ = std::move(places); }

  /// The model was traced on example inputs: shapes and types of what passes make and change are
  /// found by running it on them, after each pass that changed the model. A call that LibTorch
  /// refuses then is a remark.
  void set_examples(std::shared_ptr<ops::Kernels> kernels, ExampleTypes::InputOf input_of) {
    kernels_ = std::move(kernels);
    input_of_ = std::move(input_of);
  }

  /// How passes that run the model (shape-prop) open LibTorch's kernels; without, that is an error.
  void set_kernels(ops::KernelsOpener opener) { open_kernels_ = std::move(opener); }
  /// Where messages place nodes that have no place in the source.
  void set_place(std::function<SourceLocation(const Node&)> place) { place_ = std::move(place); }

  /// Runs all passes; says whether any changed the model. Constraints have to hold; the error of a
  /// pass carries its name and
  /// those of the passes before it in its notes. `observer` is told of this run alone.
  Expected<bool> run(TracedModule& module, PassInstrumentation* observer = nullptr) const;

private:
  friend class PipelineParser;
  struct Element;
  struct Run;
  std::vector<Element> elements_;
  std::vector<PassInstrumentation*> instrumentations_;
  std::vector<PassConstraint> constraints_;
  std::vector<Check> checks_;
  RemarkHandler remark_;
  std::vector<RewriteRule> rules_;
  ModuleChanges module_changes_ = ModuleChanges::OtherClass;
  std::vector<SourcePlace> places_;
  std::shared_ptr<ops::Kernels> kernels_;
  ExampleTypes::InputOf input_of_;
  ops::KernelsOpener open_kernels_;
  std::function<SourceLocation(const Node&)> place_;
};

/// Wraps a function as a pass: what torch.fx's pass_result_wrapper does.
std::unique_ptr<Pass>
make_pass(std::function<Expected<PassResult>(TracedModule&, PassContext&)> run);

} // namespace fx
