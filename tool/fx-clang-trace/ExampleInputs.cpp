#include "ExampleInputs.h"

#include "ModelReport.h"
#include "SourcePlugin.h"

namespace fx::tool {

using namespace llvm;

ExampleInputs::ExampleInputs(cl::OptionCategory& category)
    : inputs_("input",
              cl::desc("An example input: --input x=1x3x224x224:float32, n=5, mask=none, "
                       "hx=(1x2x8,1x2x8), features=[1x8,1x16]; x=2[batch:1..64]x3 where the first "
                       "size may be another"),
              cl::value_desc("parameter=value"), cl::cat(category)),
      kernels_("kernels",
               cl::desc("The plugin that knows LibTorch's kernels (default: beside the tool)"),
               cl::value_desc("file"), cl::cat(category), cl::Hidden) {}

driver::PluginFinder ExampleInputs::plugin(const char* program, frontend::Session& session,
                                           const std::string& source) const {
  if (!kernels_.empty()) return [file = kernels_.getValue()] { return file; };
  return source_plugin(program, session, source, report_saying);
}

llvm::Error ExampleInputs::add_to(frontend::TraceOptions& options,
                                  const driver::PluginFinder& plugin) const {
  options.open_kernels = driver::kernels_opener(plugin);
  if (inputs_.empty()) return llvm::Error::success();
  options.inputs = {inputs_.begin(), inputs_.end()};
  fx::Expected<std::shared_ptr<ops::Kernels>> kernels = options.open_kernels();
  if (!kernels) return createStringError(kernels.error().message_with_id());
  options.kernels = *kernels;
  return llvm::Error::success();
}

} // namespace fx::tool
