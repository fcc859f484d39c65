#include "RemovedMembers.h"

#include "Messages.h"
#include "SourceTokens.h"

#include <algorithm>
#include <set>

namespace fx::refactor {

namespace {

using Place = ClassSyntax::Place;

class MemberRemover {
public:
  using IsGone = std::function<bool(const Place&)>;
  MemberRemover(const IsGone& is_gone, FileTexts& texts) : is_gone_(is_gone), texts_(texts) {}

  std::optional<Error> remove(const ModuleNode& module, const ClassSyntax& of);
  FileEdits edits() const {
    FileEdits edits;
    for (const auto& [file, ranges] : ranges_)
      for (const TextRange& range : ranges)
        edits[file].push_back({range, ""});
    return edits;
  }

private:
  void remove_statement(const Place& statement);
  void remove_field(const ClassSyntax& of, const ClassSyntax::Field& field);
  /// One of several things with commas between them.
  void remove_item(const std::string& file, const std::vector<TextRange>& items, size_t which,
                   TextRange list);

  const IsGone& is_gone_;
  FileTexts& texts_;
  std::map<std::string, std::set<TextRange>> ranges_;
};

void MemberRemover::remove_statement(const Place& statement) {
  const std::string file = statement.file.str();
  ranges_[file].insert(SourceTokens(texts_.text(file)).with_line(statement.range));
}

void MemberRemover::remove_item(const std::string& file, const std::vector<TextRange>& items,
                                size_t which, TextRange list) {
  if (items.size() == 1)
    ranges_[file].insert(list);
  else if (which + 1 < items.size())
    ranges_[file].insert({items[which].begin, items[which + 1].begin});
  else
    ranges_[file].insert({items[which - 1].end, items[which].end});
}

void MemberRemover::remove_field(const ClassSyntax& of, const ClassSyntax::Field& field) {
  const std::string file = of.braces.file.str();
  std::vector<TextRange> items;
  size_t which = 0;
  for (const ClassSyntax::Field& other : of.fields) {
    if (other.declaration != field.declaration) continue;
    if (other.name == field.name) which = items.size();
    items.push_back(other.declarator);
  }
  remove_item(file, items, which, SourceTokens(texts_.text(file)).with_line(field.declaration));
}

std::optional<Error> MemberRemover::remove(const ModuleNode& module, const ClassSyntax& of) {
  const auto refuse = [&](Saying said, const std::string& note) {
    Error error(std::move(said));
    error.location = {module.location.file.str(), module.location.line, module.location.column};
    error.notes.push_back(note);
    return error;
  };
  const RegistrationSyntax* registration = module.registration.get();
  const auto field = registration == nullptr ? of.fields.end()
                                             : std::ranges::find(of.fields, registration->member,
                                                                 &ClassSyntax::Field::name);
  if (field == of.fields.end())
    return refuse(say(diag::module_without_a_place, module.name.view()),
                  "a member of its class has to hold it, by a register_module of its own");
  // All that names the member goes.
  std::vector<Place> parts{{of.braces.file, field->declarator}};
  if (!registration->statement.range.empty()) {
    parts.push_back(registration->statement);
    remove_statement(registration->statement);
  }
  for (const ClassSyntax::Constructor& constructor : of.constructors)
    for (size_t i = 0; i < constructor.initializers.size(); ++i) {
      const Place place{constructor.whole.file, constructor.initializers[i]};
      const bool is_of_member = std::ranges::any_of(field->uses, [&](const Place& use) {
        return use.file == place.file && use.range.begin == place.range.begin;
      });
      if (!is_of_member) continue;
      parts.push_back(place);
      // With the colon, and the blanks before it.
      const llvm::StringRef before =
          texts_.text(place.file.str()).take_front(constructor.initializers.front().begin);
      const auto colon = static_cast<uint32_t>(before.rtrim(": \t\r\n").size());
      remove_item(place.file.str(), constructor.initializers, i,
                  {colon, constructor.initializers.back().end});
    }
  for (const Place& use : field->uses)
    if (!is_gone_(use) && std::ranges::none_of(parts, [&](const Place& part) {
          return part.file == use.file && part.range.contains(use.range);
        }))
      return refuse(say(diag::member_still_used, field->name),
                    "take these uses out, or leave the member where it is");
  remove_field(of, *field);
  return std::nullopt;
}

} // namespace

Expected<FileEdits> removed_member_edits(const ModuleHistory& modules, const TracedModule& after,
                                         const std::function<bool(const Place&)>& is_gone,
                                         FileTexts& texts) {
  MemberRemover remover(is_gone, texts);
  for (const auto& [module, owner] : modules.removed(after)) {
    if (owner->class_syntax == nullptr) continue; // of a container, or no file has it
    const bool is_kept_elsewhere =
        std::ranges::any_of(all_modules(after.modules), [&](const ModuleNode* other) {
          return other->class_syntax == owner->class_syntax &&
                 other->child(module->name) != nullptr;
        });
    if (is_kept_elsewhere)
      return Error{say(diag::member_still_used, module->name.view()),
                   {},
                   {"another object of its class calls it"}};
    if (const std::optional<Error> error = remover.remove(*module, *owner->class_syntax))
      return *error;
  }
  return remover.edits();
}

} // namespace fx::refactor
