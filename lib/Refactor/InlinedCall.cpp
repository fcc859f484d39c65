#include "InlinedCall.h"

#include "CodeText.h"
#include "Messages.h"
#include "RefusedPlace.h"
#include "RenamedCode.h"
#include "SourceTokens.h"

#include "fx/Support/Identifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fx::refactor {

using Name = MethodSyntax::Name;
using Place = ClassSyntax::Place;
using Statement = MethodSyntax::Statement;
using Parameter = MethodSyntax::Parameter;

llvm::StringRef declared_class(const ClassSyntax& of, FileTexts& texts) {
  llvm::StringRef head =
      texts.text(of.braces.file.str()).slice(of.declaration.begin, of.braces.range.begin);
  // What derives has a colon behind its name.
  head = head.take_front(head.find(" :")).rtrim();
  head = head.take_until([](char c) { return c == ':'; }).rtrim();
  if (head.consume_back("final")) head = head.rtrim();
  const size_t begin = head.find_last_of(" \t\n");
  return head.drop_front(begin + 1); // npos + 1 is 0
}

bool inlines_call_alone(const TracedModule& model) {
  const std::optional<SubmoduleInlining>& inlining = model.origin.inlining;
  return inlining && llvm::any_of(model.modules.root().children, [&](const ModuleNode* child) {
           return child->class_syntax == inlining->of && child->registration != nullptr &&
                  child->registration->member == inlining->member;
         });
}

Expected<const ClassSyntax::Field*>
field_of_submodule(const ClassSyntax& owner, const SubmoduleInlining& inlining, FileTexts& texts) {
  const auto field = std::ranges::find(owner.fields, inlining.member, &ClassSyntax::Field::name);
  if (field == owner.fields.end())
    return refused_at(texts, owner.braces, say(diag::module_without_a_place, inlining.member),
                      "the class itself has to declare it, without macros");
  // The holder of this class, or a pointer to it; a base class could be any.
  const llvm::StringRef class_name = declared_class(*inlining.of, texts);
  const llvm::StringRef type = llvm::StringRef(field->type).rtrim("> ");
  const llvm::StringRef last = type.drop_front(type.find_last_of("<: ") + 1); // npos + 1 is 0
  if (last != class_name && (last + "Impl").str() != class_name)
    return refused_at(texts, {owner.braces.file, field->declarator},
                      say(diag::inline_of_another_type, field->name, field->type, class_name.str()),
                      "declare the member with its own class");
  return &*field;
}

bool is_literal_text(llvm::StringRef text) {
  if (text == "true" || text == "false") return true;
  text.consume_front("-");
  return !text.empty() && (llvm::isDigit(text.front()) || text.front() == '.') &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '.' || c == '\''; });
}

bool is_identifier_text(llvm::StringRef text) {
  return is_identifier(std::string_view(text)) && text != "true" && text != "false" &&
         text != "this" && text != "nullptr";
}

namespace {

class CallInliner {
public:
  CallInliner(const TracedModule& model, FileTexts& texts)
      : texts_(texts), inlining_(*model.origin.inlining), method_(*model.origin.method_syntax),
        forward_(*inlining_.of->forward), owner_(*model.modules.root().class_syntax),
        call_alone_(inlines_call_alone(model)) {
    for (const auto& [member, name] : inlining_.names)
      taken_.insert(name);
    taken_.insert(owner_.names.begin(), owner_.names.end());
  }

  Expected<FileEdits> run();

private:
  std::optional<Error> find_call();
  std::optional<Error> check_statement();
  std::optional<Error> check_body();
  std::optional<Error> bind_parameters();
  std::optional<Error> check_order();
  void bind(const Parameter& parameter, const std::string& argument);
  void reach_methods();
  std::string fresh(const std::string& name);
  std::string body(const std::string& indentation) const;
  std::optional<std::string> result() const;
  FileEdits edits() const;

  llvm::StringRef text() const { return texts_.text(method_.file); }
  std::string code(const TextRange& range, const std::vector<Name>& names) const {
    return renamed_code(texts_.text(forward_.file), range, names, now_);
  }
  Error refuse(const TextRange& at, Saying said, const std::string& advice) const {
    return refused_at(texts_, {Symbol(method_.file), at}, std::move(said), advice);
  }
  Error refuse_in_class(const TextRange& at, Saying said, const std::string& advice) const {
    return refused_at(texts_, {Symbol(forward_.file), at}, std::move(said), advice);
  }
  /// What stands in the statement before the call, and behind it.
  llvm::StringRef before() const { return text().slice(statement_->range.begin, call_.begin); }
  llvm::StringRef behind() const { return text().slice(call_.end, statement_->range.end); }
  /// The variable that the statement gives the result to: "x" of "auto x = ...;", "x = ...;".
  llvm::StringRef assigned() const;
  /// The statement does nothing with the result but return or assign it.
  bool is_whole() const;

