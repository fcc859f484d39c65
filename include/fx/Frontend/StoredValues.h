// Where the source stores what nodes compute, and in which calls of modules it computes them: what
// an editor shows at the ends of lines. With TraceOptions::stored_values.
#pragma once

#include "fx/IR/Meta.h"

#include <cstdint>
#include <vector>

namespace fx::frontend {

/// The declarations of variables, and the assignments to them, that got the value of a node: each
/// up to the end of the expression whose value it is, of a structured binding its name.
inline const MetaKey<std::vector<SourceRange>> stored_in{{"stored_in"}};

/// The numbers of the calls in which the frames of meta::module_stack are entered: nodes of one
/// call have the same, those of the next call of the same module a larger one.
inline const MetaKey<std::vector<uint32_t>> module_calls{{"module_calls"}};

} // namespace fx::frontend
