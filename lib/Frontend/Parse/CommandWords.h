// What the words of a compile command mean before any compiler has read them: programs that only
// start the compiler, compilers that are not Clang's kind, arguments that all of them know.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fx::frontend {

using Words = std::vector<std::string>;

/// How many words at the front start the compiler and are not it: "ccache", "env A=B".
size_t length_of_launcher(llvm::ArrayRef<std::string> words);

bool is_of_microsoft(llvm::StringRef compiler);
bool is_nvcc(llvm::StringRef compiler);

/// Of the words behind a compiler those that every other one knows: folders, macros, language.
Words portable_arguments(const Words& words);

/// What nvcc gives to the C++ compiler behind it.
struct HostCommand {
  std::string compiler; // empty: it is not named
  Words arguments;
};
HostCommand host_command(const Words& words);

} // namespace fx::frontend
