#include "VerifyDiagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

void DiagnosticVerifier::expect(const std::string& file, StringRef text) {
  unsigned line = 0;
  unsigned last_other_line = 0;
  std::vector<size_t> for_line_below;
  while (!text.empty()) {
    ++line;
    StringRef row;
    std::tie(row, text) = text.split('\n');
    if (read_row(file, line, row, last_other_line, for_line_below)) continue;
    for (const size_t index : for_line_below)
      expectations_[index].line = line;
    for_line_below.clear();
    last_other_line = line;
  }
}

bool DiagnosticVerifier::read_row(const std::string& file, unsigned line, StringRef row,
                                  unsigned last_other_line, std::vector<size_t>& for_line_below) {
  const Regex start("expected-(error|warning|remark|note)");
  const Regex pattern("expected-(error|warning|remark|note)(@([+-][0-9]+|above|below))? *"
                      "\\{\\{");
  bool any = false;
  for (StringRef rest = row; start.match(rest);) {
    SmallVector<StringRef, 4> begun;
    SmallVector<StringRef, 4> parts;
    start.match(rest, &begun);
    Expectation expected;
    expected.place = {file, line, static_cast<unsigned>(begun[0].data() - row.data()) + 1};
    const bool is_whole = pattern.match(rest, &parts) && parts[0].data() == begun[0].data();
    const size_t begin = is_whole ? static_cast<size_t>(parts[0].end() - rest.begin()) : 0;
    const size_t end = is_whole ? rest.find("}}", begin) : StringRef::npos;
    if (end == StringRef::npos) {
      Diagnostic& problem = malformed_.emplace_back();
      problem.location = expected.place;
      problem.message = "this expectation cannot be read: write expected-error@+1 {{text}}";
      return true;
    }
    expected.severity = StringSwitch<Severity>(parts[1])
                            .Case("error", Severity::Error)
                            .Case("warning", Severity::Warning)
                            .Case("remark", Severity::Remark)
                            .Default(Severity::Note);
    expected.line = line;
    expected.text = rest.slice(begin, end).str();
    int offset = 0;
    if (parts[3] == "above")
      expected.line = last_other_line;
    else if (parts[3] == "below")
      for_line_below.push_back(expectations_.size());
    else if (parts[3].consume_front("+"); !parts[3].getAsInteger(10, offset))
      expected.line = static_cast<unsigned>(static_cast<int>(line) + offset);
    expectations_.push_back(std::move(expected));
    rest = rest.drop_front(end + 2);
    any = true;
  }
  return any;
}

bool DiagnosticVerifier::was_expected(const Diagnostic& diagnostic) {
  for (Expectation& expected : expectations_) {
    const bool same_place =
        diagnostic.location.line == 0 || (expected.place.file == diagnostic.location.file &&
                                          expected.line == diagnostic.location.line);
    if (expected.seen || !same_place || expected.severity != diagnostic.severity ||
        !StringRef(diagnostic.message).contains(expected.text))
      continue;
    expected.seen = true;
    return true;
  }
  return false;
}

void DiagnosticVerifier::on_diagnostic(const Diagnostic& diagnostic) {
  if (!was_expected(diagnostic) && diagnostic.severity != Severity::Note)
    unexpected_.push_back(diagnostic);
  for (const Diagnostic& note : diagnostic.notes)
    was_expected(note);
}

std::vector<Diagnostic> DiagnosticVerifier::problems() const {
  std::vector<Diagnostic> problems = malformed_;
  for (const Expectation& expected : expectations_) {
    if (expected.seen) continue;
    Diagnostic& problem = problems.emplace_back();
    problem.location = expected.place;
    problem.message = fmt::format("expected {} '{}' on line {} did not come",
                                  severity_name(expected.severity), expected.text, expected.line);
  }
  for (const Diagnostic& diagnostic : unexpected_) {
    Diagnostic& problem = problems.emplace_back();
    problem.location = diagnostic.location;
    problem.message =
        fmt::format("unexpected {}: {}", severity_name(diagnostic.severity), diagnostic.message);
  }
  return problems;
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
