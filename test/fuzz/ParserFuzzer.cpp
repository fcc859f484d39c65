// libFuzzer: any text, in both dialects. What is read prints, reads back and prints the same; what is
// not read has an error with a place.
#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"

#include <cstdio>
#include <cstdlib>

namespace {

void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

void check(std::string_view text, fx::TextDialect dialect) {
  const fx::ParseResult first = fx::parse_graphs(text, {.file = "fuzz", .dialect = dialect});
  for (const fx::Error& error : first.errors)
    if (error.location.line == 0 || error.location.column == 0)
      fail("an error without a place", error.message);
  for (const fx::ParsedModule& model : first.modules) {
    (void)fx::lint(model.module);
    const std::string printed = fx::print_graph(model.module, {.locations = true, .meta = true});
    const fx::Expected<fx::TracedModule> again = fx::parse_graph(printed, {.file = "printed"});
    if (!again) fail(again.error().to_string().c_str(), printed);
    if (fx::print_graph(*again, {.locations = true, .meta = true}) != printed)
      fail("print, parse, print differs", printed);
    (void)fx::print_fx(model.module.graph);
    (void)fx::print_table(model.module.graph);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, fx::TextDialect::Graph);
  check(text, fx::TextDialect::TorchFx);
  return 0;
}
