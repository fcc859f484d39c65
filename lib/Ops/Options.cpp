// Options of torch::nn, and what Python's constructors take of them.
#include "fx/Ops/Spelling.h"

#include "Lookup.h"
#include "PythonVersions.h"

namespace fx::ops {
namespace {

constexpr std::pair<std::string_view, std::string_view> option_names[] = {
#define FX_OPTION(CPP, PYTHON) {CPP, PYTHON},
#include "OptionNames.def"
};

struct PythonModule {
  std::string_view name;
  std::string_view parameters; // a blank between two
};
#define FX_PYTHON_MODULE(NAME, PARAMETERS) {NAME, PARAMETERS},
#define FX_GONE(LIST, NAME)
constexpr PythonModule python_modules_1_13[] = {
#include "generated/PythonModules.def"
};
constexpr PythonModule python_modules_2_6[] = {
#include "generated/PythonModules-2.6.def"
};

} // namespace

const OptionsField* OptionsClass::field(std::string_view field_name) const {
  auto found = std::ranges::find(fields, field_name, &OptionsField::name);
  return found == fields.end() ? nullptr : &*found;
}

std::string_view python_option(std::string_view field) {
  for (const auto& [cpp, python] : option_names)
    if (cpp == field) return python;
  return field;
}

std::string_view cpp_option(std::string_view parameter) {
  for (const auto& [cpp, python] : option_names)
    if (python == parameter) return cpp;
  return parameter;
}

bool python_module_takes(std::string_view holder, std::string_view field, LibTorchVersion torch) {
  const auto* module = find_in_versions(torch, [&](PythonTorch version) {
    return version == PythonTorch::V113
               ? find_row<PythonModule>(python_modules_1_13, last_part(holder))
               : find_row<PythonModule>(python_modules_2_6, last_part(holder));
  });
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

} // namespace fx::ops
