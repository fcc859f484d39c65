// Whether a file of the cache is what was written: a damaged precompiled header has the right size
// and time, and Clang, which trusts it, crashes or reads other declarations.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fx::frontend {

/// Nothing when the file cannot be read.
std::optional<uint64_t> checksum_of(const std::string& file);

/// Whether `file` has this checksum. It is read (75 MB in some 10 ms) when the machine was started
/// or the file touched since it was looked at last, which `note` says; else it is taken to be as it
/// was.
bool is_undamaged(const std::string& file, uint64_t checksum, const std::string& note);

} // namespace fx::frontend
