#include "LiveOperations.h"

#include <fmt/format.h>

namespace fx::runtime {

using ops::Operation;

LiveOperations::LiveOperations(const GraphModule& module)
    : module_(module), model_(module->describe()), operations_(model_.graph, model_) {
  for (const Node* node : model_.graph)
    if (const Operation* operation = operations_.of(*node))
      by_name_.emplace(node->name(), operation);
  for (Node* node : module_->graph())
    nodes_.emplace(node->name(), node);
}

const Operation* LiveOperations::of(const Node& node) const {
  const auto found = by_name_.find(node.name());
  return found == by_name_.end() ? nullptr : found->second;
}

Node* LiveOperations::node(const Operation& operation, std::string_view parameter) const {
  const Operation::Operand* operand = operation.find(parameter);
  return operand != nullptr && operand->value.is_node() ? live(*operand->value.as_node()) : nullptr;
}

std::vector<Node*> LiveOperations::nodes(const Operation& operation,
                                         std::string_view parameter) const {
  std::vector<Node*> found;
  const Operation::Operand* operand = operation.find(parameter);
  if (operand == nullptr || !operand->value.is_sequence()) return found;
  for (const Argument& item : operand->value.items()) {
    if (!item.is_node()) return {};
    found.push_back(live(*item.as_node()));
  }
  return found;
}

const at::Tensor* LiveOperations::tensor(const Node& call, const Operation& operation,
                                         std::string_view parameter) const {
  const Operation::Operand* operand = operation.find(parameter);
  if (operand == nullptr) return nullptr;
  if (!operand->tensor.empty())
    return module_->find_tensor(fmt::format("{}.{}", call.target().view(), operand->tensor));
  const Node* value = node(operation, parameter);
  return value != nullptr && value->op() == Opcode::GetAttr
             ? module_->find_tensor(value->target().view())
             : nullptr;
}

std::vector<int64_t> numbers(const Operation& operation, std::string_view parameter, size_t count) {
  const Operation::Operand* operand = operation.find(parameter);
  std::vector<int64_t> numbers;
  if (operand == nullptr) return numbers;
  const Argument list = operand->as_list();
  for (const Argument& item : list.items())
    if (item.is(Argument::Kind::Int)) numbers.push_back(item.as_int());
  if (numbers.size() != list.items().size() || numbers.size() != count) numbers.clear();
  return numbers;
}

bool is_absent(const Operation& operation, std::string_view parameter) {
  const Operation::Operand* operand = operation.find(parameter);
  return operand == nullptr || (operand->tensor.empty() && operand->value.is_none());
}

} // namespace fx::runtime
