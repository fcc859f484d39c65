// Generated C++ in the user's own style.
#pragma once

#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace fx::refactor {

/// `code` as the .clang-format file that holds for `like_file` wants it; as it is, where there is
/// none or it cannot be read.
std::string format_cpp(llvm::StringRef code, const std::string& like_file);
/// Whether a line gets longer than that style allows.
bool makes_long_line(llvm::StringRef text, const std::string& file, const Edit& edit);
/// The same for what an edit puts into a file, and for nothing else of it.
Edit format_edit(llvm::StringRef text, const std::string& file, const Edit& edit);

/// The edit that includes <header> where the style has it among the other includes; nothing where
/// the file includes it.
std::optional<Edit> include_edit(llvm::StringRef text, const std::string& file,
                                 llvm::StringRef header);

} // namespace fx::refactor
