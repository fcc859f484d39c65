// Traced models as what an editor shows of them: shapes at the ends of lines, and what is known of
// an expression that one points at.
#pragma once

#include "ShownFiles.h"
#include "SizeNames.h"

#include "fx/IR/TracedModule.h"

#include <span>

namespace fx::lsp {

/// Adds what is shown of the models, which were traced with TraceOptions::stored_values. Code that
/// runs several times, in loops, in blocks of one class or in several models, is shown once, with
/// the shapes of its first and its last run. `shapes`: those with names, of nodes that have one.
void show_models(std::span<const TracedModule> models, const NamedShapes& shapes,
                 ShownFiles& files);

} // namespace fx::lsp
