// The plugin of fx/Ops/Kernels.h for the LibTorch that a file is compiled against: the one that was
// installed, or one that is built from its sources when it is first needed, and kept.
#pragma once

#include "fx/Support/Error.h"

#include <functional>
#include <string>

namespace fx::frontend {
class Session;
}

namespace fx::verify {

struct PluginOptions {
  /// The plugin for the LibTorch that fx-clang was built with.
  std::string built_in;
  /// The folder of the plugin's sources, as it is installed.
  std::string sources;
  /// Where built ones are kept; empty: nowhere, and none is built.
  std::string cache_directory;
  /// Told that a build begins, which takes half a minute, and that it has ended.
  std::function<void(const Saying&)> progress;
};

/// The file of the plugin for the LibTorch of `file`, a file of the session, built by the compiler
/// of its compile command, else by any. Of several processes that want the same one, one builds it.
/// Error: LibTorch's libraries cannot be loaded on this machine, or the plugin does not compile;
/// with the loader's or the compiler's words.
Expected<std::string> kernels_plugin(frontend::Session& session, const std::string& file,
                                     const PluginOptions& options);

} // namespace fx::verify
