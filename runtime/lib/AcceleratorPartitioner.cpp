// The modes of the partitioner; what they are made of is in PartitionManipulation.cpp.
#include "fx/Runtime/AcceleratorPartitioner.h"

#include "Attributes.h"

#include "fx/Passes/OperatorSupport.h"
#include "fx/Runtime/SplitModule.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace fx::accelerator {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

const Device& largest(const std::vector<Device>& devices) {
  return *std::ranges::max_element(devices, {}, &Device::available_mem_bytes);
}

double cost_of(const Partitions& partitions, const PartitionerConfig& config) {
  return get_latency_of_partitioned_graph(
      partitions, get_partition_to_latency_mapping(partitions, config.node_to_latency_mapping),
      config.transfer_rate_bytes_per_sec);
}

} // namespace

PartitionResult Partitioner::partition_graph(const GraphModule& module,
                                             const PartitionerConfig& config) {
  partitions.clear();
  node_to_partition.clear();
  devices = config.devices;
  if (devices.empty()) throw RuntimeError("No devices");
  graph_ = std::make_shared<const PartitionedGraph>(module);
  if (std::ranges::none_of(graph_->nodes(), [](const Node* node) { return is_callable(*node); }))
    throw RuntimeError("No Partition since no operations in the module");
  partition_by(module, config);
  if (config.saturate_host) saturate_host();
  GraphModule split =
      split_module(module, [&](const Node& node) { return node_to_partition.at(&node); });
  DAG dag = dump_dag(split);
  return {std::move(dag), std::move(split)};
}

void Partitioner::partition_by(const GraphModule& module, const PartitionerConfig& config) {
  if (config.mode == PartitionMode::AotBased) return aot_based_partition(config);
  const Device& max = largest(devices);
  if (graph_->total_size() <= max.available_mem_bytes) return find_single_partition(max.logical_id);
  int64_t available = 0;
  for (const Device& device : devices)
    available += device.available_mem_bytes;
  if (graph_->total_size() > available)
    throw RuntimeError(fmt::format("Devices have no enough memory for the module: it takes {} "
                                   "bytes, and they have {}",
                                   graph_->total_size(), available));
  switch (config.mode) {
  case PartitionMode::SparseNn: {
    const int64_t memory = devices.front().available_mem_bytes;
    if (!std::ranges::all_of(
            devices, [&](const Device& device) { return device.available_mem_bytes == memory; }))
      throw RuntimeError("All devices must have same memory size!");
    return sparse_nn_partition(module, memory);
  }
  case PartitionMode::CostAware: return cost_aware_partition(config);
  case PartitionMode::KlBased: return kl_based_partition(config);
  default: return size_based_partition();
  }
}

Partition& Partitioner::create_partition() {
  const auto id = static_cast<int64_t>(partitions.size());
  return *partitions.emplace_back(std::make_shared<Partition>(graph_, id));
}

void Partitioner::create_single_node_partition(const Node& node) {
  create_partition().add_node(node);
}

void Partitioner::find_single_partition(int64_t logical_device_id) {
  Partition& partition = create_partition();
  for (const Node* node : graph_->nodes())
    partition.insert(*node);
  partition.logical_device_ids = {logical_device_id};
  node_to_partition = get_node_to_partition_mapping(partitions);
}

void Partitioner::size_based_partition() {
  std::vector<bool> is_occupied(devices.size());
  const auto find_device = [&](const Node& node) -> const Device& {
    const int64_t needed = get_extra_size_of(node, Partition(graph_, -1));
    for (size_t i = 0; i < devices.size(); ++i)
      if (!is_occupied[i] && devices[i].available_mem_bytes >= needed) {
        is_occupied[i] = true;
        return devices[i];
      }
    throw RuntimeError(fmt::format("'{}' is too large to fit any device: it takes {} bytes",
                                   node.name().view(), needed));
  };
  Partition* current = &create_partition();
  int64_t left = 0; // of the device of the current partition
  for (const Node* node : graph_->nodes()) {
    if (!is_callable(*node)) continue;
    if (partitions.size() > devices.size()) {
      create_single_node_partition(*node);
      continue;
    }
    int64_t needed = get_extra_size_of(*node, *current);
    if (current->nodes().empty()) {
      const Device& device = find_device(*node);
      left = device.available_mem_bytes;
      current->logical_device_ids.push_back(device.logical_id);
    } else if (left < needed) {
      if (partitions.size() == devices.size()) {
        create_single_node_partition(*node);
        continue;
      }
      const Device& device = find_device(*node);
      current = &create_partition();
      needed = get_extra_size_of(*node, *current);
      left = device.available_mem_bytes;
      current->logical_device_ids.push_back(device.logical_id);
    }
    current->add_node(*node);
    left -= needed;
  }
  reorganize_partitions(partitions);
  node_to_partition = get_node_to_partition_mapping(partitions);
  if (!get_device_to_partitions_mapping(partitions, devices))
    throw RuntimeError("Cannot Get a Valid Partition to Logical Device Mapping");
}

