#include "ExtractedClass.h"

#include "CodeText.h"
#include "FieldDeclarations.h"
#include "Messages.h"
#include "RefusedPlace.h"
#include "SourceTokens.h"
#include "SplitMethod.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fx::refactor {

namespace {

using Place = ClassSyntax::Place;
using Name = MethodSyntax::Name;
using Statement = MethodSyntax::Statement;
using Variable = MethodSyntax::Variable;

bool names_method(const std::vector<Name>& names, llvm::StringRef method) {
  return std::ranges::any_of(names, [&](const Name& name) {
    return name.kind == Name::Kind::Method && name.of.name == method;
  });
}

bool writes(const Statement& statement, const std::string& name) {
  return std::ranges::any_of(statement.names, [&](const Name& of) {
    return of.of.name == name && of.of.written && of.kind != Name::Kind::Method;
  });
}

bool declares(const Statement& statement, const std::string& name) {
  return std::ranges::any_of(statement.variables, [&](const Variable& variable) {
    return variable.declared && variable.name == name;
  });
}

class ClassExtractor {
public:
  ClassExtractor(const TracedModule& model, FileTexts& texts)
      : model_(model), texts_(texts), of_(*model.modules.root().class_syntax),
        method_(*model.origin.method_syntax), extraction_(*model.origin.extraction),
        moved_(extraction_.members.begin(), extraction_.members.end()) {}

  Expected<FileEdits> run();

private:
  std::optional<Error> check_class();
  std::optional<Error> find_fields();
  std::optional<Error> find_maker();
  void take_declarations_along();
  std::optional<Error> check_uses();
  std::optional<Error> find_given();
  std::optional<Error> give(const Name& name, const Place& place, bool is_initializer);
  std::optional<Error> check_order();
  bool registers_between(size_t first, size_t last) const;
  std::optional<Error> choose_making();

  DeclarationParts parts_of(const TextRange& declaration) const {
    return refactor::parts_of(of_, declaration, texts_.text(of_.braces.file.str()),
                              [&](const std::string& name) { return moved_.contains(name); });
  }
  std::vector<std::string> moved_declarations() const;
  std::string constructor_head() const;
  std::string constructor_body(const std::string& outer, const std::string& step) const;
  std::string constructor_text(const std::string& step);
  std::string forward_text(const std::string& step);
  void define(const std::string& file, uint32_t at, const std::string& text);
  std::string class_text();
  void edit_fields();
  void edit_initializers();
  void edit_statements();

  bool names_moved(const std::vector<Name>& names) const {
    return std::ranges::any_of(names, [&](const Name& name) {
      return name.kind == Name::Kind::Field && moved_.contains(name.of.name);
    });
  }
  llvm::StringRef text_of(const std::string& file, const TextRange& range) const {
    return texts_.text(file).slice(range.begin, range.end);
  }
  std::string maker_file() const { return maker_->whole.file.str(); }
  std::string construction() const {
    return fmt::format("{}({})", extraction_.class_name, names_of(given_));
  }
  std::string registration(const std::string& made) const {
    return fmt::format("{}register_module(\"{}\", {})", of_this_, extraction_.part.name, made);
  }
  void add(const std::string& file, TextRange range, std::string text) {
    edits_[file].push_back({range, std::move(text)});
  }

