#include "CompileCommands.h"

#include "fx/Driver/CompileCommands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace clang::tooling;

namespace fx::tool {

std::unique_ptr<CompilationDatabase> find_database(const std::string& folder,
                                                   const std::string& source, Verbosity verbosity,
                                                   std::string& problem) {
  if (!folder.empty()) return CompilationDatabase::autoDetectFromDirectory(folder, problem);
  if (auto found = driver::find_compile_commands(source)) return found;
  if (verbosity == Verbosity::Normal)
    llvm::WithColor::note(llvm::errs(), "fx-clang")
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
