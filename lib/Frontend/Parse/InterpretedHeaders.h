// Library headers whose code is run as it stands, so that its bodies have to be read.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace fx::frontend {

/// What of a header is run like the user's own code.
enum class HeaderCode : uint8_t {
  None,
  Whole,   // what no model stands for
  Classes, // that, but of a class that models stand for nothing
};

/// See InterpretedHeaders.def.
inline HeaderCode header_code(llvm::StringRef file) {
  constexpr std::pair<llvm::StringLiteral, HeaderCode> ends[] = {
#define FX_INTERPRETED_HEADER(END) {END, HeaderCode::Whole},
#define FX_CONTAINER_HEADER(END) {END, HeaderCode::Classes},
#include "Frontend/Parse/InterpretedHeaders.def"
  };
  for (const auto& [end, code] : ends)
    if (file.ends_with(end)) return code;
  return HeaderCode::None;
}

/// Whether the bodies of a header's functions have to be read.
inline bool is_interpreted_header(llvm::StringRef file) {
  return header_code(file) != HeaderCode::None;
}

} // namespace fx::frontend
