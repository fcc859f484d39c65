// Graphs that compute what they would compute under autocast (Python's torch.autocast; LibTorch:
// ATen/autocast_mode.cpp).
#include "AutocastPlan.h"
#include "KernelsVersion.h"
#include "Messages.h"
#include "ViewSteps.h"

#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace fx {

namespace {

struct Counts {
  size_t calls = 0, casts = 0, regions = 0;
};

/// Writes a plan into the graph that it was made of.
class PlanWriter {
public:
  PlanWriter(Graph& graph, const TracedModule& module, ops::Kernels& kernels, AutocastPlan& plan,
             Symbol dtype)
      : graph_(graph), module_(module), kernels_(kernels), plan_(plan), dtype_(dtype),
        aliasing_(graph, module), uses_aten_(std::ranges::any_of(graph, [](const Node* node) {
          return node->op() == Opcode::CallFunction &&
                 node->target().view().starts_with("torch.ops.aten.");
        })) {}

  Counts run() {
    note_types();
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      const AutocastStep& step = plan_.steps[i];
      if (step.kind == AutocastStep::Kind::Casts) {
        cast(step);
        continue;
      }
      size_t last = i; // those that follow each other are one region
      while (last + 1 < plan_.steps.size() &&
             plan_.steps[last + 1].kind == AutocastStep::Kind::Region &&
             aliasing_.position(*plan_.steps[last + 1].node) ==
                 aliasing_.position(*plan_.steps[last].node) + 1)
        ++last;
      enclose(*step.node, *plan_.steps[last].node);
      i = last;
    }
    for (const auto& [call, function] : replaced_)
      graph_.erase_node(const_cast<Node*>(call));
    return counts_;
  }

private:
  /// The types that values have under autocast; nothing where they are not known.
  void note_types() {
    for (const auto& [node, value] : plan_.values)
      if (node->op() != Opcode::Placeholder && node->op() != Opcode::GetAttr)
        note(*const_cast<Node*>(node), value);
  }

  void note(Node& node, const ops::ExampleValue& value) const {
    std::optional<TensorMeta> meta = value ? kernels_.tensor_meta(value) : std::nullopt;
    if (meta)
      node.set_meta(meta::tensor_meta, std::move(*meta));
    else
      node.erase_meta(meta::tensor_meta);
  }

  void cast(const AutocastStep& step) {
    Node* node = step.node;
    ++counts_.calls;
    const auto here = graph_.inserting_before(node);
    if (!step.operation) {
      for (const ops::AutocastRun::Cast& cast : step.casts)
        node->replace_input_with(now(cast.input), cast_of(cast, *node));
      return;
    }
    ops::Operation operation = *step.operation;
    for (ops::Operation::Operand& operand : operation.operands)
      put_cast(operand, step);
    const std::vector<Node*> calls = write_operation(graph_, operation, step.form, module_);
    Node* fresh = calls.back();
    for (Node* call : calls)
      call->copy_place_from(*node);
    fresh->copy_meta_from(*node);
    node->replace_all_uses_with(fresh);
    replaced_.emplace(node, fresh);
  }

  /// What stands in the place of a node of the plan.
  Node* now(const Node* node) const {
    const auto found = replaced_.find(node);
    return found == replaced_.end() ? const_cast<Node*>(node) : found->second;
  }

  /// An operand of the function that stands in the place of a module.
  void put_cast(ops::Operation::Operand& operand, const AutocastStep& step) {
    for (const ops::AutocastRun::Cast& cast : step.casts) {
      const bool is_own = cast.input == nullptr && cast.tensor == operand.tensor;
      const bool is_input =
          cast.input != nullptr && operand.value.is_node() && operand.value.as_node() == cast.input;
      if (!is_own && !is_input) continue;
      operand.value = cast_of(cast, *step.node);
      operand.tensor = {};
      return;
    }
    if (operand.tensor.empty()) {
      if (operand.value.has_nodes())
        operand.value = map_nodes(operand.value, [&](Node* node) { return Argument(now(node)); });
      return;
    }
    operand.value = weight_of(*step.node, operand.tensor); // of a type that autocast leaves
    operand.tensor = {};
  }

