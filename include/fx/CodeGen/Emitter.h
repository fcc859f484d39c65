// Text out of traced models: one emitter per --emit= value, listed in Emitters.def.
#pragma once

#include "fx/IR/Printer.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace fx {

struct EmitOptions {
  /// Name of the generated class; empty: TracedModule::class_name.
  std::string class_name;
  /// What the graph text shows besides the computation.
  PrintOptions print;
  /// C++: a function that is called with the name and the value of every node; empty: none.
  std::string recorder;
  /// Where errors place a node without a source range: in the text that it was read from.
  std::function<SourceLocation(const Node&)> place;
};

struct Emitter {
  std::string_view name;        // "python"
  std::string_view description; // one line for --help
  Expected<std::string> (*emit)(const TracedModule& module, const EmitOptions& options);
};

/// All emitters in the order of Emitters.def.
std::span<const Emitter> emitters();
const Emitter* find_emitter(std::string_view name);
/// "one of: graph, fx, ...", for messages.
std::string emitter_names();

/// A C++ header with a torch::nn::Module that has the parameter names of `module`, depends on
/// LibTorch alone and computes what the graph says. Error: what cannot be written in C++, with the
/// node's source location.
Expected<std::string> emit_cpp(const TracedModule& module, const EmitOptions& options);
/// The name under which that header has the model.
std::string cpp_class_name(const TracedModule& module, const EmitOptions& options);
/// A Python file with a torch.nn.Module with the same state_dict keys and a loader for weights that
/// C++'s torch::save wrote.
Expected<std::string> emit_python(const TracedModule& module, const EmitOptions& options);
/// The name of the class in that file.
std::string python_class_name(const TracedModule& module, const EmitOptions& options);
/// TorchScript in the form in which archives hold it (code/__torch__.py): a class for every module
/// of the tree, the root first, and the functions they call. Error: what TorchScript cannot say,
/// with the node's source location.
Expected<std::string> emit_torchscript(const TracedModule& module, const EmitOptions& options);
/// The forward of `module`, and of the graph modules in it, as Python code for a reader
/// (TracedModule.print_readable): the type and shape of every value that are known, and where in
/// the source it is computed. Never fails.
Expected<std::string> emit_readable(const TracedModule& module, const EmitOptions& options);

/// All of `module` for machines: docs/Json.md. Never fails.
Expected<std::string> emit_json(const TracedModule& module, const EmitOptions& options);

/// A table of the layers with output shapes, parameters and multiply-adds, as torchinfo has it.
/// Error: there are no shapes.
Expected<std::string> emit_summary(const TracedModule& module, const EmitOptions& options);

/// A drawing for Graphviz: a box a node, coloured by opcode, an edge a use, a frame a module.
Expected<std::string> emit_dot(const TracedModule& module, const EmitOptions& options);

} // namespace fx
