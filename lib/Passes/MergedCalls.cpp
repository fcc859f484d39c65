#include "MergedCalls.h"

#include "Messages.h"

#include "fx/Analysis/ConstantSubgraph.h"
#include "fx/Analysis/LayoutUses.h"
#include "fx/Analysis/MemoryUses.h"
#include "fx/IR/OptionRead.h"
#include "fx/IR/SequentialElement.h"
#include "fx/Ops/Modules.h"
#include "fx/Passes/ConstantParts.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <ranges>

namespace fx {

Expected<bool> MergedCalls::may_merge(const Graph& graph, const TracedModule& module,
                                      const PassContext& context, std::string_view pass) {
  if (&graph != &module.graph || module.modes_of(graph) == Modes::Train) return false;
  if (context.module_changes == ModuleChanges::Identity) return say(diag::merge_in_place, pass);
  return true;
}

MergedCalls::MergedCalls(Graph& graph, TracedModule& module, const CallOperations& operations,
                         std::function<void(const Node*, std::string)> remark)
    : graph_(graph), module_(module), aliasing_(graph, &module, Modes::Eval),
      remark_(std::move(remark)), is_constant_(graph.id_limit()),
      is_layout_told_(aliasing_.num_classes()) {
  const ConstantSubgraph constants(
      graph, &module, {.call_modules = false, .skip = [&](const Node& node) {
                         return node.op() == Opcode::GetAttr && !is_weight(module, node);
                       }});
  for (const Node* node : constants.nodes())
    is_constant_[node->id()] = node->op() != Opcode::GetAttr;
  Position count = 0;
  for (const Node* node : graph) {
    // Views of weights, which are not worth keeping, are as good.
    if (viewed_value(*node, aliasing_) != nullptr && node->num_inputs() == 1 &&
        is_of_weights(**node->input_nodes().begin()))
      is_constant_[node->id()] = true;
    if (aliasing_.effects(*node).barrier) barriers_.push_back(count);
    ++count;
  }
  next_standing_.resize(count + 1);
  std::iota(next_standing_.begin(), next_standing_.end(), Position(0));
  find_layouts(operations);
}

void MergedCalls::find_layouts(const CallOperations& operations) {
  for (const Node* node : graph_) {
    const bool is_told = depends_on_layout(*node, operations.of(*node)) ||
                         module_depends_on_layout(*node, module_.modules) ||
                         aliasing_.effects(*node).unknown;
    if (!is_told) continue;
    for (const Node* input : node->input_nodes())
      if (aliasing_.memory(*input) != AliasAnalysis::none)
        is_layout_told_[aliasing_.memory(*input)] = true;
  }
}

bool MergedCalls::is_of_weights(const Node& value) const {
  if (value.op() == Opcode::GetAttr)
    return is_weight(module_, value) && !aliasing_.is_written(AliasAnalysis::external);
  return value.id() < is_constant_.size() && is_constant_[value.id()];
}

AliasAnalysis::MemoryClass MergedCalls::memory(const Node& value) const {
  const auto made = new_memory_.find(&value);
  return made != new_memory_.end() ? made->second : aliasing_.memory(value);
}

MergedCalls::Position MergedCalls::behind(const Node& value) const {
  const auto place = places_.find(&value);
  return place != places_.end() ? place->second : aliasing_.position(value) + 1;
}

void MergedCalls::keep_from_writes(Room& room, std::span<const Position> writers,
                                   Position call) const {
  const auto next = std::ranges::upper_bound(writers, call);
  if (next != writers.end()) room.last = std::min(room.last, *next);
  if (next != writers.begin()) room.first = std::max(room.first, *std::prev(next) + 1);
}

MergedCalls::Room MergedCalls::room_of(const Node& call) const {
  const Position position = aliasing_.position(call);
  Room room;
  keep_from_writes(room, barriers_, position);
  if (call.op() == Opcode::CallModule)
    keep_from_writes(room, aliasing_.writers(AliasAnalysis::external), position);
  for (const Node* input : call.input_nodes()) {
    if (memory(*input) != AliasAnalysis::none)
      keep_from_writes(room, aliasing_.writers(memory(*input)), position);
    // Parameters can be read, and what follows from them computed, anywhere before.
    const bool moves = input->op() == Opcode::GetAttr || is_of_weights(*input);
    if (!moves) room.first = std::max(room.first, behind(*input));
  }
  for (const Node* user : call.users()) {
    const auto place = places_.find(user);
    // A new node stands behind those that were put at its place before.
    const Position last = place == places_.end() ? aliasing_.position(*user)
                          : place->second > 0    ? place->second - 1
                                                 : 0;
    room.last = std::min(room.last, last);
  }
  return room;
}

MergedCalls::Position MergedCalls::standing(Position at) {
  while (next_standing_[at] != at)
    at = next_standing_[at] = next_standing_[next_standing_[at]];
  return at;
}

void MergedCalls::merge(std::span<Node* const> calls, std::string_view what, const Make& make) {
  std::vector<Node*> group;
  std::unordered_set<const Node*> members;
  Room room;
  const auto finish = [&] {
    if (group.size() > 1) {
      replace(group, room.first, make);
      remark_(group.front(), fmt::format("{} {} are one", group.size(), what));
    }
    group.clear();
    members.clear();
  };
  for (Node* call : calls) {
    Room here = room_of(*call);
    here.first = std::max(here.first, group.empty() ? aliasing_.position(*call) : room.first);
    here.last = std::min(here.last, group.empty() ? here.last : room.last);
    here.first = standing(here.first);
    const bool is_of_another = std::ranges::any_of(
        call->input_nodes(), [&](const Node* input) { return members.contains(input); });
    if (!group.empty() && (here.is_empty() || is_of_another)) {
      remark_(call, fmt::format("this one of the {} is left out of those before it: it needs what "
                                "follows from one of them, or what it reads is written to between",
                                what));
      finish();
      here = room_of(*call);
      here.first = aliasing_.position(*call);
    }
    room = here;
    group.push_back(call);
    members.insert(call);
  }
  finish();
}

void MergedCalls::move_before(Position at, Node& value) {
  // Operands first.
  std::vector<std::pair<Node*, bool>> pending{{&value, false}};
  while (!pending.empty()) {
    const auto [node, is_ready] = pending.back();
    pending.pop_back();
    if (behind(*node) <= standing(at)) continue;
    if (is_ready) {
      if (!places_.contains(node)) {
        const Position was = aliasing_.position(*node);
        next_standing_[was] = was + 1;
      }
      places_[node] = standing(at);
      aliasing_.at(standing(at))->prepend(node);
      continue;
    }
    pending.emplace_back(node, true);
    for (Node* input : node->all_input_nodes())
      pending.emplace_back(input, false);
  }
}

void MergedCalls::replace(std::span<Node* const> calls, Position at, const Make& make) {
  if (old_.empty() && module_.modes_of(graph_) == Modes::Both)
    before_ = std::make_unique<Graph>(graph_.clone());
  for (const Node* call : calls)
    for (Node* input : call->all_input_nodes())
      move_before(at, *input);
  at = standing(at);
  Node* const next = aliasing_.at(at);
  const Graph::InsertPoint here = graph_.inserting_before(next);
  const Node* const last_before = next->prev();
  const Whole whole = make(calls);
  Node* parts = graph_.call_method("split_with_sizes",
                                   {whole.result, Argument::list(whole.sizes), whole.dimension});
  std::vector<Node*> results;
  results.reserve(calls.size());
  for (size_t i = 0; i < calls.size(); ++i)
    results.push_back(part_for(*calls[i], parts, i));
  const std::unordered_set<const Node*> placed(results.begin(), results.end());
  for (Node* made = next->prev(); made != last_before; made = made->prev()) {
    places_[made] = at;
    if (placed.contains(made)) continue;
    new_memory_[made] = AliasAnalysis::none;
    if (!made->has_meta(meta::source_range)) made->copy_place_from(*calls.front());
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    new_memory_[results[i]] = aliasing_.memory(*calls[i]);
    calls[i]->replace_all_uses_with(results[i]);
    merged_.insert(calls[i]);
    old_.push_back(calls[i]);
  }
}

Node* MergedCalls::part_for(const Node& call, Node* parts, size_t index) {
  Node* part = graph_.call_function("operator.getitem", {parts, static_cast<int64_t>(index)});
  const AliasAnalysis::MemoryClass memory = aliasing_.memory(call);
  // A part of a tensor is not to be written to where gradients are recorded, lies otherwise in
  // memory, and keeps the whole tensor for who gets it.
  const bool stands_alone = memory == AliasAnalysis::none || aliasing_.is_written(memory) ||
                            aliasing_.escapes(call) || is_layout_told_[memory];
  Node* result = part;
  if (stands_alone)
    result = graph_.create_node(
        Opcode::CallMethod, "clone", {part},
        {{Symbol("memory_format"), Argument::memory_format("contiguous_format")}});
  result->copy_meta_from(call);
  result->erase_meta(meta::syntax);
  result->erase_meta(meta::option_reads);
  result->erase_meta(meta::sequential_element);
  const TensorMeta* shape = call.meta(meta::tensor_meta);
  if (!stands_alone && shape != nullptr)
    result->set_meta(meta::tensor_meta, TensorMeta{shape->shape, shape->dtype, {}});
  return result;
}

PassResult MergedCalls::finish() {
  for (Node* call : old_ | std::views::reverse)
    if (call->num_users() == 0) graph_.erase_node(call);
  if (before_) module_.training_graph = std::move(before_);
  return {.modified = !old_.empty()};
}

std::optional<std::vector<int64_t>> weight_sizes(const TracedModule& module, const Node& weight) {
  if (const TensorMeta* tensor = weight.meta(meta::tensor_meta)) return tensor->shape;
  return weight.op() == Opcode::GetAttr ? weight_sizes(module, weight.target().view())
                                        : std::nullopt;
}

std::optional<std::vector<int64_t>> weight_sizes(const TracedModule& module,
                                                 std::string_view path) {
  const std::optional<ops::RegisteredTensor> tensor = ops::find_leaf_tensor(module, path);
  return tensor ? tensor->sizes : std::nullopt;
}

} // namespace fx
