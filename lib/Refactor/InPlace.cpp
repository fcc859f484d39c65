// Where in the source each change of a graph belongs, and what has to stand there.
#include "fx/Refactor/InPlace.h"

#include "ExpandedSequentials.h"
#include "ExtractedClass.h"
#include "FoldMethod.h"
#include "GatheredMembers.h"
#include "InPlaceEditor.h"
#include "InlinedClass.h"
#include "Messages.h"
#include "ModuleEdits.h"
#include "ModuleVectors.h"
#include "MovedModules.h"
#include "NewMembers.h"
#include "OpenedBlocks.h"
#include "RemovedElements.h"
#include "RemovedMembers.h"
#include "RenamedMembers.h"
#include "SourceNames.h"
#include "SplitMethod.h"

#include "fx/IR/SequentialElement.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Spelling.h"
#include "fx/Refactor/Format.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace fx::refactor {

namespace {

/// The graph as it was, but for the paths of modules that have other names now, and without the
/// calls of those that go from a container: nothing changes where it is called.
Graph with_new_paths(const Graph& before, const ModuleHistory& modules, const TracedModule& after) {
  Graph graph = before.clone();
  for (const ModuleNode* element : removed_elements(modules, after))
    for (Node* call : graph.find_nodes(Opcode::CallModule, Symbol(modules.paths().of(*element)))) {
      call->replace_all_uses_with(call->arg(0));
      graph.erase_node(call);
    }
  if (const auto moved = modules.paths().moved(after.modules); !moved.empty())
    for (Node* node : graph) {
      if (node->op() == Opcode::CallModule || node->op() == Opcode::GetAttr)
        node->set_target(Symbol(moved_path(node->target(), moved)));
      if (const SequentialElement* element = node->meta(meta::sequential_element))
        node->set_meta(meta::sequential_element,
                       {Symbol(moved_path(element->path, moved)), element->is_indexed});
    }
  return graph;
}

} // namespace

InPlaceEditor::InPlaceEditor(const GraphHistory& history, const Graph& graph,
                             const ModuleHistory& modules, const TracedModule& after,
                             FileTexts& texts, bool parametrises)
    : before_(with_new_paths(history.before(), modules, after)), modules_(modules), after_(after),
      graph_(graph), texts_(texts), changes_(before_, history, graph),
      sequential_runs_(before_, after), pieces_(texts),
      cpp_(after, graph, names_of_all_modules(), names_of_tensors(before_, texts)),
      option_texts_(after, graph, names_of_all_modules(), names_of_tensors(before_, texts)),
      parametrises_(parametrises), blocks_(after, texts) {}

std::unordered_map<std::string, std::string> InPlaceEditor::names_of_all_modules() const {
  auto names = names_of_modules(before_, after_, texts_);
  names.merge(names_of_new(modules_, after_));
  return names;
}

bool InPlaceEditor::fail(const Node* node, Saying said, const std::string& advice) {
  if (error_) return false;
  error_ = std::move(said);
  if (const SourceRange* range = node ? node->meta(meta::source_range) : nullptr)
    error_->location = {range->file.str(), range->line, range->column};
  if (!advice.empty()) error_->notes.push_back(advice);
  error_->notes.emplace_back(
      "--rewrite=method writes the body of the method anew; --emit=cpp writes "
      "the whole model");
  return false;
}

const SourceSyntax* InPlaceEditor::syntax(const Node& old) {
  const SourceSyntax* syntax = old.meta(meta::syntax);
  if (syntax == nullptr && old.op() == Opcode::Placeholder)
    fail(&old,
         say(diag::signature_changed, old.target().view(),
             changes_.is_erased(old) ? "gone" : "another one"),
         "leave the parameter where it is, unused, so that callers need not change");
  else if (syntax == nullptr && old.op() == Opcode::Output)
    fail(&old, say(diag::result_not_one_expression));
  else if (syntax == nullptr)
    fail(&old, say(diag::code_not_in_the_file, old.name().str()));
  return syntax;
}

SourceTokens& InPlaceEditor::tokens(const std::string& file) {
  return tokens_.try_emplace(file, texts_.text(file)).first->second;
}

