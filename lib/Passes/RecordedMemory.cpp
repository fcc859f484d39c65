#include "RecordedMemory.h"

#include "fx/Analysis/MemoryUses.h"
#include "fx/IR/ElementType.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>

namespace fx {

namespace {

/// Follows the regions of torch.no_grad() while a graph is walked through.
class GradMode {
public:
  /// Whether nothing is recorded behind the nodes so far.
  bool is_off() const { return is_known_ && !entered_.empty(); }

  void pass(const Node& node, const Effects& effects) {
    if (effects.unknown) is_known_ = false; // it may set the mode
    if (!effects.barrier) return;
    const bool is_method =
        node.op() == Opcode::CallMethod && !node.args().empty() && node.arg(0).is_node();
    const Node& guard = is_method ? *node.arg(0).as_node() : node;
    if (!guard.is_call_function("torch.no_grad")) {
      is_known_ = false;
    } else if (is_method && node.target() == "__enter__") {
      entered_.push_back(&guard);
    } else if (is_method && node.target() == "__exit__") {
      if (!entered_.empty() && entered_.back() == &guard)
        entered_.pop_back();
      else
        is_known_ = false;
    }
  }

private:
  std::vector<const Node*> entered_;
  bool is_known_ = true;
};

/// By the type that is noted of it.
bool is_no_floating_point(const Node& node) {
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  const ElementType* type = tensor != nullptr ? find_element_type(tensor->dtype) : nullptr;
  return type != nullptr &&
         (type->is(ElementType::Kind::Integral) || type->is(ElementType::Kind::Bool));
}

bool is_call(const Node& node) {
  return node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod ||
         node.op() == Opcode::CallModule;
}

/// Whether a call may make its result, or an operand, require a gradient by itself.
bool asks_for_gradient(const Node& node, const Effects& effects) {
  const Argument* asked = node.kwarg("requires_grad");
  if (effects.unknown || (asked != nullptr && *asked != Argument(false))) return true;
  const ops::Callee& callee = ops::callee_of(node);
  return callee.name == "requires_grad_" ||
         (effects.writes != 0 && node.op() != Opcode::CallModule &&
          ops::schemas_on_tensors(node).empty() && !callee.is(ops::Callee::Kind::Functional) &&
          node.target() != "operator.setitem");
}

} // namespace

RecordedMemory::RecordedMemory(const Graph& graph, const TracedModule& module,
                               const AliasAnalysis& aliasing)
    : aliasing_(aliasing), memories_(aliasing.num_classes()) {
  GradMode mode;
  for (const Node* node : graph) {
    const Effects& effects = aliasing.effects(*node);
    mode.pass(*node, effects);
    const bool is_inputs_value = std::ranges::any_of(
        node->input_nodes(), [&](const Node* input) { return requires_now(*input); });
    const ModuleNode* called =
        node->op() == Opcode::CallModule ? module.modules.find(node->target()) : nullptr;
    const bool is_own_code = node->op() == Opcode::CallModule &&
                             (called == nullptr || ops::module_class_of(*called) == nullptr);
    const bool asks = is_call(*node) && (is_own_code || asks_for_gradient(*node, effects));
    const bool records = asks || (is_call(*node) && !mode.is_off() &&
                                  (is_inputs_value || node->op() == Opcode::CallModule));
    const bool is_external = node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr;
    if ((records || is_external) && (asks || !is_no_floating_point(*node))) required_.insert(node);
    if (records && !asks_for_no_elements(*node)) recorded_.insert(node);
    const auto note = [&](const Node& value, bool may_require) {
      const AliasAnalysis::MemoryClass memory = aliasing.memory(value);
      if (memory == AliasAnalysis::none) return;
      memories_[memory].may_require |= may_require;
      if (recorded_.contains(node))
        memories_[memory].first_record =
            std::min(memories_[memory].first_record, aliasing.position(*node));
    };
    note(*node, required_.contains(node));
    for (const Node* input : node->input_nodes())
      note(*input, asks);
  }
}

/// A write may have given it a gradient since it was made.
bool RecordedMemory::requires_now(const Node& value) const {
  const AliasAnalysis::MemoryClass memory = aliasing_.memory(value);
  return required_.contains(&value) ||
         (memory != AliasAnalysis::none && memories_[memory].may_require &&
          !is_no_floating_point(value));
}

bool RecordedMemory::is_needed_before(MergedMemory::Class memory, const Node& call) const {
  return memory == AliasAnalysis::external || memories_[memory].may_require ||
         memories_[memory].first_record < aliasing_.position(call);
}

void RecordedMemory::merged(MergedMemory::Class part, MergedMemory::Class whole) {
  if (part == AliasAnalysis::none || whole == AliasAnalysis::none) return;
  memories_[whole].may_require |= memories_[part].may_require;
  memories_[whole].first_record =
      std::min(memories_[whole].first_record, memories_[part].first_record);
}

} // namespace fx
