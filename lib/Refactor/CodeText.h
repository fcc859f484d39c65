// Code as text: pieces that move to other places of a file.
#pragma once

#include "fx/IR/Meta.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace fx::refactor {

/// A piece that begins behind `was` on its line, for a line that begins with `now`. A raw string
/// stays as it is.
std::string reindented(llvm::StringRef piece, llvm::StringRef was, llvm::StringRef now);
/// The range of a member's declaration with the comment behind it on its line.
TextRange with_comment(llvm::StringRef text, TextRange declaration);
/// Where the lines begin that belong to what begins at `begin`: its own, and comments right above.
uint32_t begin_with_comments(llvm::StringRef text, uint32_t begin);

} // namespace fx::refactor
