#include "NewMembers.h"

#include "FieldDeclarations.h"
#include "MemberParts.h"
#include "Messages.h"
#include "SourceTokens.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace fx::refactor {

namespace {

constexpr llvm::StringLiteral library = "torch::nn::";

using Place = ClassSyntax::Place;

/// Where a class makes and registers a module that a member holds.
enum class Style : uint8_t {
  InClass,      // Linear fc{register_module("fc", Linear(2, 3))};
  Body,         // fc = register_module("fc", Linear(2, 3)); in constructors, or in reset()
  Initializers, // : fc(register_module("fc", Linear(2, 3)))
  Statement,    // Linear fc{2, 3}; and register_module("fc", fc); in constructors
};

/// How a class does with one of its modules, which the new ones do after.
struct House {
  Style style = Style::InClass;
  TextRange field;                    // of the declaration; empty: the class has none
  std::string prefix = library.str(); // of the names of LibTorch's classes
  std::string of_this;                // "this->", where register_module is called so
  bool with_equals = false;           // Linear fc = ...;
  TextRange made;                     // what makes that module, in an initializer
  /// The method that makes it, where no constructor does: reset() of a torch::nn::Cloneable.
  std::optional<ClassSyntax::Constructor> method;
};

bool contains(const Place& outer, const Place& inner) {
  return outer.file == inner.file && outer.range.contains(inner.range);
}

/// Where the class makes its modules by statements.
std::vector<ClassSyntax::Constructor> makers(const ClassSyntax& of, const House& house) {
  return house.method ? std::vector{*house.method} : of.constructors;
}

Error refusal(const ModuleNode& at, Saying said) {
  Error error(std::move(said));
  error.location = {at.location.file.str(), at.location.line, at.location.column};
  error.notes.emplace_back("--emit=cpp writes the whole model");
  return error;
}

class MemberWriter {
public:
  MemberWriter(CppExpressions& cpp, FileTexts& texts) : cpp_(cpp), texts_(texts) {}

  std::optional<Error> add(const ModuleNode& module);
  /// One that a member holds and nothing registers.
  std::optional<Error> register_member(const ModuleNode& module);
  FileEdits edits() const;

private:
  House house_of(const ModuleNode& owner);
  void read_style(const ModuleNode& sibling, const ClassSyntax& of, House& house);
  void declare(const ClassSyntax& of, const House& house, const std::string& text);
  void add_statement(const ClassSyntax::Constructor& constructor, const std::string& text);
  void add_initializer(const ClassSyntax::Constructor& constructor, const House& house,
                       const std::string& text);
  llvm::StringRef source(const Symbol& file, const TextRange& range) {
    return texts_.text(file.str()).slice(range.begin, range.end);
  }
  static std::tuple<std::string, TextRange, std::string> key(const ClassSyntax& of,
                                                             const std::string& name) {
    return {of.braces.file.str(), of.braces.range, name};
  }
  void insert(const Symbol& file, size_t at, const std::string& text) {
    inserted_[{file.str(), static_cast<uint32_t>(at)}] += text;
  }

