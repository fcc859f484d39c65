#include "AutocastPlan.h"

#include "Messages.h"

#include "fx/Analysis/Types.h"
#include "fx/Ops/CallBinding.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace fx {

namespace {

using ops::AutocastRun;
using Values = std::unordered_map<const Node*, ops::ExampleValue>;

/// Whether a node makes a tensor that autocast may take for a weight: one that requires gradients
/// and comes of nothing.
bool makes_leaves(const Graph& graph) {
  return std::ranges::any_of(graph, [](const Node* node) {
    const Argument* requires_grad = node->kwarg("requires_grad");
    return node->is_call_method("requires_grad_") ||
           (requires_grad != nullptr && !(*requires_grad == Argument(false)));
  });
}

std::vector<Node*> write_linear(Graph& graph, const ops::Operation& operation, OperationForm form) {
  const ops::Operation::Operand* input = operation.find("input");
  const ops::Operation::Operand* weight = operation.find("weight");
  const ops::Operation::Operand* bias = operation.find("bias");
  const bool has_bias = bias != nullptr && !bias->value.is_none();
  if (operation.name != "linear" || input == nullptr || weight == nullptr ||
      (form == OperationForm::Addmm && !has_bias))
    return {};
  std::vector<Node*> calls{graph.call_method("t", {weight->value})};
  if (form == OperationForm::Addmm) {
    calls.push_back(graph.call_function("torch.addmm", {bias->value, input->value, calls[0]}));
    return calls;
  }
  calls.push_back(graph.call_method("matmul", {input->value, calls[0]}));
  if (has_bias) calls.push_back(graph.call_method("add_", {calls[1], bias->value}));
  return calls;
}

class Planner {
public:
  Planner(Graph& graph, const TracedModule& module, ops::Kernels& kernels, Symbol dtype,
          const std::function<ops::ExampleValue(const Node&)>& known)
      : graph_(graph), module_(module), kernels_(kernels), dtype_(dtype), known_(known),
        aliasing_(graph, module), makes_leaves_(makes_leaves(graph)) {}

  /// Where it cannot be done: the error is of that node.
  struct Refusal {
    Error error;
    const Node* node;
  };
  std::optional<Refusal> run() {
    for (Node* node : graph_) {
      if (node->op() != Opcode::Output) same_tensor(*node); // so that none goes far back
      switch (node->op()) {
      case Opcode::Output: break;
      case Opcode::Placeholder:
        if (auto error = add_input(*node)) return Refusal{*error, node};
        break;
      case Opcode::GetAttr: plan_.values[node] = attribute(*node); break;
      default:
        if (auto error = add_call(*node)) return Refusal{*error, node};
      }
    }
    return std::nullopt;
  }
  AutocastPlan take() { return std::move(plan_); }

private:
  ops::ExampleValue value(const Node& node) const {
    const auto found = plan_.values.find(&node);
    return found != plan_.values.end() ? found->second : known_(node);
  }

  ops::ExampleValue noted(const Node& node) const {
    const TensorMeta* meta = node.meta(meta::tensor_meta);
    if (meta == nullptr) return nullptr;
    Expected<ops::ExampleValue> tensor = kernels_.tensor(*meta);
    return tensor ? *tensor : nullptr;
  }

  std::optional<Error> add_input(const Node& node) {
    ops::ExampleValue input = noted(node);
    if (!input) input = known_(node);
    if (!input && !node.args().empty()) input = kernels_.literal(node.arg(0));
    plan_.values[&node] = input;
    if (input || node.num_users() == 0 || !input_type(node).is(ValueType::Kind::Tensor))
      return std::nullopt;
    return say(diag::mixed_precision_input_unknown, node.target().view());
  }

  ops::ExampleValue attribute(const Node& node) const {
    if (ops::ExampleValue tensor = noted(node)) return tensor;
    return kernels_.run(
                       node, module_, [this](const Node& input) { return value(input); }, nullptr)
        .value;
  }

  bool has_tensors(const Node& node) const {
    const auto is_tensor = [this](const Node* each) {
      return aliasing_.memory(*each) != AliasAnalysis::none;
    };
    return is_tensor(&node) || std::ranges::any_of(node.input_nodes(), is_tensor);
  }

