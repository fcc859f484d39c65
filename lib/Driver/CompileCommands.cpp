#include "fx/Driver/CompileCommands.h"

#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fx::driver {

using namespace clang::tooling;

std::vector<std::string> compile_commands_folders(const std::string& source) {
  namespace path = llvm::sys::path;
  llvm::SmallString<256> absolute(source);
  (void)llvm::sys::fs::make_absolute(absolute);
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  std::vector<std::string> folders;
  for (llvm::StringRef folder = path::parent_path(absolute); !folder.empty();
       folder = path::parent_path(folder)) {
    llvm::SmallString<256> build(folder);
    path::append(build, "build");
    folders.push_back(folder.str());
    folders.emplace_back(build);
  }
  return folders;
}

std::unique_ptr<CompilationDatabase> find_compile_commands(const std::string& source) {
  std::string ignored;
  for (const std::string& folder : compile_commands_folders(source))
    if (auto found = CompilationDatabase::loadFromDirectory(folder, ignored)) return found;
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
