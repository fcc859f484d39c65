#include "KernelsCommandLine.h"

#include "Installed.h"

#include <optional>

namespace fx::tool {

namespace cl = llvm::cl;

KernelsCommandLine::KernelsCommandLine(cl::OptionCategory& category)
    : file_("kernels",
            cl::desc("The plugin that knows LibTorch's kernels, for passes that run the graph "
                     "(default: beside the tool)"),
            cl::value_desc("file"), cl::cat(category)) {}

ops::KernelsOpener KernelsCommandLine::opener(const char* program) const {
  using Kernels = Expected<std::shared_ptr<ops::Kernels>>;
  return [this, program, opened = std::make_shared<std::optional<Kernels>>()]() -> Kernels {
    if (!*opened)
      opened->emplace(
          ops::load_kernels(file_.empty() ? installed_kernels(program) : file_.getValue()));
    return **opened;
  };
}

} // namespace fx::tool
