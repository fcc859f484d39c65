#include "fx/IR/TracedModule.h"

#include <unordered_set>

namespace fx {

Modes TracedModule::modes_of(const Graph& of) const {
  if (training || &of == training_graph.get()) return Modes::Train;
  if (eval_only || (&of == &graph && training_graph)) return Modes::Eval;
  return Modes::Both;
}

std::vector<Graph*> TracedModule::forward_graphs() {
  if (training_graph) return {&graph, training_graph.get()};
  return {&graph};
}

std::vector<const Graph*> TracedModule::forward_graphs() const {
  if (training_graph) return {&graph, training_graph.get()};
  return {&graph};
}

namespace {

template <class Module, class List>
List with_folding(Module& module, List graphs) {
  if (module.folding) graphs.push_back(module.folding.get());
  return graphs;
}

} // namespace

std::vector<Graph*> TracedModule::root_graphs() {
  return with_folding(*this, forward_graphs());
}

std::vector<const Graph*> TracedModule::root_graphs() const {
  return with_folding(*this, forward_graphs());
}

void TracedModule::inline_folding() {
  if (!folding) return;
  Node* first = graph.front();
  while (first != nullptr && first->op() == Opcode::Placeholder)
    first = first->next();
  std::unordered_set<Symbol> names;
  {
    std::optional<Graph::InsertPoint> here; // else at the end
    if (first != nullptr) here.emplace(graph.inserting_before(first));
    Graph::ValueMap values;
    const std::optional<Argument> results = graph.graph_copy(*folding, values);
    for (size_t i = 0; i < results->items().size(); i += 2) {
      const Argument &path = results->items()[i], &value = results->items()[i + 1];
      names.insert(path.symbol());
      for (Node* node : graph.find_nodes(Opcode::GetAttr, path.symbol())) {
        node->replace_all_uses_with(value.as_node());
        graph.erase_node(node);
      }
    }
  }
  ModuleNode& root = modules.root();
  std::vector<TensorSlot> kept;
  for (const TensorSlot& slot : root.tensors)
    if (!names.contains(slot.name)) kept.push_back(slot);
  root.set_tensors(kept);
  folding.reset();
}

} // namespace fx
