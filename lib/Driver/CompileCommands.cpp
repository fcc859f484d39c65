#include "fx/Driver/CompileCommands.h"

#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fx::driver {

using namespace clang::tooling;

std::unique_ptr<CompilationDatabase> find_compile_commands(const std::string& source) {
  namespace path = llvm::sys::path;
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

std::unique_ptr<CompilationDatabase> with_arguments(std::unique_ptr<CompilationDatabase> database,
                                                    bool is_fixed, const Config& config,
                                                    const std::vector<std::string>& extra) {
  auto adjusted = std::make_unique<ArgumentsAdjustingCompilations>(std::move(database));
  adjusted->appendArgumentsAdjuster(getInsertArgumentAdjuster(
      config.arguments(), is_fixed ? ArgumentInsertPosition::BEGIN : ArgumentInsertPosition::END));
  adjusted->appendArgumentsAdjuster(getInsertArgumentAdjuster(extra, ArgumentInsertPosition::END));
  return adjusted;
}

} // namespace fx::driver