  const TracedModule& model_;
  FileTexts& texts_;
  const ClassSyntax& of_;
  const MethodSyntax& method_;
  const SubmoduleExtraction& extraction_;
  const std::set<std::string> moved_;
  std::vector<const ClassSyntax::Field*> fields_;   // that move, as they are declared
  const ClassSyntax::Constructor* maker_ = nullptr; // the one that has a part in making them
  std::set<size_t> initializers_, statements_;      // of it, that move
  std::vector<Variable> given_;                     // to the new constructor
  std::set<std::string> locals_;                    // variables of the constructor among these
  std::string of_this_;                             // "this->", where register_module is called so
  /// How the model makes and registers the new member.
  std::string declared_;
  std::string initializer_;             // in the place of the first that moves
  std::map<size_t, std::string> stand_; // by the number of a statement: what comes in its place
  FileEdits edits_;
};

std::optional<Error> ClassExtractor::check_class() {
  const std::string& name = extraction_.class_name;
  for (const std::string& base : of_.bases)
    if (base == "torch::nn::Cloneable")
      return refused_at(texts_, of_.braces, say(diag::extract_from_a_cloneable),
                        "derive from torch::nn::Module, or write the class by hand");
  std::vector<Place> parts{{of_.braces.file, of_.declaration},
                           {Symbol(method_.file), method_.definition}};
  for (const ClassSyntax::Constructor& constructor : of_.constructors)
    parts.push_back(constructor.whole);
  for (const Place& part : parts)
    if (const auto at = SourceTokens(texts_.text(part.file.str())).directive_in(part.range))
      return refused_at(
          texts_, {part.file, *at}, say(diag::moved_around_a_directive),
          "code for one configuration may be elsewhere in another: change it by hand");
  // A class of this name may be another one for code behind.
  for (const std::string& taken : {name, name + "Impl"})
    if (SourceTokens(texts_.text(of_.braces.file.str())).fresh_name(taken) != taken)
      return refused_at(texts_, of_.braces, say(diag::class_name_taken, taken),
                        "choose another name");
  return std::nullopt;
}

std::optional<Error> ClassExtractor::find_fields() {
  for (const ClassSyntax::Field& field : of_.fields) {
    if (!moved_.contains(field.name)) continue;
    fields_.push_back(&field);
    const Place place{of_.braces.file, field.declarator};
    for (const Name& name : field.names) {
      const bool is_own = name.kind == Name::Kind::Variable ||
                          (name.kind == Name::Kind::Field && moved_.contains(name.of.name)) ||
                          (name.kind == Name::Kind::Method && name.of.name == "register_module");
      if (!is_own)
        return refused_at(texts_, place, say(diag::extract_needs_the_model, name.of.name),
                          "make the member in the constructor");
    }
  }
  if (fields_.size() != moved_.size())
    return refused_at(texts_, of_.braces,
                      say(diag::module_without_a_place, extraction_.members.front()),
                      "the class itself has to declare its members, without macros");
  return std::nullopt;
}

std::optional<Error> ClassExtractor::find_maker() {
  for (const ClassSyntax::Constructor& constructor : of_.constructors) {
    std::set<size_t> initializers, statements;
    for (size_t i = 0; i < constructor.initialized.size(); ++i)
      if (moved_.contains(constructor.initialized[i].field) ||
          names_moved(constructor.initialized[i].names))
        initializers.insert(i);
    if (constructor.statements) {
      for (size_t i = 0; i < constructor.statements->size(); ++i)
        if (names_moved((*constructor.statements)[i].names)) statements.insert(i);
    }
    if (initializers.empty() && statements.empty()) continue;
    if (maker_ != nullptr)
      return refused_at(texts_, constructor.whole, say(diag::extract_from_several_constructors),
                        "let one of them delegate to the other");
    maker_ = &constructor;
    initializers_ = std::move(initializers);
    statements_ = std::move(statements);
  }
  if (maker_ != nullptr && maker_->statements) take_declarations_along();
  return std::nullopt;
}

/// A variable of the constructor that only what moves reads moves too.
void ClassExtractor::take_declarations_along() {
  const std::vector<Statement>& all = *maker_->statements;
  const auto is_read_by = [&](const Statement& statement, size_t i) {
    return std::ranges::any_of(statement.variables, [&](const Variable& variable) {
      return declares(all[i], variable.name);
    });
  };
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (size_t i = 0; i < all.size(); ++i) {
      const bool declares_alone = !statements_.contains(i) && !all[i].leaves &&
                                  std::ranges::any_of(all[i].variables, &Variable::declared) &&
                                  std::ranges::all_of(all[i].names, [](const Name& name) {
                                    return name.kind == Name::Kind::Variable && !name.range.empty();
                                  });
      if (!declares_alone) continue;
      bool is_used = false, is_used_elsewhere = false;
      for (size_t j = i + 1; j < all.size(); ++j)
        if (is_read_by(all[j], i)) (statements_.contains(j) ? is_used : is_used_elsewhere) = true;
      if (!is_used || is_used_elsewhere) continue;
      statements_.insert(i);
      is_new = true;
    }
  }
}

