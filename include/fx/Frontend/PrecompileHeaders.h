// The other half of HeaderCacheOptions::maker: the program that makes precompiled headers while the
// trace that lacked them goes on, and after it has ended.
#pragma once

#include <span>

namespace fx::frontend {

/// The first argument of such a program, as -cc1 is Clang's: what follows it is for
/// precompile_headers().
constexpr const char* precompile_headers_option = "-precompile-headers";

/// Makes one entry of the header cache and writes nothing else. Returns the exit code: 0 when it is
/// made, 1 when not, and then nothing of it stays; 2 when the arguments are malformed.
int precompile_headers(std::span<const char* const> arguments);

} // namespace fx::frontend
