// Library headers whose code is run as it stands, so that its bodies have to be read.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace fx::frontend {

/// True for <algorithm>'s and <numeric>'s templates: see InterpretedHeaders.def.
inline bool is_interpreted_header(llvm::StringRef file) {
  constexpr llvm::StringLiteral ends[] = {
#define FX_INTERPRETED_HEADER(END) END,
#include "Frontend/Parse/InterpretedHeaders.def"
  };
  for (const llvm::StringRef end : ends)
    if (file.ends_with(end)) return true;
  return false;
}

} // namespace fx::frontend
