// One call of a Sequential, of whose modules some become other code: it is written out, module by
// module, those that stay as calls of their own.
#include "InPlaceEditor.h"
#include "Messages.h"
#include "SourceNames.h"

#include "fx/Analysis/Effects.h"
#include "fx/IR/SequentialElement.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fx::refactor {

/// What a module of a Sequential gives, computed somewhere else now: gone, and nothing in its
/// place.
bool InPlaceEditor::is_taken_over(const Node& old) const {
  return changes_.is_erased(old) && !changes_.replaced().contains(&old);
}

/// Whether a statement can come before the one that a node is in.
bool InPlaceEditor::has_room(const Node& at) {
  const SourceSyntax* place = at.meta(meta::syntax);
  if (place == nullptr || place->statement.empty()) return false;
  const SourceTokens& file = tokens(place->file.str());
  return file.is_in_block(place->statement) || file.head_of(place->statement);
}

/// Whether code of the same statement runs before a node, and does more than compute a value: what
/// it may change cannot be read in front of the statement.
bool InPlaceEditor::runs_behind_effects(const Node& at) {
  const SourceSyntax& place = *at.meta(meta::syntax);
  const auto* frames = at.meta(meta::module_stack);
  const size_t depth = frames != nullptr ? frames->size() : 0;
  EffectOracle effects(&after_);
  for (const Node* node = at.prev(); node != nullptr && node->op() != Opcode::Placeholder;
       node = node->prev()) {
    const auto* others = node->meta(meta::module_stack);
    const size_t other_depth = others != nullptr ? others->size() : 0;
    // Before the method was called, an earlier statement of it, or an earlier run of this place.
    if (other_depth < depth || (depth > 0 && (*others)[depth - 1].path != frames->back().path))
      return false;
    const SourceSyntax* other = node->meta(meta::syntax);
    if (other != nullptr && other->file == place.file && other_depth == depth &&
        ((!other->statement.empty() && other->statement != place.statement) ||
         other->whole == place.whole))
      return false;
    if (changes_.now(*node) != nullptr && !effects(*node).is_pure()) return true;
  }
  return false;
}

/// The operand of a module in a Sequential is what was computed last.
void InPlaceEditor::bind_element(const Node& element, const std::string& value) {
  for (const Node* operand : element.all_input_nodes()) {
    bound_.emplace(operand->name(), value);
    for (const Symbol other : changes_.values_after(*operand))
      bound_.emplace(other, value);
    if (const auto other = changes_.replaced().find(operand);
        other != changes_.replaced().end() && other->second.is_node())
      bound_.emplace(other->second.as_node()->name(), value);
  }
}

/// What a call gives the first of the modules, as it is written there.
std::optional<std::string> InPlaceEditor::arguments_of(const SequentialRun& run) {
  const SourceSyntax& place = *run.first->meta(meta::syntax);
  const bool are_written =
      !place.arguments.empty() &&
      std::ranges::none_of(place.arguments, [](const TextRange& range) { return range.empty(); });
  if (are_written)
    return pieces_.add(place.file.str(),
                       {place.arguments.front().begin, place.arguments.back().end});
  fail(run.first, say(diag::operand_not_one_expression));
  return std::nullopt;
}

/// What comes in the place of a module of a Sequential that is gone or is called another way.
std::optional<std::string> InPlaceEditor::spell_element(const Node& old, const Node& at,
                                                        SiteChange& change) {
  const auto replaced = changes_.replaced().find(&old);
  const Argument value = replaced != changes_.replaced().end()
                             ? replaced->second
                             : Argument(const_cast<Node*>(changes_.now(old)));
  const bool is_new = value.is_node() && value.as_node()->op() != Opcode::GetAttr &&
                      (changes_.is_new(*value.as_node()) || replaced == changes_.replaced().end());
  return is_new ? spell_new(*value.as_node(), at, change, /*is_whole=*/true)
                : spell(value, at, change);
}