  Node* weight_of(const Node& call, std::string_view tensor) {
    const Symbol path(fmt::format("{}.{}", call.target().view(), tensor));
    Node*& weight = weights_[path];
    if (weight == nullptr) {
      weight = graph_.get_attr(path);
      const ops::ExampleValue value =
          kernels_.run(*weight, module_, [](const Node&) { return nullptr; }, nullptr).value;
      plan_.values[weight] = value;
      note(*weight, value);
    }
    return weight;
  }

  /// The operand in another type: what was cast before, where that is still the same.
  Node* cast_of(const ops::AutocastRun::Cast& cast, const Node& user) {
    const Node* from = cast.input;
    if (from == nullptr)
      from = weight_of(user, cast.tensor);
    else if (from->op() == Opcode::GetAttr)
      from = weights_.try_emplace(from->target(), const_cast<Node*>(from)).first->second;
    const uint32_t here = aliasing_.position(user);
    Made& made = made_[from][cast.dtype];
    if (made.node != nullptr && still_holds(*from, cast.dtype, made.position, here))
      return made.node;
    made = {write_cast(*from, cast.dtype), here};
    return made.node;
  }

  bool still_holds(const Node& from, Symbol dtype, uint32_t made, uint32_t here) const {
    const bool is_weight = from.op() == Opcode::GetAttr; // which the analysis may not know
    // Weights that are written to are refused; gradients flow as they do through autocast's cache.
    if (is_weight && dtype == dtype_) return true;
    const std::span<const uint32_t> writers =
        aliasing_.writers(is_weight ? AliasAnalysis::external : aliasing_.memory(from));
    const auto next = std::ranges::lower_bound(writers, made);
    return (next == writers.end() || *next >= here) && !aliasing_.has_barrier_between(made, here);
  }

  Node* write_cast(const Node& value_of, Symbol dtype) {
    ++counts_.casts;
    Node* from = now(&value_of);
    const Argument type = Argument::dtype(dtype.view());
    Node* made = uses_aten_ ? graph_.call_function(overload_target("_to_copy", ""), {from},
                                                   {{Symbol("dtype"), type}})
                            : graph_.call_method("to", {from, type});
    made->copy_place_from(*from);
    if (plan_.values[&value_of])
      note(*made,
           kernels_
               .run(
                   *made, module_, [&](const Node&) { return plan_.values[&value_of]; }, nullptr)
               .value);
    return made;
  }

  void enclose(Node& first, Node& last) {
    ++counts_.regions;
    Node* guard = nullptr;
    {
      const auto here = graph_.inserting_before(&first);
      guard = graph_.call_function("torch.autocast",
                                   {Argument::string("cpu"), Argument::dtype(dtype_.view())});
      graph_.call_method("__enter__", {guard});
    }
    const auto here = graph_.inserting_after(&last);
    graph_.call_method("__exit__", {guard, Argument(), Argument(), Argument()});
  }

  struct Made {
    Node* node = nullptr;
    uint32_t position = 0; // of the first user
  };

  Graph& graph_;
  const TracedModule& module_;
  ops::Kernels& kernels_;
  AutocastPlan& plan_;
  Symbol dtype_;
  AliasAnalysis aliasing_;
  bool uses_aten_;
  std::unordered_map<const Node*, Node*> replaced_;
  std::unordered_map<Symbol, Node*> weights_; // by their paths
  std::unordered_map<const Node*, std::unordered_map<Symbol, Made>> made_;
  Counts counts_;
};

