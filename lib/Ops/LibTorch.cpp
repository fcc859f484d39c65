// The tables of a LibTorch, and how their rows are found.
#include "fx/Ops/LibTorch.h"

#include "Lookup.h"
#include "Messages.h"
#include "PythonVersions.h"

#include <utility>

namespace fx::ops {

const std::shared_ptr<const LibTorch>& LibTorch::built_in() {
  static const std::shared_ptr<const LibTorch> libtorch = std::make_shared<LibTorch>(
      std::shared_ptr<const Tables>(std::shared_ptr<void>(), &built_in_tables()));
  return libtorch;
}

bool LibTorch::is_built_in(const HeaderFolders& folders) {
  const Tables& tables = built_in_tables();
  return folders.base == tables.folder && read_version(folders) == tables.version;
}

Expected<std::shared_ptr<const LibTorch>> LibTorch::read(const HeaderFolders& folders) {
  if (is_built_in(folders)) return built_in();
  const Expected<Headers> headers = read_headers(folders);
  if (!headers) return headers.error();
  const auto text = std::make_shared<const std::string>(write_tables(*headers));
  const Expected<std::shared_ptr<const Tables>> tables = read_tables(*text, text);
  if (!tables) return tables.error();
  return std::make_shared<const LibTorch>(*tables);
}

Expected<std::shared_ptr<const LibTorch>> LibTorch::find(const std::string& folder) {
  HeaderFolders found = folder.empty() ? headers_of_environment() : headers_at(folder);
  if (found.are_whole()) return read(found);
  if (!folder.empty())
    return say(diag::libtorch_not_read, folder, "torch/csrc/api/include/torch/torch.h");
  found = headers_at(std::string(built_in_tables().folder));
  return found.are_whole() ? read(found) : built_in();
}

LibTorchVersion LibTorch::python_torch() const {
  return version_of(ops::python_torch(version()));
}

std::span<const Schema> LibTorch::find_schemas(std::string_view name) const {
  auto found = std::ranges::equal_range(tables_->schemas, name, {}, &Schema::name);
  return {found.begin(), found.end()};
}

std::span<const Schema> LibTorch::schemas_of_target(std::string_view target, bool is_method) const {
  if (is_method) return find_schemas(target);
  constexpr std::string_view aten = "torch.ops.aten.";
  if (target.starts_with(aten)) {
    const std::string_view operator_name = target.substr(aten.size());
    const size_t dot = operator_name.find('.');
    const auto overloads = find_schemas(operator_name.substr(0, dot));
    if (dot == std::string_view::npos) return overloads;
    std::string_view overload = operator_name.substr(dot + 1);
    if (overload == "default") overload = {};
    const auto found = std::ranges::find(overloads, overload, &Schema::overload);
    if (found == overloads.end()) return {};
    return {&*found, 1};
  }
  // Python's spelling of the operator leads back to its name.
  const std::optional<CppFunction> function = find_cpp_function(target);
  return function && !function->operator_name.empty() ? find_schemas(function->operator_name)
                                                      : std::span<const Schema>();
}

const OptionsClass* LibTorch::find_options_class(std::string_view name) const {
  return find_row<OptionsClass>(tables_->options_classes, last_part(name));
}

const ModuleHolder* LibTorch::find_module_holder(std::string_view name) const {
  return find_row<ModuleHolder>(tables_->modules, last_part(name));
}

ValueType LibTorch::result_type(const ModuleHolder& holder) const {
  ValueType type = ValueType::parse(holder.result);
  if (!type.is(ValueType::Kind::Other)) return type;
  type.text = "torch::nn::" + type.text;
  for (const ResultMember& member : tables_->result_members) {
    if (member.type != holder.result) continue;
    type.kind = ValueType::Kind::Struct;
    type.members.emplace_back(member.name);
    type.items.push_back(ValueType::parse(member.member_type));
  }
  return type;
}

const OptionsClass* LibTorch::find_module_options(std::string_view holder) const {
  const ModuleHolder* found = find_module_holder(holder);
  return found && found->options >= 0 ? &tables_->options_classes[found->options] : nullptr;
}

const CppFunctional* LibTorch::find_cpp_functional(std::string_view name) const {
  return find_row<CppFunctional>(tables_->functionals, name);
}

std::string LibTorch::python_enum(std::string_view cpp_tag) const {
  const EnumTag* tag = find_row<EnumTag>(tables_->enum_tags, last_part(cpp_tag));
  return tag ? std::string(tag->python) : std::string();
}

std::string LibTorch::cpp_enum(std::string_view python_name) const {
  for (const EnumTag& tag : tables_->enum_tags)
    if (tag.python == python_name) return "torch::" + std::string(tag.name);
  return {};
}

} // namespace fx::ops
