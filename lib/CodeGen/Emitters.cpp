#include "fx/CodeGen/Emitter.h"

#include <algorithm>

namespace fx {

// A row declares its function.
#define FX_EMITTER(NAME, FUNCTION, DESCRIPTION)                                                    \
  Expected<std::string> FUNCTION(const TracedModule& module, const EmitOptions& options);
#include "fx/CodeGen/Emitters.def"

Expected<std::string> emit_graph(const TracedModule& module, const EmitOptions& options) {
  return print_graph(module, options.print);
}

Expected<std::string> emit_fx(const TracedModule& module, const EmitOptions&) {
  std::string text = print_fx(module.graph);
  if (module.training_graph) text += "training " + print_fx(*module.training_graph);
  return text;
}

Expected<std::string> emit_table(const TracedModule& module, const EmitOptions&) {
  std::string text = print_table(module.graph);
  if (module.training_graph) text += "\ntraining graph:\n" + print_table(*module.training_graph);
  return text;
}

namespace {

constexpr Emitter emitter_table[] = {
#define FX_EMITTER(NAME, FUNCTION, DESCRIPTION) {NAME, DESCRIPTION, FUNCTION},
#include "fx/CodeGen/Emitters.def"
};

} // namespace

std::span<const Emitter> emitters() {
  return emitter_table;
}

std::string emitter_names() {
  std::string names;
  for (const Emitter& emitter : emitter_table)
    names += (names.empty() ? "one of: " : ", ") + std::string(emitter.name);
  return names;
}

const Emitter* find_emitter(std::string_view name) {
  auto found = std::ranges::find(emitter_table, name, &Emitter::name);
  return found == std::end(emitter_table) ? nullptr : &*found;
}

} // namespace fx