/// What the modules before number `end` compute of the call's arguments.
std::optional<std::string> InPlaceEditor::value_in(const SequentialRun& run, size_t end,
                                                   const Node& at, SiteChange& change) {
  if (end > max_modules_written_out) {
    fail(run.first, say(diag::container_changed_in_parts),
         fmt::format("its call would have to be written out, which more than {} modules are too "
                     "many for",
                     max_modules_written_out));
    return std::nullopt;
  }
  std::optional<std::string> value = arguments_of(run);
  const auto outer = std::exchange(bound_, {});
  bool is_pending = false; // modules before are gone, for one that follows
  // Code that runs where it did, and not in front of the statement.
  bool has_stayed = runs_behind_effects(*run.first);
  for (size_t i = 0; value && i < end; ++i) {
    const Node* old = run.elements[i];
    const bool stays = old == nullptr ||
                       (changes_.now(*old) != nullptr && !changes_.replaced().contains(old) &&
                        std::ranges::find(changes_.respelled(), old) == changes_.respelled().end());
    if (stays && !is_pending) {
      has_stayed = true;
      value = pieces_.add(fmt::format(
          "{}->forward({})", name_in_sequential(*run.first, *run.sequential->children[i], texts_),
          *value));
      continue;
    }
    if (stays || (is_taken_over(*old) && i + 1 == end)) {
      fail(run.first, say(diag::container_changed_in_parts),
           "change them where the container is made");
      return std::nullopt;
    }
    if (!is_pending && i == 0)
      bind(*old, *old->meta(meta::syntax), change);
    else if (!is_pending)
      bind_element(*old, *value);
    absorbed_.insert(old);
    is_pending = is_taken_over(*old);
    if (is_pending) continue;
    value = spell_element(*old, at, change);
    const auto now = changes_.replaced().find(old);
    if (value && i + 1 < end && now != changes_.replaced().end() && now->second.is_node() &&
        changes_.is_new(*now->second.as_node()) && !has_stayed && has_room(at))
      value = hoisted(*now->second.as_node(), at, change, *value);
    bound_.clear();
  }
  bound_ = outer;
  return value;
}

/// Whether a pass that knows of Sequentials made what comes in the place of a node: it has said for
/// which objects the new source is right. Others have not looked whether all have these modules.
bool InPlaceEditor::is_meant_for_sequential(const Node& old) {
  const auto found = changes_.replaced().find(&old);
  if (found != changes_.replaced().end() && found->second.is_node() &&
      found->second.as_node()->meta(meta::sequential_element) != nullptr)
    return true;
  fail(&old, say(diag::container_changed_in_parts), "change them where the container is made");
  return false;
}

/// Of a module of a Sequential that another place takes over, with those before it that it takes
/// over too: what its operand is called there.
void InPlaceEditor::bind_taken_over(const SequentialRuns::Place& last, SiteChange& change) {
  if (sequential_runs_.of(*change.node) == nullptr && !is_meant_for_sequential(*change.node))
    return;
  const std::vector<const Node*>& all = last.run->elements;
  size_t first = last.element;
  while (first > 0 && all[first - 1] != nullptr && is_taken_over(*all[first - 1]))
    --first;
  const SourceSyntax& place = *change.node->meta(meta::syntax);
  for (size_t i = first; i <= last.element; ++i) {
    absorbed_.insert(all[i]);
    absorbed_by_.emplace(all[i], &place);
  }
  if (first == 0) return bind(*all[0], *all[0]->meta(meta::syntax), change);
  if (const auto value = value_in(*last.run, first, *change.node, change))
    bind_element(*all[first], *value);
}

bool InPlaceEditor::write_out(const SequentialRun& run) {
  if (!written_out_.insert(&run).second) return true;
  for (const Node* old : run.elements)
    if (old != nullptr && !is_taken_over(*old) &&
        (changes_.is_erased(*old) || changes_.replaced().contains(old) ||
         std::ranges::find(changes_.respelled(), old) != changes_.respelled().end()) &&
        !is_meant_for_sequential(*old))
      return false;
  const size_t end = run.elements.size();
  // What it gives is computed where it is used.
  if (run.elements.back() != nullptr && is_taken_over(*run.elements.back())) return true;
  const SourceSyntax& place = *run.first->meta(meta::syntax);
  SiteChange change{run.first, {}};
  const std::optional<std::string> text = value_in(run, end, *run.first, change);
  if (!text) return false;
  change.edit = {place.whole, *text};
  add(place.file.str(), std::move(change));
  return true;
}

/// Whether a call is written out of which a node is a part.
bool InPlaceEditor::is_written_out(const Node& old) const {
  const SequentialRuns::Place* in = sequential_runs_.of(old);
  if (in == nullptr || !written_out_.contains(in->run)) return false;
  const Node* last = in->run->elements.back();
  return last == nullptr || !is_taken_over(*last);
}

/// Whether an operand has no place of its own in the source: a module of a Sequential gets what the
/// one before it gives.
bool InPlaceEditor::is_handed_on(const Node& old) {
  const SequentialRuns::Place* in = sequential_runs_.of(old);
  if (in == nullptr || in->element == 0) return false;
  fail(&old, say(diag::container_changed_in_parts), "change them where the container is made");
  return true;
}

} // namespace fx::refactor
