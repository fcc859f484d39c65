#include "MemberParts.h"

#include "Messages.h"
#include "RefusedPlace.h"

#include <algorithm>
#include <set>

namespace fx::refactor {

namespace {

constexpr llvm::StringLiteral library = "torch::nn::";

using Place = ClassSyntax::Place;
using Use = ClassSyntax::Use;

bool is_made_of_nothing(const Use& use) {
  return use.kind == Use::Kind::Made &&
         (use.children ? use.children->empty()
                       : use.made.whole.empty() && use.made.arguments.empty());
}

/// Sorts the uses by what they do. Error: one does something else.
std::optional<Error> sort_uses(MemberParts& parts, std::vector<const Use*>& making,
                               FileTexts& texts) {
  std::set<TextRange> wholes; // a statement may name the member twice
  for (const Use& use : parts.field->what_uses) {
    if (use.kind == Use::Kind::Other) {
      const bool is_declaration = use.name.file == parts.of->braces.file &&
                                  parts.field->declarator.contains(use.name.range);
      return is_declaration
                 ? refused_at(texts, use.name, say(diag::member_made_elsewhere, parts.field->name),
                              "make it by an expression of its own, in the constructor")
                 : refused_at(texts, use.name, say(diag::member_used_otherwise, parts.field->name),
                              "take this use out, or leave the member as it is");
    }
    if (use.where == Use::Where::Declaration) {
      parts.declaration = &use;
      continue;
    }
    if (use.where == Use::Where::Initializer &&
        constructor_with(*parts.of, MemberParts::place(use, use.whole)) == nullptr)
      return refused_at(texts, use.name, say(diag::member_made_elsewhere, parts.field->name),
                        "make it in a constructor that has no try block");
    if (use.kind == Use::Kind::Registered && !wholes.insert(use.whole).second) continue;
    switch (use.kind) {
    case Use::Kind::Null: parts.nulls.push_back(&use); break;
    case Use::Kind::Made: making.push_back(&use); break;
    case Use::Kind::Registered: parts.registered.push_back(&use); break;
    case Use::Kind::Pushed: parts.pushed.push_back(&use); break;
    default: parts.called.push_back(&use); break;
    }
  }
  return std::nullopt;
}

} // namespace

Expected<MemberParts> parts_of_member(const ModuleNode& module, const ModuleNode& owner,
                                      FileTexts& texts) {
  const auto refuse = [&](Saying said, const std::string& note) {
    Error error(std::move(said));
    error.location = {module.location.file.str(), module.location.line, module.location.column};
    error.notes.push_back(note);
    return error;
  };
  MemberParts parts;
  parts.of = owner.class_syntax.get();
  const RegistrationSyntax* registration = module.registration.get();
  if (parts.of == nullptr || registration == nullptr)
    return refuse(say(diag::module_without_a_place, module.name.view()),
                  "a member of its class has to hold it");
  const auto field =
      std::ranges::find(parts.of->fields, registration->member, &ClassSyntax::Field::name);
  if (field == parts.of->fields.end() || field->what_uses.empty())
    return refuse(say(diag::module_without_a_place, module.name.view()),
                  "a member of its class has to hold it, and the class cannot be a template");
  parts.field = &*field;
  std::vector<const Use*> making;
  if (const std::optional<Error> error = sort_uses(parts, making, texts)) return *error;
  if (parts.declaration == nullptr)
    return refuse(say(diag::member_made_elsewhere, field->name),
                  "make it by an expression of its own, in the constructor");
  const bool is_made_there = parts.declaration->kind == Use::Kind::Made;
  if (making.size() > 1 ||
      (making.size() == 1 && is_made_there && !is_made_of_nothing(*parts.declaration)))
    return refused_at(texts, making.back()->name,
                      say(diag::member_made_in_several_places, field->name),
                      "make it in one place; constructors can delegate to one of them");
  if (!making.empty())
    parts.made = making.front();
  else if (is_made_there)
    parts.made = parts.declaration;
  if (parts.made == nullptr || (parts.made == parts.declaration && !parts.nulls.empty()))
    return refused_at(texts, parts.declaration->name, say(diag::member_made_elsewhere, field->name),
                      "make it by an expression of its own, in the constructor");
  std::ranges::sort(parts.pushed, {}, [](const Use* use) { return use->whole; });
  return parts;
}

std::optional<std::string> arguments_of(const ClassSyntax::Making& making, const std::string& file,
                                        FileTexts& texts) {
  if (making.arguments.empty())
    return making.whole.empty() ? std::optional(std::string()) : std::nullopt;
  return texts.text(file).slice(making.arguments.begin + 1, making.arguments.end - 1).trim().str();
}

std::string library_prefix(llvm::StringRef type) {
  return type.take_front(type.rfind(':') + 1).str(); // npos + 1 is 0
}

std::string with_library_prefix(std::string code, llvm::StringRef prefix) {
  for (size_t at = 0; (at = code.find(library, at)) != std::string::npos; at += prefix.size())
    code.replace(at, library.size(), prefix.str());
  return code;
}

Comments comments_in(llvm::StringRef between) {
  Comments found;
  bool is_below = false;
  for (size_t at = 0; at < between.size();) {
    const llvm::StringRef rest = between.drop_front(at);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      const bool is_line = rest.starts_with("//");
      const size_t end = is_line ? rest.find('\n') : rest.find("*/");
      llvm::StringRef comment = rest.take_front(end);
      if (!is_line && end != llvm::StringRef::npos) comment = rest.take_front(end + 2);
      at += comment.size();
      (is_below ? found.below : found.on_line).push_back(comment.rtrim().str());
    } else if (rest.front() == '"' || rest.front() == '\'') {
      size_t end = 1;
      while (end < rest.size() && rest[end] != rest.front())
        end += rest[end] == '\\' ? 2 : 1;
      at += end + 1;
    } else {
      is_below |= rest.front() == '\n';
      ++at;
    }
  }
  return found;
}

bool has_comments(llvm::StringRef code) {
  const Comments found = comments_in(code);
  return !found.on_line.empty() || !found.below.empty();
}

} // namespace fx::refactor
