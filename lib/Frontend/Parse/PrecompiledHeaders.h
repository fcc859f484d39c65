// The headers behind what GCC precompiles.
#pragma once

#include "Frontend/Parse/CompileCommand.h"

namespace fx::frontend {

/// GCC takes X.gch for `-include X` also where there is no X, as in Meson's builds: X becomes the
/// header whose entry in the database has X.gch as its output.
void name_precompiled_headers(const clang::tooling::CompilationDatabase& database,
                              llvm::vfs::FileSystem& files, CompileCommand& command);

} // namespace fx::frontend
