// Reads the headers of a LibTorch for the build: the tables that libfx-core has built in, the code
// of the plugin, and what scripts in Python want to know.
//
//   read-libtorch WHAT BASE API [OUTPUT]
//
// BASE is the folder with ATen/, API the one with torch/torch.h. WHAT is tables: the file
// that fx/Ops/Tables.h reads; modules or functions: C++ rows for the plugin; json: options,
// functions and modules for scripts; or operators: a line for each with what the tables say of it
// beside the schema, as dump-operator-tags prints it.
#include "fx/Ops/Headers.h"
#include "fx/Ops/Tables.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

std::string operators(const fx::ops::Headers& headers) {
  std::string text;
  for (const fx::ops::DeclaredOperator& row : headers.operators) {
    text += row.name + "." + row.overload;
    if (row.random) text += " random";
    if (row.inplace_view) text += " inplace_view";
    if (row.composite) text += " composite";
    text += '\n';
  }
  return text;
}

using Writer = std::string (*)(const fx::ops::Headers&);

Writer writer_of(std::string_view what) {
  if (what == "tables") return fx::ops::write_tables;
  if (what == "modules") return fx::ops::module_calls;
  if (what == "functions") return fx::ops::function_calls;
  if (what == "json") return fx::ops::to_json;
  if (what == "operators") return operators;
  return nullptr;
}

int fail(const std::string& why) {
  std::cerr << "read-libtorch: " << why << '\n';
  return 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) return fail("usage: read-libtorch WHAT BASE API [OUTPUT]");
  const Writer writer = writer_of(argv[1]);
  if (writer == nullptr) return fail(std::string("nothing is called ") + argv[1]);
  const fx::Expected<fx::ops::Headers> headers = fx::ops::read_headers({argv[2], argv[3]});
  if (!headers) return fail(headers.error().message);
  const std::string text = writer(*headers);
  if (argc < 5) return std::cout << text << std::flush ? 0 : fail("cannot write");
  // What does not change keeps its time, and what includes it is not compiled again.
  const std::ifstream old(argv[4], std::ios::binary);
  std::ostringstream before;
  if (old && before << old.rdbuf() && before.str() == text) return 0;
  const std::string written = std::string(argv[4]) + ".new";
  std::ofstream file(written, std::ios::binary);
  file << text;
  file.close();
  if (!file || std::rename(written.c_str(), argv[4]) != 0)
    return fail(std::string("cannot write ") + argv[4] + ": " + std::strerror(errno));
  return 0;
}
