#include "RemovedMembers.h"

#include "Messages.h"
#include "RefusedPlace.h"
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
  FileEdits edits();

private:
  Place making_statement(const ModuleNode& module, const Place& use);
  void remove_statement(const Place& statement);
  /// Things with commas between them, of which some go.
  struct List {
    std::vector<TextRange> items;
    std::set<TextRange> removed;
    TextRange whole; // what goes where none stays
  };
  void remove_item(const std::string& file, std::vector<TextRange> items, TextRange item,
                   TextRange whole);
  void remove_field(const ClassSyntax& of, const ClassSyntax::Field& field);

  const IsGone& is_gone_;
  FileTexts& texts_;
  std::map<std::string, std::set<TextRange>> ranges_;
  std::map<std::pair<std::string, uint32_t>, List> lists_; // by where they begin
};

void MemberRemover::remove_statement(const Place& statement) {
  const std::string file = statement.file.str();
  const SourceTokens tokens(texts_.text(file));
  // The only statement of an if leaves its semicolon.
  if (tokens.is_in_block(statement.range))
    ranges_[file].insert(tokens.with_line(statement.range));
  else
    ranges_[file].insert({statement.range.begin, statement.range.end - 1});
}

void MemberRemover::remove_item(const std::string& file, std::vector<TextRange> items,
                                TextRange item, TextRange whole) {
  List& list = lists_[{file, items.front().begin}];
  list.items = std::move(items);
  list.whole = whole;
  list.removed.insert(item);
}

void MemberRemover::remove_field(const ClassSyntax& of, const ClassSyntax::Field& field) {
  const std::string file = of.braces.file.str();
  std::vector<TextRange> items;
  for (const ClassSyntax::Field& other : of.fields)
    if (other.declaration == field.declaration) items.push_back(other.declarator);
  remove_item(file, std::move(items), field.declarator,
              SourceTokens(texts_.text(file)).with_line(field.declaration));
}

FileEdits MemberRemover::edits() {
  for (const auto& [place, list] : lists_) {
    std::set<TextRange>& ranges = ranges_[place.first];
    const auto goes = [&](const TextRange& item) { return list.removed.contains(item); };
    if (std::ranges::all_of(list.items, goes)) {
      ranges.insert(list.whole);
      continue;
    }
    // Each takes the comma behind it along; those at the end the one before.
    for (size_t i = 0; i < list.items.size(); ++i) {
      if (!goes(list.items[i])) continue;
      const bool is_at_end =
          std::all_of(list.items.begin() + static_cast<std::ptrdiff_t>(i), list.items.end(), goes);
      if (is_at_end) {
        ranges.insert({list.items[i - 1].end, list.items.back().end});
        break;
      }
      ranges.insert({list.items[i].begin, list.items[i + 1].begin});
    }
  }
  FileEdits edits;
  for (const auto& [file, ranges] : ranges_)
    for (const TextRange& range : ranges)
      edits[file].push_back({range, ""});
  return edits;
}

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
    remove_statement(registration->statement);
  }
  for (const Place& use : field->uses)
    if (const Place statement = making_statement(module, use); !statement.range.empty()) {
      parts.push_back(statement);
      if (registration == nullptr || registration->statement != statement)
        remove_statement(statement);
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
      remove_item(place.file.str(), constructor.initializers, constructor.initializers[i],
                  {colon, constructor.initializers.back().end});
    }
  for (const Place& use : field->uses)
    if (!is_gone_(use) && std::ranges::none_of(parts, [&](const Place& part) {
          return part.file == use.file && part.range.contains(use.range);
        }))
      return refused_at(texts_, use, say(diag::member_still_used, field->name),
                        "take this use out, or leave the member where it is");
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
    // What takes the place of one that is inlined is written with it.
    if (after.origin.inlining && module->registration != nullptr &&
        module->registration->member == after.origin.inlining->member)
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
