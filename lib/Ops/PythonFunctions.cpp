#include "fx/Ops/PythonFunctions.h"

#include <algorithm>
#include <array>

namespace fx::ops {

namespace {

#define FX_AS(TEXT, RESULT) ForeignSpelling(TEXT, ValueType::Kind::RESULT)
#define FX_GIVES(TEXT, TYPE) ForeignSpelling(TEXT, std::string_view(TYPE))
#define FX_NONE(WHY) ForeignSpelling::none(WHY)
#define FX_GUARD FX_NONE("a guard is written where it is entered and left, once each")
#define FX_NO_PACKED FX_NONE("its code has no packed sequences")
#define FX_NO_AUTOCAST FX_NONE("its code cannot ask for autocast's settings, or set them")

constexpr auto functions = std::to_array<PythonBuiltin>({
#define FX_PYTHON_FUNCTION(TARGET, EFFECT, CPP, TORCHSCRIPT, FOLDING)                              \
  {TARGET, PythonEffect::EFFECT, CPP, TORCHSCRIPT},
#include "PythonFunctions.def"
});

constexpr auto math_functions = std::to_array<PythonBuiltin>({
#define FX_MATH_1(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT)                               \
  {TARGET, PythonEffect::Number, FX_AS("std::" #NAME, Float), TORCHSCRIPT},
#define FX_MATH_2 FX_MATH_1
#include "fx/Ops/MathFunctions.def"
});

constexpr auto builtins = [] {
  std::array<PythonBuiltin, functions.size() + math_functions.size()> rows{};
  std::ranges::copy(math_functions, std::ranges::copy(functions, rows.begin()).out);
  std::ranges::sort(rows, {}, &PythonBuiltin::target);
  return rows;
}();

constexpr auto members_without_schema = std::to_array<TensorMember>({
#define FX_TENSOR_MEMBER(NAME, ARGUMENTS, EFFECT, FACT, CPP, TORCHSCRIPT, RUN)                     \
  {NAME, ARGUMENTS, PythonEffect::EFFECT, TensorFact::FACT, CPP, TORCHSCRIPT},
#include "fx/Ops/TensorMembers.def"
});

/// A row for each element type, also for those that no method converts to.
constexpr auto conversions = std::to_array<TensorMember>({
#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  {CONVERSION,                                                                                     \
   0,                                                                                              \
   PythonEffect::View,                                                                             \
   TensorFact::Whole,                                                                              \
   FX_AS("to(torch::k" #CONSTANT ")", Tensor),                                                     \
   FX_AS("torch.to($, " #NUMBER ")", Tensor)},
#include "fx/IR/ElementTypes.def"
});

constexpr size_t num_conversions =
    conversions.size() - std::ranges::count(conversions, "", &TensorMember::name);

constexpr auto members = [] {
  std::array<TensorMember, members_without_schema.size() + num_conversions> rows{};
  const auto end = std::ranges::copy(members_without_schema, rows.begin()).out;
  std::ranges::copy_if(
      conversions, end, [](std::string_view name) { return !name.empty(); }, &TensorMember::name);
  std::ranges::sort(rows, [](const TensorMember& a, const TensorMember& b) {
    return a.name != b.name ? a.name < b.name : a.arguments < b.arguments;
  });
  return rows;
}();

static_assert(std::ranges::is_sorted(functions, {}, &PythonBuiltin::target));
static_assert(std::ranges::is_sorted(members_without_schema, {}, &TensorMember::name));

} // namespace

const PythonBuiltin* find_python_builtin(std::string_view target) {
  const auto* found = std::ranges::lower_bound(builtins, target, {}, &PythonBuiltin::target);
  return found != builtins.end() && found->target == target ? found : nullptr;
}

std::span<const PythonBuiltin> all_python_builtins() {
  return builtins;
}

std::span<const TensorMember> find_tensor_members(std::string_view name) {
  const auto found = std::ranges::equal_range(members, name, {}, &TensorMember::name);
  return {found.begin(), found.end()};
}

bool tell_numbers(std::span<const TensorMember> members) {
  return !members.empty() && std::ranges::all_of(members, [](const TensorMember& member) {
    return member.effect == PythonEffect::Number;
  });
}

std::span<const TensorMember> all_tensor_members() {
  return members;
}

std::string why_not(std::span<const TensorMember> members,
                    ForeignSpelling TensorMember::* language) {
  std::string clauses;
  for (const TensorMember& member : members)
    if (const std::string_view why = (member.*language).why_not(); !why.empty())
      clauses.append(clauses.empty() ? ": " : ", or ").append(why);
  return clauses;
}

} // namespace fx::ops
