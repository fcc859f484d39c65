#include "fx/Frontend/InputSpec.h"

#include "fx/IR/ElementType.h"
#include "fx/Support/Identifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

/// False when it cannot be read.
bool parse_bound(llvm::StringRef text, std::optional<int64_t>& bound) {
  int64_t number = 0;
  if (text.empty()) return true;
  if (text.getAsInteger(10, number) || number < 0) return false;
  bound = number;
  return true;
}

/// "batch", "batch:1..64": what stands in the brackets behind a size.
std::optional<DynamicSize> parse_dynamic(llvm::StringRef text, size_t dimension) {
  const auto [name, range] = text.split(':');
  DynamicSize size{.dimension = dimension, .name = name.str(), .least = {}, .most = {}};
  if (!is_identifier(name)) return std::nullopt;
  if (!text.contains(':')) return size;
  const auto [least, most] = range.split("..");
  if (!range.contains("..") || !parse_bound(least, size.least) || !parse_bound(most, size.most))
    return std::nullopt;
  if (size.least && size.most && *size.least > *size.most) return std::nullopt;
  return size;
}

/// Where a separator stands outside of brackets; the end when nowhere.
size_t find_outside(llvm::StringRef text, char separator) {
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == ']') inside = text[i] == '[';
    if (text[i] == separator && !inside) return i;
  }
  return text.size();
}

bool parse_sizes(llvm::StringRef text, InputSpec& spec) {
  for (bool is_last = false; !is_last;) {
    const size_t end = find_outside(text, 'x');
    is_last = end == text.size();
    llvm::StringRef part = text.take_front(end);
    text = text.drop_front(is_last ? end : end + 1);
    if (part.consume_back("]")) {
      const auto [number, inside] = part.split('[');
      std::optional<DynamicSize> size = parse_dynamic(inside, spec.tensor.shape.size());
      if (!size) return false;
      spec.dynamic.push_back(std::move(*size));
      part = number;
    }
    int64_t size = 0;
    if (part.getAsInteger(10, size) || size < 0) return false;
    spec.tensor.shape.push_back(size);
  }
  return true;
}

std::optional<InputSpec> parse_tensor(llvm::StringRef text) {
  InputSpec spec;
  spec.kind = InputSpec::Kind::Tensor;
  const size_t colon = find_outside(text, ':');
  const llvm::StringRef sizes = text.take_front(colon), dtype = text.substr(colon + 1);
  if (colon < text.size() && dtype.empty()) return std::nullopt;
  const auto [dtype_name, below] = dtype.split('<');
  if (dtype.contains('<') && (below.getAsInteger(10, spec.below) || spec.below <= 0))
    return std::nullopt;
  const std::string_view name = dtype_name.empty() ? "float32" : std::string_view(dtype_name);
  const ElementType* type = find_element_type(name);
  spec.tensor.dtype = type ? type->name : name;
  if (sizes == "scalar") return spec;
  if (!parse_sizes(sizes, spec)) return std::nullopt;
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

bool InputSpec::has_dynamic_sizes() const {
  return !dynamic.empty() ||
         llvm::any_of(items, [](const InputSpec& item) { return item.has_dynamic_sizes(); });
}

namespace {

std::optional<InputSpec> parse_nested(llvm::StringRef text, bool of_tensors) {
  text = text.trim();
  const bool is_tuple = text.starts_with("(") && text.ends_with(")");
  if (is_tuple || (text.starts_with("[") && text.ends_with("]"))) {
    InputSpec spec;
    spec.kind = is_tuple ? InputSpec::Kind::Tuple : InputSpec::Kind::List;
    for (const llvm::StringRef item : split_items(text.drop_front().drop_back())) {
      std::optional<InputSpec> parsed = parse_nested(item, of_tensors);
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

/// Lists in lists are read by recursion, and no forward takes any that are nested so deep.
bool is_nested_too_deeply(llvm::StringRef text) {
  constexpr int max_depth = 100;
  int depth = 0;
  return llvm::any_of(text, [&](char c) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    return depth > max_depth;
  });
}

} // namespace

std::optional<InputSpec> parse_input_spec(llvm::StringRef text, bool of_tensors) {
  return is_nested_too_deeply(text) ? std::nullopt : parse_nested(text, of_tensors);
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
