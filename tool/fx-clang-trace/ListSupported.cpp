#include "ListSupported.h"

#include "fx/Frontend/Trace.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace fx::tool {

void list_supported(SupportedFormat format) {
  // "std::vector::push_back" under "std::vector".
  std::map<std::string, std::string> owners;
  for (const std::string_view name : frontend::supported_library()) {
    const auto [owner, function] = StringRef(name).rsplit("::");
    std::string& names = owners[function.empty() ? "C" : owner.str()];
    const StringRef member = function.empty() ? owner : function == "*" ? "and the rest" : function;
    names += (names.empty() ? "" : ", ") + member.str();
  }
  const bool markdown = format == SupportedFormat::Markdown;
  if (markdown)
    outs()
        << "# Supported library code\n\nWritten by `fx-clang-trace --list-supported=markdown` from "
           "the tracer's own tables; a test compares.\n\nBesides these: every operator of the "
           "installed LibTorch, by its schema; every module and function of `torch::nn` with its "
           "options, by LibTorch's headers; `<algorithm>` and `<numeric>`, by their own code. What "
           "is not known flows on as an unknown value, or stays one call where tensors go in, and "
           "deciding something with it is an error that tells where it came from.\n\n"
           "| class or namespace | functions |\n| --- | --- |\n";
  for (const auto& [owner, names] : owners) {
    if (markdown)
      outs() << "| `" << owner << "` | " << names << " |\n";
    else
      outs() << owner << ": " << names << "\n";
  }
}

} // namespace fx::tool
