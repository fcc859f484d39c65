// A graph that runs: torch.fx's GraphModule (torch/fx/graph_module.py), a torch::nn::Module like
// any other.
//
//     fx::GraphModule traced = fx::symbolic_trace(net);
//     torch::Tensor y = traced->forward(x);
//
// Like every LibTorch module it is a holder around a shared GraphModuleImpl: copies of a
// GraphModule are the same module, clone() makes another.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Runtime/CodeGen.h"
#include "fx/Runtime/Conversions.h"
#include "fx/Runtime/Errors.h"
#include "fx/Runtime/Value.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fx {

namespace runtime {
class Describer;
class LiveModules;
} // namespace runtime

/// What a map gives a GraphModule: a tensor, registered as a parameter when it requires a gradient
/// and as a buffer otherwise, or a module.
using Attribute = std::variant<torch::Tensor, std::shared_ptr<torch::nn::Module>>;
/// By dotted path.
using AttributeMap = std::map<std::string, Attribute, std::less<>>;

class GraphModule;

class GraphModuleImpl : public torch::nn::Module {
public:
  /// Runs `graph` on what `root` holds: parameters, buffers and children of `root` under the same
  /// names and in the same order, and shared with it. A module above one that the graph refers to
  /// becomes a plain module that holds the same, so that adding and deleting submodules does not
  /// change `root`. GraphError: the graph refers to what `root` does not have.
  ///
  /// `unregistered`: tensors and modules that the graph refers to and that `root` keeps without
  /// having registered them, constants say. They are no part of the state, as in the original.
  GraphModuleImpl(const torch::nn::Module& root, Graph graph,
                  std::string class_name = "GraphModule", const AttributeMap& unregistered = {});
  /// The same with what a map holds, of which only what the graph refers to is taken. GraphError:
  /// the graph refers to a path that the map does not have.
  GraphModuleImpl(const AttributeMap& root, Graph graph, std::string class_name = "GraphModule");
  ~GraphModuleImpl() override;
  GraphModuleImpl(const GraphModuleImpl&) = delete;
  GraphModuleImpl& operator=(const GraphModuleImpl&) = delete;

  /// The graph that runs. A change of it counts from the next call of forward on: nothing has to be
  /// said (torch.fx's recompile() is done when it is needed). Where training has a graph of its own
  /// this is that of evaluation.
  Graph& graph() { return *graph_; }
  const Graph& graph() const { return *graph_; }
  /// Takes over another graph; its targets are looked up here.
  void set_graph(Graph graph);
  /// The graph of training where it differs from graph(), else null.
  Graph* training_graph() { return training_graph_.get(); }
  const Graph* training_graph() const { return training_graph_.get(); }
  void set_training_graph(std::unique_ptr<Graph> graph);
  /// What forward runs now: is_training() decides. RuntimeError: the graph says nothing of that
  /// mode.
  const Graph& current_graph() const;
  /// In which modes graph() says what forward computes, while there is no training_graph().
  Modes modes() const { return modes_; }
  void set_modes(Modes modes) { modes_ = modes; }

  /// A module that runs the graphs on what `root` holds, which the two share; the second graph, for
  /// training, may be null. `unregistered`: what the graphs refer to beyond that, which is not in
  /// the state. GraphError: a target is in neither.
  static GraphModule of(const torch::nn::Module& root, Graph graph,
                        std::unique_ptr<Graph> training_graph, const AttributeMap& unregistered,
                        std::string class_name);
  /// Another module that runs other graphs on what this one holds, which the two share; the second
  /// graph, for training, may be null. `unregistered`: what the graphs refer to beyond that.
  GraphModule with_graphs(Graph graph, std::unique_ptr<Graph> training_graph,
                          const AttributeMap& unregistered = {}) const;

  /// Compiles the graph now instead of at the next call; throws what is wrong with it.
  void recompile();

  /// Runs the graph on values, one for each placeholder; those with a default may be left out.
  /// RuntimeError: another number of values. ExecutionError: a node failed. May be called from
  /// several threads as long as none of them changes the graph or the module.
  Value run(Args args);
  /// The same without codegen(): on one value for each placeholder, whatever stands before them.
  virtual Value run_graph(Args args);
  /// run() on anything that a c10::IValue takes, tuples, maps, and structs that register_struct()
  /// made known. The result is converted to `Result`, which may be one of these.
  template <class Result = torch::Tensor, class... Inputs>
  Result forward(Inputs&&... inputs) {
    return detail::from_value<Result>(run(Args{detail::as_value(std::forward<Inputs>(inputs))...}));
  }

  /// What takes the arguments of run() apart for the graph, and puts its results together
  /// (Graph.set_codegen, which torch.fx keeps with the graph); null: they are the graph's own.
  /// Copies and what a Transformer makes have the same.
  void set_codegen(std::shared_ptr<const CodeGen> codegen) { codegen_ = std::move(codegen); }
  const std::shared_ptr<const CodeGen>& codegen() const { return codegen_; }
  /// torch.fx's Graph.process_inputs and process_outputs:
  /// process_outputs(run_graph(process_inputs(inputs))) is what run(inputs) is.
  Args process_inputs(Args inputs) const;
  Value process_outputs(Value outputs) const;

