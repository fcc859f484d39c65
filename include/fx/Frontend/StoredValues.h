// Where the source stores what nodes compute: what an editor shows at the ends of lines.
#pragma once

#include "fx/IR/Meta.h"

#include <vector>

namespace fx::frontend {

/// The declarations of variables, and the assignments to them, that got the value of a node: each
/// up to the end of the expression whose value it is, of a structured binding its name. With
/// TraceOptions::stored_values.
inline const MetaKey<std::vector<SourceRange>> stored_in{{"stored_in"}};

} // namespace fx::frontend
