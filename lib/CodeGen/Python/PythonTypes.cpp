// Annotations of forward's parameters and result.
#include "../Cpp/CppType.h"
#include "PythonWriter.h"

namespace fx::codegen {
namespace {

using Kind = CppType::Kind;

std::string annotation_of(const CppType& type) {
  std::string items;
  for (const CppType& item : type.items) {
    const std::string one = annotation_of(item);
    // std::array<T, N> has a number among its arguments; nothing else may be left out.
    if (one.empty() && !type.is(Kind::List)) return {};
    items += (items.empty() ? "" : ", ") + one;
  }
  switch (type.kind) {
  case Kind::Tensor: return "torch.Tensor";
  case Kind::Int: return "int";
  case Kind::Float: return "float";
  case Kind::Bool: return "bool";
  case Kind::Dtype: return "torch.dtype";
  case Kind::Device: return "torch.device";
  case Kind::Sizes: return "typing.List[int]";
  case Kind::Tuple: return "typing.Tuple[" + (items.empty() ? "()" : items) + "]";
  case Kind::List: return items.empty() ? "" : "typing.List[" + items + "]";
  case Kind::Optional: return "typing.Optional[" + items + "]";
  case Kind::Map: return "typing.Dict[" + items + "]";
  default: break;
  }
  if (type.text == "std::string" || type.text.starts_with("std::basic_string<")) return "str";
  return {};
}

} // namespace

std::string python_annotation(const Node* node) {
  if (!node->type().empty()) return std::string(node->type());
  const std::string* declared = node->meta(meta::cpp_type);
  std::string annotation = declared ? annotation_of(CppType::parse(*declared)) : "";
  // What C++ calls an undefined tensor is None.
  const bool is_none = node->op() == Opcode::Placeholder && !node->args().empty() &&
                       node->arg(0).is_none() && !annotation.empty();
  return is_none && !annotation.starts_with("typing.Optional[")
             ? "typing.Optional[" + annotation + "]"
             : annotation;
}

} // namespace fx::codegen
