#include "MovedModules.h"

#include "Messages.h"
#include "RefusedPlace.h"
#include "SourceTokens.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <map>

namespace fx::refactor {

namespace {

using Parts = llvm::SmallVector<llvm::StringRef, 8>;

Parts parts_of(llvm::StringRef path) {
  Parts parts;
  path.split(parts, '.');
  return parts;
}

/// Whether a key of weights, or a part of one, leads to a module: "net.layers.2.weight" to
/// "layers.2", and so may "layers.", to which code adds a number.
bool leads_to(llvm::StringRef key, llvm::StringRef path) {
  Parts named = parts_of(key);
  const Parts wanted = parts_of(path);
  if (!std::ranges::search(named, wanted).empty()) return true;
  if (!named.back().empty()) return false;
  named.pop_back();
  for (size_t length = 1; length < wanted.size() && length <= named.size(); ++length)
    if (std::equal(wanted.begin(), wanted.begin() + length, named.end() - length)) return true;
  return false;
}

class MovedModules {
public:
  MovedModules(const ModuleHistory& modules, FileTexts& texts) : modules_(modules), texts_(texts) {}

  std::optional<Error> check(const TracedModule& after);

private:
  std::optional<Error> check_names(const ModuleNode& module);
  std::optional<Error> check_member(const ClassSyntax& of, const std::string& member);
  std::optional<Error> check_children(const ModuleNode* owner) {
    return owner != nullptr && owner->class_syntax ? refuse_children(texts_, *owner->class_syntax)
                                                   : std::nullopt;
  }

  const ModuleHistory& modules_;
  FileTexts& texts_;
};

std::optional<Error> MovedModules::check_member(const ClassSyntax& of, const std::string& member) {
  const auto field = std::ranges::find(of.fields, member, &ClassSyntax::Field::name);
  if (field == of.fields.end()) return std::nullopt;
  // Code that is not compiled today may be so elsewhere.
  std::map<std::string, std::vector<TextRange>> places;
  for (const ClassSyntax::Place& use : field->uses)
    places[use.file.str()].push_back(use.range);
  for (const auto& [file, in_file] : places)
    if (const auto other = SourceTokens(texts_.text(file)).conditional_use(member, in_file))
      return refused_at(texts_, {Symbol(file), *other},
                        say(diag::member_in_conditional_code, member),
                        "take the #if out, or change this code by hand first");
  return std::nullopt;
}

std::optional<Error> MovedModules::check_names(const ModuleNode& module) {
  // The names that its class, and containers in it, gave it.
  const ModuleNode* owner = modules_.owner_of(module);
  const bool is_of_class = owner != nullptr && owner->kind == ModuleKind::User;
  while (owner != nullptr && owner->kind != ModuleKind::User)
    owner = modules_.owner_of(*owner);
  if (owner == nullptr || owner->class_syntax == nullptr) return std::nullopt;
  llvm::StringRef path = modules_.paths().of(module);
  if (path.consume_front(modules_.paths().of(*owner))) path.consume_front(".");
  for (const ClassSyntax::ChildName& key : owner->class_syntax->keys)
    if (leads_to(key.name, path))
      return refused_at(texts_, key.literal, say(diag::key_in_a_string, key.name),
                        "the keys change: have the code find the weights in another way first");
  return is_of_class && module.registration != nullptr
             ? check_member(*owner->class_syntax, module.registration->member)
             : std::nullopt;
}

std::optional<Error> MovedModules::check(const TracedModule& after) {
  for (const auto& [module, name] : modules_.renamed(after))
    if (auto error = check_names(*module)) return error;
  for (const auto& [module, owner] : modules_.removed(after))
    if (auto error = check_names(*module)) return error;
  for (const auto& [module, owner] : modules_.moved(after)) {
    if (auto error = check_names(*module)) return error;
    if (auto error = check_children(owner)) return error;
    if (auto error = check_children(module->parent)) return error;
  }
  for (const ModuleNode* list : all_modules(after.modules))
    if (modules_.is_new(*list) && list->registration != nullptr && list->parent->class_syntax)
      if (auto error = check_member(*list->parent->class_syntax, list->registration->member))
        return error;
  return std::nullopt;
}

} // namespace

std::optional<Error> check_moved_modules(const ModuleHistory& modules, const TracedModule& after,
                                         FileTexts& texts) {
  return MovedModules(modules, texts).check(after);
}

} // namespace fx::refactor
