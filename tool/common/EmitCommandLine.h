// The options about what is written that fx-opt and fx-clang-trace share.
#pragma once

#include "fx/CodeGen/Emitter.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

/// Declares --emit, --class-name, --depth and the rest of them in a category.
class EmitCommandLine {
public:
  explicit EmitCommandLine(llvm::cl::OptionCategory& category);

  /// After the command line was parsed. Error: there is no such emitter, or the options do not go
  /// with it.
  llvm::Expected<const Emitter*> emitter() const;
  EmitOptions options() const;
  bool is_asked_for() const { return emit_.getNumOccurrences() > 0; }

private:
  std::string description_;
  llvm::cl::opt<std::string> emit_;
  llvm::cl::opt<std::string> class_name_;
  llvm::cl::opt<bool> print_locations_;
  llvm::cl::opt<bool> print_meta_;
  llvm::cl::opt<unsigned> depth_;
  llvm::cl::list<std::string> columns_;
};

} // namespace fx::tool
