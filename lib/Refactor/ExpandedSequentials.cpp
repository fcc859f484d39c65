#include "ExpandedSequentials.h"

#include "MemberParts.h"
#include "Messages.h"
#include "RefusedPlace.h"
#include "RenamedMembers.h"
#include "SourceTokens.h"

#include "fx/Ops/Modules.h"
#include "fx/Support/Identifier.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <span>

namespace fx::refactor {

namespace {

using Making = ClassSyntax::Making;
using Place = ClassSyntax::Place;
using Use = ClassSyntax::Use;

/// A module of the Sequential.
struct Child {
  const Making* making = nullptr;
  std::string name;   // that it is registered by
  std::string member; // that holds it
  std::string type;   // of the member
};

class Expander {
public:
  Expander(const Graph& before, FileTexts& texts) : before_(before), texts_(texts) {}

  std::optional<Error> expand(const ModuleNode& sequential, const ModuleNode& owner,
                              const std::vector<const ModuleNode*>& modules);
  Expected<FileEdits> edits() const { return parts_of_source_.edits(); }

private:
  std::optional<Error> find_children(const ModuleNode& sequential,
                                     const std::vector<const ModuleNode*>& modules);
  std::optional<Error> check_places();
  std::optional<Error> refuse(const Use& use, Saying said, const std::string& note) {
    return refused_at(texts_, use.name, std::move(said), note);
  }
  bool is_calm(const Place& file_of, TextRange between, bool is_before);
  void declare();
  void make();
  void push();
  void register_members();
  std::optional<Error> call();
  bool call_in_statements(const Use& call);

  std::string source(const Use& use, TextRange range) {
    return texts_.text(use.name.file.str()).slice(range.begin, range.end).str();
  }
  /// "this->" where the use names the member so.
  std::string prefix(const Use& use) {
    return source(use, {use.object.begin, std::max(use.object.begin, use.name.range.begin)});
  }
  std::string made(const Use& use, const Child& child) { return source(use, child.making->whole); }
  std::string registered(const Use& by, const std::string& name, const std::string& value) {
    return fmt::format("{}(\"{}\", {})", source(by, by.register_by), name, value);
  }
  std::string direct(const Use& use, const Child& child, char open, char close);
  std::string separator_of(const Symbol& in, TextRange whole, bool is_list = false);
  std::string in_place_of(const Use& use, std::span<const Child> children, TextRange whole,
                          const std::vector<std::string>& texts, llvm::StringRef separator);