  FileTexts& texts_;
  const SubmoduleInlining& inlining_;
  const MethodSyntax& method_;  // that calls
  const MethodSyntax& forward_; // that is called
  const ClassSyntax& owner_;
  const bool call_alone_;                // the members stay with the submodule
  const Statement* statement_ = nullptr; // with the call
  bool may_not_run_ = false;             // the statement decides whether the call runs
  TextRange call_;
  std::vector<TextRange> arguments_;
  std::set<std::string, std::less<>> taken_;
  NewNames now_;
  std::vector<std::string> bindings_; // "torch::Tensor x = ...;"
};

std::optional<Error> CallInliner::find_call() {
  const Name* use = nullptr;
  for (const Statement& statement : method_.statements)
    for (const Name& name : statement.names) {
      if (name.kind != Name::Kind::Field || name.of.name != inlining_.member) continue;
      if (use != nullptr && use->range == name.range) continue;
      if (use != nullptr)
        return refuse(statement.range, say(diag::inline_of_several_calls, inlining_.member),
                      "extract-submodule and split-forward go the other way");
      use = &name;
      statement_ = &statement;
    }
  if (use == nullptr || use->range.empty() || !use->is_called)
    return refuse(statement_ == nullptr ? method_.definition : statement_->range,
                  say(diag::inline_of_no_call, inlining_.member),
                  "the traced method calls the member itself, as block->forward(x) or block(x)");
  may_not_run_ = use->may_not_run;
  const llvm::StringRef whole = text();
  call_.begin = use->range.begin;
  const llvm::StringRef in_front = whole.slice(statement_->range.begin, call_.begin).rtrim();
  if (in_front.ends_with("this->"))
    call_.begin = statement_->range.begin + static_cast<uint32_t>(in_front.size()) - 6;
  llvm::StringRef rest = whole.drop_front(use->range.end).ltrim();
  if (rest.consume_front("->")) {
    rest = rest.ltrim();
    if (!rest.consume_front("forward")) rest = {};
    rest = rest.ltrim();
  }
  const SourceTokens tokens(whole);
  std::optional<std::vector<TextRange>> arguments =
      rest.starts_with("(")
          ? tokens.arguments_at(static_cast<uint32_t>(whole.size() - rest.size()), call_.end)
          : std::nullopt;
  if (!arguments)
    return refuse(statement_->range, say(diag::inline_of_no_call, inlining_.member),
                  "write it as block->forward(x)");
  arguments_ = std::move(*arguments);
  return std::nullopt;
}

bool CallInliner::is_whole() const {
  const llvm::StringRef front = before().rtrim();
  const bool is_assignment =
      front.ends_with("=") && !front.drop_back().ends_with("=") && front.count('=') == 1 &&
      !front.contains('(') &&
      !llvm::StringRef("+-*/%&|^<>!").contains(front.drop_back().take_back());
  return behind().trim() == ";" && (front.empty() || front == "return" || is_assignment);
}

llvm::StringRef CallInliner::assigned() const {
  const llvm::StringRef front = before().rtrim();
  if (!is_whole() || !front.ends_with("=")) return {};
  const llvm::StringRef left = front.drop_back().rtrim();
  return left.drop_front(left.find_last_of(" \t\n*&") + 1); // npos + 1 is 0
}

/// The statements of forward come before the one that calls, so nothing there may decide about it.
std::optional<Error> CallInliner::check_statement() {
  const llvm::StringRef first =
      text().slice(statement_->range.begin, statement_->range.end).take_while([](char c) {
        return llvm::isAlnum(c) || c == '_';
      });
  constexpr llvm::StringLiteral heads[] = {"if", "for", "while", "do", "switch", "try"};
  const bool is_block = llvm::is_contained(heads, first) || text()[statement_->range.begin] == '{';
  if (is_block || may_not_run_)
    return refuse(statement_->range, say(diag::inline_of_a_conditional_call, inlining_.member),
                  "give the result of the call a variable, in a statement of the method itself");
  return std::nullopt;
}

std::optional<Error> CallInliner::check_body() {
  const std::vector<Statement>& all = forward_.statements;
  if (const auto at = SourceTokens(texts_.text(forward_.file)).directive_in(forward_.definition))
    return refuse_in_class(*at, say(diag::moved_around_a_directive), "");
  const llvm::StringRef result(forward_.result);
  for (size_t i = 0; i < all.size(); ++i) {
    const Statement& statement = all[i];
    const bool is_last = i + 1 == all.size();
    if (statement.leaves && !(is_last && statement.returns))
      return refuse_in_class(statement.range,
                             say(diag::inline_of_an_early_return, inlining_.member),
                             "let forward return at its end alone");
    for (const Name& name : statement.names) {
      const bool is_module = name.kind == Name::Kind::Field &&
                             inlining_.names.contains(name.of.name) && !name.range.empty();
      const bool is_method = name.kind == Name::Kind::Method && !name.range.empty() &&
                             (call_alone_ || name.of.name == "is_training");
      const bool is_variable = name.kind == Name::Kind::Variable && !name.range.empty();
      if (!is_module && !is_method && !is_variable)
        return refuse_in_class(statement.range, say(diag::inline_of_another_name, name.of.name),
                               call_alone_
                                   ? "the model reaches what the submodule's class itself declares"
                                   : "the model has the submodule's modules, and nothing else of "
                                     "it");
    }
    for (const MethodSyntax::Variable& variable : statement.variables)
      if (variable.declared && variable.is_ended)
        return refuse_in_class(statement.range,
                               say(diag::inline_of_a_guard, variable.name, variable.type),
                               "put it and what it is for into a function");
  }
  if (all.empty() || (all.back().returns ? result != "auto" && !result.contains("Tensor")
                                         : !before().trim().empty() || behind().trim() != ";"))
    return refuse_in_class(forward_.definition,
                           say(diag::inline_of_such_a_result, inlining_.member), "");
  return std::nullopt;
}

/// A name for a variable that comes into the method: its own where it is free.
std::string CallInliner::fresh(const std::string& name) {
  std::string chosen = name;
  for (int i = 0; taken_.contains(chosen); ++i)
    chosen = fmt::format("{}_{}{}", inlining_.member, name, i == 0 ? "" : std::to_string(i));
  taken_.insert(chosen);
  return chosen;
}

/// The argument's own variable where that comes to the same, else a new one.
void CallInliner::bind(const Parameter& parameter, const std::string& argument) {
  bool is_written = false;
  for (const Statement& statement : forward_.statements)
    for (const Name& name : statement.names)
      is_written |= name.kind == Name::Kind::Variable && name.of.name == parameter.name &&
                    !name.of.declared && name.of.written;
  const auto given = std::ranges::find_if(statement_->names, [&](const Name& name) {
    return name.kind == Name::Kind::Variable && name.of.name == argument;
  });
  const auto times = std::ranges::count_if(arguments_, [&](const TextRange& other) {
    return text().slice(other.begin, other.end).contains(argument);
  });
  const bool is_same = given != statement_->names.end() && given->of.type == parameter.type &&
                       (!is_written || (assigned() == argument && times == 1));
  if (is_same) {
    now_.variables[parameter.name] = argument;
    return;
  }
  const std::string name = fresh(parameter.name);
  now_.variables[parameter.name] = name;
  bindings_.push_back(fmt::format("{} {} = {};", parameter.type, name, argument));
}

std::optional<Error> CallInliner::bind_parameters() {
  if (arguments_.size() > forward_.parameters.size())
    return refuse(call_, say(diag::inline_of_no_call, inlining_.member), "");
  for (size_t i = 0; i < forward_.parameters.size(); ++i) {
    const Parameter& parameter = forward_.parameters[i];
    const bool is_given = i < arguments_.size();
    const TextRange range = is_given ? arguments_[i] : parameter.default_argument;
    std::string argument = texts_.text(is_given ? method_.file : inlining_.of->braces.file.str())
                               .slice(range.begin, range.end)
                               .trim()
                               .str();
    // A braced list takes its type from the parameter, and so does the new variable.
    if (argument.empty() || (!is_given && !is_literal_text(argument) && argument != "{}"))
      return refuse(call_, say(diag::inline_of_such_an_argument, parameter.name),
                    "give forward a variable or an expression there");
    bool is_written = false;
    for (const Statement& statement : forward_.statements)
      is_written |= llvm::any_of(statement.names, [&](const Name& name) {
        return name.kind == Name::Kind::Variable && name.of.name == parameter.name &&
               name.of.written;
      });
    if (parameter.is_reference && is_written)
      return refuse_in_class(forward_.definition,
                             say(diag::variable_is_a_reference, parameter.name), "");
    if (parameter.name.empty()) continue;
    bind(parameter, argument);
  }
  // The others keep their names where the method does not have them.
  for (const Statement& statement : forward_.statements)
    for (const Name& name : statement.names)
      if (name.kind == Name::Kind::Variable && !now_.variables.contains(name.of.name))
        now_.variables[name.of.name] = fresh(name.of.name);
  now_.fields = {inlining_.names.begin(), inlining_.names.end()};
  if (call_alone_) reach_methods();
  return std::nullopt;
}

/// A method of the submodule is called for it, and not for the model.
void CallInliner::reach_methods() {
  for (const Statement& statement : forward_.statements)
    for (const Name& name : statement.names)
      if (name.kind == Name::Kind::Method)
        now_.literals.push_back({{name.range.begin, name.range.begin}, inlining_.member + "->"});
}

/// The statements of forward must not come before what ran before them.
std::optional<Error> CallInliner::check_order() {
  if (is_whole() || !before().contains(')') || body("").empty()) return std::nullopt;
  return refuse(statement_->range, say(diag::inline_behind_a_call, inlining_.member),
                "give the result of the call a variable, in a statement before");
}

/// The statements before the last, each line with its end.
std::string CallInliner::body(const std::string& indentation) const {
  const SourceTokens tokens(text());
  const std::string line = tokens.line_end().str() + indentation;
  std::string result;
  for (const std::string& binding : bindings_)
    result += binding + line;
  const std::vector<Statement>& all = forward_.statements;
  const size_t count = all.size() - (all.back().returns ? 1 : 0);
  if (count == 0) return result;
  std::vector<Name> names;
  for (size_t i = 0; i < count; ++i)
    names.insert(names.end(), all[i].names.begin(), all[i].names.end());
  const llvm::StringRef in_class = texts_.text(forward_.file);
  const TextRange range =
      with_comment(in_class, {all.front().range.begin, all[count - 1].range.end});
  return result +
         reindented(code(range, names), SourceTokens(in_class).indentation(range.begin),
                    indentation) +
         line;
}

/// What stands in the place of the call; nothing: forward returns none.
std::optional<std::string> CallInliner::result() const {
  const Statement& last = forward_.statements.back();
  if (!last.returns) return std::nullopt;
  const llvm::StringRef in_class = texts_.text(forward_.file);
  TextRange range = last.range;
  range.begin += 6; // "return"
  while (llvm::isSpace(in_class[range.begin]))
    ++range.begin;
  range.end = range.begin + static_cast<uint32_t>(
                                in_class.slice(range.begin, range.end).rtrim("; \t\r\n").size());
  std::string text = code(range, last.names);
  if (llvm::StringRef(text).starts_with("{")) return forward_.result + text;
  const llvm::StringRef front = before().rtrim(), back = behind().ltrim();
  const bool is_argument = (front.ends_with("(") || front.ends_with(",")) &&
                           (back.starts_with(")") || back.starts_with(","));
  return is_whole() || is_argument || is_identifier_text(text) ? text : "(" + text + ")";
}

FileEdits CallInliner::edits() const {
  const SourceTokens tokens(text());
  const std::string indentation = tokens.indentation(statement_->range.begin).str();
  const std::string statements = body(indentation);
  const std::optional<std::string> value = result();
  FileEdits edits;
  std::vector<Edit>& in_file = edits[method_.file];
  // block(x); alone, and x = x;
  const bool is_alone = before().trim().empty() && behind().trim() == ";";
  const bool says_nothing = !value || (is_alone && is_identifier_text(*value)) ||
                            (before().trim() == *value + " =" && assigned() == *value);
  if (says_nothing && !statements.empty()) {
    in_file.push_back({statement_->range, llvm::StringRef(statements).rtrim().str()});
  } else if (says_nothing) {
    in_file.push_back({tokens.with_line(statement_->range), ""});
  } else {
    in_file.push_back({{statement_->range.begin, call_.end}, statements + before().str() + *value});
  }
  return edits;
}

Expected<FileEdits> CallInliner::run() {
  if (call_alone_)
    if (const auto field = field_of_submodule(owner_, inlining_, texts_); !field)
      return field.error();
  for (const auto step :
       {&CallInliner::find_call, &CallInliner::check_statement, &CallInliner::check_body,
        &CallInliner::bind_parameters, &CallInliner::check_order})
    if (std::optional<Error> error = (this->*step)()) return *error;
  return edits();
}

} // namespace

Expected<FileEdits> inlined_call_edits(const TracedModule& model, FileTexts& texts) {
  return CallInliner(model, texts).run();
}

} // namespace fx::refactor
