// libFuzzer: any text that is read goes through every emitter, checked or not (fx-opt
// --verify-input=false emits what it is not), and is made smaller as fx-reduce does it.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/Reducer.h"

#include <cstdio>
#include <cstdlib>

namespace {

void emit_all(const fx::TracedModule& module) {
  fx::EmitOptions options;
  options.print = {.locations = true, .meta = true};
  for (const fx::Emitter& emitter : fx::emitters())
    if (const fx::Expected<std::string> text = emitter.emit(module, options);
        !text && text.error().message.empty()) {
      std::fprintf(stderr, "--emit=%s fails and does not say why\n",
                   std::string(emitter.name).c_str());
      std::abort();
    }
}

/// A command that fails on some texts: on which, does not matter.
void reduce(const std::string& text) {
  constexpr int max_attempts = 30;
  int attempts = 0;
  fx::Reducer reducer([&](const std::string& smaller) {
    return ++attempts < max_attempts && std::hash<std::string>()(smaller) % 2 == 0;
  });
  (void)reducer.reduce(text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const fx::ParseResult parsed = fx::parse_graphs(text, {.file = "fuzz"});
  if (!parsed.errors.empty()) return -1; // no seed for others
  for (const fx::ParsedModule& model : parsed.modules) {
    const bool is_whole = fx::lint(model.module).empty();
    emit_all(model.module);
    if (is_whole) reduce(fx::print_graph(model.module, {.meta = true}));
  }
  return 0;
}
