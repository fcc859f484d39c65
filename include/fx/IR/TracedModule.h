// A traced model: module tree, forward graphs, and the graph that computes its initial tensors. The
// one value that travels from the frontend through passes to the emitters. torch.fx keeps the same
// in a GraphModule (torch/fx/graph_module.py), which is a live module as well.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/ModuleTree.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// Statements of the traced method that are to become a method of their own.
struct MethodSplit {
  std::string name;
  size_t first = 0, last = 0; // of MethodSyntax::statements
};

/// Statements of the traced method that are to become a class of modules, with members of the
/// model's class that go there.
struct SubmoduleExtraction {
  std::string class_name;           // "Block", whose implementation is "BlockImpl"
  MethodSplit part;                 // its name is that of the new member
  std::vector<std::string> members; // the fields that go, in the order of registration
  /// Fields that the statements read and that stay: the new forward gets their values.
  std::vector<MethodSyntax::Variable> read_fields;
};

/// A submodule of the model whose class is to become a part of the model's own.
struct SubmoduleInlining {
  std::string member;                          // the field of the model that holds it
  std::shared_ptr<const ClassSyntax> of;       // its class
  std::map<std::string, std::string> names;    // its fields, as the model calls them
  std::map<std::string, std::string> children; // its children, as the model registers them
};

/// Statements of the traced method whose calls become one call of a Sequential.
struct MethodChain {
  std::string member;
  size_t first = 0, last = 0; // of MethodSyntax::statements
  size_t num_first = 0;       // how many calls of the first one it takes, of its outermost ones
};

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
  /// The include folders of its LibTorch: that of torch/torch.h, and that of ATen/ATen.h. Empty
  /// where there is none.
  std::string libtorch_api, libtorch_base;
  /// Where the braces of the method stand; with TraceOptions::syntax.
  std::string body_file;
  TextRange body;
  /// Where its class declares it, with the body where that stands there; with TraceOptions::syntax.
  std::string declaration_file;
  TextRange declaration;
  /// forward leaves values in members that no later call reads: the graph does not have them.
  bool loses_state = false;
  /// Null for a template, and where a macro has a part in it.
  std::shared_ptr<const MethodSyntax> method_syntax;
  std::optional<MethodSplit> split;
  std::optional<SubmoduleExtraction> extraction;
  std::optional<SubmoduleInlining> inlining;
  std::optional<MethodChain> chain;
  /// By file: names of its own that another file has too, and what they were replaced by.
  std::map<std::string, std::map<std::string, std::string>> renamed;
  /// Code for another version of LibTorch: files with the text that was read in their place, and
  /// macros, "AT_CHECK=TORCH_CHECK".
  std::map<std::string, std::string> repaired;
  std::vector<std::string> macros;
};

/// The modes of a torch::nn::Module in which a graph says what forward computes: is_training() is
/// false, true, or either.
enum class Modes : uint8_t { Both, Eval, Train };
constexpr bool includes_eval(Modes modes) {
  return modes != Modes::Train;
}
constexpr bool includes_training(Modes modes) {
  return modes != Modes::Eval;
}

struct TracedModule {
  /// The C++ class the model was traced from, without TORCH_MODULE's "Impl": "Net".
  std::string class_name;
  /// True when the model was traced in training mode alone (--mode=train).
  bool training = false;
  /// True when it was traced in evaluation alone (--mode=eval): nothing is said about training, and
  /// passes may lose it. Never together with `training`.
  bool eval_only = false;
  ModuleTree modules;
  /// Computes what the constructor stores in parameters and buffers: no placeholders, no output;
  /// TensorSlot::init points into it.
  Graph init;
  Graph graph;
  /// The forward graph of training where it differs from `graph`, which then is that of evaluation.
  /// Null: `graph` holds in every mode that counts. It has names and nodes of its own, and the same
  /// inputs as `graph`. Held by a pointer, so that only the few models that have one pay for it,
  /// and so that graph() of its nodes stays right when the model is moved.
  std::unique_ptr<Graph> training_graph;
  /// Computes buffers that follow from parameters and other buffers, which `const-fold<weights>`
  /// took out of `graph`: no placeholders, and a dict that gives each its value by its path. They
  /// are registered undefined, are not saved, and are read by `graph` alone. Whoever runs the model
  /// computes them first, and again when weights have changed. Null: there are none.
  std::unique_ptr<Graph> folding;
  Origin origin;

  /// In which modes one of the model's graphs is run. Those of graph modules and the init graph may
  /// run in any mode that counts.
  Modes modes_of(const Graph& of) const;
  /// `graph`, then `training_graph` where there is one.
  std::vector<Graph*> forward_graphs();
  std::vector<const Graph*> forward_graphs() const;
  /// Those, and `folding` where there is one: all that refers to modules and tensors by paths from
  /// the root, but `init`.
  std::vector<Graph*> root_graphs();
  std::vector<const Graph*> root_graphs() const;
  /// Puts what `folding` computes into `graph` again, and takes its buffers away.
  void inline_folding();
  /// Whether paths in it start at the root, and a call of it is a call of the model.
  bool is_forward_graph(const Graph& of) const {
    return &of == &graph || &of == training_graph.get();
  }
  /// Whether paths in it start at the root.
  bool is_root_graph(const Graph& of) const { return is_forward_graph(of) || &of == folding.get(); }
};

} // namespace fx
