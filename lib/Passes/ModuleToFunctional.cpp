// Calls of modules without weights become calls of the functions that they compute.
#include "Messages.h"

#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Operations.h"
#include "fx/Passes/Pass.h"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace fx {

namespace {

class ModuleToFunctional final : public Pass {
public:
  explicit ModuleToFunctional(std::string operation) : operation_(std::move(operation)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    if (!operation_.empty() && ops::libtorch_of(module).find_schemas(operation_).empty())
      return say(diag::operator_unknown, operation_);
    size_t num_changed = 0;
    for (Graph* graph : module.forward_graphs())
      for (Node* node : graph->find_nodes(Opcode::CallModule)) {
        if (!context.is_meant(*node)) continue;
        // What depends on the mode is left to the module, which knows it.
        const std::optional<ops::Operation> operation =
            ops::operation_of(*node, module, Modes::Both);
        if (!operation || operation->in_evaluation_alone ||
            (!operation_.empty() && operation->name != operation_) || has_to_stay(*node, module))
          continue;
        std::optional<ops::OtherCall> call = ops::function_for(*operation, module);
        if (!call) continue;
        const auto point = graph->inserting_before(node);
        Node* fresh = graph->create_node(call->op, call->target, std::move(call->args),
                                         std::move(call->kwargs));
        fresh->copy_meta_from(*node);
        node->replace_all_uses_with(fresh);
        graph->erase_node(node);
        ++num_changed;
      }
    context.remark(nullptr, fmt::format("module-to-functional: {} call{} changed", num_changed,
                                        num_changed == 1 ? "" : "s"));
    return PassResult{.modified = num_changed > 0};
  }

private:
  /// A container runs it, and would run it beside the function; or it has options that are not
  /// known.
  static bool has_to_stay(const Node& call, const TracedModule& module) {
    const ModuleNode* called = module.modules.find(call.target());
    return called == nullptr || called->parent == nullptr ||
           called->parent->kind == ModuleKind::Container || has_unknown_options(*called, module);
  }

  /// Another object may have other options than this one.
  static bool has_unknown_options(const ModuleNode& called, const TracedModule& module) {
    const bool is_edit = module.modules.root().class_syntax != nullptr;
    if (!is_edit || called.options.empty()) return false;
    // What makes it does not stand in a file, or is told by more than literals.
    return called.syntax == nullptr || called.syntax->arguments.range.empty() ||
           called.syntax->reads_variables;
  }

  std::string operation_; // empty: all
};

} // namespace

extern const PassInfo module_to_functional_pass{
    .name = "module-to-functional",
    .summary = "Call functions where modules without weights are called",
    .description = R"(
`relu->forward(x)` of a `torch::nn::ReLU` becomes `torch::relu(x)`: every module of `torch::nn` without parameters that is one call of an
operator, in both modes the same. A `Dropout` stays, which asks for the mode, and so does what a
`Sequential` or a `ModuleList` holds. The modules stay registered: `remove-unused-modules` takes them out of the graph's model.
)",
    .parameters = {{.name = "operation",
                    .kind = PassParameter::Kind::Text,
                    .description = "the operator to change alone: `relu`"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<ModuleToFunctional>(options.text("operation"));
    },
    .is_refactoring = true};

} // namespace fx
