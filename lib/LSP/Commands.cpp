#include "Commands.h"

#include "llvm/ADT/STLExtras.h"

namespace fx::lsp {

static constexpr Command table[] = {
    {"fx-clang.graph", "graph", "Write the graph of this model beside the file", "graph", ".fx"},
    {"fx-clang.drawing", "drawing", "Draw the graph of this model beside the file", "svg", ".svg"},
    {verify_command, "verify", "Compare what the graph of this model computes with the program", "",
     ""},
    {"fx-clang.python", "Python", "Write this model in Python beside the file", "python", ".py"},
    {"fx-clang.cpp", "C++", "Write this model in C++ of its own beside the file", "cpp", ".h"},
};

llvm::ArrayRef<Command> commands() {
  return table;
}

const Command* find_command(llvm::StringRef name) {
  const Command* found = llvm::find_if(table, [&](const Command& row) { return row.name == name; });
  return found == std::end(table) ? nullptr : found;
}

} // namespace fx::lsp
