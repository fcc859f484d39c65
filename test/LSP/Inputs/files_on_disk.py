"""Says what is shown of a file after files that no editor has open change on the disk."""
import pathlib
import sys

from editor import Editor

NET = """#pragma once
#include <torch/torch.h>
struct NetImpl : torch::nn::Module {
  explicit NetImpl(int in) { fc = register_module("fc", torch::nn::Linear(in, WIDTH)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);
"""
TOP = """#include "net.h"
// fx: z=2x8
struct TopImpl : torch::nn::Module {
  TopImpl() { register_module("net", net); }
  torch::Tensor forward(torch::Tensor z) {
    auto a = net(z);
    return a;
  }
  Net net{8};
};
TORCH_MODULE(Top);
"""


def main():
    server, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    header, config, commands = folder / "net.h", folder / ".fx-clang", folder / "compile_commands.json"
    header.write_text("#define WIDTH 4\n" + NET)
    editor = Editor([server])
    uri = editor.open(folder / "top.cpp", TOP)

    def show(what, changed=None, method="workspace/didChangeWatchedFiles"):
        if changed is not None and method.startswith("workspace"):
            editor.notify(method, {"changes": [{"uri": changed.as_uri(), "type": 2}]})
        elif changed is not None:
            editor.notify(method, {"textDocument": {"uri": changed.as_uri()}})
        print(f"{what}:", *(label for line, _, label in editor.hints(uri) if line == 5))

    show("opened")
    header.write_text("#define WIDTH 5\n" + NET)
    show("a header is written", header)
    header.write_text(NET)
    config.write_text("Flags: [-DWIDTH=6]\n")
    show("a .fx-clang is made", config)
    config.unlink()
    show("it is removed, and the width with it", config)
    commands.write_text('[{"directory": "%s", "file": "top.cpp", "command": "c++ -std=c++17 -DWIDTH=7 top.cpp"}]' % folder)
    show("a compile_commands.json is made", commands)
    config.write_text("Flags: [-UWIDTH, -DWIDTH=8]\n")
    show("a .fx-clang is saved", config, "textDocument/didSave")
    editor.notify("workspace/didChangeConfiguration",
                  {"settings": {"fx-clang": {"extraArgs": ["-UWIDTH", "-DWIDTH=9"]}}})
    show("the client has other settings")
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    show("it tells of none")
    print("exit code", editor.close())


main()
