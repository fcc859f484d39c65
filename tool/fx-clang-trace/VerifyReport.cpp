#include "VerifyReport.h"

#include "GraphDiagnostics.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

void report_error(const Error& error) {
  SourceMgr sources;
  report(sources, SourceMgr::DK_Error, error);
}

void report_node(const verify::Verdict& verdict) {
  const std::string mode = verdict.training ? "train" : "eval";
  if (verdict.in_python) {
    report_error({"the regenerated Python computes something else in " + mode +
                      " mode than the original; the regenerated C++ does not",
                  {},
                  {"please report it, with the model"}});
    return;
  }
  if (verdict.traced_differs) {
    report_error({"the regenerated model computes something else in " + mode +
                      " mode, and so does the graph as traced: this is a mistake of fx-clang",
                  {},
                  {"please report it, with the model"}});
    return;
  }
  const std::string note =
      "the graph as traced computes what the original does: a pass changed this";
  if (verdict.nodes.empty()) {
    report_error({fmt::format("in {} mode every node has the value it had as traced: a node that "
                              "writes to an input or a buffer is gone",
                              mode),
                  {},
                  {note}});
    return;
  }
  std::string others;
  for (const verify::ChangedNode& node : llvm::drop_begin(verdict.nodes))
    others += fmt::format("{}%{} ({})", others.empty() ? ", or one behind it: " : ", ", node.name,
                          node.target);
  const verify::ChangedNode& first = verdict.nodes.front();
  report_error({fmt::format("in {} mode %{} ({}) is the first node whose value differs{}", mode,
                            first.name, first.target, others),
                {first.range.file.str(), first.range.line, first.range.column},
                {note}});
}

} // namespace fx::tool