namespace {

/// Whether a call is one of an embedding, or of a module that holds one.
bool is_embedding_node(const GraphModule& module, const Node& node) {
  if (node.op() != Opcode::CallModule) return false;
  const torch::nn::Module* called = module->find_module(node.target());
  return called != nullptr && std::ranges::any_of(called->modules(), [](const auto& each) {
           return runtime::name_of(*each).find("Embedding") != std::string::npos;
         });
}

} // namespace

void Partitioner::sparse_nn_partition(const GraphModule& module, int64_t available_mem_bytes) {
  Partitions embedding, other;
  bool in_embedding_region = false;
  create_partition();
  const auto finish = [&] {
    (in_embedding_region ? embedding : other).push_back(partitions.back());
  };
  for (const Node* node : graph_->nodes()) {
    if (!is_callable(*node)) continue;
    if (is_embedding_node(module, *node) != in_embedding_region) {
      if (partitions.back()->used_mem_bytes != 0) {
        finish();
        create_partition();
      }
      in_embedding_region = !in_embedding_region;
    }
    if (get_extra_size_of(*node, *partitions.back()) + partitions.back()->used_mem_bytes >
        available_mem_bytes) {
      if (!partitions.back()->nodes().empty()) {
        finish();
        create_partition();
      }
      const int64_t needed = get_extra_size_of(*node, *partitions.back());
      if (needed > available_mem_bytes)
        throw RuntimeError(fmt::format("'{}' is too large to fit into a device: it takes {} bytes",
                                       node->target().view(), needed));
    }
    partitions.back()->add_node(*node);
  }
  finish();
  set_parents_and_children(partitions);
  combine_partitions_based_on_size(other, available_mem_bytes);
  combine_partitions_based_on_size(embedding, available_mem_bytes);
  place_sparse_nn(embedding, other, available_mem_bytes);
  node_to_partition = get_node_to_partition_mapping(partitions);
}

void Partitioner::place_sparse_nn(const Partitions& embedding, const Partitions& other,
                                  int64_t available) {
  int64_t size_of_others = 0;
  for (const auto& partition : other)
    size_of_others += partition->used_mem_bytes;
  if (embedding.size() > devices.size())
    throw RuntimeError(
        fmt::format("Need {} devices, but only {} provided", embedding.size(), devices.size()));
  std::vector<int64_t> occupied;
  for (size_t i = 0; i < embedding.size(); ++i) {
    if (size_of_others + embedding[i]->used_mem_bytes > available)
      throw RuntimeError(fmt::format("partition_{} (embedding partition) and non embedding "
                                     "partitions can not fit into one device",
                                     embedding[i]->partition_id));
    embedding[i]->logical_device_ids = {devices[i].logical_id};
    occupied.push_back(devices[i].logical_id);
  }
  if (!occupied.empty()) {
    for (const auto& partition : other)
      partition->logical_device_ids = occupied;
  } else if (!get_device_to_partitions_mapping(partitions, devices)) {
    // torch.fx leaves a module without embeddings without devices.
    throw RuntimeError("Cannot Get a Valid Partition to Logical Device Mapping");
  }
}

void Partitioner::combine_partitions_based_on_size(Partitions& group, int64_t available_mem_bytes) {
  while (group.size() > 1 && combine_smallest(group, available_mem_bytes)) {
  }
}

bool Partitioner::combine_smallest(Partitions& group, int64_t available_mem_bytes) {
  // By size; equal ones stay in their order.
  std::vector<std::pair<int64_t, size_t>> by_size;
  by_size.reserve(group.size());
  for (size_t i = 0; i < group.size(); ++i)
    by_size.emplace_back(group[i]->used_mem_bytes, i);
  std::ranges::sort(by_size);
  get_bfs_level_partition(partitions);
  const std::shared_ptr<Partition> smallest = group[by_size.front().second];
  for (size_t i = by_size.size(); i-- > 1;) {
    const std::shared_ptr<Partition> other = group[by_size[i].second];
    if (std::abs(smallest->bfs_level - other->bfs_level) > 1) continue;
    Partition both = *other;
    for (const auto& [position, node] : smallest->nodes())
      both.insert(*node);
    if (both.used_mem_bytes > available_mem_bytes) continue;
    Partitions combined = partitions;
    combine_two_partitions(other, smallest, combined);
    // torch.fx does not ask whether what is combined depends on itself.
    if (check_dependency(*combined.back())) {
      reorganize_partitions(partitions);
      continue;
    }
    partitions = std::move(combined);
    std::erase(group, smallest);
    std::erase(group, other);
    group.push_back(partitions.back());
    return true;
  }
  return false;
}

