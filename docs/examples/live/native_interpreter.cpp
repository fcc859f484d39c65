// Lowers a module to instructions of a machine of the program's own, and wraps that as a module
// whose graph calls it.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

/// A machine that can add and multiply. It knows nothing of graphs.
struct ElementwiseInterpreter : torch::nn::Module {
  struct Instruction {
    std::string op;
    std::vector<std::string> inputs;
    std::string output;
  };

  torch::Tensor forward(std::vector<torch::Tensor> inputs) {
    std::unordered_map<std::string, torch::Tensor> values = constants;
    for (size_t i = 0; i < inputs.size(); ++i)
      values[input_names.at(i)] = inputs[i];
    for (const Instruction& instruction : instructions) {
      const torch::Tensor& a = values.at(instruction.inputs.at(0));
      const torch::Tensor& b = values.at(instruction.inputs.at(1));
      values[instruction.output] = instruction.op == "add" ? a + b : a * b;
    }
    return values.at(output_name);
  }

  std::vector<std::string> input_names;
  std::unordered_map<std::string, torch::Tensor> constants;
  std::vector<Instruction> instructions;
  std::string output_name;
};

/// The graph as instructions.
std::shared_ptr<ElementwiseInterpreter> instructions_of(const fx::Graph& graph) {
  static const std::unordered_map<std::string, std::string> op_of{{"torch.add", "add"},
                                                                  {"torch.mul", "mul"}};
  auto machine = std::make_shared<ElementwiseInterpreter>();
  for (const fx::Node& node : graph.nodes()) {
    switch (node.op()) {
    case fx::Opcode::Placeholder: machine->input_names.push_back(node.name().str()); break;
    case fx::Opcode::CallFunction: {
      std::vector<std::string> inputs;
      for (const fx::Argument& arg : node.args()) {
        if (arg.is_node()) {
          inputs.push_back(arg.as_node()->name().str());
          continue;
        }
        inputs.push_back("constant_" + std::to_string(machine->constants.size()));
        machine->constants[inputs.back()] = torch::scalar_tensor(fx::to_value(arg).toScalar());
      }
      machine->instructions.push_back({op_of.at(node.target().str()), inputs, node.name().str()});
      break;
    }
    case fx::Opcode::Output: machine->output_name = node.arg(0).as_node()->name().str(); break;
    default: throw std::runtime_error("unsupported: " + node.name().str());
    }
  }
  return machine;
}

template <class Holder>
fx::GraphModule lower_to_elementwise_interpreter(Holder& module) {
  fx::GraphModule traced = fx::symbolic_trace(module, {.input_names = {"x", "y"}});
  const auto machine = instructions_of(traced->graph());

  // The wrapper: the same parameters, one call of the machine.
  fx::Graph graph;
  std::vector<fx::Argument> inputs;
  for (const std::string& name : machine->input_names)
    inputs.emplace_back(graph.placeholder(name));
  graph.output(graph.call_module("interpreter", {fx::Argument::list(inputs)}));
  return fx::GraphModule(fx::AttributeMap{{"interpreter", machine}}, std::move(graph));
}

struct MyElementwiseModuleImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) { return x * y + y * 2; }
};
TORCH_MODULE(MyElementwiseModule);

int main() {
  // How a graph calls a module of this class.
  fx::register_module(typeid(ElementwiseInterpreter), [](torch::nn::Module& module,
                                                         const fx::Args& args, const fx::Kwargs&) {
    return fx::Value(module.as<ElementwiseInterpreter>()->forward(args.at(0).toTensorVector()));
  });
  MyElementwiseModule module;
  fx::GraphModule lowered = lower_to_elementwise_interpreter(module);
  std::cout << lowered->forward_code();
  for (const auto& [op, inputs, output] :
       lowered->find_module("interpreter")->as<ElementwiseInterpreter>()->instructions)
    std::cout << output << " = " << op << " " << inputs[0] << " " << inputs[1] << "\n";

  for (int i = 0; i < 50; ++i) {
    const torch::Tensor x = torch::randn({10, 20, 30}), y = torch::randn({10, 20, 30});
    TORCH_CHECK(torch::equal(lowered->forward(x, y), module(x, y)));
  }
}

// Prints:
// def forward(self, x, y):
//     interpreter = self.interpreter([x, y]);  x = y = None
//     return interpreter
// mul = mul x y
// mul_1 = mul y constant_0
// add = add mul mul_1
