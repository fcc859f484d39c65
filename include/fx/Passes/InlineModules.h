// Taking back the modules that were made of parts of a graph (torch.fx: _inline_module).
#pragma once

#include "fx/IR/TracedModule.h"

namespace fx {

/// Puts the graph of every graph module into the place of its calls, in all forward graphs. Returns
/// how many calls there were. The modules stay, for remove-unused-modules.
size_t inline_modules(TracedModule& model);

} // namespace fx
