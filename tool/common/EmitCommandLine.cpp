#include "EmitCommandLine.h"

namespace fx::tool {

using namespace llvm;

EmitCommandLine::EmitCommandLine(cl::OptionCategory& category)
    : description_("What to write, " + emitter_names()),
      emit_("emit", cl::desc(description_), cl::value_desc("kind"), cl::init("graph"),
            cl::cat(category)),
      class_name_("class-name", cl::desc("Name of the generated class"), cl::value_desc("name"),
                  cl::cat(category)),
      print_locations_("print-locations", cl::desc("Write where nodes come from"),
                       cl::cat(category)),
      print_meta_("print-meta", cl::desc("Write all that is known of nodes"), cl::cat(category)),
      depth_("depth",
             cl::desc("For --emit=summary, dot and svg: how deep modules are shown (default: a "
                      "summary has all, a drawing what there is room for)"),
             cl::value_desc("N"), cl::cat(category)),
      columns_("columns",
               cl::desc("For --emit=summary: columns of input_size, output_size, num_params, "
                        "kernel_size, mult_adds (default: all but the first)"),
               cl::value_desc("name,..."), cl::CommaSeparated, cl::cat(category)) {}

llvm::Expected<const Emitter*> EmitCommandLine::emitter() const {
  const Emitter* emitter = find_emitter(emit_.getValue());
  if (!emitter) return createStringError("--emit=" + emit_ + " is unknown; " + emitter_names());
  if (const auto error = emitter->check(options()))
    return createStringError(error->message_with_id());
  return emitter;
}

EmitOptions EmitCommandLine::options() const {
  EmitOptions options;
  options.class_name = class_name_;
  options.print = {.locations = print_locations_, .meta = print_meta_};
  if (depth_.getNumOccurrences() > 0) options.depth = depth_.getValue();
  options.columns = {columns_.begin(), columns_.end()};
  return options;
}

} // namespace fx::tool