/// What names a member that moves moves too.
std::optional<Error> ClassExtractor::check_uses() {
  std::vector<Place> parts;
  parts.reserve(fields_.size() + initializers_.size() + statements_.size());
  for (const ClassSyntax::Field* field : fields_)
    parts.push_back({of_.braces.file, field->declarator});
  for (size_t i : initializers_)
    parts.push_back({maker_->whole.file, maker_->initializers[i]});
  for (size_t i : statements_)
    parts.push_back({maker_->whole.file, (*maker_->statements)[i].range});
  for (size_t i = extraction_.part.first; i <= extraction_.part.last; ++i)
    parts.push_back({Symbol(method_.file), method_.statements[i].range});
  for (const ClassSyntax::Field* field : fields_)
    for (const Place& use : field->uses)
      if (std::ranges::none_of(parts, [&](const Place& part) {
            return part.file == use.file && part.range.contains(use.range);
          }))
        return refused_at(
            texts_, use, say(diag::extract_of_a_member_in_use, field->name, extraction_.class_name),
            "take this use into the range, or out of the program");
  return std::nullopt;
}

/// What a name in a part of the constructor becomes there.
std::optional<Error> ClassExtractor::give(const Name& name, const Place& place,
                                          bool is_initializer) {
  const std::string& text = name.of.name;
  const auto refuse = [&] {
    return refused_at(texts_, place, say(diag::extract_needs_the_model, text),
                      "make the members by statements that read parameters, variables and members "
                      "of the constructor alone");
  };
  if (name.range.empty()) return refuse();
  if (name.kind == Name::Kind::Method && text == "register_module") {
    const llvm::StringRef before = texts_.text(place.file.str()).take_front(name.range.begin);
    if (before.rtrim().ends_with("this->")) of_this_ = "this->";
    return std::nullopt;
  }
  if (name.kind == Name::Kind::Field && moved_.contains(text)) return std::nullopt;
  const bool is_field = name.kind == Name::Kind::Field;
  if (!is_field && name.kind != Name::Kind::Variable) return refuse();
  if (is_field) {
    const ModuleNode& root = model_.modules.root();
    const bool is_module = std::ranges::any_of(root.children, [&](const ModuleNode* child) {
      return child->name.view() == text ||
             (child->registration != nullptr && child->registration->member == text);
    });
    const auto field = std::ranges::find(of_.fields, text, &ClassSyntax::Field::name);
    // The member is made where the first of those that go is, and reads it then.
    if (is_module || name.is_qualified || field == of_.fields.end() ||
        fields_.front()->declarator < field->declarator)
      return refuse();
  }
  if (name.of.written) return refuse();
  if (const auto known = std::ranges::find(given_, text, &Variable::name); known != given_.end())
    return locals_.contains(text) == is_field ? std::optional(refuse()) : std::nullopt;
  if (llvm::StringRef(name.of.type).contains('('))
    return say(diag::variable_type_without_a_name, text, name.of.type);
  given_.push_back(name.of);
  if (!is_field) locals_.insert(text);
  const bool is_parameter =
      std::ranges::find(maker_->parameters, text, &Variable::name) != maker_->parameters.end();
  return is_initializer && !is_field && !is_parameter ? std::optional(refuse()) : std::nullopt;
}

