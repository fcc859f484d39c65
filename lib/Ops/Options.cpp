// What torch/nn/{options,functional,modules} and torch/enum.h declare.
#include "fx/Ops/Spelling.h"

#include "Lookup.h"

namespace fx::ops {
namespace {

struct EnumTag {
  std::string_view name;   // "kReflect"
  std::string_view python; // "reflect"
};

/// A member of a struct that a module returns.
struct ResultMember {
  std::string_view type, name, member_type;
};

#include "FunctionalOptions.inc"

constexpr std::pair<std::string_view, std::string_view> option_names[] = {
#define FX_OPTION(CPP, PYTHON) {CPP, PYTHON},
#include "OptionNames.def"
};

struct PythonModule {
  std::string_view name;
  std::string_view parameters; // a blank between two
};
constexpr PythonModule python_modules[] = {
#define FX_PYTHON_MODULE(NAME, PARAMETERS) {NAME, PARAMETERS},
#include "generated/PythonModules.def"
};

} // namespace

const OptionsField* OptionsClass::field(std::string_view field_name) const {
  auto found = std::ranges::find(fields, field_name, &OptionsField::name);
  return found == fields.end() ? nullptr : &*found;
}

const OptionsClass* find_options_class(std::string_view name) {
  return find_row<OptionsClass>(all_options_classes, last_part(name));
}

std::string_view python_option(std::string_view field) {
  for (const auto& [cpp, python] : option_names)
    if (cpp == field) return python;
  return field;
}

bool python_module_takes(std::string_view holder, std::string_view field) {
  const PythonModule* module = find_row<PythonModule>(python_modules, last_part(holder));
  if (!module) return false;
  const std::string_view wanted = python_option(field);
  for (std::string_view left = module->parameters; !left.empty();) {
    const size_t blank = left.find(' ');
    if (left.substr(0, blank) == wanted) return true;
    left.remove_prefix(blank == std::string_view::npos ? left.size() : blank + 1);
  }
  return false;
}

bool ModuleHolder::has_tensor(std::string_view member) const {
  return std::ranges::binary_search(tensors, member);
}

const ModuleHolder* find_module_holder(std::string_view name) {
  return find_row<ModuleHolder>(all_module_holders, last_part(name));
}

std::span<const ModuleHolder> module_holders() {
  return all_module_holders;
}

ValueType result_type(const ModuleHolder& holder) {
  ValueType type = ValueType::parse(holder.result);
  if (!type.is(ValueType::Kind::Other)) return type;
  type.text = "torch::nn::" + type.text;
  for (const ResultMember& member : all_result_members) {
    if (member.type != holder.result) continue;
    type.kind = ValueType::Kind::Struct;
    type.members.emplace_back(member.name);
    type.items.push_back(ValueType::parse(member.member_type));
  }
  return type;
}

const OptionsClass* find_module_options(std::string_view holder) {
  const ModuleHolder* found = find_module_holder(holder);
  return found && found->options >= 0 ? &all_options_classes[found->options] : nullptr;
}

const CppFunctional* find_cpp_functional(std::string_view name) {
  return find_row<CppFunctional>(all_cpp_functionals, name);
}

std::string python_enum(std::string_view cpp_tag) {
  const EnumTag* tag = find_row<EnumTag>(all_enum_tags, last_part(cpp_tag));
  return tag ? std::string(tag->python) : std::string();
}

std::string cpp_enum(std::string_view python_name) {
  for (const EnumTag& tag : all_enum_tags)
    if (tag.python == python_name) return "torch::" + std::string(tag.name);
  return {};
}

} // namespace fx::ops
