#include "fx/Ops/ExampleRun.h"

#include "RememberedCalls.h"

#include "fx/IR/ElementType.h"
#include "fx/Ops/Callee.h"

#include <algorithm>

namespace fx::ops {

namespace {

/// Whether a method gives a tensor of a type of its own, or what does not follow from a type.
bool settles_type(const Node& node) {
  if (node.op() != Opcode::CallMethod) return false;
  const std::span<const TensorMember> members = callee_of(node).members;
  const bool tells_type = std::ranges::any_of(
      members, [](const TensorMember& member) { return member.fact == TensorFact::Type; });
  return find_conversion(node.target()) != nullptr || (tell_numbers(members) && !tells_type) ||
         (node.target() == "to" && node.args().size() > 1 && node.arg(1).is(Argument::Kind::Dtype));
}

/// Whether `node` asks a tensor for what follows from its type: is_floating_point, result_type and
/// all other operators that answer with a type or yes or no.
bool asks_for_type(const Node& node) {
  if (node.is_call_function("builtins.getattr")) {
    const TensorAttribute* attribute = attribute_of(node);
    return attribute != nullptr && attribute->fact == TensorFact::Type;
  }
  const Callee& callee = callee_of(node);
  return std::ranges::any_of(
             callee.members,
             [](const TensorMember& member) { return member.fact == TensorFact::Type; }) ||
         std::ranges::any_of(callee.schemas, [](const Schema& schema) {
           return schema.returns.size() == 1 &&
                  (schema.returns[0].type == "bool" || schema.returns[0].type == "ScalarType");
         });
}

} // namespace

void ExampleRun::remember_calls(bool remembers) {
  calls_ = remembers ? std::make_shared<RememberedCalls>(*kernels_) : nullptr;
  states_.for_each([](State& state) { state.is_remembered = false; });
}

ExampleValue ExampleRun::value(const Node& node) const {
  const State* state = states_.find(node);
  return state == nullptr ? nullptr : state->value;
}

void ExampleRun::set(const Node& node, ExampleValue value) {
  State& state = states_[node];
  state = {std::move(value)};
  if (!calls_ || !state.value) return;
  RememberedCalls::Result merged = calls_->merged(state.value);
  state.value = std::move(merged.value);
  state.is_remembered = merged.is_remembered;
}

bool ExampleRun::has_unsure_type(const Node& node, bool autocast_may_be_on) const {
  if (node.op() == Opcode::GetAttr || settles_type(node)) return false;
  return autocast_may_be_on || std::ranges::any_of(node.input_nodes(), [&](const Node* input) {
           const State* state = states_.find(*input);
           return state != nullptr && state->has_unsure_type;
         });
}

ExampleResult ExampleRun::run_kernels(const Node& node, const TracedModule& module,
                                      const ModuleNode* called,
                                      std::shared_ptr<const TensorMeta>& tensor,
                                      bool& is_remembered) {
  // A path means other modules in other graphs: only other calls are known by their targets.
  const bool is_operator = node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
  const auto remembered_value = [this](const Node& input) -> const void* {
    const State* state = states_.find(input);
    return state != nullptr && state->is_remembered ? state->value.get() : nullptr;
  };
  if (calls_ && is_operator)
    if (const RememberedCalls::Result* known = calls_->find(node, remembered_value)) {
      tensor = known->tensor;
      is_remembered = true;
      return {known->value, {}};
    }
  ExampleResult result =
      kernels_->run(node, module, [this](const Node& input) { return value(input); }, called);
  if (!result.value) return result;
  if (calls_) {
    RememberedCalls::Result known =
        is_operator ? calls_->add(result.value) : calls_->merged(result.value);
    result.value = std::move(known.value);
    tensor = std::move(known.tensor);
    is_remembered = known.is_remembered;
  } else if (std::optional<TensorMeta> meta = kernels_->tensor_meta(result.value)) {
    tensor = std::make_shared<const TensorMeta>(std::move(*meta));
  }
  return result;
}

ExampleResult ExampleRun::run(Node& node, const TracedModule& module, bool autocast_may_be_on,
                              const ModuleNode* called) {
  const bool unsure = has_unsure_type(node, autocast_may_be_on);
  ExampleResult result;
  std::shared_ptr<const TensorMeta> tensor;
  bool is_remembered = false;
  if (!unsure || !asks_for_type(node))
    result = run_kernels(node, module, called, tensor, is_remembered);
  states_[node] = {result.value, unsure, is_remembered};
  const TensorMeta* noted = node.meta(meta::tensor_meta);
  if (!tensor || unsure)
    node.erase_meta(meta::tensor_meta);
  else if (noted == nullptr || *noted != *tensor) // a copy of the graph shares it else
    node.share_meta(meta::tensor_meta, std::move(tensor));
  if (unsure) result.failure.clear();
  return result;
}

} // namespace fx::ops
