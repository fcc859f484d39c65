#include "GatheredMembers.h"

#include "MemberParts.h"
#include "Messages.h"
#include "RefusedPlace.h"
#include "RenamedMembers.h"
#include "SourceTokens.h"

#include "fx/Ops/Modules.h"
#include "fx/Support/Identifier.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <span>

namespace fx::refactor {

namespace {

using Making = ClassSyntax::Making;
using Place = ClassSyntax::Place;
using Use = ClassSyntax::Use;

/// When a member is made: those of declarations and initializers in the order of the declarations,
/// then those of statements.
using Moment = std::pair<int, size_t>;

struct Child {
  const ModuleNode* module = nullptr;
  MemberParts parts; // of a member; none of a function
  Moment moment{0, 0};
  bool draws = false; // random numbers
  bool is_member() const { return parts.field != nullptr; }
};

class Gatherer {
public:
  Gatherer(const ModuleHistory& modules, const TracedModule& after, CppExpressions& cpp,
           FileTexts& texts)
      : modules_(modules), after_(after), cpp_(cpp), texts_(texts) {}

  std::optional<Error> gather(const ModuleNode& sequential);
  Expected<FileEdits> edits() const { return source_.edits(); }

private:
  std::optional<Error> find_children(const ModuleNode& sequential);
  std::optional<Error> check_uses();
  std::optional<Error> check_order();
  std::optional<Error> check_between();
  std::optional<Error> check_declared_between();
  Expected<std::string> children_text(const ModuleNode& sequential);
  Expected<std::string> child_text(const Child& child);
  void declare(const ModuleNode& sequential, const std::string& member, const std::string& type,
               const std::string& children);
  void make(const ModuleNode& sequential, const std::string& member, const std::string& type,
            const std::string& children);
  void remove_others();
  void call(const std::string& member);

  static Moment moment_of(const ClassSyntax::Field& field, const Use& made);
  std::string source(const Place& place) {
    return texts_.text(place.file.str()).slice(place.range.begin, place.range.end).str();
  }
  /// That a member is registered by.
  std::string name_of(const MemberParts& parts) {
    const Use& by = parts.made->register_by.empty() ? *parts.registered.front() : *parts.made;
    return llvm::StringRef(source({by.name.file, by.literal})).trim('"').str();
  }
  std::string prefix(const Use& use) {
    return source(
        {use.name.file, {use.object.begin, std::max(use.object.begin, use.name.range.begin)}});
  }
  std::optional<Error> refuse(const Use& use, Saying said, const std::string& note) {
    return refused_at(texts_, use.name, std::move(said), note);
  }

