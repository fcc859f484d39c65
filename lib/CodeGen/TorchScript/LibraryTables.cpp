#include "LibraryTables.h"

namespace fx::codegen {
namespace {

#include "TorchScriptLibrary.inc"

} // namespace

constinit const std::span<const LibraryClass> library_classes(all_classes);

std::span<const LibraryFunction> library_functions() {
  return all_functions;
}

} // namespace fx::codegen
