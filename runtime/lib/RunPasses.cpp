#include "fx/Runtime/RunPasses.h"

#include "Examples.h"

#include "fx/Passes/PassManager.h"
#include "fx/Runtime/Errors.h"

#include <fmt/format.h>

#include <utility>

namespace fx {

namespace {

/// What a live module has to have for a graph of it to run.
std::string modules_and_tensors(const TracedModule& model) {
  std::string text;
  for (const ModuleNode* module : all_modules(model.modules)) {
    text += fmt::format("{} {}\n", module->path(), module->cpp_type.view());
    for (const TensorSlot& tensor : module->tensors)
      text += fmt::format("{}.{}\n", module->path(), tensor.name.view());
  }
  return text;
}

std::shared_ptr<ops::Kernels> kernels_of_this_library() {
  return ops::kernels_of(runtime::own_kernels().api());
}

} // namespace

ModuleCost cost_of(const GraphModule& module) {
  TracedModule model = module->describe();
  add_leaf_tensors(model, *kernels_of_this_library());
  const CostAnalysis analysis(model.graph, model);
  ModuleCost cost{analysis.total(), model_size(model), {}, analysis.is_peak_a_bound()};
  for (const Node* node : analysis.unknown())
    cost.unknown.push_back(node->name().str());
  return cost;
}

bool run_passes(GraphModule& module, std::string_view pipeline, const RunPassesOptions& options) {
  Expected<PassManager> passes = PassManager::parse(pipeline);
  if (!passes) throw RuntimeError("run_passes: " + passes.error().to_string());
  if (options.remark)
    passes->set_remark_handler([&](const Node*, const std::string& text) { options.remark(text); });
  passes->set_kernels(
      []() -> Expected<std::shared_ptr<ops::Kernels>> { return kernels_of_this_library(); });
  TracedModule model = module->describe();
  const std::string before = modules_and_tensors(model);
  const Expected<bool> changed = passes->run(model);
  if (!changed) throw RuntimeError("run_passes: " + changed.error().to_string());
  if (!*changed) return false;
  if (modules_and_tensors(model) != before)
    throw RuntimeError(fmt::format("run_passes: '{}' changes which modules and tensors there are, "
                                   "and a live module keeps its own; take the result of "
                                   "describe() for that, which load() makes a module of",
                                   pipeline));
  // What is right in evaluation alone has left training its graph.
  module->set_training_graph(std::move(model.training_graph));
  module->set_graph(std::move(model.graph));
  return true;
}

} // namespace fx
