// A traced model: module tree, forward graph, and the graph that computes its initial tensors.
// The one value that travels from the frontend through passes to the emitters
// (torch/fx/graph_module.py `GraphModule`).
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/ModuleTree.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fx {

/// Where a model was traced from: what is needed to build the original again.
struct Origin {
  /// A C++ expression that makes the model, or the name of the function; empty: not known.
  std::string root;
  bool is_function = false;
  std::string method = "forward";
  /// The files that were read together, the main one first, by absolute paths, and the folders
  /// their headers lie in.
  std::vector<std::string> files;
  std::vector<std::string> folders;
  /// Where the braces of the method stand; with TraceOptions::syntax.
  std::string body_file;
  TextRange body;
  /// By file: names of its own that another file has too, and what they were replaced by.
  std::map<std::string, std::map<std::string, std::string>> renamed;
  /// Code for another version of LibTorch: files with the text that was read in their place, and
  /// macros, "AT_CHECK=TORCH_CHECK".
  std::map<std::string, std::string> repaired;
  std::vector<std::string> macros;
};

struct GraphModule {
  /// The C++ class the model was traced from, without TORCH_MODULE's "Impl": "Net".
  std::string class_name;
  /// True when modules were traced as in training mode (--mode=train).
  bool training = false;
  ModuleTree modules;
  /// Computes what the constructor stores in parameters and buffers: no placeholders, no output;
  /// TensorSlot::init points into it.
  Graph init;
  Graph graph;
  /// The forward graph of training, where that is another one than `graph`. Null: `graph` holds in
  /// both modes.
  std::unique_ptr<Graph> training_graph;
  Origin origin;
};

} // namespace fx
