#include "CompileCommands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
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

std::unique_ptr<CompilationDatabase> find_database(const std::string& folder,
                                                   const std::string& source, Verbosity verbosity,
                                                   std::string& problem) {
  if (!folder.empty()) return CompilationDatabase::autoDetectFromDirectory(folder, problem);
  if (auto found = find_above(source)) return found;
  if (verbosity == Verbosity::Normal)
    llvm::WithColor::note(llvm::errs(), "fx-clang-trace")
        << "no compile_commands.json found; pass compiler flags after --\n";
  return std::make_unique<FixedCompilationDatabase>(".", std::vector<std::string>{});
}

std::unique_ptr<CompilationDatabase> database_behind_dashes(int& argc, const char** argv,
                                                            std::string& problem) {
  llvm::SmallVector<const char*, 32> words(argv, argv + argc);
  const auto dashes = llvm::find_if(words, [](llvm::StringRef word) { return word == "--"; });
  llvm::SmallVector<const char*, 32> flags(dashes, words.end());
  llvm::BumpPtrAllocator allocator;
  llvm::cl::ExpansionContext expansion(allocator, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error wrong = expansion.expandResponseFiles(flags))
    problem = llvm::toString(std::move(wrong));
  // LLVM would take it for a source.
  for (const llvm::StringRef flag : flags)
    if (flag.starts_with("@"))
      problem = ("the response file '" + flag.drop_front() + "' is not there").str();
  words.erase(dashes, words.end());
  words.append(flags);
  int count = static_cast<int>(words.size());
  std::string ignored; // a trace says what is wrong with them
  auto database = FixedCompilationDatabase::loadFromCommandLine(count, words.data(), ignored);
  if (database) argc = count;
  return database;
}

} // namespace fx::tool