std::string InPlaceEditor::source(const std::string& file, TextRange range) {
  return texts_.text(file).slice(range.begin, range.end).str();
}

/// Whether an operand stays where it stands, or what comes in its place does.
bool InPlaceEditor::is_kept(const Argument& was, const Argument& is) const {
  if (was.is_node() != is.is_node() || was.has_nodes() != was.is_node() ||
      is.has_nodes() != is.is_node())
    return false;
  if (!was.is_node()) return was == is;
  if (was.as_node()->name() == is.as_node()->name()) return true;
  const auto replaced = changes_.replaced().find(was.as_node());
  return replaced != changes_.replaced().end() && replaced->second.is_node() &&
         replaced->second.as_node() == is.as_node();
}

/// Another function of the same namespace, another method: only the name changes.
bool InPlaceEditor::rename(const Node& old, const SourceSyntax& syntax, const Node& now) {
  // What a function of torch::nn::functional is told beside its inputs are options of a class of
  // its own.
  const bool is_functional = old.target().view().starts_with("torch.nn.functional.");
  const bool has_options = is_functional && syntax.arguments.size() > old.all_input_nodes().size();
  const auto is_same = [](const KeywordArgument& a, const KeywordArgument& b) {
    return a.name == b.name && a.value == b.value;
  };
  if (old.op() != now.op() || syntax.callee.empty() || old.op() == Opcode::CallModule ||
      old.target() == now.target() || old.args().size() != now.args().size() || has_options ||
      (!is_functional && !std::ranges::equal(old.kwargs(), now.kwargs(), is_same)))
    return false;
  for (size_t i = 0; i < old.args().size(); ++i)
    if (!is_kept(old.arg(i), now.arg(i))) return false;
  // What C++ calls the two, the whole calls tell.
  const auto whole = [&](const Node& node) -> std::string {
    for (const Node* input : node.all_input_nodes())
      cpp_.set_operand(*input, "x");
    const Expected<std::string> call = cpp_.call(node);
    return call ? *call : std::string();
  };
  const auto callee = [](const std::string& call) { return call.substr(0, call.find('(')); };
  const auto last = [](llvm::StringRef name) {
    return name.drop_front(name.find_last_of(":.") + 1); // npos + 1 is 0
  };
  const std::string was = callee(whole(old));
  std::string call = whole(now);
  if (is_functional) {
    keep_namespace(old, now, call);
    // It is told nothing but its inputs.
    const std::vector<llvm::StringRef> inputs(now.all_input_nodes().size(), "x");
    if (call != fmt::format("{}({})", callee(call), llvm::join(inputs, ", "))) return false;
  }
  const std::string is = callee(call);
  const llvm::StringRef old_name = last(was), name = last(is);
  const std::string written = source(syntax.file.str(), syntax.callee);
  const auto scope = llvm::StringRef(is).drop_back(name.size());
  const bool is_same_scope = llvm::StringRef(was).drop_back(old_name.size()) == scope ||
                             llvm::StringRef(written).drop_back(old_name.size()) == scope;
  if (was.empty() || is.empty() || !is_same_scope || last(written) != old_name) return false;
  SiteChange change{&old, {}};
  change.edit = {{syntax.callee.end - static_cast<uint32_t>(old_name.size()), syntax.callee.end},
                 name.str()};
  spelled_.insert(now.name());
  absorbed_.insert(&old);
  if (!name.ends_with("_")) return_value(syntax, change);
  add(syntax.file.str(), std::move(change));
  return true;
}

/// Whether what a statement computes, which goes, is computed in the same block.
bool InPlaceEditor::stays_in_block(const Node& old, const SourceSyntax& syntax) {
  const auto by = absorbed_by_.find(&old);
  if (by == absorbed_by_.end() || by->second->statement == syntax.statement) return true;
  const TextRange& there = by->second->statement;
  const SourceTokens& file = tokens(syntax.file.str());
  return by->second->file == syntax.file && syntax.statement.end <= there.begin &&
         file.is_in_block(syntax.statement) && file.is_in_block(there) &&
         file.are_in_one_block(syntax.statement.end, there.begin);
}

