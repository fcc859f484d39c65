#include "ListPasses.h"

#include "fx/Passes/PassManager.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using namespace llvm;

void list_passes(ListFormat format) {
  if (format == ListFormat::Text) {
    size_t width = 0;
    for (const PassInfo* info : registered_passes())
      width = std::max(width, info->name.size());
    for (const PipelineInfo& pipeline : named_pipelines())
      width = std::max(width, pipeline.name.size());
    for (const PassInfo* info : registered_passes())
      outs() << info->name << std::string(width - info->name.size() + 2, ' ') << info->summary
             << "\n";
    for (const PipelineInfo& pipeline : named_pipelines())
      outs() << pipeline.name << std::string(width - pipeline.name.size() + 2, ' ')
             << pipeline.summary << ": " << pipeline.passes << "\n";
    return;
  }
  outs() << "# Passes\n\nWritten by `fx-opt --list-passes=markdown` from the passes themselves; "
            "docs/recipes/AddAPass.md\nsays how to add one. `fx-opt --passes='cse,dce' "
            "model.fx` runs them.\n";
  for (const PassInfo* info : registered_passes()) {
    outs() << "\n## " << info->name << "\n\n" << info->summary << ".\n\n";
    outs() << StringRef(info->description).trim() << "\n";
    if (info->parameters.empty() && info->input_values.empty()) continue;
    outs() << "\n| parameter | default | meaning |\n| --- | --- | --- |\n";
    for (const PassParameter& parameter : info->parameters) {
      const bool flag = parameter.kind == PassParameter::Kind::Flag;
      const std::string value = flag ? (parameter.default_value == "true" ? "on" : "off")
                                     : std::string(parameter.default_value);
      outs() << "| `" << parameter.name << (flag ? "" : "=...") << "` | "
             << (value.empty() ? "" : "`" + value + "`") << " | " << parameter.description
             << " |\n";
    }
    if (!info->input_values.empty())
      outs() << "| `INPUT=...` |  | " << info->input_values << " |\n";
  }
  for (const PipelineInfo& pipeline : named_pipelines())
    outs() << "\n## " << pipeline.name << "\n\n"
           << pipeline.summary << ": `" << pipeline.passes << "`.\n\n"
           << StringRef(pipeline.description).trim() << "\n";
}

} // namespace fx::tool
