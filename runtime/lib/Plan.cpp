#include "Plan.h"

#include "GuardCall.h"
#include "ModuleCall.h"
#include "TraceState.h"

#include "fx/IR/Meta.h"
#include "fx/Runtime/Errors.h"

#include <ATen/core/Tensor.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace fx::runtime {

namespace {

OperandPlan plan_operand(const Argument& argument, const std::vector<uint32_t>& slots) {
  OperandPlan plan;
  if (!argument.has_nodes()) {
    plan.constant = to_value(argument);
  } else if (argument.is_node()) {
    plan.kind = OperandPlan::Kind::Slot;
    plan.slot = slots[argument.as_node()->id()];
  } else {
    plan.kind = OperandPlan::Kind::Aggregate;
    plan.aggregate = argument;
    for (const Argument& item : argument.items())
      plan.items.push_back(plan_operand(item, slots));
  }
  return plan;
}

/// Makes the last of the operands that names `slot` take the value out of it; false: none names it
/// directly.
bool take_last(std::vector<OperandPlan>& operands, uint32_t slot) {
  for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand) {
    if (operand->kind == OperandPlan::Kind::Aggregate && take_last(operand->items, slot))
      return true;
    if (operand->kind == OperandPlan::Kind::Slot && operand->slot == slot) {
      operand->kind = OperandPlan::Kind::LastUse;
      return true;
    }
  }
  return false;
}

/// Nodes that call the same with values of nodes alone have one call, which then stays in the
/// processor's cache.
class Calls {
public:
  std::shared_ptr<const Call> of(const Node& node) {
    const Argument* overload = node.meta(free_meta_key("overload"));
    if (node.args().empty() || !node.kwargs().empty() ||
        !std::ranges::all_of(node.args(), &Argument::is_node) ||
        (overload != nullptr && !overload->is(Argument::Kind::String)))
      return make_call(node);
    std::shared_ptr<const Call>& call =
        made_[{node.op(), node.target().id(), node.args().size(),
               overload != nullptr ? overload->symbol().id() : nullptr}];
    if (!call) call = make_call(node);
    return call;
  }

private:
  std::map<std::tuple<Opcode, const void*, size_t, const void*>, std::shared_ptr<const Call>> made_;
};

} // namespace

/// What one run needs.
struct Plan::Frame {
  Args inputs;
  size_t next_input = 0;
  std::vector<Value> slots;
  std::vector<Value> operands;
};

Plan::Plan(const Graph& graph, const Root& root) : graph_(graph), version_(graph.version()) {
  graph.lint();
  std::vector<uint32_t> slots(graph.id_limit(), 0), last_user(graph.id_limit(), 0);
  instructions_.reserve(graph.size());
  Calls calls;
  for (const Node* node : graph) {
    Instruction& instruction = instructions_.emplace_back();
    instruction.node = node;
    instruction.op = node->op();
    instruction.result = slots[node->id()] = slots_++;
    for (const Argument& argument : node->args())
      instruction.operands.push_back(plan_operand(argument, slots));
    for (const KeywordArgument& keyword : node->kwargs())
      instruction.operands.push_back(plan_operand(keyword.value, slots));
    for (const Node* input : node->input_nodes())
      last_user[input->id()] = instruction.result;
    switch (node->op()) {
    case Opcode::Placeholder:
      if (node->target().view().starts_with("*"))
        takes_rest_ = true;
      else
        ++inputs_;
      if (node->args().empty()) required_ = inputs_;
      break;
    case Opcode::GetAttr:
      instruction.path = Path(node->target());
      if (instruction.path.find_tensor(root) == nullptr)
        throw RuntimeError(fmt::format("node '{}' refers to '{}', and the module has no parameter "
                                       "or buffer of that path",
                                       node->name().view(), node->target().view()));
      break;
    case Opcode::CallModule:
      instruction.path = Path(node->target());
      if (instruction.path.find_module(root) == nullptr)
        throw RuntimeError(fmt::format("node '{}' calls '{}', and there is no module of that path; "
                                       "add_submodule() puts one there",
                                       node->name().view(), node->target().view()));
      break;
    case Opcode::CallFunction:
    case Opcode::CallMethod:
      try {
        instruction.call = calls.of(*node);
        sets_modes_ = sets_modes_ || make_guard_call(*node) != nullptr;
      } catch (const RuntimeError& error) {
        throw RuntimeError(fmt::format("node '{}': {}", node->name().view(), error.what()));
      }
      break;
    case Opcode::Output: break;
    }
  }
  for (Instruction& instruction : instructions_) {
    for (const Node* input : instruction.node->input_nodes())
      if (last_user[input->id()] == instruction.result &&
          !take_last(instruction.operands, slots[input->id()]))
        instruction.unused.push_back(slots[input->id()]);
    if (instruction.node->users().empty()) instruction.unused.push_back(instruction.result);
  }
}

