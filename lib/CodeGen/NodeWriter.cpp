#include "NodeWriter.h"

#include "Guards.h"

namespace fx::codegen {

std::string NodeWriter::expression_of(const Node* node) {
  switch (node->op()) {
  case Opcode::GetAttr: return get_attr(node);
  case Opcode::CallFunction: return call_function(node);
  case Opcode::CallMethod:
    // The linter asks for it, and fx-opt --verify-input=false does not ask the linter.
    if (node->args().empty()) return failure_.at(node, diag::operand_needed, node->target().str());
    return call_method(node);
  case Opcode::CallModule: return call_module(node);
  default: return failure_.at_misplaced(node);
  }
}

NodeWriter::Assertion NodeWriter::assertion_of(const Node* node) {
  const Assertion given{guard_operand(*node, 0, "condition"), guard_operand(*node, 1, "message")};
  if (given.condition == nullptr) failure_.at(node, diag::assertion_without_a_condition);
  return given;
}

} // namespace fx::codegen
