// Drawings by Graphviz's own program.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fx::tool {

/// What `dot -Tsvg` makes of a drawing in Graphviz's language. Error: it is not installed, or
/// refuses.
llvm::Expected<std::string> render_svg(llvm::StringRef drawing);

} // namespace fx::tool
