// Where the flags for the compiler come from.
#pragma once

#include "TerminalSink.h"

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>
#include <string>

namespace fx::tool {

/// The database of `folder`, or, where that is empty, of a folder above `source` or of the folder
/// `build` in one; without one, a database that holds no flags, and a note. Null, with the reason
/// in `problem`, when `folder` has none.
std::unique_ptr<clang::tooling::CompilationDatabase> find_database(const std::string& folder,
                                                                   const std::string& source,
                                                                   Verbosity verbosity,
                                                                   std::string& problem);

/// The database of the flags behind --, which are taken out of the arguments; null: there is no --.
/// Response files among the flags are read; `problem` says when one cannot be.
std::unique_ptr<clang::tooling::CompilationDatabase>
database_behind_dashes(int& argc, const char** argv, std::string& problem);

} // namespace fx::tool
