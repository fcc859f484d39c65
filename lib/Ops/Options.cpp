// What torch/nn/{options,functional,modules} and torch/enum.h declare.
#include "fx/Ops/Spelling.h"

#include "Lookup.h"

namespace fx::ops {
namespace {

struct EnumTag {
  std::string_view name;   // "kReflect"
  std::string_view python; // "reflect"
};

#include "FunctionalOptions.inc"

constexpr std::pair<std::string_view, std::string_view> kOptionNames[] = {
#define FX_OPTION(CPP, PYTHON) {CPP, PYTHON},
#include "OptionNames.def"
};

} // namespace

const OptionsField* OptionsClass::field(std::string_view field_name) const {
  auto found = std::ranges::find(fields, field_name, &OptionsField::name);
  return found == fields.end() ? nullptr : &*found;
}

const OptionsClass* find_options_class(std::string_view name) {
  return find_row<OptionsClass>(kOptionsClasses, last_part(name));
}

std::string_view python_option(std::string_view field) {
  for (const auto& [cpp, python] : kOptionNames)
    if (cpp == field) return python;
  return field;
}

const ModuleHolder* find_module_holder(std::string_view name) {
  return find_row<ModuleHolder>(kModuleHolders, last_part(name));
}

const OptionsClass* find_module_options(std::string_view holder) {
  const ModuleHolder* found = find_module_holder(holder);
  return found && found->options >= 0 ? &kOptionsClasses[found->options] : nullptr;
}

const CppFunctional* find_cpp_functional(std::string_view name) {
  return find_row<CppFunctional>(kCppFunctionals, name);
}

std::string python_enum(std::string_view cpp_tag) {
  const EnumTag* tag = find_row<EnumTag>(kEnumTags, last_part(cpp_tag));
  return tag ? std::string(tag->python) : std::string();
}

std::string cpp_enum(std::string_view python_name) {
  for (const EnumTag& tag : kEnumTags)
    if (tag.python == python_name) return "torch::" + std::string(tag.name);
  return {};
}

} // namespace fx::ops