namespace {

/// The latency when two partitions of a list are one; infinite: that cannot be.
double try_combining(const Partitions& partitions, size_t first, size_t second,
                     const PartitionerConfig& config) {
  const auto& p0 = partitions[first];
  const auto& p1 = partitions[second];
  const auto is_among = [&](const std::vector<Partition*>& list) {
    return std::ranges::find(list, p0.get()) != list.end();
  };
  if (std::abs(p0->bfs_level - p1->bfs_level) > 1 && !is_among(p1->parents) &&
      !is_among(p1->children))
    return infinity;
  Partitions combined = partitions;
  combine_two_partitions(p0, p1, combined);
  if (check_dependency(*combined.back())) return infinity;
  reset_partition_device(combined);
  if (!get_device_to_partitions_mapping(combined, config.devices)) return infinity;
  return cost_of(combined, config);
}

/// Combines the two partitions whose combination has the least latency, if that is not more than
/// without it.
bool search_combination(Partitions& partitions, const PartitionerConfig& config) {
  double cost = cost_of(partitions, config);
  if (partitions.size() == 1) return false;
  std::optional<std::pair<size_t, size_t>> pair;
  for (size_t i = 0; i + 1 < partitions.size(); ++i)
    for (size_t j = i + 1; j < partitions.size(); ++j) {
      const double combined = try_combining(partitions, i, j, config);
      if (combined <= cost) {
        pair = {i, j};
        cost = combined;
      }
      reorganize_partitions(partitions);
    }
  if (pair) {
    const auto p0 = partitions[pair->first], p1 = partitions[pair->second];
    combine_two_partitions(p0, p1, partitions);
  }
  get_bfs_level_partition(partitions);
  reset_partition_device(partitions);
  get_device_to_partitions_mapping(partitions, config.devices);
  return pair.has_value();
}

} // namespace

void Partitioner::cost_aware_partition(const PartitionerConfig& config) {
  for (const Node* node : graph_->nodes())
    if (is_callable(*node)) create_single_node_partition(*node);
  set_parents_and_children(partitions);
  get_bfs_level_partition(partitions);
  while (search_combination(partitions, config)) {
  }
  reorganize_partitions(partitions);
  node_to_partition = get_node_to_partition_mapping(partitions);
  // torch.fx goes on when some partition has no device.
  reset_partition_device(partitions);
  if (!get_device_to_partitions_mapping(partitions, devices))
    throw RuntimeError("Cannot Get a Valid Partition to Logical Device Mapping");
}

namespace {

/// Moves nodes from one partition to another; null: none.
void swap_nodes(const Node* n0, const Node* n1, Partition& p0, Partition& p1) {
  if (n0 != nullptr) {
    p0.remove_node(*n0);
    p1.add_node(*n0);
  }
  if (n1 != nullptr) {
    p0.add_node(*n1);
    p1.remove_node(*n1);
  }
}

double try_swap(const Partitions& partitions, const Node* n0, const Node* n1, Partition& p0,
                Partition& p1, const PartitionerConfig& config) {
  const std::pair<Partition, Partition> before{p0, p1};
  double cost = infinity;
  swap_nodes(n0, n1, p0, p1);
  reorganize_partitions(partitions);
  const bool is_empty = std::ranges::any_of(
      partitions, [](const auto& partition) { return partition->nodes().empty(); });
  if (!is_empty && !check_dependency(p0) && !check_dependency(p1)) {
    reset_partition_device(partitions);
    if (get_device_to_partitions_mapping(partitions, config.devices))
      cost = cost_of(partitions, config);
  }
  p0 = before.first;
  p1 = before.second;
  return cost;
}

struct Swap {
  double cost = infinity;
  const Node* n0 = nullptr;
  const Node* n1 = nullptr;
  Partition* p0 = nullptr;
  Partition* p1 = nullptr;
};

/// The best of all swaps of a node with one of another partition, or with none.
Swap best_swap(const Partitions& partitions, const Node& node, Partition& p0, Partition& p1,
               const PartitionerConfig& config) {
  std::vector<const Node*> others;
  for (const auto& [position, other] : p1.nodes())
    if (is_callable(*other)) others.push_back(other);
  others.push_back(nullptr);
  Swap best;
  for (const Node* other : others) {
    const double cost = try_swap(partitions, &node, other, p0, p1, config);
    if (cost < best.cost) best = {cost, &node, other, &p0, &p1};
  }
  return best;
}

} // namespace

