// The options that a program reads from a file: what --config names.
#pragma once

#include "fx/Frontend/TraceOptions.h"
#include "fx/Support/Error.h"

#include <string>
#include <vector>

namespace fx::driver {

/// All values of a JSON or YAML file, each with the keys that lead to it. JSON is what ends in
/// .json. Values that are null stand for keys without one, and are left out. Error: the file cannot
/// be read; its line where it is neither.
Expected<std::vector<frontend::ConfigValue>> read_config_values(const std::string& file);

} // namespace fx::driver
