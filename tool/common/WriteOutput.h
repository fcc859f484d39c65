// Writing what a tool made: whole or not at all.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

/// Writes `text` to `path` ("-": standard output). A regular file is replaced by a rename when all
/// of the text is on the disk; on an error it stays as it was.
llvm::Error write_output(llvm::StringRef path, llvm::StringRef text);

} // namespace fx::tool
