// Several runs of one place, in a loop or in blocks of one class: one source, which is changed when
// all of them change alike. What differs in the options of modules alone is alike in a source that
// reads the options.
#include "InPlaceEditor.h"
#include "Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace fx::refactor {

namespace {

/// What a structured binding takes out of a call: it stands where the call does.
bool is_part_of_result(const Node& node) {
  if (node.op() != Opcode::CallFunction || node.target().view() != "operator.getitem" ||
      node.args().empty() || !node.arg(0).is_node())
    return false;
  const SourceSyntax* call = node.arg(0).as_node()->meta(meta::syntax);
  const SourceSyntax& own = *node.meta(meta::syntax);
  return call != nullptr && call->file == own.file && call->whole == own.whole;
}

} // namespace

/// Whether other modules or functions run at the place of a node too.
bool InPlaceEditor::runs_other_code(const Node& node) const {
  const SourceSyntax& place = *node.meta(meta::syntax);
  std::set<std::string> classes;
  for (const Node* other : before_) {
    const SourceSyntax* syntax = other->meta(meta::syntax);
    if (syntax == nullptr || syntax->file != place.file || !(syntax->whole == place.whole))
      continue;
    const ModuleNode* module =
        other->op() == Opcode::CallModule ? after_.modules.find(other->target()) : nullptr;
    classes.insert(module ? module->cpp_type.str() : other->target().str());
  }
  return classes.size() > 1;
}

std::map<InPlaceEditor::Site, std::vector<const Node*>> InPlaceEditor::runs_of_places() const {
  std::map<Site, std::vector<const Node*>> runs;
  for (const Node* node : before_) {
    const SequentialRuns::Place* in = sequential_runs_.of(*node);
    const bool is_part = in != nullptr && in->run->first != node; // of one call of a Sequential
    if (const SourceSyntax* place = node->meta(meta::syntax);
        place && !is_part && !is_part_of_result(*node))
      runs[{place->file.str(), place->whole}].push_back(node);
  }
  return runs;
}

std::string InPlaceEditor::with_options(CallWithOptions call, SiteChange& change) {
  for (const OptionOperand& option : call.options)
    call.is_read.push_back(option.varies);
  const CallWithOptions& made = calls_with_options_.emplace_back(std::move(call));
  change.calls.push_back(&calls_with_options_.back());
  return pieces_.add([this, &made] { return text_of(made); });
}

std::string InPlaceEditor::text_of(const CallWithOptions& call) {
  std::vector<OptionOperand> read;
  for (size_t i = 0; i < call.options.size(); ++i)
    if ((reads_all_options_ || call.is_read[i]) && !call.options[i].text.empty())
      read.push_back(call.options[i]);
  for (const auto& [input, text] : call.inputs)
    cpp_.set_operand(*input, text);
  const Expected<std::string> text =
      read.empty() ? cpp_.call(*call.node) : option_texts_.call(*call.node, call.inputs, read);
  if (!text) {
    fail(call.at, say(diag::new_code_not_written, text.error().message));
    return {};
  }
  return spelled(*text, *call.node, *call.at, call.is_whole);
}

namespace {

/// An option that one of the runs reads, or that is not the same in all of them, all of them read.
void settle_options(const std::vector<SiteChange>& changes) {
  const std::vector<CallWithOptions*>& first = changes.front().calls;
  const bool are_alike = std::ranges::all_of(changes, [&](const SiteChange& change) {
    return std::ranges::equal(change.calls, first, [](const auto* a, const auto* b) {
      return a->options.size() == b->options.size();
    });
  });
  if (!are_alike) {
    for (const SiteChange& change : changes)
      for (CallWithOptions* call : change.calls)
        call->is_read.assign(call->is_read.size(), true);
    return;
  }
  for (size_t i = 0; i < first.size(); ++i)
    for (size_t option = 0; option < first[i]->options.size(); ++option) {
      const Argument& value = first[i]->options[option].read.value;
      const bool is_read = std::ranges::any_of(changes, [&](const SiteChange& change) {
        return change.calls[i]->is_read[option] ||
               !(change.calls[i]->options[option].read.value == value);
      });
      for (const SiteChange& change : changes)
        change.calls[i]->is_read[option] = is_read;
    }
}

/// What the runs of a place are called: the modules that they run in, or the calls, or numbers.
std::vector<std::string> names_of_runs(const std::vector<const Node*>& runs) {
  const auto by_module = [](const Node& node) -> std::string {
    const auto* stack = node.meta(meta::module_stack);
    return stack == nullptr || stack->empty() ? "" : stack->back().path.str();
  };
  const auto by_call = [](const Node& node) -> std::string {
    return node.op() == Opcode::CallModule ? node.target().str() : "";
  };
  using NameOf = std::function<std::string(const Node&)>;
  for (const NameOf& name_of : {NameOf(by_module), NameOf(by_call)}) {
    std::vector<std::string> names;
    names.reserve(runs.size());
    for (const Node* node : runs)
      names.push_back(name_of(*node));
    const std::set<std::string> distinct(names.begin(), names.end());
    if (distinct.size() == names.size() && !distinct.contains("")) return names;
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < runs.size(); ++i) {
    const std::string module = by_module(*runs[i]);
    names.push_back(module.empty() ? fmt::format("run {}", i + 1)
                                   : fmt::format("{} (run {})", module, i + 1));
  }
  return names;
}

constexpr size_t max_named_runs = 8;

std::string listed(const std::vector<std::string>& names) {
  const size_t shown = names.size() > max_named_runs ? max_named_runs - 1 : names.size();
  const std::string text = llvm::join(llvm::ArrayRef(names).take_front(shown), ", ");
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

} // namespace

/// Which of the runs change, and which change alike.
std::string InPlaceEditor::runs_text(const std::vector<const Node*>& runs,
                                     const std::vector<SiteChange>& changes,
                                     const FileEdits& edits) {
  const std::vector<std::string> names = names_of_runs(runs);
  std::vector<std::string> unchanged;
  std::vector<std::pair<SiteChange, std::vector<std::string>>> alike;
  for (const auto& [node, name] : llvm::zip(runs, names)) {
    const auto change = std::ranges::find(changes, node, &SiteChange::node);
    if (change == changes.end()) {
      unchanged.push_back(name);
      continue;
    }
    const SiteChange made = expanded(*change, edits);
    const auto known = std::ranges::find_if(alike, [&](const auto& group) {
      return group.first.edit == made.edit && group.first.statements == made.statements;
    });
    if (known != alike.end())
      known->second.push_back(name);
    else
      alike.push_back({made, {name}});
  }
  std::string text;
  for (const auto& [change, of_group] : alike) {
    const std::string_view verb = of_group.size() > 1 ? "change" : "changes";
    if (alike.size() == 1)
      text = fmt::format("{} {}", listed(of_group), verb);
    else if (text.empty())
      text = fmt::format("{} {} in one way", listed(of_group), verb);
    else
      text += fmt::format(", {} in another", listed(of_group));
  }
  if (!unchanged.empty())
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", listed(unchanged),
                        unchanged.size() == 1 ? "does not" : "do not");
  return text;
}