class MixedPrecision final : public Pass {
public:
  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    Expected<std::shared_ptr<ops::Kernels>> kernels = context.open_kernels();
    if (!kernels) return kernels.error();
    if (auto error = kernels_of_another_version(module, **kernels)) return *error;
    (*kernels)->forget_modules();
    const auto values = init_values(module, **kernels);
    const auto known = [&](const Node& node) -> ops::ExampleValue {
      if (&node.graph() != &module.init)
        return *context.examples ? (*context.examples)->value(node) : nullptr;
      const auto found = values.find(&node);
      return found == values.end() ? nullptr : found->second;
    };
    const std::vector<Graph*> graphs = module.forward_graphs();
    std::vector<AutocastPlan> plans;
    for (Graph* graph : graphs) {
      Expected<AutocastPlan> plan =
          plan_autocast(*graph, module, **kernels, type_, known, context.place);
      if (!plan) return plan.error();
      plans.push_back(std::move(*plan));
    }
    bool modified = false;
    for (size_t i = 0; i < graphs.size(); ++i) {
      for (const AutocastStep& step : plans[i].steps)
        if (step.kind == AutocastStep::Kind::Region)
          context.remark(step.node, fmt::format("autocast stays on for '{}': {}",
                                                step.node->name().view(), step.why));
      const Counts counts = PlanWriter(*graphs[i], module, **kernels, plans[i], type_).run();
      context.remark(nullptr, fmt::format("mixed-precision: {} calls with operands cast, {} casts, "
                                          "{} regions of autocast",
                                          counts.calls, counts.casts, counts.regions));
      modified |= !plans[i].steps.empty();
    }
    return PassResult{.modified = modified};
  }

  /// bfloat16 has eight binary digits; a few roundings add up.
  double lost_precision() const override { return 1.0 / 32; }

private:
  Symbol type_{"bfloat16"};
};

} // namespace

extern const PassInfo mixed_precision_pass{
    .name = "mixed-precision",
    .summary = "Cast to bfloat16 what autocast would cast",
    .description = R"(
The graph computes, without autocast, bit for bit what it would compute under `torch.autocast("cpu", torch.bfloat16)`:
what autocast casts inside of operators is a node, `x.to(torch.bfloat16)`, or `torch.ops.aten._to_copy` in graphs of such operators.
A tensor that is cast for several users is cast once, unless it is written to between them, and so is a weight. A module that
autocast casts weights of becomes the functions that it runs (`addmm(bias, x, weight.t())` of a `Linear`). Of gradients that come
from several users of one cast the sum is rounded to bfloat16.

Which operators run in bfloat16, which in float32 and which in the widest type of their operands is not known here: each node runs
in LibTorch, on tensors of the sizes that are noted, with autocast on, and what LibTorch casts is cast. Inputs need a type:
`shape-prop<x=1x3x224x224>,mixed-precision`, or `--input`. Tensors are taken to be on the CPU. float64 and integers stay as they
are, as autocast leaves them. The graph is right for other sizes too, not for other types or numbers of dimensions.

Where autocast casts what a call computes inside (an LSTM, `einsum`), where it is not known what a call does, and for calls of graph
modules, autocast stays on around the call, `torch.autocast(...)`; a remark names the call. An error, and the model as it was, is a
graph that is about autocast itself, a call that LibTorch refuses under autocast, and a weight that is written to between two uses,
of which autocast may keep the old value. An input that is no weight may be written to behind `functionalize`, which makes what is
written a new tensor: `functionalize,mixed-precision`.

Results differ from those before by the digits that bfloat16 does not have. `--verify` says how much, and allows 1/32 of the
largest number; what the model returns may be bfloat16. Nothing is trained: the loss of a training step has to be scaled by who trains.

torch: `torch.autocast`; torch.fx has none.
)",
    .parameters = {{.name = "bfloat16",
                    .description =
                        "the type, which is this one when none is named: autocast on the "
                        "CPU has no other"}},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<MixedPrecision>();
    }};

} // namespace fx