/// What goes with a statement that goes.
TextRange InPlaceEditor::removed_range(const SourceSyntax& syntax) {
  const SourceTokens& file = tokens(syntax.file.str());
  return file.is_in_block(syntax.statement) ? file.with_line(syntax.statement) : syntax.statement;
}

bool InPlaceEditor::remove_statement(const Node& old, const SourceSyntax& syntax) {
  const bool in_block = tokens(syntax.file.str()).is_in_block(syntax.statement);
  SiteChange change{&old, {}};
  change.edit = {removed_range(syntax), in_block ? "" : "{}"};
  note_declaration(syntax);
  add(syntax.file.str(), std::move(change));
  return true;
}

bool InPlaceEditor::replace_value(const Node& old, const Argument& value) {
  const SourceSyntax* place = syntax(old);
  if (place == nullptr) return false;
  if (value.is_node() && changes_.is_new(*value.as_node()) && !changes_.is_overwriting(old) &&
      !is_function(*place) && rename(old, *place, *value.as_node()))
    return true;
  bound_.clear();
  const std::string file = place->file.str();
  SiteChange change{&old, {}};
  if (changes_.is_erased(old))
    bind(old, *place, change);
  else
    bound_.emplace(old.name(), pieces_.add(file, place->whole));
  bind_parameter(old, *place);
  const bool is_new = value.is_node() && changes_.is_new(*value.as_node()) &&
                      value.as_node()->op() != Opcode::GetAttr;
  std::optional<std::string> text =
      is_new ? spell_new(*value.as_node(), old, change, /*is_whole=*/true)
             : spell(value, old, change);
  if (!text) return false;
  // x.relu_(); becomes x = ...;
  if (changes_.is_overwriting(old)) {
    // A member may hold what is overwritten.
    if (after_.origin.loses_state) return fail(&old, say(diag::overwritten_may_be_kept));
    const std::optional<TextRange> overwritten = operand_range(old, *place, 0);
    if (!overwritten || !place->is_statement || !place->assigned.empty())
      return fail(&old, say(diag::operand_not_one_expression));
    text = source(file, *overwritten) + " = " + *text;
  }
  // x = x;
  if (place->is_statement && !place->assigned.empty() &&
      source(file, place->assigned) == pieces_.expand(*text, {}) && change.statements.empty())
    return remove_statement(old, *place);
  change.edit = {place->whole, is_function(*place) ? lambda(*text) : std::move(*text)};
  if (is_new) return_value(*place, change);
  add(file, std::move(change));
  return true;
}

/// A function of torch.nn.functional is answered by one, where the graph has the same call for it:
/// F::gelu(x) is torch::gelu(x).
void InPlaceEditor::keep_namespace(const Node& old, const Node& now, std::string& text) {
  const SourceSyntax& place = *old.meta(meta::syntax);
  constexpr llvm::StringLiteral torch = "torch::";
  const llvm::StringRef name = llvm::StringRef(text).take_until([](char c) { return c == '('; });
  if (place.callee.empty() || !old.target().view().starts_with("torch.nn.functional.") ||
      !name.starts_with(torch) || now.args().size() != 1 || !now.kwargs().empty())
    return;
  const ops::PythonFunction* function = ops::find_functional(
      std::string_view(name.drop_front(torch.size())), ops::libtorch_of(after_).version());
  if (function == nullptr || now.target().view() != function->target) return;
  const std::string callee = source(place.file.str(), place.callee);
  text.replace(0, torch.size(), callee.substr(0, callee.rfind(':') + 1)); // npos + 1 is 0
}

/// A function that returned a reference returns what was made for it.
void InPlaceEditor::return_value(const SourceSyntax& place, SiteChange& change) {
  if (place.reference.empty()) return;
  const std::string type = source(place.file.str(), place.reference);
  change.statements.push_back({place.reference, llvm::StringRef(type).rtrim("& \t").str()});
}

/// Whether it stands in statements that become one call of a Sequential.
bool InPlaceEditor::is_in_chain(const Node& node) const {
  const std::optional<MethodChain>& chain = after_.origin.chain;
  const SourceSyntax* syntax = node.meta(meta::syntax);
  if (!chain || syntax == nullptr) return false;
  const MethodSyntax& method = *after_.origin.method_syntax;
  const TextRange run{method.statements[chain->first].range.begin,
                      method.statements[chain->last].range.end};
  return syntax->file.view() == method.file && run.contains(syntax->whole);
}

