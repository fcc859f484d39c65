// A .fx-clang file: what a project says once of the models in its files, as a .clang-tidy says
// which checks are meant. docs/Configuration.md has its keys.
#pragma once

#include "fx/Frontend/ModelOptions.h"
#include "fx/Support/Error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fx::driver {

/// The name that find_config() looks for.
constexpr std::string_view config_name = ".fx-clang";

struct Config {
  /// An entry of `Models`.
  struct Model {
    /// A glob, relative to the folder of the file. Empty: all files.
    std::string files;
    frontend::ModelOptions options;
  };

  std::string path;               // absolute
  std::string standard;           // "c++20"
  std::vector<std::string> flags; // folders in them are absolute
  std::vector<std::string> rules; // names, and files as absolute paths
  std::string checks;             // globs, as check::Selection reads them
  /// What is said of everything.
  frontend::ModelOptions general;
  std::vector<Model> models;

  /// What the compiler is told besides.
  std::vector<std::string> arguments() const;
};

/// Reads one. Error: it cannot be read, or there is something in it that has no meaning, at its
/// line and column.
Expected<Config> read_config(const std::string& path);

/// The file in the nearest folder at or above that of `source`; empty: there is none.
std::string find_config(const std::string& source);

/// What a command line says itself and a file does not change.
struct SaidAlready {
  bool method = false;
  bool mode = false;
};

/// Adds what the file says of models in `sources`. What the options say already stays. A root that
/// is the name of a class for which the file has an expression is that expression.
void add_config(const Config& config, const std::vector<std::string>& sources,
                const SaidAlready& said, frontend::TraceOptions& options);

} // namespace fx::driver
