// The method that computes the weights of a model whose batch norms were folded into the
// convolutions before them: fuse-conv-bn<fold>.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"
#include "fx/Refactor/InPlace.h"
#include "fx/Support/Error.h"

namespace fx::refactor {

/// The edit that adds the method fold() to the class of the model; none where no batch norm became
/// an Identity behind a convolution. `before`: the graph as it was. Error: a macro declares its
/// forward.
Expected<FileEdits> fold_method_edit(const Graph& before, const ModuleHistory& modules,
                                     const TracedModule& after, FileTexts& texts);

} // namespace fx::refactor
