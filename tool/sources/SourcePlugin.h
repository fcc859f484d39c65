// The plugin that knows the LibTorch of a source.
#pragma once

#include "fx/Driver/Model.h"

#include <functional>
#include <string>

namespace fx::tool {

/// Finds it beside the program, in the cache, or has it built, of which `progress` is told as
/// verify::PluginOptions says. The session outlives what is returned.
driver::PluginFinder source_plugin(const char* program, frontend::Session& session,
                                   const std::string& source,
                                   std::function<void(const Saying&)> progress);

} // namespace fx::tool
