#include "fx/Frontend/InputSpec.h"

#include "fx/IR/ElementType.h"

#include "llvm/ADT/SmallVector.h"

namespace fx::frontend {

namespace {

/// The parts between commas that are in no bracket.
std::vector<llvm::StringRef> split_items(llvm::StringRef text) {
  std::vector<llvm::StringRef> items;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[';
    depth -= text[i] == ')' || text[i] == ']';
    if (text[i] != ',' || depth > 0) continue;
    items.push_back(text.slice(start, i));
    start = i + 1;
  }
  if (!text.trim().empty()) items.push_back(text.drop_front(start));
  return items;
}

std::optional<InputSpec> parse_tensor(llvm::StringRef text) {
  InputSpec spec;
  spec.kind = InputSpec::Kind::Tensor;
  auto [sizes, dtype] = text.split(':');
  if (text.contains(':') && dtype.empty()) return std::nullopt;
  const auto [dtype_name, below] = dtype.split('<');
  if (dtype.contains('<') && (below.getAsInteger(10, spec.below) || spec.below <= 0))
    return std::nullopt;
  const std::string_view name = dtype_name.empty() ? "float32" : std::string_view(dtype_name);
  const ElementType* type = find_element_type(name);
  spec.tensor.dtype = type ? type->name : name;
  if (sizes == "scalar") return spec;
  llvm::SmallVector<llvm::StringRef> parts;
  sizes.split(parts, 'x');
  for (const llvm::StringRef part : parts) {
    int64_t size = 0;
    if (part.getAsInteger(10, size) || size < 0) return std::nullopt;
    spec.tensor.shape.push_back(size);
  }
  return spec;
}

std::optional<Argument> parse_literal(llvm::StringRef text) {
  int64_t integer = 0;
  double number = 0;
  if (text == "none") return Argument();
  if (text == "true" || text == "false") return Argument(text == "true");
  if (!text.getAsInteger(10, integer)) return Argument(integer);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return Argument::string(std::string_view(text.drop_front().drop_back()));
  // "1x3" is no hexadecimal number.
  if (!text.contains('x') && !text.getAsDouble(number)) return Argument(number);
  return std::nullopt;
}

} // namespace

std::optional<InputSpec> parse_input_spec(llvm::StringRef text, bool of_tensors) {
  text = text.trim();
  const bool is_tuple = text.starts_with("(") && text.ends_with(")");
  if (is_tuple || (text.starts_with("[") && text.ends_with("]"))) {
    InputSpec spec;
    spec.kind = is_tuple ? InputSpec::Kind::Tuple : InputSpec::Kind::List;
    for (const llvm::StringRef item : split_items(text.drop_front().drop_back())) {
      std::optional<InputSpec> parsed = parse_input_spec(item, of_tensors);
      if (!parsed) return std::nullopt;
      spec.items.push_back(std::move(*parsed));
    }
    return spec;
  }
  const std::optional<Argument> literal = parse_literal(text);
  if (literal && !(of_tensors && literal->is(Argument::Kind::Int))) {
    InputSpec spec;
    spec.literal = *literal;
    return spec;
  }
  return parse_tensor(text);
}

fx::Expected<ops::ExampleValue> make_example(ops::Kernels& kernels, const InputSpec& spec) {
  switch (spec.kind) {
  case InputSpec::Kind::Literal: return kernels.literal(spec.literal);
  case InputSpec::Kind::Tensor: return kernels.tensor(spec.tensor);
  case InputSpec::Kind::List:
  case InputSpec::Kind::Tuple: break;
  }
  std::vector<ops::ExampleValue> items;
  items.reserve(spec.items.size());
  for (const InputSpec& item : spec.items) {
    fx::Expected<ops::ExampleValue> value = make_example(kernels, item);
    if (!value) return value.error();
    items.push_back(std::move(*value));
  }
  return kernels.sequence(items, spec.kind == InputSpec::Kind::Tuple);
}

} // namespace fx::frontend
