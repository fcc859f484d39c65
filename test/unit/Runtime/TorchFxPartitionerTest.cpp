// torch.fx's tests of its partitioner for accelerators, by their names (test_fx_experimental.py).
// Sizes, devices and latencies are those of Python's torch 1.13 for the same graphs, whose
// torch.rand(4) are constants of the graph: buffers here.
#include "TraceTest.h"

#include "fx/Runtime/AcceleratorPartitioner.h"

#include <ctime>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx {
namespace {

using namespace accelerator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using torch::Tensor;

/// A module with a Linear and constants, whose forward is a function.
struct Net : torch::nn::Module {
  using Function = std::function<Tensor(Net&, const Tensor&)>;
  explicit Net(Function function) : function_(std::move(function)) {}
  Tensor forward(const Tensor& a) { return function_(*this, a); }
  /// The next constant.
  Tensor rand(int64_t number) { return named_buffers(false)["r" + std::to_string(number)]; }
  torch::nn::Linear linear{register_module("linear", torch::nn::Linear(4, 4))};
  Tensor r0{register_buffer("r0", torch::rand({4}))}, r1{register_buffer("r1", torch::rand({4}))},
      r2{register_buffer("r2", torch::rand({4}))};

private:
  Function function_;
};

/// "0: 48 on [0]: a add r0" of each partition.
std::vector<std::string> shown(const Partitioner& partitioner) {
  std::vector<std::string> texts;
  for (const auto& partition : partitioner.partitions) {
    std::vector<std::string> names;
    for (const auto& [position, node] : partition->nodes())
      names.push_back(node->name().str());
    std::ranges::sort(names);
    texts.push_back(fmt::format("{}: {} on {}: {}", partition->partition_id,
                                partition->used_mem_bytes, partition->logical_device_ids,
                                fmt::join(names, " ")));
  }
  return texts;
}

/// "submod_0: in -> out on [0] 48" of each part.
std::vector<std::string> shown(const DAG& dag) {
  std::vector<std::string> texts;
  const auto names = [](const std::vector<Node*>& nodes) {
    std::string text;
    for (const Node* node : nodes)
      text += node->name().str() + " ";
    return text;
  };
  texts.reserve(dag.nodes.size());
  for (const DAGNode& node : dag.nodes)
    texts.push_back(fmt::format("{}: {}-> {}on {} {}", node.submodule_node->name().view(),
                                names(node.input_nodes), names(node.output_nodes),
                                node.logical_device_ids, node.size_bytes));
  return texts;
}

std::vector<Device> devices_of(const std::vector<int64_t>& sizes) {
  std::vector<Device> devices;
  for (const int64_t size : sizes) {
    const auto id = static_cast<int64_t>(devices.size());
    devices.push_back({fmt::format("dev_{}", id), size, id});
  }
  return devices;
}

/// A module that was traced, and what becomes of it.
struct Case {
  explicit Case(Net::Function function) : net(std::move(function)), traced(symbolic_trace(net)) {
    (void)get_size_of_all_nodes(traced, {a});
  }
  PartitionResult partition(const PartitionerConfig& config) {
    PartitionResult result = partitioner.partition_graph(traced, config);
    EXPECT_TRUE(result.module_with_submodules->forward(a).equal(net.forward(a)));
    return result;
  }
  std::string error(const PartitionerConfig& config) {
    try {
      partitioner.partition_graph(traced, config);
    } catch (const RuntimeError& error) {
      return error.what();
    }
    return "no error";
  }
  /// By the sizes of the nodes; of calls without parameters, `compute` of the size.
  NodeLatencies latencies(const std::function<double(double)>& compute) {
    NodeLatencies latencies;
    for (const auto& [node, size] : get_size_of_all_nodes(traced)) {
      const auto total = static_cast<double>(size.total_size);
      if (node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr) continue;
      latencies[node] = {total, size.total_size == size.output_size
                                    ? compute(total)
                                    : static_cast<double>(size.output_size)};
    }
    return latencies;
  }
  Tensor a = torch::rand({4});
  Net net;
  GraphModule traced;
  Partitioner partitioner;
};

TEST(TorchFxPartitioner, test_find_single_partition) {
  GraphModule traced =
      symbolic_trace([](const Tensor& a, const Tensor& b) { return torch::add(a, b); });
  const Tensor a = torch::rand({1}), b = torch::rand({1});
  (void)get_size_of_all_nodes(traced, {a, b});
  Partitioner partitioner;
  auto [dag, split] = partitioner.partition_graph(traced, {.devices = devices_of({125, 150, 125})});
  EXPECT_TRUE(split->forward(a, b).equal(a + b));
  ASSERT_EQ(dag.nodes.size(), 1U);
  EXPECT_THAT(dag.nodes[0].logical_device_ids, ElementsAre(1));
}

TEST(TorchFxPartitioner, test_lack_of_devices) {
  Case add([](Net& net, const Tensor& a) { return a + net.rand(0); });
  EXPECT_EQ(add.error({.devices = devices_of({4, 4})}),
            "Devices have no enough memory for the module: it takes 48 bytes, and they have 8");
  EXPECT_EQ(add.error({}), "No devices");
  Case nothing([](Net&, const Tensor& a) { return a; });
  EXPECT_EQ(nothing.error({.devices = devices_of({4})}),
            "No Partition since no operations in the module");
}

TEST(TorchFxPartitioner, test_large_node_error) {
  Case large([](Net& net, const Tensor& a) { return net.linear(a) + a; });
  EXPECT_EQ(large.error({.devices = devices_of({40, 40, 40, 40, 40})}),
            "'linear' is too large to fit any device: it takes 112 bytes");
}

TEST(TorchFxPartitioner, test_partition_node_manipulation) {
  Case adds([](Net& net, const Tensor& a) { return a + net.rand(2) + net.rand(0) + net.rand(1); });
  adds.partition({.devices = devices_of({1000})});
  Partition& partition = *adds.partitioner.partitions.at(0);
  EXPECT_EQ(partition.used_mem_bytes, 112);
  const Node* selected = nullptr;
  for (const auto& [position, node] : partition.nodes())
    if (node->name().view() == "add_2") selected = node;
  ASSERT_NE(selected, nullptr);
  partition.remove_node(*selected);
  EXPECT_EQ(partition.used_mem_bytes, 80);
  partition.add_node(*selected);
  EXPECT_EQ(partition.used_mem_bytes, 112);
}

TEST(TorchFxPartitioner, test_size_based_partition) {
  Case three([](Net& net, const Tensor& a) { return net.linear(a + net.rand(0)) + net.rand(1); });
  const auto result = three.partition({.devices = devices_of({125, 125, 125})});
  ASSERT_EQ(result.dag.nodes.size(), 3U);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_THAT(result.dag.nodes[i].logical_device_ids, ElementsAre(static_cast<int64_t>(i)));
}

Tensor mapping(Net& net, const Tensor& a) {
  const Tensor linear = net.linear(a + net.rand(0));
  return net.rand(1) + a + linear;
}

TEST(TorchFxPartitioner, test_partition_device_mapping) {
  Case mapped(mapping);
  const auto result = mapped.partition({.devices = devices_of({120, 160})});
  EXPECT_THAT(shown(mapped.partitioner),
              ElementsAre("0: 48 on [0]: add input_1 r0", "1: 160 on [1]: add_1 input_1 linear r1",
                          "2: 48 on [0]: add_2"));
  EXPECT_THAT(shown(result.dag),
              ElementsAre("submod_0: input_1 r0 -> submod_0 on [0] 48",
                          "submod_1: submod_0 r1 input_1 -> getitem getitem_1 on [1] 160",
                          "submod_2: getitem_1 getitem -> submod_2 on [0] 48"));
}

struct Recommendation : torch::nn::Module {
  static torch::nn::Sequential mlp(int count, int64_t in, int64_t out) {
    torch::nn::Sequential layers;
    for (int i = 0; i < count; ++i) {
      layers->push_back(torch::nn::Linear(in, out));
      layers->push_back(torch::nn::ReLU());
    }
    return layers;
  }
  Recommendation() {
    for (const int64_t rows : {500000, 1000000, 1000000, 1000000, 500000})
      embedding_layers->push_back(torch::nn::EmbeddingBag(
          torch::nn::EmbeddingBagOptions(rows, 4).mode(torch::kSum).sparse(true)));
    for (int i = 0; i < 7; ++i)
      register_buffer("r" + std::to_string(i), torch::randint(10, {8}));
  }
  Tensor forward(const Tensor& a, const Tensor& b, const Tensor& offset) {
    const Tensor x = bottom_layers->forward(a);
    const auto buffers = named_buffers(false);
    std::vector<Tensor> c, y{x};
    for (int i = 0; i < 5; ++i)
      c.push_back(buffers["r" + std::to_string(i)] + b);
    for (size_t i = 0; i < 5; ++i) {
      auto& embedding = *embedding_layers[i]->as<torch::nn::EmbeddingBag>();
      const Tensor rows = i % 2 == 0 ? c[i] : buffers[i == 1 ? "r5" : "r6"];
      y.push_back(embedding.forward(rows, offset));
    }
    return top_layers->forward(torch::cat(y, 1));
  }
  torch::nn::Sequential bottom_layers{register_module("bottom_layers", mlp(4, 4, 4))};
  torch::nn::Sequential top_layers{register_module("top_layers", mlp(3, 24, 24))};
  torch::nn::ModuleList embedding_layers{
      register_module("embedding_layers", torch::nn::ModuleList())};
};

TEST(TorchFxPartitioner, test_sparse_nn_partition) {
  Recommendation net;
  GraphModule traced = symbolic_trace(net);
  const Tensor a = torch::rand({2, 4}), b = torch::randint(10, {8}),
               offset = torch::zeros({2}, torch::kLong);
  (void)get_size_of_all_nodes(traced, {a, b, offset});
  Partitioner partitioner;
  PartitionerConfig config{.devices = devices_of({33000000, 33000000, 33000000}),
                           .mode = PartitionMode::SparseNn};
  auto [dag, split] = partitioner.partition_graph(traced, config);
  EXPECT_TRUE(split->forward(a, b, offset).equal(net.forward(a, b, offset)));
  EXPECT_EQ(split->graph().size(), 24U);
  const auto partitions = shown(partitioner);
  ASSERT_EQ(partitions.size(), 4U);
  EXPECT_THAT(partitions[0], HasSubstr("0: 1312 on [0, 1]: add add_1 add_2 add_3 add_4"));
  EXPECT_THAT(partitions[1], HasSubstr("1: 32000208 on [0]: embedding_layers_2"));
  EXPECT_THAT(partitions[2], HasSubstr("2: 8736 on [0, 1]: cat top_layers_0"));
  EXPECT_THAT(partitions[3], HasSubstr("3: 32000304 on [1]: embedding_layers_0"));
  config.devices[1].available_mem_bytes += 1;
  EXPECT_THROW(partitioner.partition_graph(traced, config), RuntimeError);
}

Tensor latency(Net& net, const Tensor& a) {
  const Tensor first = a + net.rand(0), second = first + net.rand(1);
  const Tensor linear = net.linear(first);
  return second + (second + linear);
}

TEST(TorchFxPartitioner, test_partition_latency) {
  Case latent(latency);
  const NodeLatencies of_nodes = latent.latencies([](double size) { return 2 * size; });
  latent.partition({.devices = devices_of({200, 200})});
  const Partitions& partitions = latent.partitioner.partitions;
  const auto latencies = get_partition_to_latency_mapping(partitions, of_nodes);
  ASSERT_EQ(partitions.size(), 2U);
  EXPECT_EQ(latencies.at(partitions[0].get()), (PartitionLatency{128.0, 80.0, 160.0}));
  EXPECT_EQ(latencies.at(partitions[1].get()), (PartitionLatency{16.0, 32.0, 32.0}));
  EXPECT_EQ(get_latency_of_partitioned_graph(partitions, latencies, 2), 208.0);
  EXPECT_THROW(get_latency_of_partitioned_graph(partitions, latencies, 0), RuntimeError);
  EXPECT_THROW(get_partition_to_latency_mapping(partitions, {}), RuntimeError);
}

Tensor costly(Net& net, const Tensor& a) {
  const Tensor first = a + net.rand(0), second = first + net.rand(1);
  const Tensor linear = net.linear(first);
  const Tensor third = second + net.rand(2), fourth = second + linear;
  return third + fourth;
}

TEST(TorchFxPartitioner, test_cost_aware_partition) {
  Case aware(costly);
  PartitionerConfig config{.devices = devices_of({125, 125, 125, 125}),
                           .mode = PartitionMode::CostAware,
                           .transfer_rate_bytes_per_sec = 2,
                           .node_to_latency_mapping = aware.latencies([](double) { return 1; })};
  aware.partition(config);
  EXPECT_THAT(shown(aware.partitioner),
              ElementsAre("0: 48 on [0]: add input_1 r0", "1: 48 on [0]: add_1 r1",
                          "2: 112 on [1]: linear", "3: 112 on [2]: add_2 add_3 add_4 r2"));
  const Partitions& partitions = aware.partitioner.partitions;
  EXPECT_EQ(get_latency_of_partitioned_graph(
                partitions,
                get_partition_to_latency_mapping(partitions, config.node_to_latency_mapping),
                config.transfer_rate_bytes_per_sec),
            160.0);
}

TEST(TorchFxPartitioner, kl_based_partition) {
  // No worse than by size, and what the nodes of its partitions say is what runs.
  Case swapped(costly);
  PartitionerConfig config{.devices = devices_of({125, 125, 125, 125}),
                           .transfer_rate_bytes_per_sec = 2,
                           .node_to_latency_mapping = swapped.latencies([](double) { return 1; })};
  const auto cost = [&] {
    const Partitions& partitions = swapped.partitioner.partitions;
    return get_latency_of_partitioned_graph(
        partitions, get_partition_to_latency_mapping(partitions, config.node_to_latency_mapping),
        config.transfer_rate_bytes_per_sec);
  };
  swapped.partition(config);
  const double by_size = cost();
  config.mode = PartitionMode::KlBased;
  swapped.partition(config);
  EXPECT_LE(cost(), by_size);
  for (const auto& [node, id] : swapped.partitioner.node_to_partition)
    EXPECT_TRUE(swapped.partitioner.partitions.at(static_cast<size_t>(id))->contains(*node));
}

TEST(TorchFxPartitioner, test_aot_based_partition) {
  Case given([](Net& net, const Tensor& a) { return net.rand(1) + (a + net.rand(0)); });
  PartitionerConfig config{.devices = devices_of({200}), .mode = PartitionMode::AotBased};
  int64_t count = 0;
  for (const Node* node : given.traced->graph().find_nodes(Opcode::CallFunction)) {
    config.node_to_partition_mapping[node] = count;
    config.partition_to_logical_device_mapping[count++] = {0};
  }
  const auto result = given.partition(config);
  ASSERT_EQ(result.dag.nodes.size(), 2U);
  for (const DAGNode& node : result.dag.nodes) {
    EXPECT_EQ(node.size_bytes, 48);
    EXPECT_THAT(node.logical_device_ids, ElementsAre(0));
  }
  config.partition_to_logical_device_mapping.erase(1);
  EXPECT_EQ(given.error(config), "partition_to_logical_device_mapping does not have partition 1");
  config.node_to_partition_mapping.clear();
  EXPECT_EQ(given.error(config), "node_to_partition_mapping does not have 'add'");
}

TEST(TorchFxPartitioner, test_saturate_host) {
  Case saturated(latency);
  saturated.partition(
      {.devices = devices_of({200, 200, 100, 100, 200, 100}), .saturate_host = true});
  const Partitions& partitions = saturated.partitioner.partitions;
  ASSERT_EQ(partitions.size(), 2U);
  EXPECT_THAT(partitions[0]->logical_device_ids, ElementsAre(0, 4));
  EXPECT_THAT(partitions[1]->logical_device_ids, ElementsAre(1, 2));
}

TEST(TorchFxPartitioner, IsLinearBySize) {
  Graph graph;
  Node* last = graph.placeholder("x");
  const TensorMeta shape{{4}, "float32", {}};
  last->set_meta(meta::tensor_meta, shape);
  for (int i = 0; i < 20000; ++i) {
    last = graph.call_function("torch.relu", {last});
    last->set_meta(meta::tensor_meta, shape);
  }
  graph.output(last);
  GraphModule module(AttributeMap{}, std::move(graph));
  const std::clock_t start = std::clock();
  Partitioner partitioner;
  const auto result =
      partitioner.partition_graph(module, {.devices = devices_of({200000, 200000})});
  EXPECT_EQ(result.dag.nodes.size(), 2U);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
}

TEST(TorchFxPartitioner, PartitionsKeepTheOrderOfWrites) {
  // By values alone relu and mul_ could be computed in any order.
  Case written([](Net& net, const Tensor& a) {
    Tensor x = a + net.rand(0);
    const Tensor before = torch::relu(x);
    x.mul_(2);
    return before + x;
  });
  for (const PartitionMode mode :
       {PartitionMode::SizeBased, PartitionMode::CostAware, PartitionMode::KlBased})
    written.partition({.devices = devices_of({70, 70, 70}),
                       .mode = mode,
                       .transfer_rate_bytes_per_sec = 2,
                       .node_to_latency_mapping = written.latencies([](double) { return 1; })});
}

} // namespace
} // namespace fx