std::optional<Error> ClassExtractor::find_given() {
  if (maker_ == nullptr) return std::nullopt;
  const auto declared_in = [](const std::vector<Name>& names, const std::string& name) {
    return std::ranges::any_of(names, [&](const Name& other) {
      return other.kind == Name::Kind::Variable && other.of.declared && other.of.name == name;
    });
  };
  for (size_t i : initializers_)
    for (const Name& name : maker_->initialized[i].names)
      if (name.kind != Name::Kind::Variable ||
          !declared_in(maker_->initialized[i].names, name.of.name))
        if (auto error = give(name, {maker_->whole.file, maker_->initializers[i]}, true))
          return error;
  std::set<std::string> own; // variables that move
  for (size_t i : statements_) {
    const Statement& statement = (*maker_->statements)[i];
    const Place place{maker_->whole.file, statement.range};
    if (statement.leaves)
      return refused_at(texts_, place, say(diag::extract_needs_the_model, "return"), "");
    for (const Name& name : statement.names) {
      if (name.kind == Name::Kind::Variable &&
          (own.contains(name.of.name) || declared_in(statement.names, name.of.name)))
        continue;
      if (auto error = give(name, place, false)) return error;
    }
    for (const Variable& variable : statement.variables)
      if (variable.declared) own.insert(variable.name);
  }
  return std::nullopt;
}

/// All that moves runs where the first of it did. What stands between must not care.
std::optional<Error> ClassExtractor::check_order() {
  if (maker_ == nullptr || statements_.empty()) return std::nullopt;
  const std::vector<Statement>& all = *maker_->statements;
  const size_t first = *statements_.begin(), last = *statements_.rbegin();
  const auto refuse = [&](size_t i, const std::string& name) {
    return refused_at(texts_, {maker_->whole.file, all[i].range},
                      say(diag::extract_across_a_statement, name, extraction_.class_name),
                      "put this statement in front of those that make the members, or behind");
  };
  for (size_t i = 0; i < all.size(); ++i) {
    if (statements_.contains(i)) continue;
    for (const Variable& variable : all[i].variables) {
      const bool is_of_moved = std::ranges::any_of(
          statements_, [&](size_t moved) { return declares(all[moved], variable.name); });
      if (is_of_moved) return refuse(i, variable.name);
    }
    if (i < first || i > last) continue;
    if (all[i].leaves) return refuse(i, "return");
    for (const Variable& given : given_)
      if (writes(all[i], given.name) || declares(all[i], given.name)) return refuse(i, given.name);
    for (const Name& name : all[i].names)
      if (name.kind == Name::Kind::Other ||
          (name.kind == Name::Kind::Method &&
           !llvm::StringRef(name.of.name).starts_with("register_")))
        return refuse(i, name.of.name);
  }
  return std::nullopt;
}

/// Whether statements that stay register modules there.
bool ClassExtractor::registers_between(size_t first, size_t last) const {
  for (size_t i = first; i < last; ++i)
    if (!statements_.contains(i) && names_method((*maker_->statements)[i].names, "register_module"))
      return true;
  return false;
}

