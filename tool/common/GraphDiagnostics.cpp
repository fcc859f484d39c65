#include "GraphDiagnostics.h"

#include "VerifyDiagnostics.h"

#include "llvm/Support/MemoryBuffer.h"
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

namespace {

/// What a place in the user's source is shown with.
void read_file(SourceMgr& sources, const SourceLocation& location) {
  if (location.line == 0 || find_location(sources, location).isValid()) return;
  if (auto buffer = llvm::MemoryBuffer::getFile(location.file, /*IsText=*/true))
    sources.AddNewSourceBuffer(std::move(*buffer), {});
}

/// A handler of a SourceMgr's messages, which tells them to the DiagnosticSink behind `sink`.
void tell(const llvm::SMDiagnostic& diagnostic, void* sink) {
  Diagnostic said;
  switch (diagnostic.getKind()) {
  case SourceMgr::DK_Error: said.severity = Severity::Error; break;
  case SourceMgr::DK_Warning: said.severity = Severity::Warning; break;
  case SourceMgr::DK_Remark: said.severity = Severity::Remark; break;
  case SourceMgr::DK_Note: said.severity = Severity::Note; break;
  }
  if (diagnostic.getLoc().isValid())
    said.location = {diagnostic.getFilename().str(), static_cast<unsigned>(diagnostic.getLineNo()),
                     static_cast<unsigned>(diagnostic.getColumnNo()) + 1};
  said.message = diagnostic.getMessage().str();
  static_cast<DiagnosticSink*>(sink)->on_diagnostic(said);
}

} // namespace

void report(SourceMgr& sources, SourceMgr::DiagKind kind, const Error& error) {
  read_file(sources, error.location);
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
  print(kind, error.message_with_id(), true);
  for (const std::string& note : error.notes)
    print(SourceMgr::DK_Note, note, false);
}

bool reports_as_expected(SourceMgr& sources, llvm::function_ref<void()> work) {
  const llvm::MemoryBufferRef text = sources.getMemoryBuffer(1)->getMemBufferRef();
  DiagnosticVerifier verifier;
  verifier.expect(text.getBufferIdentifier().str(), text.getBuffer().str());
  sources.setDiagHandler(tell, static_cast<DiagnosticSink*>(&verifier));
  work();
  sources.setDiagHandler(nullptr);
  const auto problems = verifier.problems();
  for (const Diagnostic& problem : problems)
    report(sources, SourceMgr::DK_Error, {problem.message, problem.location, {}});
  return problems.empty();
}

} // namespace fx::tool
