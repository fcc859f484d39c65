// A tracer that notes for every node which module of ResNet-18 it comes from. A call of a module of
// one's own is a call of its function, which nothing hears of: "add", which BasicBlock computes
// itself, is said to come from the outermost module. fx::call(block, x) would make the call a node.
#include "resnet18.h"

#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>
#include <map>
#include <string>

struct ModulePathTracer : fx::Tracer {
  fx::Value call_module(torch::nn::Module& module, const std::function<fx::Value()>& forward,
                        fx::Args args, fx::Kwargs kwargs) override {
    const std::string caller = std::exchange(current_path, path_of_module(module));
    const fx::Value result =
        Tracer::call_module(module, forward, std::move(args), std::move(kwargs));
    current_path = caller;
    return result;
  }

  fx::Value create_proxy(fx::Opcode op, fx::Symbol target, fx::Args args, fx::Kwargs kwargs,
                         std::string_view name, fx::Symbol type) override {
    const fx::Value value =
        Tracer::create_proxy(op, target, std::move(args), std::move(kwargs), name, type);
    paths[&fx::Proxy::of(value)->node()] = current_path;
    return value;
  }

  std::string current_path; // empty: the outermost module
  std::map<const fx::Node*, std::string> paths;
};

int main() {
  ResNet18 resnet;
  ModulePathTracer tracer;
  const fx::Graph graph = tracer.trace(resnet, {.input_names = {"x"}});
  for (const fx::Node& node : graph.nodes()) {
    const auto found = tracer.paths.find(&node);
    std::cout << "Node " << node.name().view() << " is from module "
              << (found == tracer.paths.end() ? "None" : found->second) << "\n";
  }
}

// Prints:
// Node x is from module
// Node conv1 is from module conv1
// Node bn1 is from module bn1
// Node relu is from module relu
// Node maxpool is from module maxpool
// Node layer1_0_conv1 is from module layer1.0.conv1
// Node layer1_0_bn1 is from module layer1.0.bn1
// Node layer1_0_relu is from module layer1.0.relu
// Node layer1_0_conv2 is from module layer1.0.conv2
// Node layer1_0_bn2 is from module layer1.0.bn2
// Node add is from module
// Node layer1_0_relu_1 is from module layer1.0.relu
// Node layer1_1_conv1 is from module layer1.1.conv1
// Node layer1_1_bn1 is from module layer1.1.bn1
// ...
// Node layer4_1_relu_1 is from module layer4.1.relu
// Node avgpool is from module avgpool
// Node flatten is from module
// Node fc is from module fc
// Node output is from module None