std::optional<Error> ClassExtractor::choose_making() {
  const std::string& name = extraction_.part.name;
  const std::string& type = extraction_.class_name;
  const auto field_registers = [&](const ClassSyntax::Field* field) {
    return names_method(field->names, "register_module");
  };
  declared_ = fmt::format("{} {}{{nullptr}};", type, name);
  if (statements_.empty() && initializers_.empty()) {
    declared_ = fmt::format("{} {}{{{}}};", type, name, registration(construction()));
    return std::nullopt;
  }
  const bool are_parameters = std::ranges::all_of(given_, [&](const Variable& given) {
    return !locals_.contains(given.name) ||
           std::ranges::find(maker_->parameters, given.name, &Variable::name) !=
               maker_->parameters.end();
  });
  const bool initializer_registers = std::ranges::any_of(initializers_, [&](size_t i) {
    return names_method(maker_->initialized[i].names, "register_module");
  });
  const bool field_makes = std::ranges::any_of(fields_, field_registers);
  if (field_makes && given_.empty()) {
    declared_ = fmt::format("{} {}{{{}}};", type, name, registration(construction()));
    return std::nullopt;
  }
  if (initializer_registers && are_parameters) {
    initializer_ = fmt::format("{}({})", name, registration(construction()));
    return std::nullopt;
  }
  if (statements_.empty())
    return refused_at(texts_, maker_->whole, say(diag::extract_needs_the_model, name), "");
  const auto registers = std::ranges::find_if(statements_, [&](size_t i) {
    return names_method((*maker_->statements)[i].names, "register_module");
  });
  const size_t first = *statements_.begin();
  const bool are_made_before = std::ranges::none_of(statements_, [&](size_t i) {
    return std::ranges::any_of((*maker_->statements)[i].names, [&](const Name& of) {
      return of.kind == Name::Kind::Field && of.of.written && !of.is_called &&
             names_method((*maker_->statements)[i].names, "register_module");
    });
  });
  const bool by_initializer = !initializers_.empty() && are_parameters;
  if (registers != statements_.end() && are_made_before && (given_.empty() || by_initializer)) {
    declared_ = fmt::format("{} {};", type, name);
    if (!given_.empty()) initializer_ = fmt::format("{}({})", name, names_of(given_));
    stand_[*registers] = registration(name) + ";";
  } else if (registers != statements_.end() && registers_between(first, *registers)) {
    // Each in its turn among the others.
    stand_[first] = fmt::format("{} = {};", name, construction());
    stand_[*registers] = registration(name) + ";";
  } else {
    stand_[first] = fmt::format("{} = {};", name, registration(construction()));
  }
  return std::nullopt;
}

std::string ClassExtractor::constructor_head() const {
  std::string parameters;
  for (const Variable& given : given_)
    parameters += (parameters.empty() ? "" : ", ") +
                  (given.is_scalar ? given.type + " " : "const " + given.type + "& ") + given.name;
  return fmt::format("{}Impl({})", extraction_.class_name, parameters);
}

/// What stands behind its head; lines but the first begin with `outer`.
std::string ClassExtractor::constructor_body(const std::string& outer,
                                             const std::string& step) const {
  const std::string file = maker_file();
  const SourceTokens tokens(texts_.text(file));
  const std::string line = tokens.line_end().str() + outer;
  std::string text;
  std::string before = line + step + ": ";
  for (size_t i : initializers_) {
    text += before + text_of(file, maker_->initializers[i]).str();
    before = fmt::format(",{}{}  ", line, step);
  }
  text += " {";
  for (size_t i : statements_) {
    const TextRange& range = (*maker_->statements)[i].range;
    text += line + step +
            reindented(text_of(file, with_comment(texts_.text(file), range)),
                       tokens.indentation(range.begin), outer + step);
  }
  return text + (statements_.empty() ? "" : line) + "}";
}

/// "ns::" of "ns::NetImpl"
static std::string scope_of(llvm::StringRef name) {
  const size_t end = name.rfind("::");
  return end == llvm::StringRef::npos ? std::string() : name.take_front(end + 2).str();
}

/// In the class, or where the model has its own; then the class has the declaration.
std::string ClassExtractor::constructor_text(const std::string& step) {
  if (maker_ == nullptr || (initializers_.empty() && statements_.empty())) return {};
  const std::string head = constructor_head();
  const std::string line_end = SourceTokens(texts_.text(of_.braces.file.str())).line_end().str();
  const std::string declared = step + (given_.size() == 1 ? "explicit " : "") + head;
  const TextRange& whole = maker_->whole.range;
  if (maker_->whole.file == of_.braces.file && of_.braces.range.contains(whole))
    return declared + constructor_body(step, step) + line_end + line_end;
  // "ns::NetImpl::NetImpl("
  const llvm::StringRef words =
      text_of(maker_file(), whole).take_until([](char c) { return c == '('; });
  const auto [specifiers, name] = std::pair(words.take_front(words.rfind(' ') + 1),
                                            words.drop_front(words.rfind(' ') + 1)); // npos + 1
  define(maker_file(), whole.begin,
         specifiers.str() + scope_of(name.take_front(name.rfind("::"))) + extraction_.class_name +
             "Impl::" + head + constructor_body("", step));
  return declared + ";" + line_end;
}

