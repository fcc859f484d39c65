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

/// Of a cache that has no manifests: writes beside a file of the cache, which is `made` as yet and
/// not in its place, which bytes it has. False: it cannot be written.
bool seal(const std::string& file, const std::string& made);
/// Whether there is that file, and it has the bytes that it was sealed with.
bool is_intact(const std::string& file);
/// Removes a file with its seal.
void remove_sealed(const std::string& file);

} // namespace fx::frontend
