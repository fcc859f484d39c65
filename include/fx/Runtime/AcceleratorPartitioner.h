// Divides a module that is too large for one device among several (torch.fx: experimental/
// accelerator_partitioner.py).
//
//     fx::ShapeProp(traced).propagate({x});
//     fx::accelerator::Partitioner partitioner;
//     auto [dag, split] = partitioner.partition_graph(traced, {.devices = {{"dev_0", 1 << 30, 0},
//                                                                          {"dev_1", 1 << 30,
//                                                                          1}}});
//     for (const auto& node : dag.nodes) // which part runs where
//       std::cout << node.submodule_node->name().view() << node.logical_device_ids.front() << '\n';
#pragma once

#include "fx/Runtime/PartitionerUtils.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx::accelerator {

/// How nodes are put into partitions, when they do not fit on one device.
enum class PartitionMode : uint8_t {
  SizeBased, // one device after the other, in program order
  SparseNn,  // embeddings by themselves; all devices have the same memory
  CostAware, // joins the two partitions that lower the latency most, as long as that does. It
             // tries every two, so that it is for graphs of tens of nodes
  KlBased,   // by size, and then swaps nodes as long as that lowers the latency (Kernighan-Lin)
  AotBased,  // as the caller says
};

struct PartitionerConfig {
  std::vector<Device> devices = {};
  PartitionMode mode = PartitionMode::SizeBased;
  double transfer_rate_bytes_per_sec = 0;
  /// For CostAware and KlBased.
  NodeLatencies node_to_latency_mapping = {};
  /// For AotBased: of every call.
  std::unordered_map<const Node*, int64_t> node_to_partition_mapping = {};
  std::map<int64_t, std::vector<int64_t>> partition_to_logical_device_mapping = {};
  /// Replicates partitions to devices that have none.
  bool saturate_host = false;
};

struct DAGNode {
  Node* submodule_node = nullptr; // the call of the part
  std::vector<Node*> input_nodes;
  std::vector<Node*> output_nodes; // the nodes of its results: itself, or elements of it
  std::vector<int64_t> logical_device_ids;
  int64_t size_bytes = 0;
};
struct DAG {
  std::vector<DAGNode> nodes;
};

struct PartitionResult {
  DAG dag; // its nodes are of the module's graph
  GraphModule module_with_submodules;
};

class Partitioner {
public:
  /// Puts the nodes of what `module` runs now into partitions, and makes a module with one
  /// submodule for each, `submod_<partition_id>`. Shapes are those that the nodes have: ShapeProp
  /// notes them. RuntimeError: no devices; no operations; devices without enough memory; devices of
  /// different sizes for SparseNn; a call, a latency or a device that AotBased or CostAware
  /// needs and does not get; partitions that cannot be computed one after the other.
  PartitionResult partition_graph(const GraphModule& module, const PartitionerConfig& config);

  Partitions partitions;
  /// Of every call of the graph.
  std::unordered_map<const Node*, int64_t> node_to_partition;
  std::vector<Device> devices;

private:
  Partition& create_partition();
  void create_single_node_partition(const Node& node);
  void partition_by(const GraphModule& module, const PartitionerConfig& config);
  void find_single_partition(int64_t logical_device_id);
  void size_based_partition();
  void sparse_nn_partition(const GraphModule& module, int64_t available_mem_bytes);
  void place_sparse_nn(const Partitions& embedding, const Partitions& other, int64_t available);
  void combine_partitions_based_on_size(Partitions& group, int64_t available_mem_bytes);
  bool combine_smallest(Partitions& group, int64_t available_mem_bytes);
  void cost_aware_partition(const PartitionerConfig& config);
  void kl_based_partition(const PartitionerConfig& config);
  void aot_based_partition(const PartitionerConfig& config);
  void saturate_host();
  DAG dump_dag(const GraphModule& module) const;

  std::shared_ptr<const PartitionedGraph> graph_;
};

// What the modes are made of.
void reset_partition_device(const Partitions& partitions);
/// Takes two partitions out of a list, and adds one with the nodes of both at its end.
void combine_two_partitions(const std::shared_ptr<Partition>& partition_0,
                            const std::shared_ptr<Partition>& partition_1, Partitions& partitions);
/// A partition that computes what another needs, or that has to be done before it, is its parent.
void set_parents_and_children(const Partitions& partitions);
/// Numbers them by their places, and sets parents and children.
void reorganize_partitions(const Partitions& partitions);
/// The longest way from a partition without parents.
void get_bfs_level_partition(const Partitions& partitions);
std::unordered_map<const Node*, int64_t>
get_node_to_partition_mapping(const Partitions& partitions);

/// What is on each device, by its place in the list of devices.
struct DevicePartitionStats {
  std::vector<std::vector<Partition*>> device_to_partitions;
  std::vector<int64_t> device_to_left_mem_bytes;
  std::vector<Partition*> no_device_partitions;
};
/// RuntimeError: a partition names a device that there is none of.
DevicePartitionStats get_device_partition_stats(const Partitions& partitions,
                                                const std::vector<Device>& devices);
/// Gives every partition without a device the one with the least memory that is left and enough.
/// False: one has none.
bool get_device_to_partitions_mapping(const Partitions& partitions,
                                      const std::vector<Device>& devices);
/// Whether a partition depends on itself through others.
bool check_dependency(const Partition& partition);

} // namespace fx::accelerator
