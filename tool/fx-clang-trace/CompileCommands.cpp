#include "CompileCommands.h"

#include "llvm/Support/WithColor.h"

using namespace clang::tooling;

namespace fx::tool {

std::unique_ptr<CompilationDatabase>
find_database(const std::string& folder, const std::string& source, std::string& problem) {
  if (!folder.empty()) return CompilationDatabase::autoDetectFromDirectory(folder, problem);
  std::string ignored;
  if (auto found = CompilationDatabase::autoDetectFromSource(source, ignored)) return found;
  llvm::WithColor::note(llvm::errs(), "fx-clang-trace")
      << "no compile_commands.json found; pass compiler flags after --\n";
  return std::make_unique<FixedCompilationDatabase>(".", std::vector<std::string>{});
}

} // namespace fx::tool
