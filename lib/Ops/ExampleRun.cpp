#include "fx/Ops/ExampleRun.h"

#include "fx/IR/ElementType.h"

#include <algorithm>
#include <array>

namespace fx::ops {

namespace {

/// Whether a method gives a tensor of a type of its own, or no tensor.
bool settles_type(const Node& node) {
  if (node.op() != Opcode::CallMethod) return false;
  const std::string_view name = node.target();
  return find_conversion(name) != nullptr || name == "size" || name == "dim" || name == "numel" ||
         (name == "to" && node.args().size() > 1 && node.arg(1).is(Argument::Kind::Dtype));
}

/// Whether `node` asks a tensor for what follows from its type.
bool asks_for_type(const Node& node) {
  const auto is_one = [](std::string_view name) {
    constexpr std::array<std::string_view, 11> questions{
        "dtype",      "itemsize",  "element_size", "nbytes",        "type",    "is_floating_point",
        "is_complex", "is_signed", "result_type",  "promote_types", "can_cast"};
    return std::ranges::find(questions, name) != questions.end();
  };
  const std::string_view name = node.target();
  if (node.is_call_function("builtins.getattr"))
    return node.args().size() > 1 && node.arg(1).is(Argument::Kind::String) &&
           is_one(node.arg(1).symbol().view());
  return is_one(name.substr(name.rfind('.') + 1)); // npos + 1 is 0
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

ExampleResult ExampleRun::run(Node& node, const TracedModule& module, bool autocast_may_be_on) {
  set(node, nullptr);
  const bool unsure = has_unsure_type(node, autocast_may_be_on);
  if (unsure) unsure_types_.insert(&node);
  ExampleResult result;
  if (!unsure || !asks_for_type(node))
    result = kernels_->run(node, module, [this](const Node& input) { return value(input); });
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
