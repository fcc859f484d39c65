// What autograd keeps of a call for backward: the structs of
// torch/csrc/autograd/generated/Functions.h, SinBackward0 for one.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <algorithm>
#include <cctype>

namespace fx::ops::headers {

namespace {

/// By which names of operators and structs are compared: "leaky_relu" and "LeakyRelu".
std::string key_of(std::string_view name) {
  std::string key;
  for (const char c : name)
    if (c != '_') key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return key;
}

/// "SinBackward0" -> "sin"; empty: it is no struct of an operator.
std::string operator_key(std::string_view structure) {
  constexpr std::string_view ending = "Backward";
  const size_t digits = structure.find_last_not_of("0123456789") + 1;
  const std::string_view name = structure.substr(0, digits);
  if (digits == structure.size() || !name.ends_with(ending)) return {};
  return key_of(name.substr(0, name.size() - ending.size()));
}

/// The members of a struct, a line each: "  SavedVariable self_;", "  at::Scalar other;".
DeclaredDerivative members_of(std::string_view body) {
  DeclaredDerivative derivative;
  for_each(body, "\n  ", [&](size_t at) {
    const size_t end = std::min(body.find('\n', at), body.size());
    const std::string_view line = body.substr(at, end - at);
    if (line.starts_with(' ') || !line.ends_with(';') || line.find('(') != npos) return at;
    const std::string_view member = last_word(line.substr(0, line.size() - 1));
    if (line.find("SavedVariable") == npos)
      derivative.others.emplace_back(member);
    else if (member.ends_with('_'))
      derivative.tensors.emplace_back(member.substr(0, member.size() - 1));
    return at;
  });
  return derivative;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

} // namespace

std::multimap<std::string, DeclaredDerivative> derivatives_in(std::string_view text) {
  std::multimap<std::string, DeclaredDerivative> result;
  constexpr std::string_view begin = "struct TORCH_API ";
  for_each(text, begin, [&](size_t at) {
    const size_t end = std::min(text.find(begin, at), text.size());
    if (std::string key = operator_key(word_at(text, at)); !key.empty())
      result.emplace(std::move(key), members_of(text.substr(at, end - at)));
    return at;
  });
  return result;
}

bool saves_self(const DeclaredOperator& found,
                const std::multimap<std::string, DeclaredDerivative>& derivatives) {
  if (found.arguments.empty()) return false;
  // Its backward is written by hand and stands in no such header: nothing of self is in the result.
  if (found.name == "copy" || found.name == "copy_") return false;
  const auto [first, last] = derivatives.equal_range(key_of(found.name));
  if (first == last) return true; // made of others, perhaps, which may save it
  return std::any_of(first, last, [&](const auto& entry) {
    const DeclaredDerivative& derivative = entry.second;
    // Structs of overloads are told from each other by what the operands are.
    const auto is_of_other = [&](const DeclaredOperator::Argument& argument) {
      return has(argument.type.starts_with("Tensor") ? derivative.others : derivative.tensors,
                 argument.name);
    };
    return has(derivative.tensors, found.arguments[0].name) &&
           std::ranges::none_of(found.arguments, is_of_other);
  });
}

} // namespace fx::ops::headers
