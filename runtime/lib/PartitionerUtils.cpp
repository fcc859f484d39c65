#include "fx/Runtime/PartitionerUtils.h"

#include "SplitDescription.h"

#include "../../lib/Passes/UnitOrder.h"

#include "fx/Passes/OperatorSupport.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

namespace fx::accelerator {

namespace {

bool is_value_from_outside(const Node& node) {
  return node.op() == Opcode::Placeholder || node.op() == Opcode::GetAttr;
}

} // namespace

PartitionedGraph::PartitionedGraph(const GraphModule& module)
    : sizes_(get_size_of_all_nodes(module)) {
  const runtime::SplitDescription description(module);
  const Graph& copy = description.model().graph;
  const AliasAnalysis aliasing(copy, description.model());
  std::vector<Unit> unit_of(copy.id_limit());
  for (const Node* node : copy)
    unit_of[node->id()] = aliasing.position(*node);
  const UnitOrder order(copy, aliasing, unit_of, copy.size());
  for (const Node* node : copy) {
    if (node->op() == Opcode::Output) continue;
    const Node* original = description.original(node);
    nodes_.push_back(const_cast<Node*>(original));
    positions_[original] = aliasing.position(*node);
    total_size_ += sizes_.at(original).total_size;
    std::vector<const Node*>& successors = successors_[original];
    for (const Unit next : order.successors(unit_of[node->id()]))
      if (const Node* other = aliasing.at(next); other->op() != Opcode::Output)
        successors.push_back(description.original(other));
  }
}

void Partition::insert(const Node& node) {
  if (contains(node)) return;
  used_mem_bytes += get_extra_size_of(node, *this);
  for (const Node* user : node.users())
    if (user->op() != Opcode::Output && contains(*user))
      used_mem_bytes -= graph_->size(node).output_size;
  nodes_.emplace(graph_->position(node), &node);
}

void Partition::erase(const Node& node) {
  if (nodes_.erase(graph_->position(node)) == 0) return;
  used_mem_bytes -= get_extra_size_of(node, *this);
  for (const Node* user : node.users())
    if (user->op() != Opcode::Output && contains(*user))
      used_mem_bytes += graph_->size(node).output_size;
}

void Partition::add_node(const Node& node) {
  for (const Node* input : node.input_nodes())
    if (is_value_from_outside(*input)) insert(*input);
  insert(node);
}

void Partition::remove_node(const Node& node) {
  if (!contains(node)) return;
  erase(node);
  for (const Node* input : node.input_nodes())
    if (is_value_from_outside(*input) &&
        std::ranges::none_of(input->users(), [&](const Node* user) {
          return user->op() != Opcode::Output && contains(*user);
        }))
      erase(*input);
}

int64_t get_extra_size_of(const Node& node, const Partition& partition) {
  int64_t size = partition.graph().size(node).total_size;
  for (const Node* input : node.input_nodes())
    if (!partition.contains(*input)) size += partition.graph().size(*input).output_size;
  return size;
}

PartitionLatency get_latency_of_one_partition(const Partition& partition,
                                              const NodeLatencies& node_to_latency_mapping) {
  // To each node along the path that takes longest; nodes come in program order.
  std::unordered_map<const Node*, PartitionLatency> latency_to;
  PartitionLatency critical;
  for (const auto& [position, node] : partition.nodes()) {
    if (is_value_from_outside(*node)) continue;
    PartitionLatency latency;
    for (const Node* input : node->input_nodes())
      if (const auto before = latency_to.find(input);
          before != latency_to.end() &&
          before->second.overall_latency_sec > latency.overall_latency_sec)
        latency = before->second;
    const auto own = node_to_latency_mapping.find(node);
    if (own == node_to_latency_mapping.end())
      throw RuntimeError(fmt::format("the latency of '{}' is not given", node->name().view()));
    latency.overall_latency_sec +=
        std::max(own->second.computer_latency_sec, own->second.mem_latency_sec);
    latency.mem_latency_sec += own->second.mem_latency_sec;
    latency.computer_latency_sec += own->second.computer_latency_sec;
    if (latency.overall_latency_sec > critical.overall_latency_sec) critical = latency;
    latency_to[node] = latency;
  }
  return critical;
}

PartitionLatencies get_partition_to_latency_mapping(const Partitions& partitions,
                                                    const NodeLatencies& node_to_latency_mapping) {
  PartitionLatencies latencies;
  for (const auto& partition : partitions)
    latencies[partition.get()] = get_latency_of_one_partition(*partition, node_to_latency_mapping);
  return latencies;
}

double get_comm_latency_between(const Partition& parent_partition, const Partition& child_partition,
                                double transfer_rate_bytes_per_sec) {
  if (!parent_partition.logical_device_ids.empty() &&
      parent_partition.logical_device_ids == child_partition.logical_device_ids)
    return 0;
  if (!(transfer_rate_bytes_per_sec > 0))
    throw RuntimeError("partitions on different devices give each other values: "
                       "transfer_rate_bytes_per_sec has to be positive");
  int64_t comm_size = 0;
  std::unordered_set<const Node*> visited;
  for (const auto& [position, node] : child_partition.nodes())
    for (const Node* input : node->input_nodes())
      if (parent_partition.contains(*input) && visited.insert(input).second)
        comm_size += parent_partition.graph().size(*input).output_size;
  return static_cast<double>(comm_size) / transfer_rate_bytes_per_sec;
}

double get_latency_of_partitioned_graph(const Partitions& partitions,
                                        const PartitionLatencies& partition_to_latency_mapping,
                                        double transfer_rate_bytes_per_sec) {
  std::map<const Partition*, size_t> waiting;
  std::map<const Partition*, double> latency_to; // to its beginning
  std::vector<const Partition*> ready;
  for (const auto& partition : partitions) {
    waiting[partition.get()] = partition->parents.size();
    if (partition->parents.empty()) ready.push_back(partition.get());
  }
  size_t done = 0;
  double critical = 0;
  while (!ready.empty()) {
    const Partition* partition = ready.back();
    ready.pop_back();
    ++done;
    const double latency =
        latency_to[partition] + partition_to_latency_mapping.at(partition).overall_latency_sec;
    if (partition->children.empty()) critical = std::max(critical, latency);
    for (const Partition* child : partition->children) {
      const double comm = get_comm_latency_between(*partition, *child, transfer_rate_bytes_per_sec);
      latency_to[child] = std::max(latency_to[child], latency + comm);
      if (--waiting.at(child) == 0) ready.push_back(child);
    }
  }
  if (done != partitions.size())
    throw RuntimeError("the partitions depend on each other: check_dependency() finds one");
  return critical;
}

} // namespace fx::accelerator
