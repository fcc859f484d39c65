// What a client can have done with a model, by name: workspace/executeCommand.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fx::lsp {

struct Command {
  llvm::StringLiteral name;  // "fx-clang.python"
  llvm::StringLiteral label; // in a code lens: "Python"
  llvm::StringLiteral title; // as a code action
  /// The text that is written beside the file, as fx-clang-trace --emit names it, and how its name
  /// ends. Empty: none is.
  llvm::StringLiteral emitter;
  llvm::StringLiteral suffix;
};

llvm::ArrayRef<Command> commands();
/// Null: there is none of this name.
const Command* find_command(llvm::StringRef name);
/// Compares what the graph computes with what the program does.
constexpr llvm::StringLiteral verify_command = "fx-clang.verify";

} // namespace fx::lsp