/// In front of what the model defines there.
void ClassExtractor::define(const std::string& file, uint32_t at, const std::string& text) {
  const llvm::StringRef whole = texts_.text(file);
  const SourceTokens tokens(whole);
  const std::string outer = tokens.indentation(at).str();
  const uint32_t begin = begin_with_comments(whole, at);
  const std::string line_end = tokens.line_end().str();
  add(file, {begin, begin}, outer + reindented(text + line_end + line_end, "", outer));
}

std::string ClassExtractor::forward_text(const std::string& step) {
  Interface of = interface_of(method_, extraction_.part);
  of.inputs.insert(of.inputs.end(), extraction_.read_fields.begin(), extraction_.read_fields.end());
  const std::string line_end = SourceTokens(texts_.text(method_.file)).line_end().str();
  const TextRange range{method_.statements[extraction_.part.first].range.begin,
                        method_.statements[extraction_.part.last].range.end};
  const std::string was = SourceTokens(texts_.text(method_.file)).indentation(range.begin).str();
  const bool is_inside = method_.qualifier.empty();
  const std::string outer = is_inside ? step : "";
  std::string body = " {" + line_end + outer + step +
                     reindented(text_of(method_.file, range), was, outer + step) + line_end;
  if (const std::string returned = return_of(method_, extraction_.part, of); !returned.empty())
    body += outer + step + returned + line_end;
  body += outer + "}";
  const std::string declared = step + head_of(method_, extraction_.part, of, "forward");
  if (is_inside) return declared + body + line_end + line_end;
  const bool is_inline =
      texts_.text(method_.file).drop_front(method_.definition.begin).starts_with("inline");
  const llvm::StringRef of_class = llvm::StringRef(method_.qualifier).rtrim().drop_back(2);
  define(method_.file, method_.definition.begin,
         (is_inline ? "inline " : "") +
             head_of(method_, extraction_.part, of,
                     scope_of(of_class) + extraction_.class_name + "Impl::forward") +
             body);
  return declared + ";" + line_end + line_end;
}

/// With the comments behind them; of a declaration that declares others too, a part.
std::vector<std::string> ClassExtractor::moved_declarations() const {
  const std::string file = of_.braces.file.str();
  std::vector<std::string> result;
  std::set<TextRange> done;
  for (const ClassSyntax::Field* field : fields_) {
    const TextRange& whole = field->declaration;
    if (!done.insert(whole).second) continue;
    const DeclarationParts parts = parts_of(whole);
    result.push_back(parts.keeps() ? parts.type + parts.moved + ";"
                                   : text_of(file, with_comment(texts_.text(file), whole)).str());
  }
  return result;
}

std::string ClassExtractor::class_text() {
  const std::string file = of_.braces.file.str();
  const llvm::StringRef text = texts_.text(file);
  const SourceTokens tokens(text);
  const std::string line_end = tokens.line_end().str();
  const std::string outer = tokens.indentation(of_.declaration.begin).str();
  const std::string& name = extraction_.class_name;
  std::string inner = tokens.indentation(fields_.front()->declaration.begin).str();
  inner = llvm::StringRef(inner).starts_with(outer) && inner.size() > outer.size()
              ? inner.substr(outer.size())
              : tokens.indentation_step();
  std::string result = fmt::format("struct {}Impl : torch::nn::Module {{{}", name, line_end);
  result += constructor_text(inner);
  result += forward_text(inner);
  for (const std::string& declaration : moved_declarations())
    result.append(inner).append(declaration).append(line_end);
  result += fmt::format("}};{}TORCH_MODULE({});{}{}", line_end, name, line_end, line_end);
  // Every line but the first stands behind the indentation of the class.
  return outer + reindented(result, "", outer);
}

