#include "UnitOrder.h"

#include <algorithm>
#include <queue>

namespace fx {

UnitOrder::UnitOrder(const Graph& graph, const AliasAnalysis& aliasing,
                     const std::vector<Unit>& unit_of, size_t units)
    : aliasing_(aliasing), unit_of_(unit_of), successors_(units), predecessors_(units),
      first_(units, UINT32_MAX), accesses_(aliasing.num_classes() + 2) {
  for (const Node* node : graph) {
    const Unit unit = unit_of_[node->id()];
    first_[unit] = std::min(first_[unit], aliasing.position(*node));
    for (const Node* input : node->input_nodes())
      add_edge(unit_of_[input->id()], unit);
    add_memory(*node, unit);
    add_barrier(*node, unit);
  }
}

std::vector<Unit> UnitOrder::sorted() const {
  using Entry = std::pair<uint32_t, Unit>; // as they stand in the program
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  std::vector<uint32_t> waiting = predecessors_;
  for (Unit unit = 0; unit < waiting.size(); ++unit)
    if (waiting[unit] == 0 && first_[unit] != UINT32_MAX) ready.emplace(first_[unit], unit);
  std::vector<Unit> order;
  while (!ready.empty()) {
    const Unit unit = ready.top().second;
    ready.pop();
    order.push_back(unit);
    for (const Unit next : successors_[unit])
      if (--waiting[next] == 0) ready.emplace(first_[next], next);
  }
  return order;
}

std::vector<Unit> UnitOrder::cycle(const std::vector<Unit>& order) const {
  std::vector<bool> done(successors_.size());
  for (const Unit unit : order)
    done[unit] = true;
  // Every unit left has one before it that is left: going back ends in a cycle.
  std::vector<std::vector<Unit>> before(successors_.size());
  Unit at = 0;
  for (Unit unit = 0; unit < successors_.size(); ++unit) {
    if (done[unit] || first_[unit] == UINT32_MAX) continue;
    at = unit;
    for (const Unit next : successors_[unit])
      before[next].push_back(unit);
  }
  std::vector<Unit> path;
  while (std::ranges::find(path, at) == path.end()) {
    path.push_back(at);
    at = *std::ranges::find_if(before[at], [&](Unit unit) { return !done[unit]; });
  }
  path.erase(path.begin(), std::ranges::find(path, at));
  std::ranges::reverse(path);
  return path;
}

void UnitOrder::add_edge(Unit from, Unit to) {
  if (from == to) return;
  if (!edges_.emplace(from, to).second) return;
  successors_[from].push_back(to);
  ++predecessors_[to];
}

void UnitOrder::read(size_t memory, Unit unit) {
  Accesses& accesses = accesses_[memory];
  if (accesses.writer) add_edge(*accesses.writer, unit);
  if (accesses.readers.empty() || accesses.readers.back() != unit) accesses.readers.push_back(unit);
}

void UnitOrder::write(size_t memory, Unit unit) {
  Accesses& accesses = accesses_[memory];
  if (accesses.writer) add_edge(*accesses.writer, unit);
  for (const Unit reader : accesses.readers)
    add_edge(reader, unit);
  accesses.writer = unit;
  accesses.readers.clear();
}

void UnitOrder::add_memory(const Node& node, Unit unit) {
  const Effects& effects = aliasing_.effects(node);
  const size_t generator = aliasing_.num_classes(), world = generator + 1;
  const auto is_written = [&](AliasAnalysis::MemoryClass memory) {
    return std::ranges::binary_search(aliasing_.writers(memory), aliasing_.position(node));
  };
  std::set<AliasAnalysis::MemoryClass> touched;
  for (const Node* input : node.input_nodes())
    touched.insert(aliasing_.memory(*input));
  if (node.op() == Opcode::CallModule || effects.unknown) touched.insert(AliasAnalysis::external);
  touched.erase(AliasAnalysis::none);
  for (const auto memory : touched)
    if (aliasing_.is_written(memory)) is_written(memory) ? write(memory, unit) : read(memory, unit);
  if (effects.random || effects.unknown) write(generator, unit);
  const bool is_call = node.op() != Opcode::Placeholder && node.op() != Opcode::Output;
  if (effects.unknown || (effects.required && is_call)) write(world, unit);
}

/// What stands before a barrier is computed before it, what stands behind it after it.
void UnitOrder::add_barrier(const Node& node, Unit unit) {
  if (node.op() == Opcode::Placeholder || node.op() == Opcode::GetAttr) return;
  if (barrier_) add_edge(*barrier_, unit);
  if (!aliasing_.effects(node).barrier) return since_barrier_.push_back(unit);
  for (const Unit before : since_barrier_)
    add_edge(before, unit);
  since_barrier_.clear();
  barrier_ = unit;
}

} // namespace fx