/// What the condition is called that decides whether the code in the place of a node runs.
std::string InPlaceEditor::parameter_name(const Node& old) const {
  const auto last = [](std::string_view name) {
    return std::string(name.substr(name.rfind('.') + 1)); // npos + 1 is 0
  };
  const auto found = changes_.replaced().find(&old);
  const Node* value = found != changes_.replaced().end() && found->second.is_node()
                          ? found->second.as_node()
                          : nullptr;
  if (value == nullptr || !changes_.is_new(*value))
    return changes_.is_erased(old) ? "skip_" + last(old.target().view())
                                   : "change_" + last(old.target().view());
  const bool takes_module = old.op() == Opcode::CallModule && !old.args().empty() &&
                            old.arg(0).is_node() && changes_.is_erased(*old.arg(0).as_node());
  return takes_module ? "fused" : "use_" + last(value->target().view());
}

/// The change becomes a branch that the objects take which need it. False: no object can decide it.
bool InPlaceEditor::parametrise(const std::vector<const Node*>& runs,
                                const std::vector<SiteChange>& changes) {
  const auto owner = [](const Node& node) {
    const auto* stack = node.meta(meta::module_stack);
    return stack == nullptr || stack->empty() ? std::string() : stack->back().path.str();
  };
  BlockChange block;
  const SiteChange& first = changes.front();
  const SourceSyntax& place = *first.node->meta(meta::syntax);
  for (const SiteChange& change : changes)
    block.wanted.insert(owner(*change.node));
  for (const Node* run : runs)
    if (std::ranges::find(changes, run, &SiteChange::node) == changes.end())
      block.others.insert(owner(*run));
  const bool is_decided = std::ranges::none_of(block.wanted, [&](const std::string& path) {
    return path.empty() || block.others.contains(path);
  });
  if (!is_decided || is_function(place)) return false;
  if (!parametrises_) return true;
  block.place = &place;
  block.needs_statement = !first.statements.empty() || !place.whole.contains(first.edit.range) ||
                          changes_.is_overwriting(*first.node);
  block.name = parameter_name(*first.node);
  removed_declarations_.erase({place.file.str(), place.statement});
  if (auto why_not = blocks_.add(std::move(block)))
    fail(first.node, std::move(*why_not), "make these objects of a class of their own");
  return true;
}

/// Whether all runs of a place change, and alike, or objects decide which; an error otherwise.
InPlaceEditor::Runs InPlaceEditor::change_alike(const std::vector<const Node*>& runs,
                                                const std::vector<SiteChange>& changes,
                                                const FileEdits& edits) {
  settle_options(changes);
  const SiteChange first = expanded(changes.front(), edits);
  const bool alike = std::ranges::all_of(changes, [&](const SiteChange& other) {
    const SiteChange same = expanded(other, edits);
    return same.edit == first.edit && same.statements == first.statements;
  });
  if (changes.size() >= runs.size() && alike) return Runs::All;
  if (changes.size() < runs.size() && runs_other_code(*first.node)) {
    fail(first.node, say(diag::container_changed_in_parts),
         "change them where the container is made");
    return Runs::None;
  }
  const bool is_decided = alike && parametrise(runs, changes);
  if (error_) return Runs::None;
  if (is_decided && parametrises_) return Runs::Some;
  if (runs.size() == 1) {
    fail(first.node, say(diag::changes_meet),
         "--rewrite=method writes the body of the method anew");
    return Runs::None;
  }
  fail(first.node,
       alike ? say(diag::change_of_some_runs, runs.size(), changes.size())
             : say(diag::changes_of_runs_differ, runs.size()),
       "a loop or a module that is used more than once has one source for all");
  std::vector<std::string> notes{runs_text(runs, changes, edits)};
  if (is_decided)
    notes.emplace_back("--rewrite=parametrise makes it a parameter of the constructor");
  error_->notes.insert(error_->notes.begin(), notes.begin(), notes.end());
  return Runs::None;
}

} // namespace fx::refactor
