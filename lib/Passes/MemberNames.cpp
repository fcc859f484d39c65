#include "MemberNames.h"

#include "fx/IR/Namespace.h"
#include "fx/Support/Identifier.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

std::vector<ModuleNode*> objects_of_class(const ModuleTree& tree, const ModuleNode& owner) {
  std::vector<ModuleNode*> objects;
  for (ModuleNode* other : all_modules(tree))
    if (other->kind == ModuleKind::User && other->alias_of == nullptr &&
        other->cpp_type == owner.cpp_type)
      objects.push_back(other);
  return objects;
}

bool is_name_taken(std::span<ModuleNode* const> objects, std::string_view name) {
  return std::ranges::any_of(objects, [&](const ModuleNode* object) {
    return object->child(name) != nullptr || object->tensor(name) != nullptr ||
           (object->class_syntax != nullptr &&
            (object->class_syntax->names.contains(name) ||
             std::ranges::any_of(object->class_syntax->child_names,
                                 [&](const ClassSyntax::ChildName& child) {
                                   return child.registers && child.name == name;
                                 })));
  });
}

std::string free_name(std::span<ModuleNode* const> objects, const std::string& wish) {
  std::string name = wish;
  for (size_t number = 1; is_name_taken(objects, name); ++number)
    name = fmt::format("{}{}", wish, number);
  return name;
}

bool is_member_name(std::string_view name) {
  return is_identifier(name) && !is_cpp_keyword(name) && name[0] != '_' &&
         name.find("__") == name.npos;
}

std::string name_for_class(std::string_view cpp_type) {
  std::string_view name = cpp_type.substr(0, cpp_type.find('<'));
  name = name.substr(name.rfind(':') + 1); // npos + 1 is 0
  constexpr std::string_view suffix = "Impl";
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  const bool has_dimensions =
      name.size() > 2 && (name.ends_with("1d") || name.ends_with("2d") || name.ends_with("3d"));
  if (has_dimensions) name.remove_suffix(2);
  std::string words(name);
  // ReLU and its like are one word.
  for (size_t at = 1; at + 2 < words.size(); ++at)
    if (words.compare(at, 2, "LU", 2) == 0 || words.compare(at + 1, 2, "LU", 2) == 0)
      for (size_t i = at; i < words.size(); ++i)
        if (words[i] == 'L' || words[i] == 'U') words[i] = static_cast<char>(words[i] - 'A' + 'a');
  const std::string snake = snake_case(words);
  return is_member_name(snake) ? snake : snake + "_module";
}

} // namespace fx
