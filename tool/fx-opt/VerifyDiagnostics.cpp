#include "VerifyDiagnostics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using namespace llvm;

namespace {

StringRef kind_name(SourceMgr::DiagKind kind) {
  switch (kind) {
  case SourceMgr::DK_Error: return "error";
  case SourceMgr::DK_Warning: return "warning";
  case SourceMgr::DK_Remark: return "remark";
  case SourceMgr::DK_Note: return "note";
  }
  return "";
}

} // namespace

DiagnosticVerifier::DiagnosticVerifier(SourceMgr& sources) : sources_(sources) {
  for (unsigned id = 1; id <= sources.getNumBuffers(); ++id)
    read(id);
  sources.setDiagHandler(handle, this);
}

void DiagnosticVerifier::read(unsigned buffer) {
  const Regex pattern("expected-(error|warning|remark|note)(@([+-][0-9]+|above|below))? *"
                      "\\{\\{(.*)\\}\\}");
  StringRef rest = sources_.getMemoryBuffer(buffer)->getBuffer();
  unsigned line = 0;
  unsigned last_other_line = 0;
  std::vector<size_t> for_line_below;
  while (!rest.empty()) {
    ++line;
    StringRef text;
    std::tie(text, rest) = rest.split('\n');
    SmallVector<StringRef, 5> parts;
    if (!pattern.match(text, &parts)) {
      for (const size_t index : for_line_below)
        expectations_[index].line = line;
      for_line_below.clear();
      last_other_line = line;
      continue;
    }
    Expectation expected;
    expected.kind = StringSwitch<SourceMgr::DiagKind>(parts[1])
                        .Case("error", SourceMgr::DK_Error)
                        .Case("warning", SourceMgr::DK_Warning)
                        .Case("remark", SourceMgr::DK_Remark)
                        .Default(SourceMgr::DK_Note);
    expected.buffer = buffer;
    expected.line = line;
    expected.text = parts[4].str();
    expected.place = SMLoc::getFromPointer(parts[0].begin());
    int offset = 0;
    if (parts[3] == "above")
      expected.line = last_other_line;
    else if (parts[3] == "below")
      for_line_below.push_back(expectations_.size());
    else if (!parts[3].empty() && !parts[3].getAsInteger(10, offset))
      expected.line = static_cast<unsigned>(static_cast<int>(line) + offset);
    expectations_.push_back(std::move(expected));
  }
}

void DiagnosticVerifier::handle(const SMDiagnostic& diagnostic, void* context) {
  auto& verifier = *static_cast<DiagnosticVerifier*>(context);
  const unsigned buffer = diagnostic.getLoc().isValid()
                              ? verifier.sources_.FindBufferContainingLoc(diagnostic.getLoc())
                              : 0;
  for (Expectation& expected : verifier.expectations_) {
    const bool same_place =
        buffer == 0 || (expected.buffer == buffer &&
                        expected.line == static_cast<unsigned>(diagnostic.getLineNo()));
    if (expected.seen || !same_place || expected.kind != diagnostic.getKind() ||
        !diagnostic.getMessage().contains(expected.text))
      continue;
    expected.seen = true;
    return;
  }
  // Notes explain; only those that are named are compared.
  if (diagnostic.getKind() != SourceMgr::DK_Note) verifier.unexpected_.push_back(diagnostic);
}

bool DiagnosticVerifier::verify() {
  sources_.setDiagHandler(nullptr);
  bool good = true;
  for (const Expectation& expected : expectations_) {
    if (expected.seen) continue;
    good = false;
    sources_.PrintMessage(expected.place, SourceMgr::DK_Error,
                          "expected " + kind_name(expected.kind) + " '" + expected.text +
                              "' on line " + Twine(expected.line) + " did not come");
  }
  for (const SMDiagnostic& diagnostic : unexpected_) {
    good = false;
    sources_.PrintMessage(errs(), SMDiagnostic(sources_, diagnostic.getLoc(),
                                               diagnostic.getFilename(), diagnostic.getLineNo(),
                                               diagnostic.getColumnNo(), SourceMgr::DK_Error,
                                               ("unexpected " + kind_name(diagnostic.getKind()) +
                                                ": " + diagnostic.getMessage())
                                                   .str(),
                                               diagnostic.getLineContents(), {}));
  }
  return good;
}

std::vector<std::string> split_input(StringRef text, bool split) {
  std::vector<std::string> parts;
  size_t lines = 0;
  SmallVector<StringRef, 8> pieces;
  if (split)
    text.split(pieces, "\n// -----");
  else
    pieces.push_back(text);
  for (const StringRef piece : pieces) {
    parts.push_back(std::string(lines, '\n') + piece.str());
    lines += piece.count('\n') + 1;
  }
  return parts;
}

} // namespace fx::tool