bool InPlaceEditor::replace_values() {
  for (const Node* old : before_) { // in the order of the program
    const auto found = changes_.replaced().find(old);
    if (found == changes_.replaced().end() || is_in_chain(*old)) continue;
    const SequentialRuns::Place* in = sequential_runs_.of(*old);
    if (in != nullptr ? !write_out(*in->run) : !replace_value(*old, found->second)) return false;
  }
  return true;
}

bool InPlaceEditor::change_operand(const ChangedOperand& changed) {
  if (is_handed_on(*changed.user)) return false;
  const SourceSyntax* place = syntax(*changed.user);
  if (place == nullptr) return false;
  const std::optional<TextRange> range = operand_range(*changed.user, *place, changed.slot);
  const Argument& was = changed.user->arg(changed.slot);
  if (!range || !was.is_node()) return fail(changed.user, say(diag::operand_not_one_expression));
  bound_.clear();
  bound_.emplace(was.as_node()->name(), pieces_.add(place->file.str(), *range));
  SiteChange change{changed.user, {}};
  const std::optional<std::string> text = spell(changed.value, *changed.user, change);
  if (!text) return false;
  change.edit = {*range, *text};
  add(place->file.str(), std::move(change));
  return true;
}

bool InPlaceEditor::change_literal(const ChangedOperand& changed) {
  if (is_handed_on(*changed.user)) return false;
  const SourceSyntax* place = syntax(*changed.user);
  if (place == nullptr) return false;
  const std::optional<TextRange> range = operand_range(*changed.user, *place, changed.slot);
  if (!range) return respell(*changed.user);
  add(place->file.str(), {changed.user, {*range, cpp_.literal(changed.value)}});
  return true;
}

/// The call is written anew, its operands as they were.
bool InPlaceEditor::respell(const Node& old) {
  if (const SequentialRuns::Place* in = sequential_runs_.of(old)) return write_out(*in->run);
  const SourceSyntax* place = syntax(old);
  if (place == nullptr) return false;
  const Node* now = changes_.now(old);
  if (!is_function(*place) && rename(old, *place, *now)) return true;
  bound_.clear();
  SiteChange change{&old, {}};
  bind(old, *place, change);
  bind_parameter(old, *place);
  const std::optional<std::string> text = spell_new(*now, old, change, /*is_whole=*/true);
  if (!text) return false;
  change.edit = {place->whole, is_function(*place) ? lambda(*text) : *text};
  add(place->file.str(), std::move(change));
  return true;
}

bool InPlaceEditor::change_survivors() {
  return std::ranges::all_of(changes_.operands(),
                             [this](const auto& changed) {
                               return is_in_chain(*changed.user) || change_operand(changed);
                             }) &&
         std::ranges::all_of(changes_.literals(),
                             [this](const auto& changed) {
                               return is_in_chain(*changed.user) || change_literal(changed);
                             }) &&
         std::ranges::all_of(changes_.respelled(), [this](const Node* old) {
           return changes_.now(*old)->op() == Opcode::Output || is_in_chain(*old) || respell(*old);
         });
}

