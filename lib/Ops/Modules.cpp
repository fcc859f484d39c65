#include "fx/Ops/Modules.h"

#include "Lookup.h"
#include "ModuleText.h"

namespace fx::ops {

namespace {

using Lines = std::initializer_list<std::string_view>;

// First reading: the lines of each family, as an array with a name of its own.
#define FX_REGISTERS(...) {__VA_ARGS__}
#define FX_MODULE_FAMILY(NAME, TAKES, SAME, READS, ...) constexpr Lines NAME##_lines = __VA_ARGS__;
#include "fx/Ops/Modules.def"
#undef FX_REGISTERS

struct Family {
  ModuleInput takes;
  std::string_view same;
  OptionReads reads;
  std::span<const std::string_view> registers;
};

// By ModuleFamily.
constexpr Family families[] = {
#define FX_TAKES(KIND, OPTION, SECOND) {ModuleInput::Kind::KIND, OPTION, SECOND}
#define FX_READS(FORWARD, CONSTRUCTOR, WHY_NOT) {FORWARD, CONSTRUCTOR, WHY_NOT}
#define FX_MODULE_FAMILY(NAME, TAKES, SAME, READS, ...)                                            \
  Family{TAKES, SAME, READS, {NAME##_lines.begin(), NAME##_lines.size()}},
#include "fx/Ops/Modules.def"
};

constexpr ModuleClass row(std::string_view name, ModuleFamily family, int dimensions) {
  const Family& of = families[static_cast<size_t>(family)];
  return {name, family, dimensions, of.takes, of.same, of.reads, of.registers};
}

constexpr ModuleClass classes[] = {
#define FX_MODULE(NAME, FAMILY, DIMENSIONS) row(NAME, ModuleFamily::FAMILY, DIMENSIONS),
#include "fx/Ops/Modules.def"
};

constexpr std::string_view library = "torch::nn::";

/// The text of "default name = text, name = text" for an option; empty when there is none.
std::string_view default_line(const ModuleClass& of, std::string_view name) {
  for (std::string_view line : of.registers) {
    if (!take_word(line, "default")) continue;
    for (const std::string_view part : split_outside_brackets(line, ", "))
      if (const size_t equals = part.find(" = "); part.substr(0, equals) == name)
        return part.substr(equals + 3);
  }
  return {};
}

} // namespace

const ModuleClass* find_module_class(std::string_view holder) {
  if (holder.starts_with(library)) holder.remove_prefix(library.size());
  return find_row<ModuleClass>(classes, holder);
}

const ModuleClass* module_class_of(const ModuleNode& module) {
  const std::string_view type = module.cpp_type;
  return module.kind == ModuleKind::Leaf && type.starts_with(library) ? find_module_class(type)
                                                                      : nullptr;
}

std::span<const ModuleClass> all_module_classes() {
  return classes;
}

std::optional<Argument> ModuleOptions::value(std::string_view name) const {
  for (const ModuleOption& option : given_)
    if (option.name.view() == name) return option.value;
  std::string_view text = default_line(*class_, name);
  if (text.empty()) {
    const OptionsClass* options = libtorch_->find_module_options(class_->name);
    const OptionsField* field = options ? options->field(name) : nullptr;
    if (field != nullptr) text = field->default_value;
  }
  if (text.empty()) return std::nullopt;
  if (text.starts_with('$')) return value(text.substr(1));
  return parse_python_literal(text);
}

std::optional<bool> ModuleOptions::is_on(std::string_view name) const {
  const std::optional<Argument> found = value(name);
  if (!found) return std::nullopt;
  switch (found->kind()) {
  case Argument::Kind::None: return false;
  case Argument::Kind::Bool: return found->as_bool();
  case Argument::Kind::Int: return found->as_int() != 0;
  case Argument::Kind::Float: return found->as_float() != 0;
  default: return std::nullopt;
  }
}

bool is_same_in_both_modes(const ModuleOptions& options) {
  const std::string_view same = options.of().same;
  return same.empty() || (same != "never" && holds(same, options, {}).value_or(false));
}

bool draws_initial_values(const ModuleOptions& options) {
  const std::optional<std::vector<RegisteredTensor>> tensors = registered_tensors(options);
  return !tensors || std::ranges::any_of(
                         *tensors, [](const RegisteredTensor& tensor) { return !tensor.initial; });
}

bool may_draw(const ModuleNode& made, const TracedModule& module) {
  if (made.kind == ModuleKind::Function) return false;
  if (made.kind == ModuleKind::Container)
    return std::ranges::any_of(made.children,
                               [&](const ModuleNode* child) { return may_draw(*child, module); });
  const ModuleClass* known = module_class_of(made);
  return known == nullptr ||
         draws_initial_values(ModuleOptions(libtorch_of(module), *known, made.options));
}

bool may_have_tensors(const ModuleNode& of, const TracedModule& module) {
  if (!of.tensors.empty()) return true;
  if (of.kind != ModuleKind::Leaf)
    return std::ranges::any_of(
        of.children, [&](const ModuleNode* child) { return may_have_tensors(*child, module); });
  const ModuleClass* known = module_class_of(of);
  if (known == nullptr) return true;
  const auto tensors = registered_tensors(ModuleOptions(libtorch_of(module), *known, of.options));
  return !tensors || !tensors->empty();
}

} // namespace fx::ops
