// The files of rules that --rules, a .fx-clang and editors name.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fx::tool {

/// The rule that is about calls of modules, and no pattern: it has no file.
constexpr const char* leaf_modules = "leaf-modules";

/// The names of the sets of rules that are installed with the program, sorted.
std::vector<std::string> ready_rules(const char* program);
/// A file, or the one of a ready set: "inference". Error: there is none.
llvm::Expected<std::string> rules_file(llvm::StringRef name, const char* program);

} // namespace fx::tool
