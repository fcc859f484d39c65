// Code for another version of LibTorch, read as the installed one would have it.
#pragma once

#include "Frontend/Parse/ParseErrors.h"

#include <map>
#include <string>

namespace fx::frontend {

/// Files with other text in places, by path. Every replacement is as long as what it replaces, so
/// that all places stay the places of the user's file.
class Repairs {
public:
  /// Looks at the errors of a parse, whose main file was `main_text` and what the tool appended.
  /// True: there are new repairs, and it is worth parsing again.
  bool find(const ParseErrors& errors, const clang::SourceManager& sources,
            llvm::StringRef main_text);
  const std::map<std::string, std::string>& files() const { return files_; }
  /// Macros that older headers had.
  const std::vector<std::string>& macros() const { return macros_; }
  /// What the user is told, one text a kind.
  const std::vector<std::string>& messages() const { return messages_; }

private:
  std::map<std::string, std::string> files_;
  std::vector<std::string> macros_;
  std::vector<std::string> messages_;
};

/// A name of another version of LibTorch.
struct Renamed {
  llvm::StringRef name;
  llvm::StringRef advice;  // what it is called here, or since when it is there
  llvm::StringRef instead; // the name that may stand in its place; empty when that is not one
};
/// The name that Clang did not find, by its message, if another version has it; null for others.
const Renamed* renamed(llvm::StringRef message);

} // namespace fx::frontend
