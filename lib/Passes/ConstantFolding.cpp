// Computing what is known, and once what weights alone decide.
#include "fx/Analysis/ConstantSubgraph.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Passes/ConstantParts.h"
#include "fx/Passes/Pass.h"
#include "fx/Passes/ReplacePattern.h"

#include "Messages.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace fx {

namespace {

class ConstantFolding final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module, PassContext&) override {
    const auto pinned =
        &graph == &module.init ? initial_values(module.modules) : std::unordered_set<const Node*>();
    bool modified = false;
    for (Node* node : graph) {
      if (node->op() != Opcode::CallFunction || !node->kwargs().empty()) continue;
      const std::optional<Argument> value = ops::python_call(node->target(), node->args());
      if (!value || pinned.contains(node)) continue;
      node->replace_all_uses_with(*value);
      graph.erase_node(node);
      modified = true;
    }
    return PassResult{.modified = modified};
  }
};

/// What code of a model with buffers that follow from weights calls its own members.
constexpr std::string_view names_of_code[] = {"run_folding", "compute_folded", "folded_weights",
                                              "version_of",  "is_folded",      "folded_from"};

class WeightFolding final : public Pass {
public:
  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    if (context.module_changes == ModuleChanges::Identity) return say(diag::const_fold_in_place);
    ModuleNode& root = module.modules.root();
    if (module.class_name.empty()) {
      context.remark(nullptr, "nothing is folded: a graph alone has no buffers");
      return PassResult();
    }
    for (const std::string_view name : names_of_code)
      if (root.tensor(name) != nullptr || root.child(name) != nullptr) {
        context.remark(nullptr, fmt::format("nothing is folded: the model has a '{}', and the "
                                            "code that computes folded values is called so",
                                            name));
        return PassResult();
      }
    if (context.on_init_graph || module.training) return PassResult();
    const ConstantSubgraph found(module.graph, &module,
                                 {.call_modules = false, .skip = [&](const Node& node) {
                                    return node.op() == Opcode::GetAttr && !is_weight(module, node);
                                  }});
    if (found.empty()) return PassResult();
    // Gradients flow through what training computes.
    keep_for_training(module);
    std::vector<std::pair<Argument, Argument>> results;
    if (!module.folding) {
      module.folding = std::make_unique<Graph>();
      module.folding->set_libtorch(module.graph.libtorch());
    } else {
      Node* output = module.folding->output_node();
      const std::span<const Argument> known = output->arg(0).items();
      for (size_t i = 0; i < known.size(); i += 2)
        results.emplace_back(known[i], known[i + 1]);
      module.folding->erase_node(output);
    }
    const std::vector<Node*> copies =
        copy_constants(found.nodes(), found.values(), *module.folding);
    std::vector<Symbol> names;
    for (size_t i = 0; i < copies.size(); ++i) {
      names.push_back(add_buffer(root, *found.values()[i]));
      results.emplace_back(Argument::string(names.back().view()), copies[i]);
    }
    module.folding->output(Argument::dict(std::move(results)));
    replace_constants(found.nodes(), found.values(), names);
    context.remark(nullptr, fmt::format("{} value{} computed once: run_folding() of the code that "
                                        "is written computes {} of the weights",
                                        names.size(), names.size() == 1 ? " is" : "s are",
                                        names.size() == 1 ? "it" : "them"));
    return PassResult{.modified = true};
  }

  bool keeps_gradients() const override { return false; }

private:
  static Symbol add_buffer(ModuleNode& root, const Node& value) {
    const std::string stem = value.name().str() + "_folded";
    std::string name = stem;
    for (int i = 1; root.tensor(name) != nullptr || root.child(name) != nullptr; ++i)
      name = fmt::format("{}_{}", stem, i);
    TensorSlot slot;
    slot.name = Symbol(name);
    slot.role = TensorRole::Buffer;
    slot.requires_grad = false;
    slot.persistent = false;
    root.tensors.push_back(slot);
    return slot.name;
  }
};

} // namespace

extern const PassInfo constant_folding_pass{
    .name = "const-fold",
    .summary = "Compute Python arithmetic on known values",
    .description = R"(
Calls of `operator`, `math` and Python's builtins whose operands are literals become their value, as
CPython computes it: `//` and `%` round down, `1` and `1.0` stay apart. An element of a literal tuple, list
or dict is taken out of it, a node too: `getitem((%a, %b), 0)` is `%a`. What would raise (a division by
zero, an index out of range) or does not fit 64 bits is left for the run to raise.

With `weights` it takes out of the graph of evaluation what depends on parameters, buffers and literals
alone instead, `weight * scale` say, or the weights that `fuse-conv-bn` computes. They become buffers
`NAME_folded` that are no part of the state, and the graph that computes them of the weights stays in the
model (`folding graph`). C++ and Python get a method `run_folding()`, which the constructor calls, and
`forward` where a weight is in other memory or has been written to since; so weights that the original saved
load as ever. What is not noticed is a write past LibTorch's version counters, by `data()` or a pointer, or
to inference tensors: call `run_folding()` after it, and after any write before several threads call
`forward`. TorchScript, whose archives get weights by ways that no method notices, computes
them in `forward` again: `torch.jit.freeze` computes them once, of the weights that there are then.
Gradients of folded weights are lost, so that training keeps a graph without them. Calls of
modules stay: `module-to-functional` makes functions of them before.

Never folded are random numbers, what anything in the graph may write to, now or later or through a view,
what stands in a region of another mode, what the graph returns, and views of weights, which cost nothing.
torch.fx's `const_fold` folds `torch.rand`, and `torch.zeros` that is written to later.
)",
    .parameters = {{.name = "weights",
                    .description = "take out what depends on weights alone, for inference"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.flag("weights")) return std::make_unique<WeightFolding>();
      return std::make_unique<ConstantFolding>();
    }};

} // namespace fx
