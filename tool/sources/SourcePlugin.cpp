#include "SourcePlugin.h"

#include "Installed.h"
#include "KernelsPlugin.h"

#include "fx/Verify/KernelsPlugin.h"

namespace fx::tool {

driver::PluginFinder source_plugin(const char* program, frontend::Session& session,
                                   const std::string& source,
                                   std::function<void(const Saying&)> progress) {
  return [=, &session, progress = std::move(progress)] {
    const frontend::HeaderCacheOptions& cache = session.options().header_cache;
    return verify::kernels_plugin(
        session, source,
        {.built_in = installed_kernels(program),
         .sources =
             installed(program, {FX_DATA_FOLDER, "fx-clang", "kernels"}, FX_KERNELS_SOURCE_PATH),
         .cache_directory = cache.enabled ? frontend::cache_folder(cache) : std::string(),
         .progress = progress});
  };
}

} // namespace fx::tool
