// The keys of a .fx-clang file.
#pragma once

#include "fx/Driver/Config.h"

#include "llvm/Support/MemoryBuffer.h"

#include <optional>

namespace fx::driver {

/// Reads the text into `config`, as it stands there. Error: at the place in the text.
std::optional<Error> parse_config(llvm::MemoryBufferRef text, Config& config);

} // namespace fx::driver
