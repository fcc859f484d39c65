#include "fx/Ops/ExampleRun.h"

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

ExampleValue ExampleRun::value(const Node& node) const {
  const auto found = values_.find(&node);
  return found == values_.end() ? nullptr : found->second;
}

void ExampleRun::set(const Node& node, ExampleValue value) {
  unsure_types_.erase(&node);
  if (value)
    values_.insert_or_assign(&node, std::move(value));
  else
    values_.erase(&node);
}

bool ExampleRun::has_unsure_type(const Node& node, bool autocast_may_be_on) const {
  if (node.op() == Opcode::GetAttr || settles_type(node)) return false;
  return autocast_may_be_on || std::ranges::any_of(node.input_nodes(), [&](const Node* input) {
           return unsure_types_.contains(input);
         });
}

ExampleResult ExampleRun::run(Node& node, const TracedModule& module, bool autocast_may_be_on,
                              const ModuleNode* called) {
  set(node, nullptr);
  const bool unsure = has_unsure_type(node, autocast_may_be_on);
  if (unsure) unsure_types_.insert(&node);
  ExampleResult result;
  if (!unsure || !asks_for_type(node))
    result =
        kernels_->run(node, module, [this](const Node& input) { return value(input); }, called);
  std::optional<TensorMeta> meta;
  if (result.value) {
    values_[&node] = result.value;
    if (!unsure) meta = kernels_->tensor_meta(result.value);
  }
  if (meta)
    node.set_meta(meta::tensor_meta, std::move(*meta));
  else
    node.erase_meta(meta::tensor_meta);
  if (unsure) result.failure.clear();
  return result;
}

} // namespace fx::ops
