#include "CompileCommands.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace clang::tooling;

namespace fx::tool {

namespace path = llvm::sys::path;

/// In a folder above the source, or in the folder `build` of one, where most have CMake's.
static std::unique_ptr<CompilationDatabase> find_above(const std::string& source) {
  llvm::SmallString<256> absolute(source);
  (void)llvm::sys::fs::make_absolute(absolute);
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  std::string ignored;
  for (llvm::StringRef folder = path::parent_path(absolute); !folder.empty();
       folder = path::parent_path(folder)) {
    llvm::SmallString<256> build(folder);
    path::append(build, "build");
    for (const llvm::StringRef each : {folder, llvm::StringRef(build)})
      if (auto found = CompilationDatabase::loadFromDirectory(each, ignored)) return found;
  }
  return nullptr;
}

std::unique_ptr<CompilationDatabase>
find_database(const std::string& folder, const std::string& source, std::string& problem) {
  if (!folder.empty()) return CompilationDatabase::autoDetectFromDirectory(folder, problem);
  if (auto found = find_above(source)) return found;
  llvm::WithColor::note(llvm::errs(), "fx-clang-trace")
      << "no compile_commands.json found; pass compiler flags after --\n";
  return std::make_unique<FixedCompilationDatabase>(".", std::vector<std::string>{});
}

} // namespace fx::tool