  const ModuleHistory& modules_;
  const TracedModule& after_;
  CppExpressions& cpp_;
  FileTexts& texts_;
  SourceParts source_{texts_};
  std::vector<Child> children_; // in the order in which they run
  const Child* last_ = nullptr; // in whose place all are made: the last member that has to be
  std::string prefix_;          // of LibTorch's classes
};

Moment Gatherer::moment_of(const ClassSyntax::Field& field, const Use& made) {
  if (made.where == Use::Where::Statement) return {1, made.whole.begin};
  return {0, field.declarator.begin};
}

std::optional<Error> Gatherer::find_children(const ModuleNode& sequential) {
  children_.clear();
  last_ = nullptr;
  const ModuleNode& owner = *sequential.parent;
  for (const ModuleNode* module : sequential.children) {
    Child& child = children_.emplace_back();
    child.module = module;
    if (modules_.is_new(*module)) continue;
    Expected<MemberParts> parts = parts_of_member(*module, owner, texts_);
    if (!parts) return parts.error();
    child.parts = std::move(*parts);
    child.moment = moment_of(*child.parts.field, *child.parts.made);
    child.draws = ops::may_draw(*module, after_);
  }
  // One that reads nothing can be made anywhere.
  const auto rank = [](const Child& child) {
    return std::pair(child.draws || child.parts.made->made.reads_variables, child.moment);
  };
  for (const Child& child : children_)
    if (child.is_member() && (last_ == nullptr || rank(*last_) < rank(child))) last_ = &child;
  const ClassSyntax& of = *last_->parts.of;
  const std::string type = source({of.braces.file, last_->parts.field->type_range});
  prefix_ = llvm::StringRef(last_->parts.made->made.type).starts_with("torch::nn::")
                ? library_prefix(type)
                : std::string();
  // A using-declaration may name one class alone.
  if (prefix_.empty()) prefix_ = "torch::nn::";
  return std::nullopt;
}

/// Each is called by the run alone, and made and registered by code that can go.
std::optional<Error> Gatherer::check_uses() {
  const MethodChain& chain = *after_.origin.chain;
  const MethodSyntax& method = *after_.origin.method_syntax;
  const TextRange run{method.statements[chain.first].range.begin,
                      method.statements[chain.last].range.end};
  const Use& anchor = *last_->parts.made;
  for (const Child& child : children_) {
    if (!child.is_member()) continue;
    const MemberParts& parts = child.parts;
    for (const Use* use : parts.called)
      if (use->name.file.view() != method.file || !run.contains(use->whole) ||
          parts.called.size() > 1)
        return refuse(*use, say(diag::member_used_otherwise, parts.field->name),
                      "take this call out, or leave the member as it is");
    if (!parts.pushed.empty())
      return refuse(*parts.pushed.front(), say(diag::sequential_made_otherwise, parts.field->name),
                    "make its modules in its arguments");
    const size_t times = parts.registered.size() + (parts.made->register_by.empty() ? 0 : 1);
    const bool is_elsewhere =
        parts.made->where == anchor.where && parts.made->function != anchor.function;
    // One object cannot come to another place with the values that are there.
    const bool is_of_another_kind =
        parts.made->where != anchor.where && (parts.made->made.reads_variables || child.draws);
    if (times != 1 || is_elsewhere || is_of_another_kind)
      return refuse(*parts.made, say(diag::member_made_in_several_places, parts.field->name),
                    "make and register the members of the run in one place, one after the other");
  }
  return std::nullopt;
}

/// Random numbers are drawn as before.
std::optional<Error> Gatherer::check_order() {
  std::vector<const Child*> drawing;
  for (const Child& child : children_)
    if (child.draws) drawing.push_back(&child);
  for (size_t i = 1; i < drawing.size(); ++i)
    if (drawing[i]->moment < drawing[i - 1]->moment)
      return refuse(*drawing[i]->parts.made,
                    say(diag::run_made_in_another_order, drawing[i]->parts.field->name),
                    "make them in the order in which they run");
  if (drawing.empty()) return std::nullopt;
  const ModuleNode& owner = *children_.front().module->parent->parent;
  for (const ModuleNode* other : owner.children) {
    if (other->registration == nullptr || !ops::may_draw(*other, after_) || modules_.is_new(*other))
      continue;
    const auto& fields = last_->parts.of->fields;
    const auto field =
        std::ranges::find(fields, other->registration->member, &ClassSyntax::Field::name);
    if (field == fields.end()) continue;
    for (const Use& use : field->what_uses)
      if (use.kind == Use::Kind::Made) {
        const Moment moment = moment_of(*field, use);
        if (drawing.front()->moment < moment && moment < last_->moment)
          return refuse(use, say(diag::run_made_in_another_order, field->name),
                        "make it before or behind the modules of the run");
      }
  }
  return std::nullopt;
}

/// Statements between the first and the last one are known to change nothing that these read.
std::optional<Error> Gatherer::check_between() {
  const Use& anchor = *last_->parts.made;
  if (anchor.where != Use::Where::Statement) return check_declared_between();
  std::vector<TextRange> known;
  for (const ClassSyntax::Field& field : last_->parts.of->fields)
    for (const Use& use : field.what_uses)
      if (use.where == Use::Where::Statement && use.name.file == anchor.name.file)
        known.push_back(use.whole);
  const SourceTokens tokens(texts_.text(anchor.name.file.str()));
  for (const Child& child : children_) {
    if (!child.is_member() || child.parts.made->where != Use::Where::Statement) continue;
    const bool is_free = !child.draws && !child.parts.made->made.reads_variables;
    if (!is_free && !tokens.is_covered({child.parts.made->whole.end, anchor.whole.begin}, known))
      return refuse(*child.parts.made, say(diag::run_made_apart, child.parts.field->name),
                    "move the other statements before the first module of the run, or behind the "
                    "last");
  }
  return std::nullopt;
}

/// The same of members that start with a module, and of those between them.
std::optional<Error> Gatherer::check_declared_between() {
  for (const Child& child : children_) {
    if (!child.draws) continue;
    for (const ClassSyntax::Field& other : last_->parts.of->fields) {
      const bool is_between = child.parts.field->declarator < other.declarator &&
                              other.declarator < last_->parts.field->declarator;
      // What else it starts with may draw random numbers too.
      const bool is_tensor =
          source({last_->parts.of->braces.file, other.type_range}).find("Tensor") !=
          std::string::npos;
      if (is_between && is_tensor)
        return refuse(*child.parts.made, say(diag::run_made_apart, child.parts.field->name),
                      "declare the modules of the run one after the other");
    }
  }
  return std::nullopt;
}

/// What makes it, as an argument.
Expected<std::string> Gatherer::child_text(const Child& child) {
  if (!child.is_member()) {
    Expected<std::string> made = cpp_.construction(*child.module);
    if (!made) return made.error();
    return with_library_prefix(std::move(*made), prefix_);
  }
  const Use& use = *child.parts.made;
  const Making& making = use.made;
  if (!making.whole.empty()) return source({use.name.file, making.whole});
  const std::string type = source({child.parts.of->braces.file, child.parts.field->type_range});
  return fmt::format("{}({})", type,
                     arguments_of(making, use.name.file.str(), texts_).value_or(""));
}

Expected<std::string> Gatherer::children_text(const ModuleNode& sequential) {
  const bool is_named = sequential.children.front()->name.view() != "0";
  std::vector<std::string> texts;
  size_t length = 0;
  for (const Child& child : children_) {
    const Expected<std::string> made = child_text(child);
    if (!made) return made.error();
    texts.push_back(is_named ? fmt::format("{{\"{}\", {}}}", child.module->name.view(), *made)
                             : *made);
    length += texts.back().size();
  }
  const Use& use = *last_->parts.made;
  const SourceTokens tokens(texts_.text(use.name.file.str()));
  constexpr size_t short_enough = 60; // for one line
  const std::string line =
      length < short_enough
          ? std::string()
          : tokens.line_end().str() + tokens.indentation(use.whole.begin).str() + "    ";
  const std::string text =
      line + fmt::format("{}", fmt::join(texts, line.empty() ? ", " : "," + line));
  if (is_named) return "({" + text + "})";
  // Braces say in which order they are made; parentheses leave it to the compiler.
  return std::ranges::count_if(children_, &Child::draws) > 1 ? "{" + text + "}" : "(" + text + ")";
}

/// `children` with their brackets.
void Gatherer::make(const ModuleNode& sequential, const std::string& member,
                    const std::string& type, const std::string& children) {
  const Use& use = *last_->parts.made;
  const std::string name = sequential.name.str();
  const std::string made = type + children;
  const auto registered = [&](const Use& by, const std::string& value) {
    return fmt::format("{}(\"{}\", {})", source({by.name.file, by.register_by}), name, value);
  };
  const bool is_registered = !use.register_by.empty();
  const std::string value = is_registered ? registered(use, made) : made;
  if (use.where == Use::Where::Statement)
    source_.replace(MemberParts::place(use, use.whole),
                    fmt::format("{}{} = {};", prefix(use), member, value));
  if (use.where == Use::Where::Initializer)
    source_.change_initializer(*last_->parts.of, MemberParts::place(use, use.whole),
                               is_registered ? fmt::format("{}({})", member, value)
                                             : member + children);
  for (const Use* by : last_->parts.registered)
    source_.replace(MemberParts::place(*by, by->whole),
                    registered(*by, prefix(*by) + member) + ";");
}

void Gatherer::declare(const ModuleNode& sequential, const std::string& member,
                       const std::string& type, const std::string& children) {
  const ClassSyntax& of = *last_->parts.of;
  const ClassSyntax::Field& field = *last_->parts.field;
  const Use& use = *last_->parts.declaration;
  const llvm::StringRef text = texts_.text(of.braces.file.str());
  const llvm::StringRef initial = text.slice(
      field.declarator.begin + static_cast<uint32_t>(field.name.size()), field.declarator.end);
  std::string declared = fmt::format("{} {}", type, member);
  if (last_->parts.made != &use) {
    declared += initial.str();
  } else {
    std::string value = type + children;
    const bool is_equal = initial.ltrim().starts_with("=");
    if (!use.register_by.empty())
      value = fmt::format("{}(\"{}\", {})", source({use.name.file, use.register_by}),
                          sequential.name.view(), value);
    else if (!is_equal && !llvm::StringRef(children).starts_with("({"))
      value = children.substr(1, children.size() - 2);
    declared += is_equal ? " = " + value : "{" + value + "}";
  }
  declared += ";";
  source_.replace_field(of, field, {declared});
}

void Gatherer::remove_others() {
  for (const Child& child : children_) {
    if (!child.is_member()) continue;
    const MemberParts& parts = child.parts;
    for (const Use* null : parts.nulls)
      source_.change_initializer(*parts.of, MemberParts::place(*null, null->whole), std::nullopt);
    if (&child == last_) continue;
    source_.remove_field(*parts.of, *parts.field);
    for (const Use* by : parts.registered)
      source_.remove_statement(MemberParts::place(*by, by->whole));
    const Place made = MemberParts::place(*parts.made, parts.made->whole);
    if (parts.made->where == Use::Where::Statement) source_.remove_statement(made);
    if (parts.made->where == Use::Where::Initializer)
      source_.change_initializer(*parts.of, made, std::nullopt);
  }
}

/// The statements before the last one go, with what the first of them takes.
void Gatherer::call(const std::string& member) {
  const MethodChain& chain = *after_.origin.chain;
  const MethodSyntax& method = *after_.origin.method_syntax;
  const Symbol file(method.file);
  const MethodSyntax::Statement& first = method.statements[chain.first];
  const MethodSyntax::Statement& last = method.statements[chain.last];
  std::string of_this; // where the outermost call of a member has it
  for (const Child& child : children_)
    if (child.is_member())
      for (const Use* use : child.parts.called)
        if (last.range.contains(use->whole)) of_this = prefix(*use);
  const TextRange input = first.calls[chain.num_first - 1].input;
  const std::string begin = fmt::format("{}{}->forward(", of_this, member);
  const TextRange whole = last.calls.front().whole;
  if (chain.first == chain.last) {
    source_.replace({file, {whole.begin, input.begin}}, begin);
    source_.replace({file, {input.end, whole.end}}, ")");
    return;
  }
  const std::string called = begin + source({file, input}) + ")";
  // The variable may be declared by a statement that goes.
  const auto declares = [&](const MethodSyntax::Statement& statement) {
    return statement.assigned == last.assigned &&
           std::ranges::any_of(statement.variables, [&](const MethodSyntax::Variable& variable) {
             return variable.declared && variable.name == last.assigned;
           });
  };
  const auto gone = std::span(method.statements).subspan(chain.first, chain.last - chain.first);
  const auto declaration = std::ranges::find_if(gone, declares);
  if (last.assigned.empty() || declaration == gone.end())
    source_.replace({file, whole}, called);
  else
    source_.replace(
        {file, last.range},
        source({file, {declaration->range.begin, declaration->calls.front().whole.begin}}) +
            called +
            source({file, {declaration->calls.front().whole.end, declaration->range.end}}));
  for (size_t i = chain.first; i < chain.last; ++i)
    source_.remove_statement({file, method.statements[i].range});
}

std::optional<Error> Gatherer::gather(const ModuleNode& sequential) {
  if (auto error = find_children(sequential)) return error;
  if (auto error = check_uses()) return error;
  if (auto error = check_order()) return error;
  if (auto error = check_between()) return error;
  const Expected<std::string> children = children_text(sequential);
  if (!children) return children.error();
  const std::string& field = last_->parts.field->name;
  std::string member = member_for(field, name_of(last_->parts), sequential.name.str());
  if (member == field) member = sequential.name.str(); // it has a name of its own
  if (member != sequential.name.view() && last_->parts.of->names.contains(member))
    return refuse(*last_->parts.made,
                  say(diag::member_name_taken, sequential.parent->cpp_type.view(), member),
                  "give the Sequential another name");
  const std::string type = prefix_ + "Sequential";
  call(member);
  declare(sequential, member, type, *children);
  make(sequential, member, type, *children);
  remove_others();
  return std::nullopt;
}

} // namespace

Expected<FileEdits> gathered_member_edits(const ModuleHistory& modules, const TracedModule& after,
                                          CppExpressions& cpp, FileTexts& texts) {
  Gatherer gatherer(modules, after, cpp, texts);
  if (after.origin.chain)
    if (const ModuleNode* sequential = after.modules.root().child(after.origin.chain->member))
      if (const std::optional<Error> error = gatherer.gather(*sequential)) return *error;
  return gatherer.edits();
}

} // namespace fx::refactor
