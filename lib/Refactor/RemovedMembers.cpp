#include "RemovedMembers.h"

#include "Messages.h"
#include "RefusedPlace.h"
#include "SourceParts.h"

#include <algorithm>

namespace fx::refactor {

namespace {

using Place = ClassSyntax::Place;

class MemberRemover {
public:
  using IsGone = std::function<bool(const Place&)>;
  MemberRemover(const IsGone& is_gone, FileTexts& texts) : is_gone_(is_gone), texts_(texts) {}

  std::optional<Error> remove(const ModuleNode& module, const ClassSyntax& of);
  Expected<FileEdits> edits() const { return parts_.edits(); }

private:
  Place making_statement(const ModuleNode& module, const Place& use);

  const IsGone& is_gone_;
  FileTexts& texts_;
  SourceParts parts_{texts_};
};

/// "relu = torch::nn::ReLU();", where the use begins it.
Place MemberRemover::making_statement(const ModuleNode& module, const Place& use) {
  const Place made = module.syntax == nullptr ? Place() : module.syntax->whole;
  if (made.range.empty() || made.file != use.file || made.range.begin < use.range.end) return {};
  const llvm::StringRef text = texts_.text(use.file.str());
  const llvm::StringRef behind = text.drop_front(made.range.end).ltrim();
  if (text.slice(use.range.end, made.range.begin).trim() != "=" || !behind.starts_with(";"))
    return {};
  return {use.file, {use.range.begin, static_cast<uint32_t>(text.size() - behind.size() + 1)}};
}

std::optional<Error> MemberRemover::remove(const ModuleNode& module, const ClassSyntax& of) {
  const auto refuse = [&](Saying said, const std::string& note) {
    Error error(std::move(said));
    error.location = {module.location.file.str(), module.location.line, module.location.column};
    error.notes.push_back(note);
    return error;
  };
  const RegistrationSyntax* registration = module.registration.get();
  // One that is not registered has the name of its member.
  const std::string member = registration == nullptr ? module.name.str() : registration->member;
  const auto field = std::ranges::find(of.fields, member, &ClassSyntax::Field::name);
  if (field == of.fields.end())
    return refuse(say(diag::module_without_a_place, module.name.view()),
                  "a member of its class has to hold it");
  // All that names the member goes.
  std::vector<Place> parts{{of.braces.file, field->declarator}};
  if (registration != nullptr && !registration->statement.range.empty()) {
    parts.push_back(registration->statement);
    parts_.remove_statement(registration->statement);
  }
  for (const Place& use : field->uses)
    if (const Place statement = making_statement(module, use); !statement.range.empty()) {
      parts.push_back(statement);
      if (registration == nullptr || registration->statement != statement)
        parts_.remove_statement(statement);
    }
  for (const ClassSyntax::Constructor& constructor : of.constructors)
    for (size_t i = 0; i < constructor.initializers.size(); ++i) {
      const Place place{constructor.whole.file, constructor.initializers[i]};
      const bool is_of_member = std::ranges::any_of(field->uses, [&](const Place& use) {
        return use.file == place.file && use.range.begin == place.range.begin;
      });
      if (!is_of_member) continue;
      parts.push_back(place);
      parts_.change_initializer(of, place, std::nullopt);
    }
  for (const Place& use : field->uses)
    if (!is_gone_(use) && std::ranges::none_of(parts, [&](const Place& part) {
          return part.file == use.file && part.range.contains(use.range);
        }))
      return refused_at(texts_, use, say(diag::member_still_used, field->name),
                        "take this use out, or leave the member where it is");
  parts_.remove_field(of, *field);
  return std::nullopt;
}

} // namespace

Expected<FileEdits> removed_member_edits(const ModuleHistory& modules, const TracedModule& after,
                                         const std::function<bool(const Place&)>& is_gone,
                                         FileTexts& texts) {
  MemberRemover remover(is_gone, texts);
  const auto moved = modules.moved(after);
  for (const auto& [module, owner] : modules.removed(after)) {
    if (owner->class_syntax == nullptr) continue; // of a container, or no file has it
    // What takes the place of one that is inlined is written with it.
    const bool is_inlined = after.origin.inlining && module->registration != nullptr &&
                            module->registration->member == after.origin.inlining->member;
    // One whose modules are members now went with what made those.
    if (is_inlined ||
        std::ranges::any_of(moved, [&](const auto& entry) { return entry.second == module; }))
      continue;
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
