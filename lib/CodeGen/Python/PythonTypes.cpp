// Annotations of forward's parameters and result.
#include "PythonWriter.h"

#include "fx/IR/ValueType.h"

namespace fx::codegen {

std::string python_annotation(const Node* node) {
  if (!node->type().empty()) return std::string(node->type());
  const std::string* declared = node->meta(meta::cpp_type);
  std::string annotation = declared ? fx::annotation(ValueType::parse(*declared)) : "";
  // What C++ calls an undefined tensor is None.
  const bool is_none = node->op() == Opcode::Placeholder && !node->args().empty() &&
                       node->arg(0).is_none() && !annotation.empty();
  return is_none && !annotation.starts_with("typing.Optional[")
             ? "typing.Optional[" + annotation + "]"
             : annotation;
}

} // namespace fx::codegen