/// Removes what is gone and has no replacement: a part of an expression that changes goes with
/// that, anything else with its statement.
bool InPlaceEditor::remove_erased() {
  for (const Node* old : before_) {
    if (!changes_.is_erased(*old) || changes_.replaced().contains(old) || is_in_chain(*old) ||
        is_written_out(*old))
      continue;
    const SourceSyntax* place = old->meta(meta::syntax);
    if (place == nullptr || old->op() == Opcode::GetAttr) {
      // A parameter's name has no statement. What a macro makes can go with what is around it.
      if (old->op() == Opcode::GetAttr || absorbed_.contains(old)) continue;
      return syntax(*old) != nullptr;
    }
    // Another run of the place may have taken the statement out already.
    const TextRange own = place->is_statement ? removed_range(*place) : TextRange();
    const bool is_covered = std::ranges::any_of(sites_, [&](const auto& site) {
      return site.first.first == place->file.view() && site.first.second.contains(place->whole) &&
             !(site.first.second == place->whole) && !(site.first.second == own);
    });
    if (is_covered) continue;
    if (place->is_statement) {
      if (!stays_in_block(*old, *place))
        return fail(old, say(diag::code_moves_into_a_block, old->name().str()));
      if (!remove_statement(*old, *place)) return false;
      continue;
    }
    // Inside of another statement that goes.
    const bool goes_along = std::ranges::any_of(old->users(), [&](const Node* user) {
      const SourceSyntax* around = user->meta(meta::syntax);
      return changes_.is_erased(*user) && around && around->file == place->file &&
             around->statement.contains(place->whole);
    });
    if (!goes_along) return fail(old, say(diag::code_to_erase_is_a_part, old->name().str()));
  }
  return true;
}

/// New nodes that compute nothing anybody asked for have effects.
bool InPlaceEditor::check_new_nodes() {
  for (const Node* node : graph_)
    if (changes_.is_new(*node) && node->op() != Opcode::GetAttr &&
        !spelled_.contains(node->name()) && !is_in_chain(*node))
      return fail(node, say(diag::new_node_without_a_place, node->name().str()));
  return true;
}

SiteChange InPlaceEditor::expanded(SiteChange change, const FileEdits& edits) {
  const std::string file = change.node->meta(meta::syntax)->file.str();
  change.edit.text =
      in_place_of(pieces_.expand(change.edit.text, edits), tokens(file).around(change.edit.range));
  for (Edit& statement : change.statements)
    statement.text = pieces_.expand(statement.text, edits);
  return change;
}

/// Adds a change to the edits of its file.
void InPlaceEditor::put(const SiteChange& change, std::vector<Edit>& in_file) {
  for (const Edit& statement : change.statements) {
    const auto there = std::ranges::find(in_file, statement.range, &Edit::range);
    if (there == in_file.end())
      in_file.push_back(statement);
    else if (there->text.find(statement.text) == std::string::npos)
      there->text += statement.text;
  }
  // Text that was taken over verbatim gets the changes made inside of it.
  std::erase_if(in_file, [&](const Edit& inner) {
    return !inner.range.empty() && change.edit.range.contains(inner.range) &&
           inner.range.begin < change.edit.range.end;
  });
  in_file.push_back(change.edit);
}

bool InPlaceEditor::merge(FileEdits& edits) {
  const std::map<Site, std::vector<const Node*>> runs = runs_of_places();
  // Small ranges first: a change around another takes it in.
  std::vector<std::pair<Site, const std::vector<SiteChange>*>> order;
  order.reserve(sites_.size());
  for (const auto& [site, changes] : sites_)
    order.emplace_back(site, &changes);
  std::ranges::sort(order, {}, [](const auto& entry) {
    const TextRange& range = entry.first.second;
    return std::pair(range.end - range.begin, range.begin);
  });
  // With the changes that some runs need alone; `edits` are without.
  FileEdits with_all = parametrises_ ? edits : FileEdits();
  FileEdits& all = parametrises_ ? with_all : edits;
  for (const auto& [site, changes] : order) {
    const auto of_place = runs.find({site.first, changes->front().node->meta(meta::syntax)->whole});
    const Runs which = change_alike(
        of_place == runs.end() ? std::vector<const Node*>() : of_place->second, *changes, all);
    if (which == Runs::None) return false;
    put(expanded(changes->front(), all), all[site.first]);
    if (parametrises_ && which == Runs::All)
      put(expanded(changes->front(), edits), edits[site.first]);
  }
  if (parametrises_)
    if (const auto error = blocks_.add_to(edits, all)) {
      error_ = *error;
      return false;
    }
  keep_declarations(edits);
  for (auto& [file, in_file] : edits) {
    open_blocks(texts_.text(file), in_file);
    for (Edit& edit : in_file) {
      trim(texts_.text(file), edit);
      if (makes_long_line(texts_.text(file), file, edit))
        edit = format_edit(texts_.text(file), file, edit);
    }
  }
  for (auto& [file, in_file] : edits)
    std::ranges::sort(in_file, {}, &Edit::range);
  return true;
}

