// Inputs of --verify that the user did not give.
#pragma once

#include "fx/Frontend/Trace.h"

#include <string>
#include <vector>

namespace fx::tool {

/// Fills in options.inputs, with such that `model` can be traced with in all `modes` (true: train),
/// says which on the standard output, and sets the kernels of `plugin`. False: an error, which is
/// on stderr.
bool guess_inputs(const clang::tooling::CompilationDatabase& database,
                  const std::vector<std::string>& sources, const GraphModule& model,
                  const std::vector<bool>& modes, const std::string& plugin,
                  frontend::TraceOptions& options);

} // namespace fx::tool