  CppExpressions& cpp_;
  FileTexts& texts_;
  /// By the braces of the class and the name: what makes the member.
  std::map<std::tuple<std::string, TextRange, std::string>, std::string> made_;
  using Position = std::pair<std::string, uint32_t>;
  std::map<Position, std::string> inserted_;
  /// What ends a block that was empty, behind all statements that it gets.
  std::map<Position, std::string> closing_;
  FileEdits replaced_;
};

/// The declaration and the place of what makes the sibling.
void MemberWriter::read_style(const ModuleNode& sibling, const ClassSyntax& of, House& house) {
  const Place& member = sibling.syntax->members.front();
  const llvm::StringRef type = source(member.file, member.range);
  house.prefix = library_prefix(type);
  const llvm::StringRef behind =
      source(member.file, {member.range.end, house.field.end}).take_until([](char c) {
        return c == '{' || c == '(';
      });
  house.with_equals = behind.contains('=');
  const Place& whole = sibling.syntax->whole;
  if (whole.range.empty()) {
    house.style = Style::Statement;
    return;
  }
  const llvm::StringRef before =
      texts_.text(whole.file.str()).take_front(whole.range.begin).rtrim();
  const size_t call = before.rfind("register_module");
  if (call != llvm::StringRef::npos && before.take_front(call).ends_with("this->"))
    house.of_this = "this->";
  for (const ClassSyntax::Constructor& constructor : of.constructors)
    if (contains(constructor.whole, whole)) {
      house.style = constructor.body.contains(whole.range) ? Style::Body : Style::Initializers;
      house.made = whole.range;
      return;
    }
  for (const Place& method : of.methods)
    if (contains(method, whole)) {
      house.style = Style::Body;
      house.method.emplace();
      house.method->whole = method;
      house.method->body = method.range;
      return;
    }
  house.style = contains(of.braces, whole) ? Style::InClass : Style::Body;
}

House MemberWriter::house_of(const ModuleNode& owner) {
  const ClassSyntax& of = *owner.class_syntax;
  House house;
  const ModuleNode* last = nullptr;
  for (const ModuleNode* child : owner.children) {
    if (child->syntax == nullptr || child->syntax->members.empty() ||
        !contains(of.braces, child->syntax->members.front()))
      continue;
    const auto field = std::ranges::find_if(of.fields, [&](const ClassSyntax::Field& declared) {
      return declared.declaration.contains(child->syntax->members.front().range);
    });
    if (field == of.fields.end() || (last != nullptr && field->declaration < house.field)) continue;
    house.field = field->declaration;
    last = child;
  }
  if (last != nullptr)
    read_style(*last, of, house);
  else if (!of.fields.empty())
    house.field = of.fields.back().declaration;
  if (last == nullptr) house.style = Style::Body;
  // What all constructors do is done where they all begin.
  if (house.method) return house;
  if (of.constructors.empty() || of.has_other_constructors ||
      std::ranges::any_of(of.constructors, &ClassSyntax::Constructor::returns))
    house.style = Style::InClass;
  return house;
}

/// Behind the house's field.
void MemberWriter::declare(const ClassSyntax& of, const House& house, const std::string& text) {
  const Edit edit = declared_behind(of, house.field, texts_.text(of.braces.file.str()), text);
  insert(of.braces.file, edit.range.begin, edit.text);
}

/// At the end of the constructor's body.
void MemberWriter::add_statement(const ClassSyntax::Constructor& constructor,
                                 const std::string& text) {
  const Symbol& file = constructor.whole.file;
  const llvm::StringRef whole = texts_.text(file.str());
  const SourceTokens tokens(whole);
  const TextRange& body = constructor.body;
  const llvm::StringRef inside = whole.slice(body.begin + 1, body.end - 1);
  const llvm::StringRef written = inside.rtrim();
  const auto end = static_cast<uint32_t>(body.begin + 1 + written.size());
  const std::string line_end = tokens.line_end().str();
  const std::string outer = tokens.indentation(constructor.whole.range.begin).str();
  if (written.trim().empty()) {
    insert(file, body.begin + 1, line_end + outer + tokens.indentation_step() + text);
    if (!inside.contains('\n')) closing_[{file.str(), body.begin + 1}] = line_end + outer;
  } else if (inside.drop_front(written.size()).contains('\n'))
    insert(file, end, line_end + tokens.indentation(end - 1).str() + text);
  else
    insert(file, end, " " + text);
}

/// Behind the one that makes the sibling, where this constructor has it.
void MemberWriter::add_initializer(const ClassSyntax::Constructor& constructor, const House& house,
                                   const std::string& text) {
  const auto same = std::ranges::find_if(
      constructor.initializers, [&](const TextRange& range) { return range.contains(house.made); });
  if (same != constructor.initializers.end())
    insert(constructor.whole.file, same->end, ", " + text);
  else if (!constructor.initializers.empty())
    insert(constructor.whole.file, constructor.initializers.back().end, ", " + text);
  else
    insert(constructor.whole.file, constructor.body.begin, ": " + text + " ");
}

std::optional<Error> MemberWriter::add(const ModuleNode& module) {
  const ModuleNode& owner = *module.parent;
  if (owner.class_syntax == nullptr)
    return refusal(owner, say(diag::new_module_without_a_member, module.path()));
  const Expected<std::string> construction = cpp_.construction(module);
  if (!construction) return construction.error();
  const auto [known, is_new] =
      made_.try_emplace(key(*owner.class_syntax, module.name.str()), *construction);
  if (!is_new)
    return known->second == *construction
               ? std::nullopt
               : std::optional(
                     refusal(owner, say(diag::modules_made_at_one_place_differ, module.path())));
  const ClassSyntax& of = *owner.class_syntax;
  const House house = house_of(owner);
  const std::string made = with_library_prefix(*construction, house.prefix);
  const llvm::StringRef type = llvm::StringRef(made).take_until([](char c) { return c == '('; });
  const std::string arguments = made.substr(type.size() + 1, made.size() - type.size() - 2);
  const std::string name = module.name.str();
  const std::string registered =
      fmt::format("{}register_module(\"{}\", {})", house.of_this, name, made);
  const auto declared = [&](const std::string& initial) {
    return house.with_equals ? fmt::format("{} {} = {};", type.str(), name, initial)
                             : fmt::format("{} {}{{{}}};", type.str(), name, initial);
  };
  switch (house.style) {
  case Style::InClass: declare(of, house, declared(registered)); break;
  case Style::Body:
  case Style::Initializers: declare(of, house, declared("nullptr")); break;
  case Style::Statement:
    declare(of, house,
            arguments.empty() ? fmt::format("{} {};", type.str(), name)
                              : fmt::format("{} {}{{{}}};", type.str(), name, arguments));
    break;
  }
  for (const ClassSyntax::Constructor& constructor : makers(of, house)) {
    if (house.style == Style::Body)
      add_statement(constructor, fmt::format("{} = {};", name, registered));
    if (house.style == Style::Statement)
      add_statement(constructor,
                    fmt::format("{}register_module(\"{}\", {});", house.of_this, name, name));
    if (house.style == Style::Initializers)
      add_initializer(constructor, house, fmt::format("{}({})", name, registered));
  }
  return std::nullopt;
}

/// The use of a member in its own declaration, where it holds a module by a holder or a pointer.
static const ClassSyntax::Use* declaration_of(const ClassSyntax::Field& field) {
  const auto found = std::ranges::find_if(field.what_uses, [](const ClassSyntax::Use& use) {
    return use.where == ClassSyntax::Use::Where::Declaration &&
           use.kind != ClassSyntax::Use::Kind::Other;
  });
  return found == field.what_uses.end() ? nullptr : &*found;
}

/// The member that holds a module; null: none does, or one that is a list of them.
static const ClassSyntax::Field* field_of(const ModuleNode& module, const ClassSyntax& of) {
  const auto field = std::ranges::find(of.fields, module.name.view(), &ClassSyntax::Field::name);
  if (field == of.fields.end()) return nullptr;
  const ModuleSyntax* syntax = module.syntax.get();
  if (syntax == nullptr) return declaration_of(*field) != nullptr ? &*field : nullptr;
  const bool holds = !syntax->members.empty() && syntax->members.front().file == of.braces.file &&
                     field->declaration.contains(syntax->members.front().range);
  return holds ? &*field : nullptr;
}

/// What makes the module in the declaration of its member; empty: the declaration itself does.
/// Nothing where it is made elsewhere.
static std::optional<TextRange> made_by_declaration(const ModuleNode& module,
                                                    const ClassSyntax::Field& field) {
  if (module.syntax == nullptr) {
    const ClassSyntax::Use* use = declaration_of(field);
    const bool makes = use != nullptr && use->kind == ClassSyntax::Use::Kind::Made;
    return makes ? std::optional(use->made.whole) : std::nullopt;
  }
  const TextRange& whole = module.syntax->whole.range;
  const bool is_here = whole.empty() || field.declarator.contains(whole);
  return is_here ? std::optional(whole) : std::nullopt;
}

std::optional<Error> MemberWriter::register_member(const ModuleNode& module) {
  const ClassSyntax* of = module.parent->class_syntax.get();
  const ClassSyntax::Field* field = of == nullptr ? nullptr : field_of(module, *of);
  if (field == nullptr) return refusal(module, say(diag::module_without_a_place, module.path()));
  const House house = house_of(*module.parent);
  const bool is_registered_elsewhere =
      std::ranges::any_of(of->child_names,
                          [&](const ClassSyntax::ChildName& child) {
                            return child.registers && child.name == field->name;
                          }) ||
      std::ranges::any_of(of->constructors, &ClassSyntax::Constructor::returns);
  if (is_registered_elsewhere)
    return refusal(module, say(diag::member_registered_elsewhere, field->name));
  if (!made_.try_emplace(key(*of, field->name), "").second) return std::nullopt;
  if (!house.method && (of->constructors.empty() || of->has_other_constructors)) {
    // Its declaration makes it: with "{...}", "= ...", or by nothing.
    const std::optional<TextRange> whole = made_by_declaration(module, *field);
    if (!whole) return refusal(module, say(diag::module_without_a_place, module.path()));
    const llvm::StringRef initial =
        source(of->braces.file, field->declarator).drop_front(field->name.size()).trim();
    const std::string made =
        !whole->empty() ? source(of->braces.file, *whole).str()
                        : fmt::format("{}{}", source(of->braces.file, field->type_range).str(),
                                      initial.empty() ? "()" : initial.str());
    replaced_[of->braces.file.str()].push_back(
        {field->declarator,
         fmt::format("{}{{register_module(\"{}\", {})}}", field->name, field->name, made)});
    return std::nullopt;
  }
  for (const ClassSyntax::Constructor& constructor : makers(*of, house))
    add_statement(constructor, fmt::format("{}register_module(\"{}\", {});", house.of_this,
                                           field->name, field->name));
  return std::nullopt;
}

FileEdits MemberWriter::edits() const {
  FileEdits edits = replaced_;
  for (const auto& [place, text] : inserted_) {
    const auto closing = closing_.find(place);
    edits[place.first].push_back(
        {{place.second, place.second}, closing == closing_.end() ? text : text + closing->second});
  }
  return edits;
}

} // namespace

std::unordered_map<std::string, std::string> names_of_new(const ModuleHistory& modules,
                                                          const TracedModule& after) {
  std::unordered_map<std::string, std::string> names;
  for (const ModuleNode* module : modules.added(after))
    names.emplace(module->path(), module->name.str());
  return names;
}

Expected<FileEdits> new_member_edits(const ModuleHistory& modules, const TracedModule& after,
                                     CppExpressions& cpp, FileTexts& texts) {
  MemberWriter writer(cpp, texts);
  for (const ModuleNode* module : modules.added(after))
    if (!modules.is_new(*module->parent)) // else what makes that makes it
      if (const std::optional<Error> error = writer.add(*module)) return *error;
  for (const ModuleNode* module : modules.registered(after))
    if (const std::optional<Error> error = writer.register_member(*module)) return *error;
  return writer.edits();
}

} // namespace fx::refactor
