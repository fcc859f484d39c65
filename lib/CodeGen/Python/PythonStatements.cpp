#include "fx/CodeGen/PythonStatements.h"

#include "PythonWriter.h"

namespace fx {

std::unordered_map<const Node*, std::string> python_statements(const TracedModule& module,
                                                               const Graph& graph) {
  codegen::Failure failure; // of nothing: a reader understands what Python could not run
  codegen::PythonWriter writer(module, failure, codegen::PythonStyle::Readable);
  writer.parameters(graph);
  const std::vector<std::string> lines = writer.statements(graph, /*frees=*/false);
  std::unordered_map<const Node*, std::string> statements;
  for (size_t i = 0; i < lines.size(); ++i)
    if (const Node* node = writer.nodes_of_lines()[i])
      statements[node] = lines[i].substr(lines[i].find_first_not_of(' '));
  return statements;
}

} // namespace fx