void ClassExtractor::edit_fields() {
  const std::string file = of_.braces.file.str();
  const llvm::StringRef text = texts_.text(file);
  const SourceTokens tokens(text);
  std::set<TextRange> done;
  for (const ClassSyntax::Field* field : fields_) {
    const TextRange& whole = field->declaration;
    if (!done.insert(whole).second) continue;
    const DeclarationParts parts = parts_of(whole);
    const bool is_first = field == fields_.front();
    const std::string line = (tokens.line_end() + tokens.indentation(whole.begin)).str();
    const std::string text_now = parts.with(is_first ? declared_ : "", line);
    if (parts.keeps())
      add(file, whole, text_now);
    else if (is_first)
      add(file, with_comment(text, whole), text_now);
    else
      add(file, tokens.with_line(with_comment(text, whole)), "");
  }
}

void ClassExtractor::edit_initializers() {
  if (initializers_.empty()) return;
  const std::vector<TextRange>& all = maker_->initializers;
  const size_t first = *initializers_.begin();
  bool has_kept = false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == first && !initializer_.empty()) {
      add(maker_file(), all[i], initializer_);
      has_kept = true;
    } else if (!initializers_.contains(i)) {
      has_kept = true;
    } else if (has_kept) {
      add(maker_file(), {all[i - 1].end, all[i].end}, "");
    } else if (i + 1 < all.size()) {
      add(maker_file(), {all[i].begin, all[i + 1].begin}, "");
    }
  }
  if (has_kept) return;
  // With the colon, and the blanks before it.
  std::erase_if(edits_[maker_file()], [&](const Edit& edit) {
    return all.front().begin <= edit.range.begin && edit.range.end <= all.back().end;
  });
  const llvm::StringRef before = texts_.text(maker_file()).take_front(all.front().begin);
  add(maker_file(), {static_cast<uint32_t>(before.rtrim(": \t\r\n").size()), all.back().end}, "");
}

void ClassExtractor::edit_statements() {
  for (size_t i : statements_) {
    const std::string file = maker_file();
    const TextRange range = with_comment(texts_.text(file), (*maker_->statements)[i].range);
    if (const auto instead = stand_.find(i); instead != stand_.end())
      add(file, range, instead->second);
    else
      add(file, SourceTokens(texts_.text(file)).with_line(range), "");
  }
  Interface of = interface_of(method_, extraction_.part);
  of.inputs.insert(of.inputs.end(), extraction_.read_fields.begin(), extraction_.read_fields.end());
  const SourceTokens tokens(texts_.text(method_.file));
  const TextRange range{method_.statements[extraction_.part.first].range.begin,
                        method_.statements[extraction_.part.last].range.end};
  add(method_.file, range,
      call_of(method_, extraction_.part, of, extraction_.part.name + "->forward",
              tokens.line_end().str() + tokens.indentation(range.begin).str()));
}

Expected<FileEdits> ClassExtractor::run() {
  const Interface of = interface_of(method_, extraction_.part);
  if (std::optional<Error> wrong = check_interface(of)) return *wrong;
  for (const auto step :
       {&ClassExtractor::check_class, &ClassExtractor::find_fields, &ClassExtractor::find_maker,
        &ClassExtractor::check_uses, &ClassExtractor::find_given, &ClassExtractor::check_order,
        &ClassExtractor::choose_making})
    if (std::optional<Error> error = (this->*step)()) return *error;
  edit_fields();
  edit_initializers();
  edit_statements();
  const std::string file = of_.braces.file.str();
  const uint32_t begin = begin_with_comments(texts_.text(file), of_.declaration.begin);
  add(file, {begin, begin}, class_text());
  return std::move(edits_);
}

} // namespace

Expected<FileEdits> extracted_class_edits(const TracedModule& model, FileTexts& texts) {
  if (!model.origin.extraction) return FileEdits();
  return ClassExtractor(model, texts).run();
}

} // namespace fx::refactor
