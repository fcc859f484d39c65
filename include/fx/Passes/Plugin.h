// Passes from shared libraries, as LLVM's opt loads them: --load-pass-plugin=libMine.so.
//
//   extern "C" fx::PassPluginInfo fx_pass_plugin_info() {
//     return {fx::abi_number, "mine", "1.0", [] { fx::register_pass(my_pass); }};
//   }
#pragma once

#include "fx/Passes/Pass.h"
#include "fx/Support/Abi.h"

#include <cstdint>

namespace fx {

struct PassPluginInfo {
  uint64_t abi; // abi_number, of the headers that the plugin was compiled with
  const char* name;
  const char* plugin_version;
  /// Registers the passes.
  void (*register_passes)();
};

/// The name of the function that a plugin exports: `extern "C" PassPluginInfo NAME()`.
inline constexpr const char* pass_plugin_entry = "fx_pass_plugin_info";

/// Loads a plugin and registers its passes. Error: it cannot be loaded, has no such function, or
/// was compiled against another version.
std::optional<Error> load_pass_plugin(const std::string& path);

} // namespace fx
