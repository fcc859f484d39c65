#include "VerifyReport.h"

#include "GraphDiagnostics.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

void report_error(const Error& error) {
  SourceMgr sources;
  report(sources, SourceMgr::DK_Error, error);
}

void report_node(const std::vector<verify::Subject>& subjects, const verify::Verdict& verdict) {
  const std::string mode = verdict.training ? "train" : "eval";
  if (verdict.in_python) {
    report_error({"the regenerated Python computes something else in " + mode +
                      " mode than the original; the regenerated C++ does not",
                  {},
                  {"please report it, with the model"}});
    return;
  }
  for (const verify::Subject& subject : subjects) {
    if (subject.training != verdict.training) continue;
    const auto node = subject.nodes.find(verdict.node);
    if (node == subject.nodes.end()) {
      report_error({"the regenerated model computes something else in " + mode +
                        " mode, and so does the graph as traced: this is a mistake of fx-clang",
                    {},
                    {"please report it, with the model"}});
      return;
    }
    const auto& [range, target] = node->second;
    report_error({fmt::format("in {} mode %{} ({}) is the first node whose value differs", mode,
                              verdict.node, target),
                  {range.file.str(), range.line, range.column},
                  {"the graph as traced computes what the original does: a pass changed this"}});
  }
}

} // namespace fx::tool
