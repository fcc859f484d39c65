// Calls of modules without weights become calls of the functions that they compute.
#include "Messages.h"

#include "fx/IR/OptionRead.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Operations.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
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
            (!operation_.empty() && operation->name != operation_) ||
            has_to_stay(*node, *operation, module))
          continue;
        std::optional<ops::OtherCall> call =
            ops::function_for(*operation, module, /*with_options=*/is_edit(module));
        if (!call) continue;
        const auto point = graph->inserting_before(node);
        Node* fresh = graph->create_node(call->op, call->target, std::move(call->args),
                                         std::move(call->kwargs));
        fresh->copy_meta_from(*node);
        note_options(*fresh, call->options, node->target());
        node->replace_all_uses_with(fresh);
        graph->erase_node(node);
        ++num_changed;
      }
    context.remark(nullptr, fmt::format("module-to-functional: {} call{} changed", num_changed,
                                        num_changed == 1 ? "" : "s"));
    return PassResult{.modified = num_changed > 0};
  }

private:
  static bool is_edit(const TracedModule& module) {
    return module.modules.root().class_syntax != nullptr;
  }

  /// New source reads the options that the call is given.
  static void note_options(Node& call,
                           const std::vector<std::pair<size_t, std::string_view>>& options,
                           Symbol path) {
    std::vector<OptionRead> reads;
    reads.reserve(options.size());
    for (const auto& [operand, option] : options)
      reads.push_back({operand,
                       operand < call.args().size()
                           ? call.arg(operand)
                           : call.kwargs()[operand - call.args().size()].value,
                       path, Symbol(option)});
    if (!reads.empty()) call.set_meta(meta::option_reads, std::move(reads));
  }

  /// A container runs it, and would run it beside the function; or another object of the class may
  /// compute another operation.
  static bool has_to_stay(const Node& call, const ops::Operation& operation,
                          const TracedModule& module) {
    const ModuleNode* called = module.modules.find(call.target());
    if (called == nullptr || called->parent == nullptr) return true;
    if (!is_edit(module)) return false; // the graph runs what a container holds
    if (called->parent->kind == ModuleKind::Container) return true;
    while (called->alias_of != nullptr)
      called = called->alias_of;
    // What makes it does not stand in a file.
    if (called->syntax == nullptr) return !called->options.empty();
    const auto may_vary = [&](std::string_view option) {
      return called->syntax->may_vary(Symbol(option));
    };
    return std::ranges::any_of(operation.deciding_options, may_vary) ||
           std::ranges::any_of(operation.operands, [&](const ops::Operation::Operand& operand) {
             return !operand.option.empty() && may_vary(operand.option) &&
                    !ops::is_plain_option(*called, operand.option, ops::libtorch_of(module));
           });
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
`Sequential` or a `ModuleList` holds, where source is edited. Options that a variable decides are read from the module (`pool->options.stride()`); one that decides
which function it is has to be a literal. The modules stay registered: `remove-unused-modules` takes out of the graph's model those that
nothing reads.
)",
    .parameters = {{.name = "operation",
                    .kind = PassParameter::Kind::Text,
                    .description = "the operator to change alone: `relu`"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<ModuleToFunctional>(options.text("operation"));
    },
    .is_refactoring = true};

} // namespace fx
