// Where the flags of a file come from, and what is added to them.
#pragma once

#include "fx/Driver/Config.h"

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>
#include <string>
#include <vector>

namespace fx::driver {

/// The compile_commands.json in the nearest folder above `source`, or in the folder `build` of it,
/// where most have CMake's. Null: there is none.
std::unique_ptr<clang::tooling::CompilationDatabase>
find_compile_commands(const std::string& source);
/// The folders in which it is looked for, nearest first.
std::vector<std::string> compile_commands_folders(const std::string& source);

/// The database with the flags of the configuration, and behind them those of `extra`. What
/// stands behind -- (`is_fixed`) counts more than the configuration, and what a
/// compile_commands.json says less.
std::unique_ptr<clang::tooling::CompilationDatabase>
with_arguments(std::unique_ptr<clang::tooling::CompilationDatabase> database, bool is_fixed,
               const Config& config, const std::vector<std::string>& extra);

} // namespace fx::driver
