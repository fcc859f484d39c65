// What the link of a program lacks: functions that the user's headers declare, and nothing defines.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fx::verify {

/// The symbols that a linker did not find, as it spells them, each once.
std::vector<std::string> undefined_symbols(llvm::StringRef log);

/// The files that a dependency file names behind its target.
std::vector<std::string> files_of(llvm::StringRef depfile);

/// A line for each of these symbols: where one of `read` declares it, and which of `sources` seems
/// to define it; else that a library is missing.
std::string explain_undefined(llvm::ArrayRef<std::string> symbols, llvm::ArrayRef<std::string> read,
                              llvm::ArrayRef<std::string> sources);

} // namespace fx::verify
