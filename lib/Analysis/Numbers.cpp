#include "fx/Analysis/Numbers.h"

#include "fx/Analysis/Effects.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>
#include <cctype>

namespace fx {

namespace {

/// getattr(tensor, "shape"), and not a member of a struct that has this name.
bool is_number_attribute(const Node& node, EffectOracle& oracle) {
  if (node.args().size() < 2 || !node.arg(1).is(Argument::Kind::String)) return false;
  const Node* object = node.arg(0).is_node() ? node.arg(0).as_node() : nullptr;
  if (object == nullptr || oracle(*object).unknown) return false;
  const std::string* type = object->meta(meta::cpp_type);
  if (type != nullptr && !type->ends_with("Tensor")) return false;
  const ops::TensorAttribute* known = ops::find_tensor_attribute(node.arg(1).symbol());
  return known != nullptr && known->kind != ops::TensorAttribute::Kind::Tensor;
}

/// Arithmetic of Python, which gives numbers when it is given numbers.
bool is_python_arithmetic(std::string_view target) {
  return target.starts_with("operator.") || target.starts_with("builtins.");
}

/// By its C++ type, "std::vector<std::pair<long, long>>": all words in it are of numbers and of
/// containers.
bool is_number_type(std::string_view type) {
  static constexpr std::string_view words[] = {
      "std",      "c10",      "at",       "torch",     "vector",      "array",   "pair",
      "tuple",    "optional", "ArrayRef", "List",      "IntArrayRef", "Scalar",  "unsigned",
      "signed",   "bool",     "char",     "short",     "int",         "long",    "float",
      "double",   "const",    "int8_t",   "int16_t",   "int32_t",     "int64_t", "uint8_t",
      "uint16_t", "uint32_t", "uint64_t", "size_t",    "string",      "Device",  "basic_string",
      "cxx11",    "__cxx11",  "Layout",   "ScalarType"};
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t at = 0; at < type.size();) {
    size_t end = at;
    while (end < type.size() && is_letter(type[end]))
      ++end;
    const std::string_view word = type.substr(at, end - at);
    const bool is_count = !word.empty() && std::isdigit(static_cast<unsigned char>(word.front()));
    if (!word.empty() && !is_count && std::ranges::find(words, word) == std::end(words))
      return false;
    at = end + (word.empty() ? 1 : 0);
  }
  return !type.empty();
}

} // namespace

NumberAnalysis::NumberAnalysis(const Graph& graph, const GraphModule& module)
    : numbers_(graph.id_limit()) {
  EffectOracle oracle(&module);
  for (const Node* node : graph) {
    const auto is_known = [&](const Node* input) { return is_number(*input); };
    bool number = false;
    if (node->op() == Opcode::Placeholder) {
      const std::string* type = node->meta(meta::cpp_type);
      number = type != nullptr && is_number_type(*type);
    } else if (node->op() == Opcode::CallFunction || node->op() == Opcode::CallMethod) {
      number = oracle(*node).no_memory;
      if (!number && node->op() == Opcode::CallFunction) {
        const std::string_view target = node->target().view();
        if (target == "builtins.getattr")
          number = is_number_attribute(*node, oracle);
        else if (target.starts_with("math."))
          number = true;
        else if (is_python_arithmetic(target))
          number = std::ranges::all_of(node->input_nodes(), is_known);
      }
    }
    numbers_[node->id()] = number;
  }
}

} // namespace fx
