// Precompiling LibTorch's headers, as far as the evaluator needs them.
#pragma once

#include "Frontend/ClangCompat.h"

#include <memory>
#include <string>

namespace fx::frontend {

/// Writes `precompiled`, made of the file `header`, and `manifest_file`. With `disable_free` the
/// compiler is left to the end of the process. False: one of them cannot be written, or there are
/// errors.
bool precompile(std::shared_ptr<clang::CompilerInvocation> invocation,
                const compat::FileSystem& files, const std::string& header,
                const std::string& precompiled, const std::string& manifest_file,
                bool disable_free);

} // namespace fx::frontend
