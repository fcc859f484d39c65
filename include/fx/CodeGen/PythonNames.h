// Names of a model in C++ that Python's code spells otherwise.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <vector>

namespace fx {

/// Remarks for whoever calls the module that emit_python writes, or reads its members: parameters
/// of forward that have another name there, and modules and tensors that are no plain attributes.
/// Keys of the state are the original's in any case.
std::vector<Saying> python_name_remarks(const TracedModule& module);

} // namespace fx