namespace {

Value read(const OperandPlan& operand, std::vector<Value>& slots);

void push(const OperandPlan& operand, std::vector<Value>& slots, std::vector<Value>& operands) {
  switch (operand.kind) {
  case OperandPlan::Kind::Constant: operands.push_back(operand.constant); return;
  case OperandPlan::Kind::Slot: operands.push_back(slots[operand.slot]); return;
  case OperandPlan::Kind::LastUse: operands.push_back(std::move(slots[operand.slot])); return;
  case OperandPlan::Kind::Aggregate: operands.push_back(read(operand, slots));
  }
}

Value read(const OperandPlan& operand, std::vector<Value>& slots) {
  std::vector<Value> items;
  if (operand.kind != OperandPlan::Kind::Aggregate) {
    push(operand, slots, items);
    return std::move(items.front());
  }
  items.reserve(operand.items.size());
  for (const OperandPlan& item : operand.items)
    push(item, slots, items);
  return rebuild_value(operand.aggregate, std::move(items));
}

Value read_input(const Node& node, Args& inputs, size_t& next) {
  if (node.target().view().starts_with("*")) {
    std::vector<Value> rest(
        std::make_move_iterator(inputs.begin() + static_cast<std::ptrdiff_t>(next)),
        std::make_move_iterator(inputs.end()));
    next = inputs.size();
    return c10::ivalue::Tuple::create(std::move(rest));
  }
  if (next < inputs.size()) return std::move(inputs[next++]);
  return to_value(node.arg(0)); // check_inputs() saw that there is a default
}

} // namespace

void Plan::check_inputs(size_t given) const {
  if (given >= required_ && (takes_rest_ || given <= inputs_)) return;
  std::string names;
  for (const Node* node : graph_.placeholders())
    names += (names.empty() ? "" : ", ") + node->target().str() + (node->args().empty() ? "" : "=");
  throw RuntimeError(fmt::format("the graph takes {}{} inputs ({}), and {} were given",
                                 required_ < inputs_ || takes_rest_ ? "at least " : "", required_,
                                 names, given));
}

Value Plan::run(Args inputs, const Root& root) const {
  check_inputs(inputs.size());
  std::optional<ModesOnError> modes; // outlives the guards in the frame
  if (sets_modes_) modes.emplace();
  Frame frame;
  frame.inputs = std::move(inputs);
  frame.slots.resize(slots_);
  for (const Instruction& instruction : instructions_) {
    try {
      Value result = step(instruction, frame, root);
      if (instruction.op == Opcode::Output) return result;
      frame.slots[instruction.result] = std::move(result);
    } catch (...) {
      rethrow_at(*instruction.node);
    }
    for (const uint32_t slot : instruction.unused)
      frame.slots[slot] = Value();
  }
  return {};
}

Value Plan::step(const Instruction& instruction, Frame& frame, const Root& root) const {
  const Node& node = *instruction.node;
  switch (instruction.op) {
  case Opcode::Placeholder: return read_input(node, frame.inputs, frame.next_input);
  case Opcode::GetAttr: {
    const at::Tensor* found = instruction.path.find_tensor(root);
    if (found == nullptr)
      throw RuntimeError(fmt::format("'{}' is no longer there", node.target().view()));
    return Value(stand_in_of(*found));
  }
  case Opcode::Output: return read(instruction.operands.front(), frame.slots);
  default: break;
  }
  frame.operands.clear();
  for (const OperandPlan& operand : instruction.operands)
    push(operand, frame.slots, frame.operands);
  if (instruction.op != Opcode::CallModule) return instruction.call->run(frame.operands);
  const torch::nn::Module* module = instruction.path.find_module(root);
  if (module == nullptr)
    throw RuntimeError(fmt::format("'{}' is no longer there", node.target().view()));
  return call_module(*module, node, frame.operands);
}

} // namespace fx::runtime
