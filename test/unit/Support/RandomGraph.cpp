// What stands around a random graph: modules, parameters, inputs, output.
#include "Support/RandomGraph.h"

#include "Support/RandomModelBuilder.h"

#include <fmt/format.h>
#include <limits>

namespace fx::testing {

RandomModelBuilder::RandomModelBuilder(uint64_t seed, const RandomOptions& options)
    : choice_(seed), options_(options) {}

TracedModule RandomModelBuilder::build() {
  module_.class_name = "Net";
  module_.training = choice_.percent(50);
  // The others hold in both modes, and are run in each (evaluate).
  module_.eval_only = !module_.training && (!options_.randomness || choice_.percent(50));
  make_modules();
  evaluator_.emplace(module_, 0);
  make_placeholders();
  // A step may make no node, or several.
  const size_t wanted = graph_.size() + options_.nodes;
  for (unsigned tries = 0; graph_.size() < wanted && tries < 4 * options_.nodes; ++tries)
    step();
  make_output();
  evaluator_.reset();
  return std::move(module_);
}

Node* RandomModelBuilder::initial_value(Shape sizes, Dtype dtype) {
  Graph& init = module_.init;
  std::vector<Argument> shape(sizes.begin(), sizes.end());
  if (dtype == Dtype::Int)
    return init.call_function("torch.ones", std::move(shape),
                              {{"dtype", Argument::dtype("int64")}});
  if (options_.randomness && choice_.percent(50))
    return init.call_function("torch.rand", std::move(shape));
  Node* ones = init.call_function("torch.ones", std::move(shape));
  return init.call_function("operator.mul", {ones, choice_.of({0.5, 2.0, -1.0})});
}

void RandomModelBuilder::add_slot(ModuleNode& owner, std::string_view name, TensorRole role,
                                  Node* init) {
  TensorSlot& slot = owner.tensors.emplace_back();
  slot.name = name;
  slot.role = role;
  slot.init = init;
  const std::string path = owner.path();
  if (owner.kind != ModuleKind::Graph)
    slot_paths_.push_back(path.empty() ? std::string(name) : fmt::format("{}.{}", path, name));
}

ModuleNode& RandomModelBuilder::add_leaf(ModuleNode& parent, std::string_view name,
                                         std::string_view type, std::vector<ModuleOption> options) {
  ModuleNode& module = module_.modules.create(type, ModuleKind::Leaf);
  module.options = std::move(options);
  module_.modules.attach(parent, module, name);
  module_paths_.push_back(module.path());
  return module;
}

void RandomModelBuilder::make_modules() {
  ModuleNode& root = module_.modules.root();
  add_slot(root, "weight", TensorRole::Parameter, initial_value({2, 3}, Dtype::Float));
  Node* bias = initial_value({3}, Dtype::Float);
  add_slot(root, "bias", TensorRole::Parameter, bias);
  // At times the same tensor under two names.
  add_slot(root, "tied", TensorRole::Parameter,
           choice_.percent(30) ? bias : initial_value({3}, Dtype::Float));
  add_slot(root, "count", TensorRole::Buffer, initial_value({3}, Dtype::Int));
  if (!options_.modules) return;

  ModuleNode& relu = add_leaf(root, "relu", "torch::nn::ReLU");
  ModuleNode& layers = module_.modules.create("torch::nn::Sequential", ModuleKind::Container);
  module_.modules.attach(root, layers, "layers");
  add_leaf(layers, "0", "torch::nn::Sigmoid");
  add_leaf(layers, "1", "torch::nn::Identity");
  ModuleNode& alias = module_.modules.create("torch::nn::ReLU", ModuleKind::Leaf);
  alias.alias_of = &relu;
  module_.modules.attach(layers, alias, "2");
  if (options_.views) add_leaf(root, "flatten", "torch::nn::Flatten", {{"start_dim", 0, false}});
  if (options_.mutation)
    add_leaf(root, "relu_inplace", "torch::nn::ReLU", {{"inplace", true, true}});
  if (options_.randomness || !module_.training)
    add_leaf(root, "dropout", "torch::nn::Dropout", {{"p", choice_.of({0.5, 0.25, 0.0}), true}});
  ModuleNode& part = module_.modules.create("PartImpl", ModuleKind::User);
  module_.modules.attach(root, part, "part");
  add_slot(part, "offset", TensorRole::Buffer, initial_value({2, 3}, Dtype::Float));
  make_block();
}

/// A module with a graph of its own that takes a float tensor of any shape.
void RandomModelBuilder::make_block() {
  ModuleNode& block = module_.modules.create("Block", ModuleKind::Graph);
  module_.modules.attach(module_.modules.root(), block, "block");
  add_slot(block, "scale", TensorRole::Parameter, initial_value({1}, Dtype::Float));
  block.graph = std::make_shared<Graph>();
  Graph& graph = *block.graph;
  std::vector<Node*> made{graph.placeholder("a")};
  Node* b = graph.placeholder("b", choice_.of<Argument>({1, 1.0, 0.5}));
  for (size_t i = 3 + choice_.below(6); i > 0; --i) {
    Node* x = choice_.of(made);
    switch (choice_.below(8)) {
    case 0: made.push_back(graph.call_function("torch.relu", {x})); break;
    case 1:
      made.push_back(graph.call_function("operator.mul", {x, graph.get_attr("scale")}));
      break;
    case 2: made.push_back(graph.call_function("operator.add", {x, b})); break;
    case 3: made.push_back(graph.call_function("torch.add", {x, choice_.of(made)})); break;
    case 4: made.push_back(graph.call_function("torch.sin", {x})); break;
    case 5:
      if (options_.mutation) made.push_back(graph.call_method("add_", {x, b}));
      break;
    case 6:
      if (options_.randomness) made.push_back(graph.call_function("torch.rand_like", {x}));
      break;
    default: made.push_back(graph.call_function("torch.relu", {made.front()}));
    }
  }
  Argument result = made.back();
  if (options_.nested_arguments && choice_.percent(60))
    result = choice_.percent(50)
                 ? Argument::tuple({made.back(), choice_.of(made)})
                 : Argument::dict({{"first", made.back()}, {"second", choice_.of(made)}});
  graph.output(result);
  module_paths_.push_back("block");
}

void RandomModelBuilder::make_placeholders() {
  const std::vector<Shape> shapes{{2, 3}, {2, 3}, {3}, {3, 2}, {1}, {2, 1, 3}, {}};
  for (size_t i = 0, count = 2 + choice_.below(3); i < count; ++i) {
    InputKind kind;
    kind.sizes = i == 0 ? Shape{2, 3} : choice_.of(shapes);
    if (i > 0 && choice_.percent(25))
      kind.dtype = choice_.of({Dtype::Int, Dtype::Int, Dtype::Bool});
    Node* node = graph_.placeholder(fmt::format("x{}", i));
    node->set_meta(meta::cpp_type, std::string("at::Tensor"));
    node->set_meta(input_kind, std::move(kind));
    tensors_.push_back(node);
  }
  if (choice_.percent(40)) {
    InputKind kind;
    kind.is_tensor = false;
    Node* node =
        graph_.placeholder("n", choice_.percent(50) ? std::optional<Argument>(2) : std::nullopt);
    node->set_meta(meta::cpp_type, std::string("int64_t"));
    node->set_meta(input_kind, std::move(kind));
    numbers_.push_back(node);
    dynamic_.insert(node);
  }
  const std::vector<Node*> nodes = graph_.placeholders();
  std::vector<Value> inputs = random_inputs(module_, choice_.bits());
  for (size_t i = 0; i < nodes.size(); ++i)
    values_[nodes[i]] = std::move(inputs[i]);
}

Argument RandomModelBuilder::output_part(unsigned depth) {
  const bool nests = options_.nested_arguments && depth < 3 && choice_.percent(35);
  if (!nests) {
    if (!numbers_.empty() && choice_.percent(15)) return number();
    if (!containers_.empty() && choice_.percent(10)) return choice_.of(containers_);
    if (choice_.percent(5)) return constant();
    // Late nodes more often: there is something to compute.
    return tensors_[std::max(choice_.below(tensors_.size()), choice_.below(tensors_.size()))];
  }
  std::vector<Argument> parts;
  for (size_t i = 1 + choice_.below(3); i > 0; --i)
    parts.push_back(output_part(depth + 1));
  switch (choice_.below(3)) {
  case 0: return Argument::list(std::move(parts));
  case 1: return Argument::tuple(std::move(parts));
  default: break;
  }
  std::vector<std::pair<Argument, Argument>> entries;
  for (size_t i = 0; i < parts.size(); ++i)
    entries.emplace_back(Argument::string(fmt::format("key{}", i)), std::move(parts[i]));
  return Argument::dict(std::move(entries));
}

void RandomModelBuilder::make_output() {
  std::vector<Argument> parts;
  for (size_t i = 1 + choice_.below(5); i > 0; --i)
    parts.push_back(output_part(0));
  graph_.output(parts.size() == 1 ? parts[0] : Argument::tuple(std::move(parts)));
}

TracedModule random_model(uint64_t seed, RandomOptions options) {
  return RandomModelBuilder(seed, options).build();
}

namespace {

Scalar random_element(RandomChoice& choice, Dtype dtype) {
  if (dtype == Dtype::Bool) return choice.percent(50);
  if (dtype == Dtype::Int) return int64_t(choice.below(7)) - 3;
  using Limits = std::numeric_limits<double>;
  if (choice.percent(8))
    return choice.of(
        {0.0, -0.0, 1.0, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()});
  return double(int64_t(choice.below(2001)) - 1000) / 256;
}

Tensor random_input(RandomChoice& choice, const InputKind& kind) {
  Tensor tensor = full_tensor(kind.sizes, kind.dtype, 0);
  for (Scalar& element : tensor.storage->elements)
    element = random_element(choice, kind.dtype);
  return tensor;
}

} // namespace

std::vector<Value> random_inputs(const TracedModule& module, uint64_t seed) {
  RandomChoice choice(seed);
  std::vector<Value> inputs;
  for (const Node* node : module.graph.placeholders()) {
    const InputKind* kind = node->meta(input_kind);
    if (kind == nullptr)
      throw std::logic_error("not a placeholder of random_model(): " + node->name().str());
    if (!kind->is_tensor) {
      inputs.emplace_back(int64_t(choice.below(5)));
      continue;
    }
    Tensor tensor = random_input(choice, *kind);
    // A caller may pass the same tensor twice.
    if (!inputs.empty() && choice.percent(25)) {
      const Tensor& other = choice.of(inputs).tensor;
      if (other.storage && other.sizes == tensor.sizes && other.dtype() == tensor.dtype())
        tensor = other;
    }
    inputs.emplace_back(std::move(tensor));
  }
  return inputs;
}

} // namespace fx::testing
