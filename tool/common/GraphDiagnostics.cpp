#include "GraphDiagnostics.h"

#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using llvm::SourceMgr;

llvm::SMLoc find_location(SourceMgr& sources, const SourceLocation& location) {
  if (location.line == 0) return {};
  for (unsigned id = 1; id <= sources.getNumBuffers(); ++id)
    if (sources.getMemoryBuffer(id)->getBufferIdentifier() == location.file)
      return sources.FindLocForLineAndColumn(id, location.line, location.column);
  return {};
}

void report(SourceMgr& sources, SourceMgr::DiagKind kind, const Error& error) {
  const llvm::SMLoc place = find_location(sources, error.location);
  const auto print = [&](SourceMgr::DiagKind how, const std::string& message, bool with_place) {
    if (place.isValid() && with_place) return sources.PrintMessage(place, how, message);
    const SourceLocation& at = error.location;
    const bool has_file = !at.file.empty() && with_place;
    sources.PrintMessage(llvm::errs(),
                         llvm::SMDiagnostic(sources, llvm::SMLoc(), has_file ? at.file : "",
                                            has_file ? static_cast<int>(at.line) : -1,
                                            has_file ? static_cast<int>(at.column) - 1 : -1, how,
                                            message, "", {}));
  };
  print(kind, error.message, true);
  for (const std::string& note : error.notes)
    print(SourceMgr::DK_Note, note, false);
}

} // namespace fx::tool