  std::optional<Error> add_call(Node& node) {
    if (node.target().view().find("autocast") != std::string_view::npos &&
        node.op() == Opcode::CallFunction)
      return say(diag::mixed_precision_in_autocast, node.name().view());
    // What enters and leaves no_grad, and makes such a mode.
    if (aliasing_.effects(node).barrier || is_mode(node)) return std::nullopt;
    const AutocastRun run = kernels_.run_in_autocast(
        node, module_, [this](const Node& input) { return value(input); }, dtype_);
    if (!run.failure.empty())
      return say(diag::mixed_precision_refused, node.name().view(), run.failure);
    const bool has_other_operands = std::ranges::any_of(
        node.input_nodes(), [this](const Node* input) { return changed_.contains(input); });
    if (run.has_effect || has_other_operands) changed_.insert(&node);
    if (!run.refusal.empty() && has_other_operands)
      return say(diag::mixed_precision_refused, node.name().view(), run.refusal);
    plan_.values[&node] = run.value;
    // An item of what is not known is what it is, or a part of a tensor.
    const bool is_item = node.is_call_function("operator.getitem");
    if (!run.is_known && (is_item || !has_tensors(node))) return std::nullopt;
    if (run.is_known && !run.has_effect) return std::nullopt;
    AutocastStep step{.node = &node, .casts = run.casts};
    step.why = why_region(node, run, step);
    if (!step.why.empty()) step.kind = AutocastStep::Kind::Region;
    if (auto error = check_weights(step)) return error;
    plan_.steps.push_back(std::move(step));
    return std::nullopt;
  }

  static bool is_mode(const Node& node) {
    return std::ranges::any_of(node.users(),
                               [](const Node* user) { return user->is_call_method("__enter__"); });
  }

  /// Why casts before the node are not enough; empty: they are.
  std::string why_region(const Node& node, const AutocastRun& run, AutocastStep& step) const {
    if (!run.is_known) return "an operand of it is not known, or it is nothing that LibTorch runs";
    if (run.is_inside) return "autocast casts what it computes inside";
    const Effects& effects = aliasing_.effects(node);
    if (effects.writes != 0 || effects.unknown) return "it writes to an operand";
    if (node.op() != Opcode::CallModule) return {};
    step.operation = ops::operation_of(node, module_, module_.modes_of(graph_));
    if (step.operation && !step.operation->in_evaluation_alone && !step.operation->in_place)
      for (const OperationForm form :
           {OperationForm::Function, OperationForm::Addmm, OperationForm::Matmul}) {
        step.form = form;
        if (computes_the_same(node, *step.operation, form, run)) return {};
      }
    return "no function computes what the module does";
  }

  /// Whether calls of the form run, on operands that are cast before, the operators that the module
  /// runs under autocast.
  bool computes_the_same(const Node& call, ops::Operation operation, OperationForm form,
                         const AutocastRun& run) const {
    Graph graph;
    graph.set_libtorch(graph_.libtorch());
    Values operands;
    const auto cast_to = [&](const Node* input, std::string_view tensor) {
      const auto found = std::ranges::find_if(run.casts, [&](const AutocastRun::Cast& cast) {
        return cast.input == input && cast.tensor == tensor;
      });
      return found == run.casts.end() ? Symbol() : found->dtype;
    };
    const auto operand = [&](const ops::ExampleValue& value, Symbol dtype) {
      Node* node = graph.placeholder("x");
      operands[node] = value;
      std::optional<TensorMeta> meta = value ? kernels_.tensor_meta(value) : std::nullopt;
      if (meta && !dtype.empty()) {
        meta->dtype = dtype;
        if (Expected<ops::ExampleValue> cast = kernels_.tensor(*meta)) operands[node] = *cast;
      }
      return Argument(node);
    };
    for (ops::Operation::Operand& each : operation.operands) {
      if (!each.tensor.empty()) {
        Node* tensor =
            graph.get_attr(Symbol(fmt::format("{}.{}", call.target().view(), each.tensor)));
        each.value = operand(attribute(*tensor), cast_to(nullptr, each.tensor));
        each.tensor = {};
      } else if (each.value.has_nodes()) {
        each.value = map_nodes(
            each.value, [&](Node* node) { return operand(value(*node), cast_to(node, {})); });
      }
    }
    const auto value_of = [&](const Node& node) { return operands.at(&node); };
    std::string operators;
    for (const Node* made : write_operation(graph, operation, form, module_)) {
      operators += kernels_.operators_of(*made, module_, value_of);
      operands[made] = kernels_.run(*made, module_, value_of, nullptr).value;
    }
    return operators == run.operators;
  }

