#include "Frontend/Parse/PrecompiledHeaders.h"

#include "Frontend/Parse/SourceFiles.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"

#include <iterator>
#include <utility>

namespace fx::frontend {

using clang::tooling::CompilationDatabase;
using llvm::StringRef;
using Words = std::vector<std::string>;

namespace {

/// Where a header that a command includes may lie.
Words places_of(StringRef header, const CompileCommand& command) {
  Words places = {absolute_path_in(command.directory, header)};
  for (size_t at = 0; at < command.arguments.size(); ++at) {
    StringRef folder = command.arguments[at];
    if (!folder.consume_front("-I")) continue;
    if (folder.empty() && at + 1 < command.arguments.size()) folder = command.arguments[++at];
    places.push_back(absolute_path_in(absolute_path_in(command.directory, folder), header));
  }
  return places;
}

StringRef output_of(const clang::tooling::CompileCommand& entry) {
  if (!entry.Output.empty()) return entry.Output;
  const auto option = llvm::find(entry.CommandLine, "-o");
  const bool is_said =
      option != entry.CommandLine.end() && std::next(option) != entry.CommandLine.end();
  return is_said ? StringRef(*std::next(option)) : StringRef();
}

/// Empty: the database makes none for these places.
std::string header_behind(const CompilationDatabase& database, const Words& places) {
  for (const clang::tooling::CompileCommand& entry : database.getAllCompileCommands()) {
    StringRef output = output_of(entry);
    if (output.consume_back(".gch") &&
        llvm::is_contained(places, absolute_path_in(entry.Directory, output)))
      return absolute_path_in(entry.Directory, entry.Filename);
  }
  return {};
}

} // namespace

void name_precompiled_headers(const CompilationDatabase& database, llvm::vfs::FileSystem& files,
                              CompileCommand& command) {
  for (size_t at = 0; at + 1 < command.arguments.size(); ++at) {
    if (command.arguments[at] != "-include") continue;
    std::string& header = command.arguments[at + 1];
    const Words places = places_of(header, command);
    if (llvm::any_of(places, [&](const std::string& place) { return files.exists(place); }))
      continue;
    if (std::string source = header_behind(database, places); !source.empty())
      header = std::move(source);
  }
}

} // namespace fx::frontend
