#include "CppStructs.h"

#include "../Identifiers.h"
#include "CppWriter.h"

#include "fx/IR/Printer.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = ValueType::Kind;

std::string without(std::string text, std::string_view part) {
  for (size_t at = text.find(part); at != text.npos; at = text.find(part))
    text.erase(at, part.size());
  return text;
}

std::string_view declared_text(const Node& node) {
  if (const std::string* text = node.meta(meta::declared_type)) return *text;
  if (const std::string* text = node.meta(meta::cpp_type)) return *text;
  return {};
}

/// Whether a header that has LibTorch and the standard library knows the type.
bool is_known(const ValueType& type) {
  if (!std::ranges::all_of(type.items, is_known)) return false;
  if (type.is(Kind::Unknown)) return false;
  if (!type.is(Kind::Other)) return true;
  constexpr std::string_view scopes[] = {"std::", "torch::", "at::", "c10::"};
  return std::ranges::any_of(scopes, [&](auto scope) { return type.text.starts_with(scope); });
}

} // namespace

std::string initial_text(const Argument& value, const ValueType& type) {
  switch (value.kind()) {
  case Argument::Kind::Bool: return value.as_bool() ? "true" : "false";
  case Argument::Kind::Int: return std::to_string(value.as_int());
  case Argument::Kind::Float:
    return type.text == "float" ? python_float(static_cast<float>(value.as_float()))
                                : python_float(value.as_float());
  case Argument::Kind::String: return cpp_string(value.symbol());
  default: return "{}";
  }
}

CppStructs::CppStructs(const TracedModule& module, const Graph& graph) {
  const auto read = [&](const Node& node) {
    const std::vector<StructLayout>* layouts = node.meta(meta::structs);
    if (!layouts) return;
    for (const StructLayout& layout : *layouts)
      if (!types_.contains(layout.cpp_type)) define(layout, module.class_name);
  };
  for (const Node* node : graph.placeholders())
    read(*node);
  if (const Node* output = graph.output_node()) read(*output);
}

void CppStructs::define(const StructLayout& layout, std::string_view class_name) {
  std::string name = without(layout.cpp_type, "(anonymous namespace)::");
  std::string scope = layout.scope;
  const bool is_scoped = !scope.empty() && name.starts_with(scope + "::");
  std::string local = is_scoped ? name.substr(scope.size() + 2) : name;
  // A struct of the model's own class is one of the generated class; one of another class, which
  // does not exist here, stands by itself.
  bool is_inner = false;
  if (const size_t nested = local.rfind("::"); nested != local.npos) {
    const std::string_view outer = std::string_view(local).substr(0, nested);
    is_inner =
        !class_name.empty() && (outer == class_name || outer == std::string(class_name) + "Impl");
    local = is_inner ? local.substr(nested + 2) : to_identifier(without(local, ":"));
  }
  if (is_inner) scope.clear();
  ValueType type = ValueType::of(Kind::Struct, scope.empty() ? local : scope + "::" + local);
  const std::string indent = is_inner ? "  " : "";
  std::string text = indent + "struct " + local + " {\n";
  for (const StructMember& member : layout.members) {
    ValueType of_member = ValueType::parse(member.cpp_type, &types_);
    text += indent + "  " + of_member.text + " " + member.name;
    if (member.initial) {
      const std::string initial = initial_text(*member.initial, of_member);
      text += initial == "{}" ? initial : " = " + initial;
    }
    text += ";\n";
    type.members.push_back(member.name);
    type.items.push_back(std::move(of_member));
  }
  text += indent + "};\n";
  if (!scope.empty())
    text = "namespace " + scope + " {\n" + text + "} // namespace " + scope + "\n";
  (is_inner ? inner_ : outer_) += text + "\n";
  names_.push_back(local);
  if (!scope.empty()) names_.push_back(scope.substr(0, scope.find(':')));
  types_.emplace(layout.cpp_type, std::move(type));
}

std::optional<ValueType> CppStructs::declared(const Node& node) const {
  const std::string_view text = declared_text(node);
  if (text.empty()) return std::nullopt;
  ValueType type = ValueType::parse(text, &types_);
  if (!is_known(type)) return std::nullopt;
  return type;
}

Passing CppStructs::passing(const Node& node) {
  return passing_of(declared_text(node));
}

} // namespace fx::codegen
