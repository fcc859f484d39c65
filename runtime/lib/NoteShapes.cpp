#include "NoteShapes.h"

#include "KeptState.h"

#include "fx/Runtime/ShapeProp.h"

namespace fx::runtime {

void note_shapes(const GraphModule& module, const Args& inputs) {
  GraphModule held = module;
  const KeptState state({held.get()});
  const KeptState::Restored restored(state);
  ShapeProp(held).propagate(copies(inputs));
}

Value run_on_copies(const GraphModule& module, const Args& inputs) {
  GraphModule held = module;
  const KeptState state({held.get()});
  const KeptState::Restored restored(state);
  return held->run(copies(inputs));
}

} // namespace fx::runtime
