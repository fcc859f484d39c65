// Lists of partitions: how they hang together, and which device holds which.
#include "fx/Runtime/AcceleratorPartitioner.h"

#include "fx/Passes/OperatorSupport.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fx::accelerator {

void reset_partition_device(const Partitions& partitions) {
  for (const auto& partition : partitions)
    partition->logical_device_ids.clear();
}

void combine_two_partitions(const std::shared_ptr<Partition>& partition_0,
                            const std::shared_ptr<Partition>& partition_1, Partitions& partitions) {
  const auto both = std::make_shared<Partition>(partition_0->shared_graph(),
                                                static_cast<int64_t>(partitions.size()));
  for (const auto& partition : {partition_0, partition_1})
    for (const auto& [position, node] : partition->nodes())
      both->insert(*node);
  std::erase(partitions, partition_0);
  std::erase(partitions, partition_1);
  partitions.push_back(both);
  reorganize_partitions(partitions);
}

void set_parents_and_children(const Partitions& partitions) {
  std::unordered_map<const Node*, std::vector<Partition*>> holders;
  for (const auto& partition : partitions) {
    partition->parents.clear();
    partition->children.clear();
    for (const auto& [position, node] : partition->nodes())
      holders[node].push_back(partition.get());
  }
  std::set<std::pair<const Partition*, const Partition*>> edges;
  for (const auto& partition : partitions)
    for (const auto& [position, node] : partition->nodes())
      for (const Node* next : partition->graph().successors(*node))
        for (Partition* other : holders[next])
          if (other != partition.get() && !other->contains(*node) &&
              edges.emplace(partition.get(), other).second) {
            partition->children.push_back(other);
            other->parents.push_back(partition.get());
          }
}

void reorganize_partitions(const Partitions& partitions) {
  for (size_t i = 0; i < partitions.size(); ++i)
    partitions[i]->partition_id = static_cast<int64_t>(i);
  set_parents_and_children(partitions);
}

void get_bfs_level_partition(const Partitions& partitions) {
  std::unordered_map<const Partition*, size_t> waiting;
  std::vector<Partition*> ready;
  for (const auto& partition : partitions) {
    waiting[partition.get()] = partition->parents.size();
    partition->bfs_level = partition->parents.empty() ? 0 : -1;
    if (partition->parents.empty()) ready.push_back(partition.get());
  }
  while (!ready.empty()) {
    const Partition* partition = ready.back();
    ready.pop_back();
    for (Partition* child : partition->children) {
      child->bfs_level = std::max(child->bfs_level, partition->bfs_level + 1);
      if (--waiting.at(child) == 0) ready.push_back(child);
    }
  }
}

std::unordered_map<const Node*, int64_t>
get_node_to_partition_mapping(const Partitions& partitions) {
  std::unordered_map<const Node*, int64_t> mapping;
  for (const auto& partition : partitions)
    for (const auto& [position, node] : partition->nodes())
      if (is_callable(*node)) mapping[node] = partition->partition_id;
  return mapping;
}

DevicePartitionStats get_device_partition_stats(const Partitions& partitions,
                                                const std::vector<Device>& devices) {
  DevicePartitionStats stats;
  std::map<int64_t, size_t> by_id;
  for (const Device& device : devices) {
    by_id[device.logical_id] = stats.device_to_partitions.size();
    stats.device_to_partitions.emplace_back();
    stats.device_to_left_mem_bytes.push_back(device.available_mem_bytes);
  }
  for (const auto& partition : partitions) {
    for (const int64_t id : partition->logical_device_ids) {
      const auto device = by_id.find(id);
      if (device == by_id.end())
        throw RuntimeError(fmt::format("partition {} is on device {}, which there is none of",
                                       partition->partition_id, id));
      stats.device_to_partitions[device->second].push_back(partition.get());
      stats.device_to_left_mem_bytes[device->second] -= partition->used_mem_bytes;
    }
    if (partition->logical_device_ids.empty())
      stats.no_device_partitions.push_back(partition.get());
  }
  return stats;
}

namespace {

/// What a partition takes on a device where others are already.
int64_t extra_mem_bytes(const Partition& partition, const std::vector<Partition*>& others) {
  if (std::ranges::all_of(others, [](const Partition* other) { return other->nodes().empty(); }))
    return partition.used_mem_bytes;
  const auto is_there = [&](const Node& node) {
    return partition.contains(node) || std::ranges::any_of(others, [&](const Partition* other) {
             return other->contains(node);
           });
  };
  int64_t bytes = 0;
  for (const auto& [position, node] : partition.nodes()) {
    bytes += partition.graph().size(*node).total_size;
    for (const Node* input : node->input_nodes())
      if (!is_there(*input)) bytes += partition.graph().size(*input).output_size;
  }
  return bytes;
}

} // namespace

bool get_device_to_partitions_mapping(const Partitions& partitions,
                                      const std::vector<Device>& devices) {
  DevicePartitionStats stats = get_device_partition_stats(partitions, devices);
  std::vector<size_t> order(devices.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  for (Partition* partition : stats.no_device_partitions) {
    // By the memory that is left; equal ones stay in their order.
    std::vector<std::pair<int64_t, size_t>> by_memory;
    by_memory.reserve(order.size());
    for (size_t i = 0; i < order.size(); ++i)
      by_memory.emplace_back(stats.device_to_left_mem_bytes[order[i]], i);
    std::ranges::sort(by_memory);
    std::vector<size_t> sorted;
    sorted.reserve(order.size());
    for (const auto& [left, place] : by_memory)
      sorted.push_back(order[place]);
    order = std::move(sorted);
    const auto found = std::ranges::find_if(order, [&](size_t device) {
      return extra_mem_bytes(*partition, stats.device_to_partitions[device]) <
             stats.device_to_left_mem_bytes[device];
    });
    if (found == order.end()) return false;
    stats.device_to_left_mem_bytes[*found] -=
        extra_mem_bytes(*partition, stats.device_to_partitions[*found]);
    stats.device_to_partitions[*found].push_back(partition);
    partition->logical_device_ids.push_back(devices[*found].logical_id);
  }
  return true;
}

bool check_dependency(const Partition& partition) {
  std::set<const Partition*> visited{&partition};
  std::vector<const Partition*> pending{&partition};
  while (!pending.empty()) {
    const Partition* at = pending.back();
    pending.pop_back();
    for (const Partition* child : at->children) {
      if (child == &partition) return true;
      if (visited.insert(child).second) pending.push_back(child);
    }
  }
  return false;
}

} // namespace fx::accelerator
