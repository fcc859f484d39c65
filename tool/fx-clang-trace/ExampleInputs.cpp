#include "ExampleInputs.h"

#include "Installed.h"
#include "KernelsPlugin.h"

namespace fx::tool {

using namespace llvm;

namespace {

/// Beside the installed tool, else where the build put it.
std::string default_plugin(const char* program) {
  return installed(program, {FX_LIBRARY_FOLDER, "fx-clang", "fx-kernels.so"},
                   FX_KERNELS_BUILD_PATH);
}

} // namespace

ExampleInputs::ExampleInputs(cl::OptionCategory& category)
    : inputs_("input",
              cl::desc("An example input: --input x=1x3x224x224:float32, n=5, mask=none, "
                       "hx=(1x2x8,1x2x8), features=[1x8,1x16]"),
              cl::value_desc("parameter=value"), cl::cat(category)),
      kernels_("kernels",
               cl::desc("The plugin that knows LibTorch's kernels (default: beside the tool)"),
               cl::value_desc("file"), cl::cat(category), cl::Hidden) {}

std::string ExampleInputs::plugin(const char* program) const {
  return kernels_.empty() ? default_plugin(program) : kernels_.getValue();
}

llvm::Error ExampleInputs::add_to(frontend::TraceOptions& options, const char* program) const {
  if (inputs_.empty()) return llvm::Error::success();
  options.inputs = {inputs_.begin(), inputs_.end()};
  fx::Expected<std::shared_ptr<ops::Kernels>> kernels = ops::load_kernels(plugin(program));
  if (!kernels) return createStringError(kernels.error().message);
  options.kernels = *kernels;
  return llvm::Error::success();
}

} // namespace fx::tool
