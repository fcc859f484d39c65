// Blocks that stand on one line and get more statements.
#pragma once

#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace fx::refactor {

/// `{ return norm(conv(x)); }` becomes several lines where an edit puts a statement into it that
/// ends its line. `edits` are those of a file, and do not overlap.
void open_blocks(llvm::StringRef text, std::vector<Edit>& edits);

} // namespace fx::refactor
