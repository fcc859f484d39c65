// How a class makes, registers and calls a module that a member holds.
#pragma once

#include "SourceParts.h"

#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fx::refactor {

/// All that the files that were read do with a member.
struct MemberParts {
  using Use = ClassSyntax::Use;
  const ClassSyntax* of = nullptr;
  const ClassSyntax::Field* field = nullptr;
  const Use* declaration = nullptr;
  const Use* made = nullptr;          // what makes the module that it holds
  std::vector<const Use*> nulls;      // initializers that give it nothing
  std::vector<const Use*> registered; // statements that register it and do not make it
  std::vector<const Use*> pushed;     // in order
  std::vector<const Use*> called;

  /// The place of a part of a use.
  static ClassSyntax::Place place(const Use& use, TextRange part) { return {use.name.file, part}; }
};

/// Of the member that holds `module`, which `owner` has or had. Error: other code uses it, or it is
/// made in several places, or not in its class.
Expected<MemberParts> parts_of_member(const ModuleNode& module, const ModuleNode& owner,
                                      FileTexts& texts);

/// The arguments of what makes a module, without their brackets; null where it has none that could
/// stand behind another name.
std::optional<std::string> arguments_of(const ClassSyntax::Making& making, const std::string& file,
                                        FileTexts& texts);

/// "torch::nn::" as `type`, the type of a member, names it: "nn::".
std::string library_prefix(llvm::StringRef type);
/// Code that names classes of LibTorch's with that prefix.
std::string with_library_prefix(std::string code, llvm::StringRef prefix);

/// Comments of what stands between two things: those on its first line, and those behind that.
struct Comments {
  std::vector<std::string> on_line, below;
};
Comments comments_in(llvm::StringRef between);
bool has_comments(llvm::StringRef code);

} // namespace fx::refactor