void Partitioner::kl_based_partition(const PartitionerConfig& config) {
  size_based_partition();
  double cost = cost_of(partitions, config);
  for (const Node* node : graph_->nodes()) {
    if (!is_callable(*node)) continue;
    // torch.fx looks where the node was before any swap, and compares the last cost it tried.
    const auto p0 = std::ranges::find_if(
        partitions, [&](const auto& partition) { return partition->contains(*node); });
    Swap best;
    for (const auto& p1 : partitions) {
      if (p1 == *p0) continue;
      const Swap found = best_swap(partitions, *node, **p0, *p1, config);
      if (found.cost < std::min(cost, best.cost)) best = found;
    }
    if (best.n0 != nullptr) {
      cost = best.cost;
      swap_nodes(best.n0, best.n1, *best.p0, *best.p1);
    }
    reorganize_partitions(partitions);
  }
  reset_partition_device(partitions);
  node_to_partition = get_node_to_partition_mapping(partitions);
  if (!get_device_to_partitions_mapping(partitions, devices))
    throw RuntimeError("Cannot Get a Valid Partition to Logical Device Mapping");
}

void Partitioner::aot_based_partition(const PartitionerConfig& config) {
  std::map<int64_t, Partition*> by_id;
  for (const Node* node : graph_->nodes()) {
    if (!is_callable(*node)) continue;
    const auto id = config.node_to_partition_mapping.find(node);
    if (id == config.node_to_partition_mapping.end())
      throw RuntimeError(
          fmt::format("node_to_partition_mapping does not have '{}'", node->name().view()));
    Partition*& partition = by_id[id->second];
    if (partition == nullptr) {
      const auto on = config.partition_to_logical_device_mapping.find(id->second);
      if (on == config.partition_to_logical_device_mapping.end())
        throw RuntimeError(fmt::format("partition_to_logical_device_mapping does not have "
                                       "partition {}",
                                       id->second));
      partition = &create_partition();
      partition->partition_id = id->second;
      partition->logical_device_ids = on->second;
    }
    partition->add_node(*node);
    node_to_partition[node] = id->second;
  }
  set_parents_and_children(partitions);
}

void Partitioner::saturate_host() {
  const DevicePartitionStats stats = get_device_partition_stats(partitions, devices);
  if (!stats.no_device_partitions.empty())
    throw RuntimeError(fmt::format("Expect no_device_partitions has 0 device, but get {}",
                                   stats.no_device_partitions.size()));
  std::vector<size_t> used, idle;
  for (size_t i = 0; i < devices.size(); ++i)
    (stats.device_to_partitions[i].empty() ? idle : used).push_back(i);
  // By rounds: in each all that is on a used device goes to the smallest idle one that can hold it.
  while (!used.empty() && idle.size() >= used.size()) {
    std::vector<size_t> left = idle;
    std::vector<std::pair<size_t, size_t>> replicas;
    for (const size_t device : used) {
      const int64_t needed =
          devices[device].available_mem_bytes - stats.device_to_left_mem_bytes[device];
      auto best = left.end();
      for (auto other = left.begin(); other != left.end(); ++other)
        if (devices[*other].available_mem_bytes >= needed &&
            (best == left.end() ||
             devices[*other].available_mem_bytes < devices[*best].available_mem_bytes))
          best = other;
      if (best == left.end()) return;
      replicas.emplace_back(*best, device);
      left.erase(best);
    }
    for (const auto& [replica, device] : replicas)
      for (Partition* partition : stats.device_to_partitions[device])
        partition->logical_device_ids.push_back(devices[replica].logical_id);
    idle = std::move(left);
  }
}

DAG Partitioner::dump_dag(const GraphModule& module) const {
  std::map<std::string, const Partition*, std::less<>> by_name;
  for (const auto& partition : partitions)
    by_name[fmt::format("submod_{}", partition->partition_id)] = partition.get();
  DAG dag;
  for (Node* node : module->current_graph()) {
    if (node->op() != Opcode::CallModule) continue;
    // A name that the model has already got an underscore.
    std::string name = node->target().str();
    while (name.ends_with('_'))
      name.pop_back();
    const Partition& partition = *by_name.at(name);
    DAGNode& made = dag.nodes.emplace_back();
    made.submodule_node = node;
    made.input_nodes = node->all_input_nodes();
    for (Node* user : node->users())
      if (user->is_call_function("operator.getitem")) made.output_nodes.push_back(user);
    if (made.output_nodes.empty()) made.output_nodes = {node};
    made.logical_device_ids = partition.logical_device_ids;
    made.size_bytes = partition.used_mem_bytes;
  }
  return dag;
}

} // namespace fx::accelerator
