// A transformation of a model, and what it is known by (torch.fx: PassBase, PassResult).
//
// A pass is one file in lib/Passes, which defines its PassInfo, and one line in Passes.def. The
// command line, --list-passes and docs/Passes.md are made of the two: docs/recipes/AddAPass.md.
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/AnalysisManager.h"
#include "fx/Analysis/ExampleTypes.h"
#include "fx/IR/RewriteRule.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fx {

/// One parameter of a pass in a pipeline: `split-module<by=size;size=100>`.
struct PassParameter {
  enum class Kind : uint8_t { Flag, Int, Text };
  std::string_view name = {};
  Kind kind = Kind::Flag;
  /// As in a pipeline; empty: none (flags are off).
  std::string_view default_value = {};
  std::string_view description = {};
};

/// The parameters given to a pass, checked against its PassInfo, defaults filled in.
class PassOptions {
public:
  bool flag(std::string_view name) const;
  int64_t integer(std::string_view name) const;
  /// Empty when it was not given and has no default.
  const std::string& text(std::string_view name) const;
  bool has(std::string_view name) const { return values_.contains(name); }
  void set(std::string_view name, std::string value) {
    values_[std::string(name)] = std::move(value);
  }
  /// What was given by names that the pass does not know beforehand (PassInfo::input_values), in
  /// the order of the pipeline: {"x", "1x3x224x224"}.
  std::span<const std::pair<std::string, std::string>> inputs() const { return inputs_; }
  bool has_input(std::string_view name) const;
  void add_input(std::string_view name, std::string value) {
    inputs_.emplace_back(name, std::move(value));
  }

private:
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<std::pair<std::string, std::string>> inputs_;
};

/// What a pass did. When it changed the model, the analyses are dropped, except those that the pass
/// names: these must still say the same about every remaining node, which --verify-each checks.
struct PassResult {
  bool modified = false;
  PreservedAnalyses preserved = {};
  /// Shapes with names (meta::symbolic_shape) still hold; else they are taken away from all nodes.
  bool keeps_symbolic_shapes = false;
};

/// What a rule may make of a module all of whose calls it replaces.
enum class ModuleChanges : uint8_t {
  None,       // it stays, and its calls become others
  OtherClass, // it becomes another one of LibTorch's where one computes what the rule wants
  Identity,   // the same; and Identity in a container, of which the source shows that it runs it
};

/// The beginning of the node's meta::source_range; nothing where it has none.
SourceLocation source_location(const Node& node);
/// The error that there are no kernels of LibTorch.
Expected<std::shared_ptr<ops::Kernels>> no_kernels();

/// What a pass gets besides the model.
struct PassContext {
  AnalysisManager& analyses;
  /// What the pass `rules` applies.
  std::span<const RewriteRule> rules = {};
  ModuleChanges module_changes = ModuleChanges::OtherClass;
  /// Whether a pass that changes how a model is written (PassInfo::is_refactoring) is to change it
  /// at this node's place: where --at says. Never null.
  std::function<bool(const Node&)> is_meant = [](const Node&) { return true; };
  /// The same of a call that leads to a node (meta::call_stack). Never null.
  std::function<bool(const Node&, const SourceRange&)> is_meant_call =
      [](const Node&, const SourceRange&) { return true; };
  /// The same of a statement. Never null.
  std::function<bool(const SourceRange&)> is_meant_statement = [](const SourceRange&) {
    return true;
  };
  /// Inside `init(...)`: graph passes run on the init graph.
  bool on_init_graph = false;
  /// Reports something about a node that is no error: "matched 3 times". Never null.
  std::function<void(const Node*, std::string)> remark;
  /// Opens LibTorch's kernels, for a pass that runs the model. Never null; an error where the
  /// program has none.
  ops::KernelsOpener open_kernels = no_kernels;
  /// Keeps shapes and types up to date behind each pass, where the model was traced on example
  /// inputs. A pass that runs the model on others puts them in its place. Never null.
  std::optional<ExampleTypes>* examples = nullptr;
  /// Where messages place a node: its expression in the source, else in the text that the graph was
  /// read from. Never null.
  std::function<SourceLocation(const Node&)> place = source_location;
  /// Told of each graph that a GraphPass is about to run on. Never null.
  std::function<void(const Graph&)> before_graph = [](const Graph&) {};
};

class Pass {
public:
  virtual ~Pass() = default;
  /// Changes the model, or says why it cannot; the model is as before when it could not.
  virtual Expected<PassResult> run(TracedModule& module, PassContext& context) = 0;
  /// Whether gradients of what the model gives are what they were.
  virtual bool keeps_gradients() const { return true; }
  /// By how much results may differ from those before, relative to the largest number, because the
  /// pass computes with fewer digits, and may be of shorter types; 0: they are of the same types
  /// and differ by rounding alone. What verifies a pipeline allows it.
  virtual double lost_precision() const { return 0; }
};

/// A pass that looks at one graph at a time: it runs on the forward graphs of both modes and on
/// those of graph modules inside, or on the init graph within `init(...)` of a pipeline.
/// TracedModule::modes_of says in which modes the graph has to stay right.
class GraphPass : public Pass {
public:
  Expected<PassResult> run(TracedModule& module, PassContext& context) final;
  virtual Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                            PassContext& context) = 0;
};

struct PassInfo {
  std::string_view name;        // in pipelines: "dce"
  std::string_view summary;     // one line, without a full stop
  std::string_view description; // Markdown: what it does, what it leaves alone and why
  std::vector<PassParameter> parameters;
  std::function<Expected<std::unique_ptr<Pass>>(const PassOptions&)> create;
  /// It takes values by the names of the model's inputs, `shape-prop<x=1x3x224x224>`: what such a
  /// value is. Empty: it takes its parameters alone.
  std::string_view input_values = {};
  /// It changes how a model is written, not what it computes: --list-refactorings has it.
  bool is_refactoring = false;
};

/// `<name=value;flag>` of a pipeline against the parameters of a pass: unknown names, wrong values
/// and values given twice are errors. Where the pass takes values of inputs, `name=value` with any
/// other name is one; whether the model has such an input the pass says.
Expected<PassOptions> parse_pass_options(const PassInfo& info, std::string_view text);

/// All passes built in and loaded, sorted by name.
std::vector<const PassInfo*> registered_passes();
/// Null when there is none of that name.
const PassInfo* find_pass(std::string_view name);
/// Adds a pass to the registry, for plugins. GraphError when the name is taken.
void register_pass(PassInfo info);

} // namespace fx
