#include "fx/Runtime/ReplacePattern.h"

#include "fx/Runtime/SymbolicTrace.h"

#include <fmt/format.h>

#include <utility>

namespace fx {

namespace {

/// The graph of a function, by itself.
TracedModule graph_of(const TracedFunction& function) {
  TracedModule model;
  Tracer tracer;
  model.graph = tracer.trace(function);
  if (!tracer.tensor_constants().empty())
    throw RuntimeError(
        fmt::format("replace_pattern: a pattern or replacement makes a tensor of its "
                    "own, {}, that the module would have to hold: take it as a "
                    "parameter",
                    tracer.tensor_constants().begin()->first));
  return model;
}

/// Puts a graph of a GraphModule where its description has a copy of it, as long as this lives:
/// analyses know a forward graph by its place.
class InDescription {
public:
  InDescription(Graph& live, Graph& described)
      : live_(live), described_(described), owner_(live.owning_module()) {
    described_ = std::move(live_);
  }
  ~InDescription() {
    live_ = std::move(described_);
    live_.set_owning_module(owner_);
  }
  InDescription(const InDescription&) = delete;
  InDescription& operator=(const InDescription&) = delete;

private:
  Graph& live_;
  Graph& described_;
  GraphModuleImpl* owner_;
};

std::vector<ReplacedMatch> replace_in(Graph& live, Graph& described, TracedModule& model,
                                      const TracedModule& pattern, const TracedModule& replacement,
                                      const MatchOptions& options) {
  const InDescription moved(live, described);
  ReplaceOptions replace_options;
  replace_options.match = options;
  replace_options.graph = &described;
  Expected<std::vector<ReplacedMatch>> replaced = replace_pattern(
      model, pattern, replacement, AliasAnalysis(described, model), replace_options);
  if (!replaced) throw RuntimeError("replace_pattern: " + replaced.error().to_string());
  return std::move(*replaced);
}

} // namespace

std::vector<ReplacedMatch> replace_pattern(GraphModule& module, const TracedFunction& pattern,
                                           const TracedFunction& replacement,
                                           const MatchOptions& options) {
  const TracedModule wanted = graph_of(pattern);
  const TracedModule made = graph_of(replacement);
  TracedModule model = module->describe();
  std::vector<ReplacedMatch> replaced =
      replace_in(module->graph(), model.graph, model, wanted, made, options);
  if (Graph* training = module->training_graph())
    for (ReplacedMatch& match :
         replace_in(*training, *model.training_graph, model, wanted, made, options))
      replaced.push_back(std::move(match));
  else if (model.training_graph) // right in evaluation alone: training stays as it was
    module->set_training_graph(std::move(model.training_graph));
  return replaced;
}

} // namespace fx
