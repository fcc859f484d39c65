// Splits a live module in what an accelerator computes and what the processor does (torch.fx:
// passes/splitter_base.py).
//
//     fx::Splitter splitter(traced, {x}, support, {.min_acc_module_size = 4});
//     std::cout << splitter.node_support_preview();
//     fx::GraphModule split = splitter.split(); // calls _run_on_acc_0, then _run_on_cpu_1, ...
#pragma once

#include "fx/Passes/OperatorSupport.h"
#include "fx/Passes/Splitter.h"
#include "fx/Runtime/SplitModule.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fx {

/// What a module was called with.
struct CallInputs {
  Args args;
  Kwargs kwargs;
};

/// Runs `model` and gives, by its path, what each of these modules was called with at last: copies,
/// as they were then. Modules in modules that are GraphModules are found too, and others are not
/// called. Afterwards parameters, buffers and random numbers are as they were. ExecutionError: a
/// node failed (torch.fx warns, and gives what it has).
std::map<std::string, CallInputs>
generate_inputs_for_submodules(const GraphModule& model, const Args& inputs,
                               const std::vector<std::string>& target_submodules);

struct SplitResult {
  GraphModule split_module;
  std::map<std::string, CallInputs> submodule_inputs; // by the name of the part
  std::string non_acc_submodule_prefix;
};

class Splitter {
public:
  /// Runs the module on copies of `sample_input` and notes shapes and types of its nodes; its state
  /// is as before afterwards. ExecutionError: a node failed.
  Splitter(GraphModule module, Args sample_input, OperatorSupportPointer operator_support,
           SplitterSettings settings = {}, std::string non_acc_submodule_name = "_run_on_cpu_");
  virtual ~Splitter() = default;

  /// The module with its parts, named `_run_on_acc_<i>` and `_run_on_cpu_<i>` in the order in which
  /// they are computed. RuntimeError: more parts than the settings allow.
  GraphModule split();
  /// split(), and what each part is called with.
  SplitResult generate_split_results();

  /// The targets of supported and of other nodes, with the types of their operands (torch.fx prints
  /// it).
  std::string node_support_preview() const;
  /// Which parts there are, how many bytes go in and out, and how lowering and running them went.
  std::string split_preview();

  /// Calls that the accelerator computes.
  const NodeSet& acc_nodes() const { return acc_nodes_; }
  /// The parts as split() makes them. RuntimeError: as there.
  std::vector<Subgraph> subgraphs() const;
  /// After split(): the part of each call, by its name.
  const std::map<std::string, std::string>& node_submodule_map() const {
    return node_submodule_map_;
  }

  /// Bytes in a second to the accelerator and back, for split_preview().
  double pcie_bandwidth = 100.0 * (int64_t(1) << 30);

protected:
  /// What runs a part on the accelerator, for split_preview(); here the part itself. An exception
  /// is reported.
  virtual std::function<Value(Args)> lower_model_to_backend(const GraphModule& part,
                                                            const Args& inputs);
  /// Text for the report on a part that could not be lowered or run.
  virtual std::string find_culprit(const GraphModule& part, const Args& inputs);

private:
  std::vector<Subgraph> all_subgraphs() const;
  std::string name_of(const Subgraph& subgraph, size_t index) const;
  GraphModule split_into(const std::vector<Subgraph>& subgraphs);
  std::string preview_part(const std::string& name, const GraphModule& part,
                           const CallInputs& inputs, double& qps);

  GraphModule module_;
  Args sample_input_;
  OperatorSupportPointer operator_support_;
  SplitterSettings settings_;
  std::string non_acc_submodule_name_;
  NodeSet acc_nodes_;
  std::vector<std::vector<Node*>> fusions_; // of current_graph()
  std::map<std::string, std::string> node_submodule_map_;
};

} // namespace fx
