#include "InlinedClass.h"

#include "CodeText.h"
#include "FieldDeclarations.h"
#include "InlinedCall.h"
#include "Messages.h"
#include "RefusedPlace.h"
#include "RenamedCode.h"
#include "SourceTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fx::refactor {

namespace {

using Name = MethodSyntax::Name;
using Place = ClassSyntax::Place;
using Statement = MethodSyntax::Statement;
using Field = ClassSyntax::Field;

/// How the model makes the submodule's members.
enum class Style : uint8_t {
  InClass,      // Block block{register_module("block", Block(3))};
  Initializers, // : block(register_module("block", Block(3)))
  Body,         // block = register_module("block", Block(3));
};

/// A member of the submodule, as the model declares and makes it.
struct Item {
  std::string type, name;
  std::string made; // with its brackets or "= "; empty: nothing, or a statement, makes it
  bool is_empty_holder = false; // "{nullptr}"
};

class ClassInliner {
public:
  ClassInliner(const TracedModule& model, FileTexts& texts)
      : texts_(texts), inlining_(*model.origin.inlining), of_(*inlining_.of),
        owner_(*model.modules.root().class_syntax), method_(*model.origin.method_syntax) {}

  Expected<FileEdits> run();

private:
  std::optional<Error> find_class();
  std::optional<Error> find_owner();
  std::optional<Error> check_uses();
  std::optional<Error> find_making();
  void find_construction(const Place& part);
  std::optional<Error> bind_parameters();
  std::string fresh(const std::string& name);
  bool bind(const MethodSyntax::Parameter& parameter, size_t number);
  std::optional<std::string> given(const MethodSyntax::Parameter& parameter, size_t number) const;
  std::optional<Error> check_code(const std::vector<Name>& names, const Place& place);
  std::optional<Error> read_items();
  std::optional<Error> read_item(const Field& field);
  std::optional<Error> place_statements();
  std::optional<Error> place_registrations();
  bool registers_alone(const Statement& statement, const Place& place) const;

  void edit_field();
  void edit_initializer();
  std::vector<std::string> making() const;
  void edit_statement(size_t number, const std::vector<std::string>& lines);

  llvm::StringRef text_of(const Place& place) const {
    return texts_.text(place.file.str()).slice(place.range.begin, place.range.end);
  }
  Error refuse_class(const TextRange& at, Saying said, const std::string& advice) const {
    return refused_at(texts_, {of_.braces.file, at}, std::move(said), advice);
  }
  Place statement_place(size_t number) const {
    return {maker_->whole.file, (*maker_->statements)[number].range};
  }

