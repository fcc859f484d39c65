#include "fx/Ops/Headers.h"

#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"
#include "Ops/Messages.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>

namespace fx::ops {

namespace fs = std::filesystem;

const DeclaredOptions::Field* DeclaredOptions::field(std::string_view field_name) const {
  const auto found = std::ranges::find(fields, field_name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

const DeclaredOptions* Headers::find_options(std::string_view name) const {
  const auto found = std::ranges::lower_bound(options, name, {}, &DeclaredOptions::name);
  return found != options.end() && found->name == name ? &*found : nullptr;
}

namespace {

std::optional<int> defined_number(std::string_view text, std::string_view macro) {
  const std::string define = "#define " + std::string(macro) + ' ';
  const size_t at = text.find(define);
  if (at == headers::npos) return std::nullopt;
  const std::string_view digits = headers::word_at(text, at + define.size());
  int number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return problem == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<LibTorchVersion> version_of(const HeaderFolders& folders, headers::Sources& sources) {
  for (const fs::path& file : {fs::path(folders.api) / "torch/version.h",
                               fs::path(folders.base) / "torch/headeronly/version.h"}) {
    const std::optional<std::string> text = sources.read(file);
    if (!text) continue;
    const std::optional<int> major = defined_number(*text, "TORCH_VERSION_MAJOR");
    const std::optional<int> minor = defined_number(*text, "TORCH_VERSION_MINOR");
    const std::optional<int> patch = defined_number(*text, "TORCH_VERSION_PATCH");
    if (major && minor && patch) return LibTorchVersion{*major, *minor, *patch};
  }
  return std::nullopt;
}

} // namespace

std::optional<LibTorchVersion> read_version(const HeaderFolders& folders) {
  headers::Sources sources;
  return version_of(folders, sources);
}

std::string standard_argument(const HeaderFolders& folders) {
  std::ifstream header(fs::path(folders.base) / "ATen/ATen.h");
  std::string text(1024, '\0');
  header.read(text.data(), static_cast<std::streamsize>(text.size()));
  constexpr std::string_view condition = "__cplusplus < ";
  const size_t at = text.find(condition);
  const long least =
      at == std::string::npos ? 0 : std::strtol(text.c_str() + at + condition.size(), nullptr, 10);
  return least > 202002 ? "-std=c++23" : least > 201703 ? "-std=c++20" : "-std=c++17";
}

Expected<Headers> read_headers(const HeaderFolders& folders) {
  headers::Sources sources;
  Headers result;
  result.folders = folders;
  const std::optional<LibTorchVersion> version = version_of(folders, sources);
  if (!version) return say(diag::libtorch_not_read, folders.api, "torch/version.h");
  result.version = *version;
  result.operators = headers::read_operators(folders.base, *version, sources);
  if (result.operators.empty()) return say(diag::libtorch_not_read, folders.base, "ATen/ops");

  const fs::path nn = fs::path(folders.api) / "torch/nn";
  const std::vector<std::string> options = sources.collapsed_headers(nn / "options");
  result.options = headers::read_options(options);
  result.type_names = headers::read_type_names(options);
  if (result.options.empty()) return say(diag::libtorch_not_read, folders.api, "torch/nn/options");
  const std::optional<std::string> enums = sources.read(fs::path(folders.api) / "torch/enum.h");
  result.enum_tags = headers::read_enum_tags(enums ? *enums : std::string());
  if (result.enum_tags.empty()) return say(diag::libtorch_not_read, folders.api, "torch/enum.h");
  for (DeclaredOptions& found : result.options)
    for (DeclaredOptions::Field& field : found.fields)
      field.python_default = headers::python_default(found, field, result.enum_tags);
  result.functions = headers::read_functions(sources.collapsed_headers(nn / "functional"), result);
  if (result.functions.empty())
    return say(diag::libtorch_not_read, folders.api, "torch/nn/functional");
  headers::read_modules(sources.collapsed_headers(nn / "modules"), result);
  if (result.modules.empty()) return say(diag::libtorch_not_read, folders.api, "torch/nn/modules");
  result.sources = sources.take_stamps();
  return result;
}

} // namespace fx::ops
