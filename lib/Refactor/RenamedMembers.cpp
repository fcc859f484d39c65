#include "RenamedMembers.h"

#include "Messages.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::refactor {

std::string member_for(const std::string& member, const std::string& was, const std::string& name) {
  for (const char* mark : {"", "_", "m_"}) {
    if (member == mark + was) return mark + name;
    if (member == was + mark) return name + mark;
  }
  return member;
}

Expected<FileEdits> renamed_member_edits(const ModuleHistory& modules, const TracedModule& after) {
  // Objects of one class share its source.
  std::map<std::string, std::map<TextRange, std::string>> texts;
  for (const auto& [module, was] : modules.renamed(after)) {
    if (module->parent->kind == ModuleKind::Container) continue; // it has its number
    const RegistrationSyntax* registration = module->registration.get();
    const ClassSyntax* of = module->parent->class_syntax.get();
    if (registration == nullptr || registration->name.range.empty() || of == nullptr) {
      Error error(say(diag::module_without_a_place, module->path()));
      error.location = {module->location.file.str(), module->location.line,
                        module->location.column};
      error.notes.emplace_back("its name has to be a literal of a register_module in its class");
      return error;
    }
    const auto is_of_class = [&](const ClassSyntax::ChildName& child) {
      return child.literal == registration->name;
    };
    const auto field =
        std::ranges::find(of->fields, registration->member, &ClassSyntax::Field::name);
    if (std::ranges::none_of(of->child_names, is_of_class) ||
        (!registration->member.empty() && field == of->fields.end())) {
      Error error(say(diag::member_of_another_class, was.view(), module->parent->cpp_type.view()));
      error.location = {module->location.file.str(), module->location.line,
                        module->location.column};
      return error;
    }
    // In all branches and methods.
    for (const ClassSyntax::ChildName& child : of->child_names)
      if (child.name == was.view())
        texts[child.literal.file.str()][child.literal.range] = '"' + module->name.str() + '"';
    if (field == of->fields.end()) continue;
    const std::string member = member_for(field->name, was.str(), module->name.str());
    if (member != field->name && of->names.contains(member))
      return say(diag::member_name_taken, module->parent->cpp_type.view(), member);
    for (const ClassSyntax::Place& use : field->uses)
      texts[use.file.str()][use.range] = member;
  }
  FileEdits edits;
  for (const auto& [file, in_file] : texts)
    for (const auto& [range, text] : in_file)
      edits[file].push_back({range, text});
  return edits;
}

} // namespace fx::refactor
