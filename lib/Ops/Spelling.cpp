#include "fx/Ops/Spelling.h"

#include "Lookup.h"
#include "PythonVersions.h"

#include "fx/Ops/LibTorch.h"

#include <charconv>

namespace fx::ops {
namespace {

using Names = std::initializer_list<std::string_view>;
using Keywords = std::initializer_list<PythonKeyword>;

// First reading: the lists of every FX_FUNCTION, as arrays with names of their own.
#define FX_POSITIONAL(...) {__VA_ARGS__}
#define FX_KEYWORDS(...) {__VA_ARGS__}
#define FX_KEYWORD(NAME, DEFAULT) {NAME, DEFAULT}
#define FX_GONE(LIST, NAME)
#define FX_PASSES_THROUGH(TABLE, NAME, TARGET)
#define FX_METHOD(TABLE, NAME, METHOD)
#define FX_FUNCTION(TABLE, NAME, TARGET, VARIADIC, ...)                                            \
  constexpr struct {                                                                               \
    Names positional;                                                                              \
    Keywords keywords;                                                                             \
  } TABLE##_##NAME = {__VA_ARGS__};
#define FX_TENSOR_METHOD(NAME)
namespace v1_13 {
#include "generated/PythonSpelling.def"
} // namespace v1_13
namespace v2_6 {
#include "generated/PythonSpelling-2.6.def"
} // namespace v2_6
#undef FX_FUNCTION
#undef FX_METHOD
#undef FX_PASSES_THROUGH
#undef FX_TENSOR_METHOD

template <class T>
constexpr std::span<const T> to_span(std::initializer_list<T> list) {
  return {list.begin(), list.size()};
}

// Spelled as the rows of the .def spell them.
enum class Table { functional, torch }; // NOLINT(readability-identifier-naming)

struct Row {
  Table table;
  PythonFunction function;
};

// Second reading: one row for every function; the files are sorted by table and name.
#define FX_PASSES_THROUGH(TABLE, NAME, TARGET)                                                     \
  {Table::TABLE, {#NAME, TARGET, false, true, false, {}, {}}},
#define FX_METHOD(TABLE, NAME, METHOD) {Table::TABLE, {#NAME, METHOD, true, true, false, {}, {}}},
#define FX_FUNCTION(TABLE, NAME, TARGET, VARIADIC, ...)                                            \
  {Table::TABLE,                                                                                   \
   {#NAME, TARGET, false, false, VARIADIC, to_span(TABLE##_##NAME.positional),                     \
    to_span(TABLE##_##NAME.keywords)}},
#define FX_TENSOR_METHOD(NAME)
namespace v1_13 {
constexpr Row rows[] = {
#include "generated/PythonSpelling.def"
};
} // namespace v1_13
namespace v2_6 {
constexpr Row rows[] = {
#include "generated/PythonSpelling-2.6.def"
};
} // namespace v2_6
#undef FX_FUNCTION
#undef FX_METHOD
#undef FX_PASSES_THROUGH
#undef FX_TENSOR_METHOD

#define FX_PASSES_THROUGH(TABLE, NAME, TARGET)
#define FX_METHOD(TABLE, NAME, METHOD)
#define FX_FUNCTION(TABLE, NAME, TARGET, VARIADIC, ...)
#define FX_TENSOR_METHOD(NAME) NAME,
namespace v1_13 {
constexpr std::string_view tensor_methods[] = {
#include "generated/PythonSpelling.def"
};
} // namespace v1_13
namespace v2_6 {
constexpr std::string_view tensor_methods[] = {
#include "generated/PythonSpelling-2.6.def"
};
} // namespace v2_6

constexpr OperatorSpelling operators[] = {
#define FX_OPERATOR(NAME, PYTHON, CPP, OPERANDS, FUNCTION, TENSORS, FOLDING)                       \
  {"operator." NAME, PYTHON, CPP, OPERANDS, FUNCTION, TENSORS},
#include "Operators.def"
};

const PythonFunction* find_in(std::span<const Row> rows, Table table, std::string_view name) {
  auto key = [](const Row& row) { return std::pair(row.table, row.function.name); };
  auto wanted = std::pair(table, name);
  auto found = std::ranges::lower_bound(rows, wanted, {}, key);
  return found != rows.end() && key(*found) == wanted ? &found->function : nullptr;
}

const PythonFunction* find_in(Table table, std::string_view name, LibTorchVersion torch) {
  return find_in_versions(torch, [&](PythonTorch version) {
    return version == PythonTorch::V113 ? find_in(v1_13::rows, table, name)
                                        : find_in(v2_6::rows, table, name);
  });
}

/// The function of a target whose last part is not its name.
const PythonFunction* find_target(Table table, std::string_view target, LibTorchVersion torch) {
  return find_in_versions(torch, [&](PythonTorch version) -> const PythonFunction* {
    const auto rows = version == PythonTorch::V113 ? std::span<const Row>(v1_13::rows) : v2_6::rows;
    const auto found = std::ranges::find_if(
        rows, [&](const Row& row) { return row.table == table && row.function.target == target; });
    return found != rows.end() ? &found->function : nullptr;
  });
}

} // namespace

const PythonFunction* find_functional(std::string_view name, LibTorchVersion torch) {
  return find_in(Table::functional, name, torch);
}

const PythonFunction* find_torch_function(std::string_view aten_name, LibTorchVersion torch) {
  return find_in(Table::torch, aten_name, torch);
}

const TensorAttribute* find_tensor_attribute(std::string_view name) {
  using enum ValueType::Kind;
  static constexpr TensorAttribute attributes[] = {
#define FX_TENSOR_ATTRIBUTE(NAME, KIND, FACT, CPP, TORCHSCRIPT, RUN)                               \
  {NAME, KIND, TensorFact::FACT, CPP, TORCHSCRIPT},
#include "fx/Ops/TensorAttributes.def"
  };
  const auto* found = std::ranges::find(attributes, name, &TensorAttribute::name);
  return found == std::end(attributes) ? nullptr : found;
}

std::string read_attribute(std::string_view text, std::string_view tensor) {
  const size_t at = text.find('$');
  return std::string(text.substr(0, at)).append(tensor).append(text.substr(at + 1));
}

bool is_tensor_method(std::string_view name, LibTorchVersion torch) {
  return find_in_versions(torch, [&](PythonTorch version) {
    return version == PythonTorch::V113 ? std::ranges::binary_search(v1_13::tensor_methods, name)
                                        : std::ranges::binary_search(v2_6::tensor_methods, name);
  });
}

Argument parse_python_literal(std::string_view text) {
  if (text == "None") return {};
  if (text == "True") return Argument(true);
  if (text == "False") return Argument(false);
  if (text == "()") return Argument::tuple({});
  if (text == "[]") return Argument::list({});
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"'))
    return Argument::string(text.substr(1, text.size() - 2));
  if (text.starts_with("torch.")) return Argument::dtype(text.substr(6));
  int64_t integer = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (problem == std::errc() && end == text.data() + text.size()) return Argument(integer);
  double number = 0;
  auto [float_end, float_problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (float_problem == std::errc() && float_end == text.data() + text.size())
    return Argument(number);
  return Argument::string(text);
}

std::optional<CppFunction> LibTorch::find_cpp_function(std::string_view target) const {
  CppFunction function;
  std::string_view name = last_part(target);
  if (target.starts_with("torch.nn.functional.")) {
    function.python = find_functional(name, version());
    // Python's F.threshold calls itself _threshold.
    if (!function.python) function.python = find_target(Table::functional, target, version());
    if (function.python) name = function.python->name;
    if (const CppFunctional* functional = find_cpp_functional(name)) {
      function.qualified_name = "torch::nn::functional::" + std::string(name);
      function.functional = functional;
      function.options = find_options_class(functional->options_type);
      return function;
    }
  } else if (target.starts_with("torch.")) {
    function.python = find_torch_function(name, version());
    // torch.foo.bar is an operator only if that is how Python spells at::bar; since torch 2 its
    // _segment_reduce is at::segment_reduce.
    if (!function.python || function.python->target != target) {
      function.python = find_target(Table::torch, target, version());
      if (!function.python) return std::nullopt;
      name = function.python->name;
    }
  } else {
    return std::nullopt;
  }
  auto schemas = find_schemas(name);
  if (schemas.empty()) return std::nullopt;
  function.operator_name = schemas.front().name;
  function.qualified_name = "torch::" + std::string(name);
  return function;
}

const OperatorSpelling* find_operator(std::string_view target) {
  auto found = std::ranges::lower_bound(operators, target, {}, &OperatorSpelling::target);
  return found != std::end(operators) && found->target == target ? &*found : nullptr;
}

const OperatorSpelling* find_cpp_operator(std::string_view token, int operands) {
  for (const OperatorSpelling& spelling : operators)
    if (spelling.operands == operands && spelling.cpp == token && !token.empty()) return &spelling;
  return nullptr;
}

const OperatorSpelling* find_tensor_operator(std::string_view name, int operands) {
  for (const OperatorSpelling& spelling : operators)
    if (spelling.operands == operands && spelling.on_tensors == name) return &spelling;
  return nullptr;
}

} // namespace fx::ops