  /// The Python class name under which it is printed, and written by to_folder().
  const std::string& class_name() const { return class_name_; }

  /// What a node refers to: a parameter, a buffer, or a tensor that is not registered; null: there
  /// is none. The same of modules.
  virtual const torch::Tensor* find_tensor(std::string_view path) const;
  torch::nn::Module* find_module(std::string_view path) const;
  /// The module, parameter, buffer at a dotted path. RuntimeError names the part that is missing.
  std::shared_ptr<torch::nn::Module> get_submodule(std::string_view path) const;
  torch::Tensor get_parameter(std::string_view path) const;
  torch::Tensor get_buffer(std::string_view path) const;
  /// Puts a module at a path; the modules above it are made where they are missing. False: the path
  /// is empty.
  bool add_submodule(std::string_view path, std::shared_ptr<torch::nn::Module> module);
  /// False: there is none.
  bool delete_submodule(std::string_view path);
  /// Deletes the modules that no node refers to, that are not above and not below one that a node
  /// refers to.
  void delete_all_unused_submodules();

  /// A module of its own, with copies of the graph, the meta, all modules, parameters and buffers.
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device = torch::nullopt) const override;
  void pretty_print(std::ostream& stream) const override;

  /// The module as a value that passes, emitters and print_graph() take: the tree of modules with
  /// the options of those of torch::nn, parameters and buffers, and copies of the graphs. Its init
  /// graph makes tensors of the right shape and type, which weights are then loaded into; those
  /// that no weights have, constants, it makes with their values. RuntimeError: a module that a
  /// graph calls is of a class that a program which loads the graph does not have.
  virtual TracedModule describe() const;
  /// The module as a program in a language of fx/CodeGen/Emitters.def ("python", "cpp", "graph"),
  /// as fx-clang-trace writes it (GraphModule.code). RuntimeError: there is no such language, and
  /// which there are; or what the language cannot say.
  std::string code(std::string_view language = "python") const;
  /// forward alone, as a function of Python's, which names what Python does not have too
  /// (GraphModule.code).
  std::string forward_code() const;
  /// code("readable"), for a reader (GraphModule.print_readable).
  void print_readable(std::ostream& stream) const;
  /// The nodes of current_graph() as a table (Graph.print_tabular).
  void print_tabular(std::ostream& stream) const;
  /// The modules as LibTorch prints them, then forward in Python (str(graph_module)).
  std::string str() const;
  /// Writes a project that needs LibTorch alone (GraphModule.to_folder): the graph (for load()),
  /// the weights, the class in C++ and in Python under the same name, and programs that run it,
  /// main.cpp with a CMakeLists.txt and main.py. They take the weights, a file of inputs, and one
  /// for the results; `inputs` are written as inputs.pt, and where the model takes tensors alone
  /// the programs run on such files. RuntimeError: what cannot be written.
  void to_folder(const std::string& folder, const std::string& name = "FxModule",
                 const std::vector<torch::Tensor>& inputs = {}) const;

  /// Free for the user; clone() copies it (GraphModule.meta).
  std::map<std::string, Value>& meta() { return meta_; }
  const std::map<std::string, Value>& meta() const { return meta_; }

protected:
  GraphModuleImpl(Graph graph, std::string class_name);
  void take_state(const torch::nn::Module& root, const AttributeMap& unregistered);
  /// What the graph that runs next refers to beyond the state; null: nothing.
  virtual std::shared_ptr<const torch::nn::Module> unregistered() const { return unregistered_; }
  /// run_graph() with that.
  Value run_graph_with(Args args, const torch::nn::Module* unregistered);

private:
  struct Plans;
  friend class runtime::Describer;
  friend class runtime::LiveModules;
  void check_targets(const Graph& graph) const;

  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Graph> training_graph_;
  std::string class_name_;
  std::shared_ptr<torch::nn::Module> unregistered_; // null: all is registered
  Modes modes_ = Modes::Both;
  std::shared_ptr<const CodeGen> codegen_; // null: none
  std::map<std::string, Value> meta_;
  std::unique_ptr<Plans> plans_;
};

TORCH_MODULE(GraphModule);

/// str() of a module.
std::ostream& operator<<(std::ostream& stream, const GraphModuleImpl& module);
std::ostream& operator<<(std::ostream& stream, const GraphModule& module);

/// Writes what load() reads: describe() in the text form. Weights are saved by torch::save().
/// RuntimeError: what cannot be described, or a file that cannot be written.
void save(const GraphModule& module, const std::string& graph);

/// A module from a file that fx-clang-trace wrote, in a program that does not have its class:
/// modules of LibTorch are made with their options, parameters and buffers as the constructor would
/// have made them, and then get the values of `weights`, a file that C++ (torch::save) or Python
/// (a state dict) wrote; empty: they stay. RuntimeError: what cannot be read, and which names and
/// shapes the weights of another model have.
GraphModule load(const std::string& graph, const std::string& weights = "");
/// The same of a model that is there already. Its graphs move into the module.
GraphModule load(TracedModule&& model, const std::string& weights = "");

} // namespace fx