  const Graph& before_;
  FileTexts& texts_;
  SourceParts parts_of_source_{texts_};
  // Of the Sequential that is expanded:
  MemberParts parts_;
  std::vector<Child> children_;
  size_t num_made_ = 0; // of the children: those that are not pushed
  /// What registers it; where it is made and pushed to, each child is registered.
  const Use* registers_ = nullptr;
  bool registers_where_made_ = false;
};

std::optional<Error> Expander::find_children(const ModuleNode& sequential,
                                             const std::vector<const ModuleNode*>& modules) {
  children_.clear();
  const Use& made = *parts_.made;
  const auto unknown = [&] {
    return refuse(made, say(diag::sequential_made_otherwise, parts_.field->name),
                  "make its modules one by one, not by a macro: in its arguments, or by push_back "
                  "in the constructor");
  };
  if (!made.children) return unknown();
  std::vector<const Making*> all;
  std::ranges::transform(*made.children, std::back_inserter(all),
                         [](const Making& child) { return &child; });
  num_made_ = all.size();
  std::ranges::transform(parts_.pushed, std::back_inserter(all),
                         [](const Use* push) { return &push->children->front(); });
  if (all.size() != modules.size()) return unknown();
  const std::string file = parts_.of->braces.file.str();
  const std::string type =
      texts_.text(file).slice(parts_.field->type_range.begin, parts_.field->type_range.end).str();
  // One of another name says nothing of the library's, and a using-declaration of one class alone.
  std::string library = llvm::StringRef(type).ends_with("Sequential") ? library_prefix(type) : "";
  if (library.empty()) library = "torch::nn::";
  for (size_t i = 0; i < all.size(); ++i) {
    Child child{all[i], modules[i]->name.str(), {}, {}};
    child.member = member_for(parts_.field->name, sequential.name.str(), child.name);
    if (child.member == parts_.field->name) child.member = child.name;
    if (child.member != child.name && parts_.of->names.contains(child.member))
      return refuse(made, say(diag::member_name_taken, "the class", child.member),
                    "rename that first");
    child.type = with_library_prefix(all[i]->type, library);
    children_.push_back(std::move(child));
  }
  return std::nullopt;
}

/// Whether nothing in between registers a module.
bool Expander::is_calm(const Place& file_of, TextRange between, bool is_before) {
  const llvm::StringRef text = texts_.text(file_of.file.str());
  if (!is_before) return !text.slice(between.begin, between.end).contains("register_module");
  std::vector<TextRange> known;
  known.reserve(parts_.pushed.size());
  for (const Use* push : parts_.pushed)
    known.push_back(push->whole);
  return SourceTokens(text).is_covered(between, known);
}

std::optional<Error> Expander::check_places() {
  const Use& made = *parts_.made;
  const bool is_declared = &made == parts_.declaration;
  if (is_declared && num_made_ > 0 &&
      std::ranges::any_of(parts_.of->fields, [&](const ClassSyntax::Field& other) {
        return &other != parts_.field && other.declaration == parts_.field->declaration;
      }))
    return refuse(made, say(diag::sequential_declared_with_others, parts_.field->name),
                  "give each member a declaration of its own");
  for (const Use* push : parts_.pushed) {
    const bool is_elsewhere =
        push->function != parts_.pushed.front()->function ||
        (!is_declared && (push->function != made.function ||
                          (made.where == Use::Where::Statement && push->whole < made.whole)));
    if (is_elsewhere)
      return refuse(*push, say(diag::member_made_in_several_places, parts_.field->name),
                    "make it in one place; constructors can delegate to one of them");
  }
  const bool by_making = !made.register_by.empty();
  const bool is_any_number = is_declared && parts_.pushed.empty();
  if (parts_.registered.size() + (by_making ? 1 : 0) != 1 &&
      !(is_any_number && !by_making && !parts_.registered.empty()))
    return refuse(made, say(diag::sequential_registered_otherwise, parts_.field->name),
                  "register it by one statement of the constructor");
  registers_ = by_making ? &made : parts_.registered.front();
  registers_where_made_ = by_making;
  if (parts_.pushed.empty()) return std::nullopt;
  const Use& first = *parts_.pushed.front();
  const Use& last = *parts_.pushed.back();
  if (by_making && made.where != Use::Where::Statement) {
    // Registered before the body runs.
    const auto body = static_cast<uint32_t>(first.function.range.begin);
    if (!is_calm(first.name, {body, last.whole.begin}, false))
      return refuse(first, say(diag::sequential_order_lost, parts_.field->name),
                    "register the others behind the last push_back");
    return std::nullopt;
  }
  if (registers_->function != first.function)
    return refuse(*registers_, say(diag::member_made_in_several_places, parts_.field->name),
                  "register it where its modules are made");
  if (registers_->whole < first.whole) {
    registers_where_made_ = true;
    if (!is_calm(first.name, {registers_->whole.end, last.whole.begin}, false))
      return refuse(first, say(diag::sequential_order_lost, parts_.field->name),
                    "register the others behind the last push_back");
  } else if (registers_->whole < last.whole) {
    return refuse(*registers_, say(diag::sequential_order_lost, parts_.field->name),
                  "register it before or behind all of its push_back");
  } else {
    // The two come together where nothing else does anything in between.
    registers_where_made_ =
        num_made_ == 0 && is_calm(first.name, {first.whole.end, registers_->whole.begin}, true);
  }
  return std::nullopt;
}

/// "Conv2d conv{3, 8, 3}" of torch::nn::Conv2d(3, 8, 3), with the brackets that are wanted.
std::string Expander::direct(const Use& use, const Child& child, char open, char close) {
  const std::string file = use.name.file.str();
  const std::optional<std::string> arguments = arguments_of(*child.making, file, texts_);
  // What a container is given may be one of its modules, or a list of them.
  const ops::ModuleClass* of = ops::find_module_class(child.making->type);
  if (!arguments || of == nullptr || of->is_container())
    return fmt::format("{}{}{}{}", child.member, open, made(use, child), close);
  if (arguments->empty() && open == '{') return child.member;
  return fmt::format("{}{}{}{}", child.member, open, *arguments, close);
}

/// What stands between two things in the place of one: where that has its line for itself, others
/// have theirs too.
std::string Expander::separator_of(const Symbol& in, TextRange whole, bool is_list) {
  const llvm::StringRef file = texts_.text(in.str());
  const SourceTokens tokens(file);
  const llvm::StringRef before =
      file.take_front(whole.begin).drop_front(file.rfind('\n', whole.begin) + 1); // npos + 1 is 0
  const llvm::StringRef inside = file.slice(whole.begin, whole.end);
  const bool is_at_start = before.ltrim(is_list ? " :\t" : " \t").empty();
  if (is_list ? !inside.contains('\n') : !is_at_start && !inside.contains("//")) return " ";
  const std::string blanks = is_list && is_at_start
                                 ? std::string(before.size(), ' ')
                                 : tokens.indentation(whole.begin).str() + (is_list ? "    " : "");
  return tokens.line_end().str() + blanks;
}

/// The texts on lines of their own, with the comments that stood between the children.
std::string Expander::in_place_of(const Use& use, std::span<const Child> children, TextRange whole,
                                  const std::vector<std::string>& texts,
                                  llvm::StringRef separator) {
  const llvm::StringRef file = texts_.text(use.name.file.str());
  const SourceTokens tokens(file);
  const std::string line = separator_of(use.name.file, whole, !separator.empty());
  std::string result;
  const auto put_lines = [&](const std::vector<std::string>& comments) {
    for (const std::string& comment : comments)
      result += comment + line;
  };
  const Comments leading =
      comments_in(file.slice(whole.begin, children.front().making->whole.begin));
  put_lines(leading.on_line);
  put_lines(leading.below);
  for (size_t i = 0; i < children.size(); ++i) {
    const bool is_last = i + 1 == children.size();
    const Comments behind = comments_in(file.slice(
        children[i].making->whole.end, is_last ? whole.end : children[i + 1].making->whole.begin));
    if (is_last) {
      // What follows may stand on the same line.
      put_lines(behind.on_line);
      put_lines(behind.below);
    }
    result += texts[i];
    if (is_last) break;
    result += separator;
    for (const std::string& comment : behind.on_line)
      result += " " + comment;
    result += line;
    put_lines(behind.below);
  }
  return result;
}

void Expander::declare() {
  const ClassSyntax::Field& field = *parts_.field;
  const Use& use = *parts_.declaration;
  const std::string file = parts_.of->braces.file.str();
  const llvm::StringRef text = texts_.text(file);
  const llvm::StringRef initial = text.slice(
      field.declarator.begin + static_cast<uint32_t>(field.name.size()), field.declarator.end);
  const bool with_equals = initial.ltrim().starts_with("=");
  const bool makes = parts_.made == &use && num_made_ > 0;
  std::vector<std::string> texts;
  for (const Child& child : children_) {
    const bool is_made_there = makes && texts.size() < num_made_;
    std::string declared = child.member;
    if (!is_made_there) {
      declared += use.kind == Use::Kind::Null && !initial.empty() ? initial.str() : "{nullptr}";
    } else if (!use.register_by.empty() || with_equals) {
      const std::string value = use.register_by.empty()
                                    ? made(use, child)
                                    : registered(use, child.name, made(use, child));
      declared += with_equals ? " = " + value : "{" + value + "}";
    } else {
      declared = direct(use, child, '{', '}');
    }
    texts.push_back(fmt::format("{} {};", child.type, declared));
  }
  if (makes && num_made_ == children_.size())
    parts_of_source_.replace({parts_.of->braces.file, field.declaration},
                             in_place_of(use, children_, field.declaration, texts, ""));
  else
    parts_of_source_.replace_field(*parts_.of, field, std::move(texts));
}

/// Where the Sequential is made, but for a declaration.
void Expander::make() {
  const Use& use = *parts_.made;
  const std::span<const Child> children = std::span(children_).first(num_made_);
  for (const Use* null : parts_.nulls)
    parts_of_source_.change_initializer(*parts_.of, MemberParts::place(*null, null->whole),
                                        std::nullopt);
  if (&use == parts_.declaration) return;
  std::vector<std::string> texts;
  for (const Child& child : children) {
    const std::string value =
        use.register_by.empty() ? made(use, child) : registered(use, child.name, made(use, child));
    if (use.where == Use::Where::Statement)
      texts.push_back(fmt::format("{}{} = {};", prefix(use), child.member, value));
    else
      texts.push_back(use.register_by.empty() ? direct(use, child, '(', ')')
                                              : fmt::format("{}({})", child.member, value));
  }
  if (use.where == Use::Where::Initializer) {
    std::optional<std::string> text;
    if (!children.empty()) text = in_place_of(use, children, use.whole, texts, ",");
    parts_of_source_.change_initializer(*parts_.of, MemberParts::place(use, use.whole), text);
  } else if (children.empty()) {
    parts_of_source_.remove_statement(MemberParts::place(use, use.whole));
  } else {
    parts_of_source_.replace(MemberParts::place(use, use.whole),
                             in_place_of(use, children, use.whole, texts, ""));
  }
}

void Expander::push() {
  for (size_t i = 0; i < parts_.pushed.size(); ++i) {
    const Use& use = *parts_.pushed[i];
    const Child& child = children_[num_made_ + i];
    const std::string value = registers_where_made_
                                  ? registered(*registers_, child.name, made(use, child))
                                  : made(use, child);
    parts_of_source_.replace(
        MemberParts::place(use, use.whole),
        in_place_of(use, std::span(&child, 1), use.whole,
                    {fmt::format("{}{} = {};", prefix(use), child.member, value)}, ""));
  }
}

/// By statements, where the members are not registered as they are made.
void Expander::register_members() {
  for (const Use* use : parts_.registered) {
    if (registers_where_made_) {
      parts_of_source_.remove_statement(MemberParts::place(*use, use->whole));
      continue;
    }
    const std::string line = separator_of(use->name.file, use->whole);
    std::string text;
    for (const Child& child : children_)
      text += (text.empty() ? "" : line) +
              registered(*use, child.name, prefix(*use) + child.member) + ";";
    parts_of_source_.replace(MemberParts::place(*use, use->whole), text);
  }
}

/// x = layers->forward(x); becomes a statement for each.
bool Expander::call_in_statements(const Use& call) {
  for (const Node* node : before_) {
    const SourceSyntax* syntax = node->meta(meta::syntax);
    if (syntax == nullptr || syntax->file != call.name.file || !(syntax->whole == call.whole))
      continue;
    const llvm::StringRef file = texts_.text(call.name.file.str());
    const SourceTokens tokens(file);
    const std::string assigned = source(call, syntax->assigned);
    if (!syntax->is_statement || !is_identifier(assigned) || call.arguments.size() != 1 ||
        source(call, call.arguments.front()) != assigned || !tokens.is_in_block(syntax->statement))
      return false;
    const std::string line = separator_of(call.name.file, syntax->statement);
    std::string text;
    for (const Child& child : children_)
      text += fmt::format("{}{} = {}{}->forward({});", text.empty() ? "" : line, assigned,
                          prefix(call), child.member, assigned);
    parts_of_source_.replace({call.name.file, syntax->statement}, text);
    return true;
  }
  return false;
}

std::optional<Error> Expander::call() {
  for (const Use* use : parts_.called) {
    if (use->arguments.empty())
      return refuse(*use, say(diag::member_used_otherwise, parts_.field->name),
                    "call it with what the first of its modules takes");
    if (call_in_statements(*use)) continue;
    std::string before, behind;
    for (const Child& child : children_) {
      before = fmt::format("{}{}->forward({}", prefix(*use), child.member, before);
      behind += ")";
    }
    parts_of_source_.replace(
        MemberParts::place(*use, {use->whole.begin, use->arguments.front().begin}), before);
    parts_of_source_.replace(MemberParts::place(*use, {use->arguments.back().end, use->whole.end}),
                             behind);
  }
  return std::nullopt;
}

std::optional<Error> Expander::expand(const ModuleNode& sequential, const ModuleNode& owner,
                                      const std::vector<const ModuleNode*>& modules) {
  Expected<MemberParts> parts = parts_of_member(sequential, owner, texts_);
  if (!parts) return parts.error();
  parts_ = std::move(*parts);
  if (auto error = find_children(sequential, modules)) return error;
  if (auto error = check_places()) return error;
  if (auto error = call()) return error;
  declare();
  make();
  push();
  register_members();
  return std::nullopt;
}

} // namespace

Expected<FileEdits> expanded_sequential_edits(const ModuleHistory& modules,
                                              const TracedModule& after, const Graph& before,
                                              FileTexts& texts) {
  std::map<const ModuleNode*, std::vector<const ModuleNode*>> expanded;
  std::vector<const ModuleNode*> order;
  for (const auto& [module, was_in] : modules.moved(after)) {
    if (was_in->kind != ModuleKind::Container) continue;
    const auto [known, is_first] = expanded.try_emplace(was_in);
    known->second.push_back(module);
    if (is_first) order.push_back(was_in);
  }
  Expander expander(before, texts);
  std::set<std::pair<const ClassSyntax*, std::string>>
      done; // objects of one class share its source
  for (const ModuleNode* sequential : order) {
    const ModuleNode* owner = modules.owner_of(*sequential);
    if (!done.emplace(owner->class_syntax.get(), sequential->name.str()).second) continue;
    if (const std::optional<Error> error =
            expander.expand(*sequential, *owner, expanded.at(sequential)))
      return *error;
  }
  return expander.edits();
}

} // namespace fx::refactor