  FileTexts& texts_;
  const SubmoduleInlining& inlining_;
  const ClassSyntax& of_;    // the submodule's
  const ClassSyntax& owner_; // the model's
  const MethodSyntax& method_;
  std::string class_name_;                        // "BlockImpl"
  const ClassSyntax::Constructor* own_ = nullptr; // of the submodule's class
  const Field* field_ = nullptr;                  // of the model, which holds it
  const ClassSyntax::Constructor* maker_ = nullptr;
  /// Of it: what makes the submodule, and the statement that registers it alone.
  std::optional<size_t> initializer_, statement_, registration_;
  Style style_ = Style::InClass;
  const ClassSyntax::Construction* construction_ = nullptr; // null: without arguments
  NewNames now_;
  std::set<std::string> parameters_;   // of the submodule's constructor
  std::set<std::string> taken_;        // names of new members and variables
  std::vector<std::string> variables_; // "int64_t block_n = 2 * width;", for parameters
  std::vector<Item> items_;
  std::vector<std::string> statements_;    // of the submodule's constructor
  std::vector<std::string> registrations_; // those that come where the submodule is registered
  FileEdits edits_;
};

std::optional<Error> ClassInliner::find_class() {
  const llvm::StringRef text = texts_.text(of_.braces.file.str());
  class_name_ = declared_class(of_, texts_).str();
  if (const auto at = SourceTokens(text).directive_in(of_.declaration))
    return refuse_class(*at, say(diag::moved_around_a_directive), "");
  const auto constructors = std::ranges::count(of_.methods_named, class_name_);
  if (of_.has_other_constructors || of_.constructors.size() > 1 ||
      static_cast<size_t>(constructors) != of_.constructors.size())
    return refuse_class(of_.braces.range, say(diag::inline_of_several_constructors, class_name_),
                        "leave one constructor, which a file that is read defines");
  if (!of_.constructors.empty()) own_ = &of_.constructors.front();
  if (own_ != nullptr) {
    if (const auto at =
            SourceTokens(texts_.text(own_->whole.file.str())).directive_in(own_->whole.range))
      return refused_at(texts_, {own_->whole.file, *at}, say(diag::moved_around_a_directive), "");
    if (!own_->statements)
      return refused_at(texts_, own_->whole, say(diag::inline_of_such_making, class_name_),
                        "write its statements out, without macros");
  }
  for (const Field& field : of_.fields)
    if (!inlining_.names.contains(field.name))
      return refuse_class(field.declarator, say(diag::inline_of_another_name, field.name),
                          "the model has the submodule's modules, and nothing else of it");
  for (const auto& [member, name] : inlining_.names)
    if (std::ranges::find(of_.fields, member, &Field::name) == of_.fields.end())
      return refuse_class(of_.braces.range, say(diag::module_without_a_place, member), "");
  return std::nullopt;
}

/// Where the model declares and makes the submodule.
std::optional<Error> ClassInliner::find_owner() {
  const Expected<const Field*> field = field_of_submodule(owner_, inlining_, texts_);
  if (!field) return field.error();
  field_ = *field;
  for (const ClassSyntax::Constructor& constructor : owner_.constructors) {
    std::optional<size_t> initializer;
    std::set<size_t> statements;
    for (size_t i = 0; i < constructor.initialized.size(); ++i)
      if (constructor.initialized[i].field == field_->name) initializer = i;
    if (constructor.statements) {
      for (size_t i = 0; i < constructor.statements->size(); ++i)
        if (llvm::any_of((*constructor.statements)[i].names, [&](const Name& name) {
              return name.kind == Name::Kind::Field && name.of.name == field_->name;
            }))
          statements.insert(i);
    }
    if (!initializer && statements.empty()) continue;
    if (maker_ != nullptr || statements.size() > 2)
      return refused_at(texts_, constructor.whole,
                        say(diag::inline_of_such_making, inlining_.member),
                        "make and register it in one place");
    maker_ = &constructor;
    initializer_ = initializer;
    for (size_t i : statements) {
      const bool is_made = construction_ != nullptr;
      find_construction(statement_place(i));
      (construction_ != nullptr && !is_made ? statement_ : registration_) = i;
    }
  }
  return check_uses();
}

std::optional<Error> ClassInliner::check_uses() {
  std::vector<Place> parts{{owner_.braces.file, field_->declarator}};
  if (initializer_) parts.push_back({maker_->whole.file, maker_->initializers[*initializer_]});
  for (const std::optional<size_t>& number : {statement_, registration_})
    if (number) parts.push_back(statement_place(*number));
  for (const Statement& statement : method_.statements)
    parts.push_back({Symbol(method_.file), statement.range});
  for (const Place& use : field_->uses)
    if (std::ranges::none_of(parts, [&](const Place& part) {
          return part.file == use.file && part.range.contains(use.range);
        }))
      return refused_at(texts_, use, say(diag::member_still_used, field_->name),
                        "take this use out, or leave the member where it is");
  return std::nullopt;
}

/// The innermost construction of the class in a part of the model.
void ClassInliner::find_construction(const Place& part) {
  const std::string holder = llvm::StringRef(class_name_).ends_with("Impl")
                                 ? class_name_.substr(0, class_name_.size() - 4)
                                 : class_name_;
  for (const ClassSyntax::Construction& made : owner_.constructions) {
    if ((made.made != class_name_ && made.made != holder) || made.whole.file != part.file ||
        !part.range.contains(made.whole.range))
      continue;
    if (construction_ == nullptr || construction_->whole.range.contains(made.whole.range))
      construction_ = &made;
  }
}

/// `text` with what stands for the construction taken out; blanks do not count.
static std::string around(llvm::StringRef text, const TextRange& range, uint32_t begin) {
  std::string result;
  for (const char c : text.take_front(range.begin - begin))
    if (!llvm::isSpace(c)) result += c;
  result += '@';
  for (const char c : text.drop_front(range.end - begin))
    if (!llvm::isSpace(c)) result += c;
  return result;
}

std::optional<Error> ClassInliner::find_making() {
  const std::string& name = field_->name;
  const Place declarator{owner_.braces.file, field_->declarator};
  const auto refuse = [&](const Place& place) {
    return refused_at(texts_, place, say(diag::inline_of_such_making, name),
                      fmt::format("make it by '{0} = register_module(\"{0}\", ...);'", name));
  };
  const std::string registers = "(this->)?register_module(<[A-Za-z0-9_:]*>)?\\(\"[^\"]*\",";
  const auto is_like = [&](const Place& place, const std::string& pattern) {
    const TextRange made = construction_ == nullptr ? TextRange{place.range.end, place.range.end}
                                                    : construction_->whole.range;
    return llvm::Regex("^" + pattern + "$").match(around(text_of(place), made, place.range.begin));
  };
  const std::string own = "(this->)?" + name;
  if (registration_) {
    const Place place = statement_place(*registration_);
    const TextRange end{place.range.end, place.range.end};
    if (!llvm::Regex("^" + registers + own + "\\);@$")
             .match(around(text_of(place), end, place.range.begin)))
      return refuse(place);
  }
  if (statement_) {
    style_ = Style::Body;
    const Place place = statement_place(*statement_);
    return is_like(place, registration_ ? own + "=@;" : own + "=" + registers + "@\\);")
               ? std::nullopt
               : std::optional(refuse(place));
  }
  const Place place =
      initializer_ ? Place{maker_->whole.file, maker_->initializers[*initializer_]} : declarator;
  style_ = initializer_ ? Style::Initializers : Style::InClass;
  find_construction(place);
  if (construction_ == nullptr)
    return registration_ && text_of(place).trim() == name ? std::nullopt
                                                          : std::optional(refuse(place));
  const std::string direct = "(" + name + ")?[{(]?@[)}]?";
  const bool is_registering = is_like(place, name + "[{(=]" + registers + "@\\)[)}]?");
  if (is_registering == registration_.has_value() ||
      (!is_registering && !is_like(place, direct) && !is_like(place, name + "=@")))
    return refuse(place);
  return std::nullopt;
}

/// What stands for a parameter of the submodule's constructor; nothing: it cannot be said.
std::optional<std::string> ClassInliner::given(const MethodSyntax::Parameter& parameter,
                                               size_t number) const {
  std::string text, type;
  bool is_literal = true;
  if (construction_ != nullptr && number < construction_->arguments.size()) {
    const ClassSyntax::Construction::Given& argument = construction_->arguments[number];
    text = text_of({construction_->whole.file, argument.range}).str();
    type = argument.type;
    is_literal = argument.is_literal;
  } else {
    text = text_of({of_.braces.file, parameter.default_argument}).str();
  }
  if (!(is_literal ? is_literal_text(text) : is_identifier_text(text))) return std::nullopt;
  const bool is_floating = parameter.type == "double" || parameter.type == "float";
  const bool is_integer = llvm::all_of(llvm::StringRef(text).ltrim('-'), llvm::isDigit);
  if (!is_literal && type != parameter.type) {
    // The value that the parameter had.
    if (!parameter.is_scalar || llvm::StringRef(parameter.type).contains(' ')) return std::nullopt;
    return fmt::format("{}({})", parameter.type, text);
  }
  if (is_literal) {
    if (!parameter.is_scalar) return std::nullopt;
    const bool is_flag = text == "true" || text == "false";
    if (is_flag != (parameter.type == "bool")) return std::nullopt;
    if (is_integer && is_floating) text += ".0";
    if (!is_integer && !is_flag && parameter.type != "double") return std::nullopt;
    if (parameter.type == "float") return std::nullopt;
  }
  return llvm::StringRef(text).starts_with("-") ? "(" + text + ")" : text;
}

/// A name for a variable of the model's constructor: its own where it is free.
std::string ClassInliner::fresh(const std::string& name) {
  std::string chosen = name;
  for (int i = 0; taken_.contains(chosen) || owner_.names.contains(chosen); ++i)
    chosen = fmt::format("{}_{}{}", inlining_.member, name, i == 0 ? "" : std::to_string(i));
  taken_.insert(chosen);
  return chosen;
}

/// What the parameter is given in its place, or a variable in front of the statements.
bool ClassInliner::bind(const MethodSyntax::Parameter& parameter, size_t number) {
  if (parameter.name.empty()) return true;
  const auto is_written = [&](const std::vector<Name>& names) {
    return llvm::any_of(names, [&](const Name& name) {
      return name.kind == Name::Kind::Variable && name.of.name == parameter.name && name.of.written;
    });
  };
  const bool is_changed =
      llvm::any_of(*own_->statements,
                   [&](const Statement& statement) { return is_written(statement.names); }) ||
      llvm::any_of(own_->initialized, [&](const auto& of) { return is_written(of.names); });
  const std::optional<std::string> plain = given(parameter, number);
  if (plain && !is_changed) {
    now_.variables[parameter.name] = *plain;
    return true;
  }
  const bool is_given = construction_ != nullptr && number < construction_->arguments.size();
  if (style_ != Style::Body || (parameter.is_reference && is_changed)) return false;
  const std::string text =
      is_given ? text_of({construction_->whole.file, construction_->arguments[number].range}).str()
               : plain.value_or("");
  if (text.empty()) return false;
  const std::string name = fresh(parameter.name);
  variables_.push_back(fmt::format("{} {} = {};", parameter.type, name, text));
  now_.variables[parameter.name] = name;
  return true;
}

std::optional<Error> ClassInliner::bind_parameters() {
  const size_t count = construction_ == nullptr ? 0 : construction_->arguments.size();
  const size_t takes = own_ == nullptr ? 0 : own_->parameters.size();
  const Place place = construction_ == nullptr ? Place{owner_.braces.file, field_->declarator}
                                               : construction_->whole;
  if (count > takes)
    return refused_at(texts_, place, say(diag::inline_of_such_making, field_->name), "");
  for (const auto& [member, name] : inlining_.names)
    taken_.insert(name);
  for (size_t i = 0; i < takes; ++i) {
    parameters_.insert(own_->parameters[i].name);
    if (!bind(own_->parameters[i], i))
      return refused_at(texts_, place,
                        say(diag::inline_of_such_an_argument, own_->parameters[i].name),
                        "give the constructor a literal or the name of a variable of the type that "
                        "it takes, or make the submodule in the body of the model's constructor");
  }
  now_.fields = {inlining_.names.begin(), inlining_.names.end()};
  for (const ClassSyntax::ChildName& child : of_.child_names)
    if (const auto name = inlining_.children.find(child.name); name != inlining_.children.end())
      now_.literals.push_back({child.literal.range, '"' + name->second + '"'});
  return std::nullopt;
}

/// Whether code of the submodule's constructor means the same in the model's.
std::optional<Error> ClassInliner::check_code(const std::vector<Name>& names, const Place& place) {
  for (const Name& name : names) {
    const bool is_variable = name.kind == Name::Kind::Variable;
    const bool is_fine =
        !name.range.empty() &&
        (is_variable ||
         (name.kind == Name::Kind::Field && inlining_.names.contains(name.of.name)) ||
         (name.kind == Name::Kind::Method && name.of.name == "register_module"));
    if (!is_fine)
      return refused_at(texts_, place, say(diag::inline_of_another_name, name.of.name),
                        "the model has the submodule's modules, and nothing else of it");
    // A block inside may declare a variable like a parameter.
    if (is_variable && name.of.declared && parameters_.contains(name.of.name))
      return refused_at(texts_, place, say(diag::inline_of_a_taken_variable, name.of.name),
                        "give the variable another name");
    if (is_variable && !now_.variables.contains(name.of.name))
      now_.variables[name.of.name] = fresh(name.of.name);
  }
  return std::nullopt;
}

std::optional<Error> ClassInliner::read_item(const Field& field) {
  const llvm::StringRef text = texts_.text(of_.braces.file.str());
  Item item;
  item.type = parts_of(of_, field.declaration, text, [](const std::string&) { return true; }).type;
  item.name = inlining_.names.at(field.name);
  Place place{of_.braces.file, field.declarator};
  std::vector<Name> names = field.names;
  if (own_ != nullptr)
    for (size_t i = 0; i < own_->initialized.size(); ++i)
      if (own_->initialized[i].field == field.name) {
        place = {own_->whole.file, own_->initializers[i]};
        names = own_->initialized[i].names;
      }
  if (auto error = check_code(names, place)) return error;
  const llvm::StringRef whole = text_of(place);
  // Behind the name, which begins both.
  const auto behind = static_cast<uint32_t>(place.range.begin + field.name.size());
  item.made = llvm::StringRef(renamed_code(texts_.text(place.file.str()), {behind, place.range.end},
                                           names, now_))
                  .trim()
                  .str();
  item.is_empty_holder = whole.contains("nullptr");
  items_.push_back(std::move(item));
  return std::nullopt;
}

std::optional<Error> ClassInliner::read_items() {
  for (const Field& field : of_.fields)
    if (auto error = read_item(field)) return error;
  if (own_ == nullptr) return std::nullopt;
  for (size_t i = 0; i < own_->initialized.size(); ++i)
    if (own_->initialized[i].field.empty())
      for (const Name& name : own_->initialized[i].names)
        return refused_at(texts_, {own_->whole.file, own_->initializers[i]},
                          say(diag::inline_of_another_name, name.of.name), "");
  const SourceTokens tokens(texts_.text(own_->whole.file.str()));
  for (const Statement& statement : *own_->statements) {
    const Place place{own_->whole.file, statement.range};
    if (statement.leaves)
      return refused_at(texts_, place, say(diag::inline_of_an_early_return, class_name_), "");
    if (auto error = check_code(statement.names, place)) return error;
    const TextRange range = with_comment(texts_.text(place.file.str()), statement.range);
    std::string text =
        reindented(renamed_code(texts_.text(place.file.str()), range, statement.names, now_),
                   tokens.indentation(range.begin), "");
    (registration_ && registers_alone(statement, place) ? registrations_ : statements_)
        .push_back(std::move(text));
  }
  return place_statements();
}

/// "register_module("conv", conv);"
bool ClassInliner::registers_alone(const Statement& statement, const Place& place) const {
  llvm::StringRef text = text_of(place);
  text.consume_front("this->");
  return text.starts_with("register_module") &&
         std::ranges::count(statement.names, Name::Kind::Field, &Name::kind) == 1 &&
         std::ranges::none_of(statement.names,
                              [](const Name& name) { return name.kind == Name::Kind::Variable; });
}

/// Where the submodule is made before it is registered, its modules are too, and each in its turn.
std::optional<Error> ClassInliner::place_registrations() {
  const auto registers = [](llvm::StringRef text) { return text.contains("register_module"); };
  const bool registers_early =
      llvm::any_of(statements_, registers) ||
      llvm::any_of(items_, [&](const Item& item) { return registers(item.made); });
  if (style_ != Style::Body)
    return statements_.empty() && !registers_early
               ? std::nullopt
               : std::optional(refused_at(texts_, statement_place(*registration_),
                                          say(diag::inline_of_such_making, inlining_.member),
                                          "register it where it is made"));
  if (!registers_early) return std::nullopt;
  for (size_t i = *statement_ + 1; i < *registration_; ++i)
    if (registers(text_of(statement_place(i))))
      return refused_at(texts_, statement_place(i),
                        say(diag::inline_of_such_making, inlining_.member),
                        "register it where it is made, before this");
  return std::nullopt;
}

/// "conv = register_module(...);" makes a member where the model makes its own by expressions.
std::optional<Error> ClassInliner::place_statements() {
  if (registration_) return place_registrations();
  if (style_ == Style::Body) return std::nullopt;
  for (const std::string& statement : statements_) {
    llvm::StringRef text(statement);
    text.consume_front("this->");
    const auto item = std::ranges::find_if(items_, [&](const Item& made) {
      return made.is_empty_holder && text.starts_with(made.name) &&
             text.drop_front(made.name.size()).ltrim().starts_with("=");
    });
    if (item == items_.end() || !text.ends_with(";"))
      return refused_at(texts_, own_->whole, say(diag::inline_of_such_making, inlining_.member),
                        "make it in the body of the model's constructor");
    const llvm::StringRef value =
        text.drop_front(item->name.size()).ltrim().drop_front().drop_back().trim();
    item->made = "{" + value.str() + "}";
    item->is_empty_holder = false;
    // Behind those that were made before the statements ran.
    std::rotate(item, item + 1, items_.end());
  }
  statements_.clear();
  return std::nullopt;
}

void ClassInliner::edit_field() {
  if (field_ == nullptr) return;
  const std::string file = owner_.braces.file.str();
  const llvm::StringRef text = texts_.text(file);
  const SourceTokens tokens(text);
  const std::string line =
      tokens.line_end().str() + tokens.indentation(field_->declaration.begin).str();
  std::string declared;
  for (const Item& item : items_) {
    std::string made = item.made;
    const bool is_made_elsewhere = style_ == Style::Body || style_ == Style::Initializers;
    if (is_made_elsewhere && (!made.empty() || style_ == Style::Body)) made = "{nullptr}";
    if (llvm::StringRef(made).starts_with("(")) made = "{" + made.substr(1, made.size() - 2) + "}";
    if (llvm::StringRef(made).starts_with("=")) made.insert(0, " ");
    declared += (declared.empty() ? "" : line) + item.type + item.name + made + ";";
  }
  const DeclarationParts parts =
      parts_of(owner_, field_->declaration, text,
               [&](const std::string& name) { return name == field_->name; });
  edits_[file].push_back({field_->declaration, parts.with(declared, line)});
}

/// Without the brackets, or "= ".
static std::string inside(llvm::StringRef made) {
  made = made.trim();
  if (made.consume_front("=")) return made.trim().str();
  return made.drop_front().drop_back().str();
}

void ClassInliner::edit_initializer() {
  if (!initializer_) return;
  std::string text;
  if (style_ == Style::Initializers)
    for (const Item& item : items_)
      if (!item.made.empty() && !item.is_empty_holder)
        text += (text.empty() ? "" : ", ") + fmt::format("{}({})", item.name, inside(item.made));
  const std::vector<TextRange>& all = maker_->initializers;
  TextRange range = all[*initializer_];
  if (text.empty()) {
    if (*initializer_ > 0)
      range.begin = all[*initializer_ - 1].end;
    else if (all.size() > 1)
      range.end = all[1].begin;
    else
      range.begin = static_cast<uint32_t>(
          texts_.text(maker_->whole.file.str()).take_front(range.begin).rtrim(": \t\r\n").size());
  }
  edits_[maker_->whole.file.str()].push_back({range, text});
}

/// What makes the members, in the body of the constructor.
std::vector<std::string> ClassInliner::making() const {
  std::vector<std::string> lines = variables_;
  for (const Item& item : items_) {
    const std::string type = llvm::StringRef(item.type).trim().str();
    // A pointer that nothing is given to is empty.
    if (item.is_empty_holder || (item.made.empty() && llvm::StringRef(type).contains("_ptr<")))
      continue;
    const bool is_value = item.made.find("register_module") == item.made.npos;
    const std::string made = item.made.empty() ? "()" : item.made;
    lines.push_back(fmt::format("{} = {};", item.name,
                                is_value && made.front() != '=' ? type + made : inside(made)));
  }
  lines.insert(lines.end(), statements_.begin(), statements_.end());
  return lines;
}

void ClassInliner::edit_statement(size_t number, const std::vector<std::string>& lines) {
  const Place place = statement_place(number);
  const SourceTokens tokens(texts_.text(place.file.str()));
  const std::string indentation = tokens.indentation(place.range.begin).str();
  std::vector<std::string> indented;
  indented.reserve(lines.size());
  for (const std::string& line : lines)
    indented.push_back(reindented(line, "", indentation));
  if (lines.empty())
    edits_[place.file.str()].push_back({tokens.with_line(place.range), ""});
  else
    edits_[place.file.str()].push_back(
        {place.range, llvm::join(indented, tokens.line_end().str() + indentation)});
}

Expected<FileEdits> ClassInliner::run() {
  for (const auto step :
       {&ClassInliner::find_class, &ClassInliner::find_owner, &ClassInliner::find_making,
        &ClassInliner::bind_parameters, &ClassInliner::read_items})
    if (std::optional<Error> error = (this->*step)()) return *error;
  edit_field();
  edit_initializer();
  if (statement_) edit_statement(*statement_, making());
  if (registration_) edit_statement(*registration_, registrations_);
  return std::move(edits_);
}

} // namespace

Expected<FileEdits> inlined_class_edits(const TracedModule& model, FileTexts& texts) {
  if (!model.origin.inlining) return FileEdits();
  if (model.origin.method_syntax == nullptr)
    return Error(say(diag::inline_into_such_a_method, model.origin.method));
  if (inlines_call_alone(model)) return inlined_call_edits(model, texts);
  Expected<FileEdits> edits = ClassInliner(model, texts).run();
  if (!edits) return edits.error();
  const Expected<FileEdits> of_call = inlined_call_edits(model, texts);
  if (!of_call) return of_call.error();
  for (const auto& [file, in_file] : *of_call)
    (*edits)[file].insert((*edits)[file].end(), in_file.begin(), in_file.end());
  return edits;
}

} // namespace fx::refactor
