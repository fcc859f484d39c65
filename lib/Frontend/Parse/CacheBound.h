// How much the folder of precompiled headers may hold: those of traces, and in its folder "verify"
// those that --verify compiles.
#pragma once

#include <cstdint>
#include <string>

namespace fx::frontend {

/// What is kept in `file` was used: what was not goes first.
void note_use(const std::string& file);

/// Removes what was used least recently until the rest has at most `max_bytes`. What was used last
/// stays, however large it is.
void bound_cache(const std::string& folder, uint64_t max_bytes);

} // namespace fx::frontend
