#include "fx/Analysis/Numbers.h"

#include "fx/Analysis/Effects.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>

namespace fx {

namespace {

/// getattr(tensor, "shape")
bool is_number_attribute(const Node& node) {
  if (node.args().size() < 2 || !node.arg(1).is(Argument::Kind::String)) return false;
  const ops::TensorAttribute* known = ops::find_tensor_attribute(node.arg(1).symbol());
  return known != nullptr && known->kind != ops::TensorAttribute::Kind::Tensor;
}

/// Arithmetic of Python, which gives numbers when it is given numbers.
bool is_python_arithmetic(std::string_view target) {
  return target.starts_with("operator.") || target.starts_with("builtins.");
}

/// By its C++ type: forward(torch::Tensor x, int64_t size).
bool is_number_type(std::string_view type) {
  for (const std::string_view number : {"bool", "int", "int64_t", "long", "unsigned long", "size_t",
                                        "unsigned int", "double", "float", "std::string"})
    if (type == number || type == "std::vector<" + std::string(number) + ">") return true;
  return type.ends_with("Scalar") || type.ends_with("IntArrayRef");
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
          number = is_number_attribute(*node);
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
