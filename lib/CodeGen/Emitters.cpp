#include "fx/CodeGen/Emitter.h"

#include "fx/IR/Printer.h"

#include <algorithm>

namespace fx {
namespace {

Expected<std::string> emit_graph(const GraphModule& module, const EmitOptions&) {
  return print_graph(module);
}

Expected<std::string> emit_fx(const GraphModule& module, const EmitOptions&) {
  return print_fx(module.graph);
}

Expected<std::string> emit_table(const GraphModule& module, const EmitOptions&) {
  return print_table(module.graph);
}

constexpr Emitter emitter_table[] = {
#define FX_EMITTER(NAME, FUNCTION, DESCRIPTION) {NAME, DESCRIPTION, FUNCTION},
#include "fx/CodeGen/Emitters.def"
};

} // namespace

std::span<const Emitter> emitters() {
  return emitter_table;
}

const Emitter* find_emitter(std::string_view name) {
  auto found = std::ranges::find(emitter_table, name, &Emitter::name);
  return found == std::end(emitter_table) ? nullptr : &*found;
}

} // namespace fx
