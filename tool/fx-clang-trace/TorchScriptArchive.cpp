#include "TorchScriptArchive.h"

#include "fx/Ops/Archive.h"

#include "llvm/Support/WithColor.h"

namespace fx::tool {

using namespace llvm;

TorchScriptArchive::TorchScriptArchive(cl::OptionCategory& category)
    : weights_("weights",
               cl::desc("For --emit=torchscript -o NAME.pt: what C++'s torch::save wrote (default: "
                        "initial weights)"),
               cl::value_desc("file"), cl::cat(category)) {}

llvm::Expected<bool> TorchScriptArchive::is_wanted(StringRef emitter, StringRef output) const {
  const bool is_archive = emitter == "torchscript" && output.ends_with(".pt");
  if (!weights_.empty() && !is_archive)
    return createStringError(
        "--weights goes with --emit=torchscript and an output that ends in .pt: -o NAME.pt");
  return is_archive;
}

fx::Expected<std::string> TorchScriptArchive::make(const std::vector<TracedModule>& modules,
                                                   const std::vector<std::string>& sources,
                                                   const std::string& plugin) const {
  if (modules.size() != 1)
    return fx::Error{"an archive holds one model: name it with --root", {}, {}};
  fx::Expected<std::shared_ptr<ops::Archiver>> archiver = ops::load_archiver(plugin);
  if (!archiver) return archiver.error();
  fx::Expected<std::string> bytes =
      (*archiver)->archive(modules.front(), sources.front(), weights_);
  if (bytes && weights_.empty())
    WithColor::warning(errs(), "fx-clang-trace")
        << "no --weights: the archive has initial weights, from random numbers of its own\n";
  return bytes;
}

} // namespace fx::tool
