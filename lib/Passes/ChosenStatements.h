// The statements of the traced method that --at names.
#pragma once

#include "fx/Passes/Pass.h"

namespace fx {

/// What stands there, and what between. Error: no statements of the method, or all; one that may
/// leave it, but for a return at the end; or the source of the method is not known.
Expected<MethodSplit> chosen_statements(const TracedModule& module, const PassContext& context,
                                        const std::string& name);

} // namespace fx