  /// Autocast keeps what it made of a weight, also where the weight is written to.
  std::optional<Error> check_weights(const AutocastStep& step) {
    for (const Node* input : step.node->input_nodes()) {
      const AliasAnalysis::MemoryClass memory = aliasing_.memory(*input);
      const bool may_be_weight =
          memory == AliasAnalysis::external || (makes_leaves_ && memory != AliasAnalysis::none);
      if (!may_be_weight) continue;
      const Node& tensor = same_tensor(*input);
      const Symbol name = tensor.op() == Opcode::GetAttr ? tensor.target() : tensor.name();
      if (auto error = check_weight(name.view(), memory, *step.node)) return error;
    }
    for (const AutocastRun::Cast& cast : step.casts) {
      if (cast.input != nullptr) continue;
      const std::string path = fmt::format("{}.{}", step.node->target().view(), cast.tensor);
      if (auto error = check_weight(path, AliasAnalysis::external, *step.node)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> check_weight(std::string_view name, AliasAnalysis::MemoryClass memory,
                                    const Node& user) {
    const uint32_t here = aliasing_.position(user);
    const auto [first, is_new] = first_uses_.try_emplace(std::string(name), here);
    if (is_new || !is_written(memory, first->second, here)) return std::nullopt;
    return say(diag::mixed_precision_written, name, user.name().view());
  }

  /// What a node may be the very tensor of: x.contiguous(), x.add_(1). A view of it is another one,
  /// and may be taken for it.
  const Node& same_tensor(const Node& node) {
    const Node*& found = same_tensors_[&node];
    if (found == nullptr) {
      const uint64_t aliases = aliasing_.effects(node).aliases;
      size_t first = 0;
      while (aliases != 0 && (aliases & Effects::operand_bit(first)) == 0)
        ++first;
      const bool is_call = node.op() != Opcode::Placeholder && node.op() != Opcode::GetAttr;
      const bool has_operand = first < node.args().size() + node.kwargs().size();
      const Argument operand =
          is_call && aliases != 0 && has_operand ? ops::operand(node, first) : Argument();
      // Nodes before it have theirs.
      found = operand.is_node() ? &same_tensor(*operand.as_node()) : &node;
      same_tensors_[&node] = found;
    }
    return *found;
  }

  /// From one position on and before another.
  bool is_written(AliasAnalysis::MemoryClass memory, uint32_t first, uint32_t last) const {
    const std::span<const uint32_t> writers = aliasing_.writers(memory);
    const auto next = std::ranges::lower_bound(writers, first);
    return next != writers.end() && *next < last;
  }

  Graph& graph_;
  const TracedModule& module_;
  ops::Kernels& kernels_;
  Symbol dtype_;
  const std::function<ops::ExampleValue(const Node&)>& known_;
  AliasAnalysis aliasing_;
  bool makes_leaves_;
  AutocastPlan plan_;
  std::unordered_map<std::string, uint32_t> first_uses_; // by the name of what is cast
  std::unordered_map<const Node*, const Node*> same_tensors_;
  std::unordered_set<const Node*> changed_; // what autocast may give other types
};

} // namespace

std::vector<Node*> write_operation(Graph& graph, const ops::Operation& operation,
                                   OperationForm form, const TracedModule& module) {
  if (form != OperationForm::Function) return write_linear(graph, operation, form);
  std::optional<ops::OtherCall> call = ops::function_for(operation, module);
  if (!call) return {};
  return {
      graph.create_node(call->op, call->target, std::move(call->args), std::move(call->kwargs))};
}

Expected<AutocastPlan> plan_autocast(Graph& graph, const TracedModule& module,
                                     ops::Kernels& kernels, Symbol dtype,
                                     const std::function<ops::ExampleValue(const Node&)>& known,
                                     const std::function<SourceLocation(const Node&)>& place) {
  Planner planner(graph, module, kernels, dtype, known);
  if (auto refusal = planner.run()) {
    refusal->error.location = place(*refusal->node);
    return refusal->error;
  }
  return planner.take();
}

Values init_values(const TracedModule& module, ops::Kernels& kernels) {
  Values values;
  const auto value_of = [&](const Node& input) -> ops::ExampleValue {
    const auto found = values.find(&input);
    return found == values.end() ? nullptr : found->second;
  };
  for (const Node* node : module.init)
    if (node->op() != Opcode::Output && node->op() != Opcode::Placeholder)
      values[node] = kernels.run(*node, module, value_of, nullptr).value;
  return values;
}

} // namespace fx
