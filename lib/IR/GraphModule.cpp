#include "fx/IR/GraphModule.h"

namespace fx {

Modes GraphModule::modes_of(const Graph& of) const {
  if (training || &of == training_graph.get()) return Modes::Train;
  if (eval_only || (&of == &graph && training_graph)) return Modes::Eval;
  return Modes::Both;
}

std::vector<Graph*> GraphModule::forward_graphs() {
  if (training_graph) return {&graph, training_graph.get()};
  return {&graph};
}

std::vector<const Graph*> GraphModule::forward_graphs() const {
  if (training_graph) return {&graph, training_graph.get()};
  return {&graph};
}

} // namespace fx
