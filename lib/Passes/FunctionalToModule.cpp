// Calls of functions that a module of LibTorch's without weights computes become calls of such
// modules, which the model registers.
#include "Messages.h"
#include "NewModules.h"

#include "fx/Analysis/CallOperations.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Operations.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx {

namespace {

class FunctionalToModule final : public Pass {
public:
  explicit FunctionalToModule(std::string operation) : operation_(std::move(operation)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    if (!operation_.empty() && ops::libtorch_of(module).find_schemas(operation_).empty())
      return say(diag::operator_unknown, operation_);
    module_ = &module;
    new_modules_.emplace(module);
    changed_.clear();
    std::map<CallPlace, Calls> places;
    std::vector<const Calls*> order; // as the program has them
    for (Graph* graph : module.forward_graphs()) {
      const auto& operations = context.analyses.get<CallOperations>(*graph, module);
      for (Node* node : *graph) {
        if ((node->op() != Opcode::CallFunction && node->op() != Opcode::CallMethod) ||
            !context.is_meant(*node))
          continue;
        const auto [known, is_new] = places.try_emplace(place_of(*node));
        if (is_new) order.push_back(&known->second);
        known->second.add(*node, module_for(*node, operations.of(*node)));
      }
    }
    size_t num_changed = 0;
    for (const Calls* calls : order)
      if (is_possible(*calls)) {
        ++num_changed;
        for (const auto& [node, call] : calls->all)
          change(*node, *call);
      }
    if (const std::string said = new_modules_->said_of_saved_weights(); !said.empty())
      context.remark(nullptr, said);
    // The two graphs differed in what the modules are asked now.
    if (num_changed > 0 && module.training_graph &&
        print_fx(*module.training_graph) == print_fx(module.graph))
      module.training_graph.reset();
    context.remark(nullptr, fmt::format("functional-to-module: {} place{} changed", num_changed,
                                        num_changed == 1 ? "" : "s"));
    return PassResult{.modified = num_changed > 0};
  }

private:
  /// What is called at one place, with the module that computes it.
  struct Calls {
    std::vector<std::pair<Node*, std::optional<ops::ModuleCall>>> all;
    std::vector<const Graph*> graphs;

    void add(Node& node, std::optional<ops::ModuleCall> call) {
      all.emplace_back(&node, std::move(call));
      if (std::ranges::find(graphs, &node.graph()) == graphs.end()) graphs.push_back(&node.graph());
    }
  };

  std::optional<ops::ModuleCall> module_for(const Node& node, const ops::Operation* operation) {
    if (operation == nullptr || (!operation_.empty() && operation->name != operation_))
      return std::nullopt;
    const Modes modes = module_->modes_of(node.graph());
    const std::optional<bool> training =
        modes == Modes::Both ? std::nullopt : std::optional(modes == Modes::Train);
    return ops::module_for(*operation, *module_, training);
  }

  /// Whether all objects of the class call it with the values that the graph has, and somebody
  /// takes the result.
  static bool is_settled(const Node& node) {
    const SourceSyntax* syntax = node.meta(meta::syntax);
    return node.num_users() > 0 &&
           (syntax == nullptr || std::ranges::none_of(syntax->reads_variables, std::identity()));
  }

  /// One source is all runs of the place, in both modes.
  bool is_possible(const Calls& calls) const {
    const auto& first = calls.all.front().second;
    if (!first) return false;
    const bool in_both_modes =
        calls.graphs.size() == 2 || module_->modes_of(module_->graph) == Modes::Both;
    if (first->is_by_mode && !in_both_modes) return false;
    return std::ranges::all_of(calls.all, [&](const auto& entry) {
      return entry.second && entry.second->module == first->module &&
             new_modules_->owner_of(*entry.first) != nullptr && is_settled(*entry.first);
    });
  }

  void change(Node& node, const ops::ModuleCall& call) {
    const std::string path =
        new_modules_->path_of(*new_modules_->owner_of(node), call.module, ops_name(node));
    Graph& graph = node.graph();
    const auto point = graph.inserting_before(&node);
    std::vector<Argument> inputs;
    inputs.reserve(call.inputs.size());
    for (const Argument& input : call.inputs)
      inputs.push_back(map_nodes(input, [this](Node* was) {
        const auto now = changed_.find(was);
        return Argument(now == changed_.end() ? was : now->second);
      }));
    Node* fresh = graph.create_node(Opcode::CallModule, Symbol(path), std::move(inputs));
    changed_.emplace(&node, fresh);
    fresh->copy_meta_from(node);
    node.replace_all_uses_with(fresh);
    graph.erase_node(&node);
  }

  /// "relu" of torch.relu, .relu_() and torch.nn.functional.relu.
  static std::string ops_name(const Node& node) {
    std::string name = node.target().str();
    name = name.substr(name.rfind('.') + 1); // npos + 1 is 0
    const size_t first = name.find_first_not_of('_');
    const size_t last = name.find_last_not_of('_');
    return name.substr(first, last - first + 1);
  }

  std::string operation_; // empty: all
  TracedModule* module_ = nullptr;
  std::optional<NewModules> new_modules_;
  std::unordered_map<const Node*, Node*> changed_; // calls that are gone, and what came
};

} // namespace

extern const PassInfo functional_to_module_pass{
    .name = "functional-to-module",
    .summary = "Call modules where functions are called that such modules compute",
    .description = R"(
`torch::relu(x)`, `x.relu()` and `F::relu(x)` become the call of a `torch::nn::ReLU` that the module registers whose
method makes the call: a member of its own for each class of module and its options. All operators that a
module of `torch::nn` without parameters computes are meant, with the options that they were called with, or `operation` alone. A dropout
that drops when `is_training()` says so becomes a `Dropout`. Left alone is what a module cannot be told: an operand that is computed, and a call
of which some runs would need another module than others. With `--rewrite` the class gets the members.
)",
    .parameters = {{.name = "operation",
                    .kind = PassParameter::Kind::Text,
                    .description = "the operator to change alone: `relu`"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<FunctionalToModule>(options.text("operation"));
    },
    .is_refactoring = true};

} // namespace fx
