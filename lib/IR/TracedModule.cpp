#include "fx/IR/TracedModule.h"

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

} // namespace fx
