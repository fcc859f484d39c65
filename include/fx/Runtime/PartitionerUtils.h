// What it costs to run parts of a graph on several devices (torch.fx: experimental/
// partitioner_utils.py).
//
// Sizes are bytes, latencies seconds. All functions are linear in the nodes and edges of what they
// get, where torch.fx's follow every path.
#pragma once

#include "fx/Runtime/NodeSizes.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fx::accelerator {

/// What partitions ask of their graph.
class PartitionedGraph {
public:
  /// Of what `module` runs now; its shapes are noted (ShapeProp). RuntimeError: not of a node.
  explicit PartitionedGraph(const GraphModule& module);

  const NodeSize& size(const Node& node) const { return sizes_.at(&node); }
  /// The place of a node in the program.
  uint32_t position(const Node& node) const { return positions_.at(&node); }
  /// All nodes but the output, in program order.
  const std::vector<Node*>& nodes() const { return nodes_; }
  /// The nodes that have to be computed after a node: its users, and what touches the same memory
  /// where one of them writes to it.
  const std::vector<const Node*>& successors(const Node& node) const {
    return successors_.at(&node);
  }
  /// Of all nodes together.
  int64_t total_size() const { return total_size_; }

private:
  std::unordered_map<const Node*, NodeSize> sizes_;
  std::unordered_map<const Node*, uint32_t> positions_;
  std::unordered_map<const Node*, std::vector<const Node*>> successors_;
  std::vector<Node*> nodes_;
  int64_t total_size_ = 0;
};

/// Nodes that run on one device, with the inputs and parameters that they use.
class Partition {
public:
  Partition(std::shared_ptr<const PartitionedGraph> graph, int64_t partition_id)
      : partition_id(partition_id), graph_(std::move(graph)) {}

  bool contains(const Node& node) const { return nodes_.contains(graph_->position(node)); }
  /// In program order, by their places.
  const std::map<uint32_t, const Node*>& nodes() const { return nodes_; }
  const PartitionedGraph& graph() const { return *graph_; }
  const std::shared_ptr<const PartitionedGraph>& shared_graph() const { return graph_; }

  /// Adds a node, and inputs and parameters of the graph that it uses.
  void add_node(const Node& node);
  /// Removes it, and those of them that no other node of the partition uses.
  void remove_node(const Node& node);
  /// The node alone.
  void insert(const Node& node);

  int64_t partition_id;
  std::vector<Partition*> parents, children; // each once
  int64_t bfs_level = -1;
  /// What its nodes take: get_extra_size_of() each.
  int64_t used_mem_bytes = 0;
  std::vector<int64_t> logical_device_ids;

private:
  void erase(const Node& node);

  std::shared_ptr<const PartitionedGraph> graph_;
  std::map<uint32_t, const Node*> nodes_;
};
using Partitions = std::vector<std::shared_ptr<Partition>>;

struct Device {
  std::string name;
  int64_t available_mem_bytes = 0;
  int64_t logical_id = 0;
};

/// Of one node: because of the bandwidth of memory, and of computing.
struct NodeLatency {
  double mem_latency_sec = 0;
  double computer_latency_sec = 0;
};
using NodeLatencies = std::unordered_map<const Node*, NodeLatency>;

/// Of the critical path: the sums of both kinds, and of the greater one of each node.
struct PartitionLatency {
  double mem_latency_sec = 0;
  double computer_latency_sec = 0;
  double overall_latency_sec = 0;
  friend bool operator==(const PartitionLatency&, const PartitionLatency&) = default;
};
using PartitionLatencies = std::map<const Partition*, PartitionLatency>;

/// The bytes that a node takes in a partition: its own, and the values that it uses and that are
/// computed elsewhere.
int64_t get_extra_size_of(const Node& node, const Partition& partition);

/// RuntimeError: the latency of a node is not given.
PartitionLatency get_latency_of_one_partition(const Partition& partition,
                                              const NodeLatencies& node_to_latency_mapping);
PartitionLatencies get_partition_to_latency_mapping(const Partitions& partitions,
                                                    const NodeLatencies& node_to_latency_mapping);

/// How long the values take that a child uses of its parent; nothing when they are on the same
/// devices. RuntimeError: the rate is not positive.
double get_comm_latency_between(const Partition& parent_partition, const Partition& child_partition,
                                double transfer_rate_bytes_per_sec);
/// Of the critical path through all partitions. RuntimeError: they depend on each other.
double get_latency_of_partitioned_graph(const Partitions& partitions,
                                        const PartitionLatencies& partition_to_latency_mapping,
                                        double transfer_rate_bytes_per_sec);

} // namespace fx::accelerator
