#include "fx/Runtime/RunPasses.h"

#include "ExampleValues.h"
#include "Examples.h"
#include "LiveModules.h"

#include "fx/Passes/PassManager.h"
#include "fx/Runtime/Errors.h"

#include <fmt/format.h>

#include <utility>

namespace fx {

namespace {

/// What modules of LibTorch hold in this program: options do not tell that their weights were
/// converted to another type.
void note_leaf_tensors(TracedModule& model, const GraphModule& module) {
  for (ModuleNode* leaf : all_modules(model.modules)) {
    const torch::nn::Module* live =
        leaf->kind == ModuleKind::Leaf ? module->find_module(leaf->path()) : nullptr;
    if (live == nullptr) continue;
    std::vector<LeafTensor> tensors;
    const auto add = [&](const auto& named, TensorRole role) {
      for (const auto& item : named)
        if (item.value().defined() && item.value().layout() == at::kStrided)
          tensors.push_back({Symbol(item.key()), role, item.value().requires_grad(),
                             runtime::tensor_meta_of(item.value())});
    };
    add(live->named_parameters(), TensorRole::Parameter);
    add(live->named_buffers(), TensorRole::Buffer);
    leaf->leaf_tensors = std::move(tensors);
  }
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
  note_leaf_tensors(model, module);
  runtime::LiveModules live(*module, model);
  const Expected<bool> changed = passes->run(model);
  if (!changed) throw RuntimeError("run_passes: " + changed.error().to_string());
  if (!*changed) return false;
  if (model.folding) {
    // Values that a module kept of its weights would not follow them.
    model.inline_folding();
    if (options.remark)
      options.remark("what const-fold<weights> took out of the graph is in it again: "
                     "split_const_subgraphs() computes it once, and again when weights change");
  }
  try {
    live.apply(model);
  } catch (const std::exception& error) {
    throw RuntimeError(fmt::format("run_passes: '{}': {}", pipeline, error.what()));
  }
  return true;
}

} // namespace fx