/// Whether a member is named there for a call that goes.
bool InPlaceEditor::is_gone(const ClassSyntax::Place& use) const {
  return std::ranges::any_of(before_, [&](const Node* old) {
    const SourceSyntax* syntax = old->meta(meta::syntax);
    return old->op() == Opcode::CallModule && changes_.is_erased(*old) && syntax != nullptr &&
           syntax->file == use.file && syntax->object.contains(use.range);
  });
}

bool InPlaceEditor::check_modules() {
  const auto names = names_of_all_modules();
  for (const Node* node : graph_)
    if (node->op() == Opcode::CallModule && changes_.is_new(*node)) {
      const bool known =
          names.contains(node->target().str()) ||
          std::ranges::any_of(before_, [&](const Node* old) {
            return old->op() == Opcode::CallModule && old->target() == node->target();
          });
      if (!known)
        return fail(nullptr, say(diag::new_module_without_a_member, node->target().str()));
    }
  return true;
}

Expected<FileEdits> InPlaceEditor::run() {
  if (auto error = check_moved_modules(modules_, after_, texts_)) return *error;
  Expected<FileEdits> of_modules = module_edits(modules_, after_, cpp_, texts_);
  if (!of_modules) return of_modules.error();
  FileEdits edits = std::move(*of_modules);
  for (auto& [file, in_file] : module_vector_edits(modules_, after_, texts_))
    edits[file].insert(edits[file].end(), in_file.begin(), in_file.end());
  for (const Expected<FileEdits>& more :
       {fold_method_edit(before_, modules_, after_, texts_),
        new_member_edits(modules_, after_, cpp_, texts_), renamed_member_edits(modules_, after_),
        expanded_sequential_edits(modules_, after_, before_, texts_),
        gathered_member_edits(modules_, after_, cpp_, texts_), split_method_edits(after_, texts_),
        removed_element_edits(modules_, after_, texts_), extracted_class_edits(after_, texts_),
        inlined_class_edits(after_, texts_),
        removed_member_edits(
            modules_, after_, [this](const ClassSyntax::Place& use) { return is_gone(use); },
            texts_)}) {
    if (!more) return more.error();
    for (const auto& [file, in_file] : *more)
      edits[file].insert(edits[file].end(), in_file.begin(), in_file.end());
  }
  return run_graph(std::move(edits));
}

Expected<FileEdits> InPlaceEditor::run_graph(FileEdits edits) {
  if (check_modules() && replace_values() && change_survivors() && remove_erased() &&
      check_new_nodes())
    merge(edits);
  if (error_) return *error_;
  std::erase_if(edits, [](const auto& entry) { return entry.second.empty(); });
  return edits;
}

namespace {

/// Adds the edits of places that have none yet.
void add_elsewhere(FileEdits& edits, const FileEdits& more) {
  for (const auto& [file, in_file] : more) {
    std::vector<Edit>& known = edits[file];
    const size_t num_known = known.size();
    for (const Edit& edit : in_file) {
      const bool is_changed = std::any_of(
          known.begin(), known.begin() + static_cast<std::ptrdiff_t>(num_known),
          [&](const Edit& other) {
            return edit.range.begin <= other.range.end && other.range.begin <= edit.range.end;
          });
      if (!is_changed) known.push_back(edit);
    }
    std::ranges::sort(known, {}, &Edit::range);
  }
}

} // namespace

Expected<FileEdits> edits_in_place(const GraphHistory& history, const GraphHistory* training,
                                   const ModuleHistory& modules, const TracedModule& after,
                                   FileTexts& texts, bool parametrises) {
  Expected<FileEdits> edits =
      InPlaceEditor(history, after.graph, modules, after, texts, parametrises).run();
  if (!edits || training == nullptr || !after.training_graph) return edits;
  // What it cannot have is missing in the edited source, which is compared with both graphs.
  const Expected<FileEdits> more =
      InPlaceEditor(*training, *after.training_graph, modules, after, texts, parametrises)
          .run_graph({});
  if (more) add_elsewhere(*edits, *more);
  return edits;
}

} // namespace fx::refactor
