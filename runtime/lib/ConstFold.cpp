#include "fx/Runtime/ConstFold.h"

#include "Attributes.h"
#include "Autocast.h"
#include "ModuleCopy.h"
#include "OtherModes.h"
#include "Plan.h"
#include "WatchedTensor.h"

#include "fx/Analysis/ConstantSubgraph.h"
#include "fx/Analysis/Effects.h"
#include "fx/Passes/ConstantParts.h"

#include <c10/core/DefaultDtype.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <fmt/format.h>

#include <algorithm>
#include <shared_mutex>
#include <string>
#include <unordered_set>
#include <utility>

namespace fx {

using runtime::Path;
using runtime::PlainModule;
using runtime::Plan;
using runtime::Root;
using runtime::WatchedTensor;

/// Values of one moment, and the weights that they follow from.
struct FoldedGraphModuleImpl::Folded {
  /// What graph() refers to beyond the state: the values with their history, which gradients go
  /// through once, and without.
  std::shared_ptr<torch::nn::Module> with_gradients, detached;
  std::vector<WatchedTensor> weights;
  std::vector<std::pair<at::Tensor, uint32_t>> values; // with their versions
  uint64_t graph_version = 0;
  caffe2::TypeMeta default_dtype;
  /// Each weight shows its changes.
  bool is_watched = true;
  bool requires_grad = false;

  bool is_current(const Root& root, const Graph& graph) const {
    return is_watched && graph_version == graph.version() &&
           default_dtype == c10::get_default_dtype() &&
           std::all_of(values.begin(), values.end(),
                       [](const auto& value) { return value.first._version() == value.second; }) &&
           std::all_of(weights.begin(), weights.end(),
                       [&](const WatchedTensor& weight) { return weight.is_unchanged(root); });
  }
};

class FoldedGraphModuleImpl::Folding {
public:
  explicit Folding(const FoldedGraphModuleImpl& module) : module_(module) {}

  /// What is kept, or null: nothing is.
  std::shared_ptr<const Folded> kept() const {
    const std::shared_lock lock(mutex_);
    return kept_;
  }
  std::shared_ptr<const Folded> current() {
    if (const auto known = kept(); known && known->is_current(root(), graph())) return known;
    const std::unique_lock lock(mutex_);
    if (!kept_ || !kept_->is_current(root(), graph())) kept_ = fold();
    return kept_;
  }
  void run() {
    const std::unique_lock lock(mutex_);
    kept_ = fold();
  }

  /// The values as this thread computes them now, in its modes.
  std::shared_ptr<torch::nn::Module> anew() const { return tree_of(compute()); }

private:
  const Graph& graph() const { return module_.const_subgraph_module_->graph(); }
  std::shared_ptr<const torch::nn::Module> unregistered() const {
    return module_.GraphModuleImpl::unregistered();
  }
  // Which stays while the module lives.
  Root root() const { return {module_, unregistered().get()}; }

  std::vector<at::Tensor> compute() const {
    const Root root = this->root();
    std::shared_ptr<const Plan> plan;
    {
      const std::unique_lock lock(plan_mutex_);
      if (!plan_ || !plan_->is_current(graph()))
        plan_ = std::make_shared<const Plan>(graph(), root);
      plan = plan_;
    }
    const Value result = plan->run({}, root);
    std::vector<at::Tensor> values;
    if (result.isTensor()) {
      values.push_back(result.toTensor());
    } else {
      for (const Value& value : result.toTupleRef().elements())
        values.push_back(value.toTensor());
    }
    if (module_.device_)
      for (at::Tensor& value : values)
        value = value.to(*module_.device_);
    return values;
  }

  std::shared_ptr<torch::nn::Module> tree_of(const std::vector<at::Tensor>& values) const {
    auto tree = std::make_shared<PlainModule>("Unregistered");
    if (const auto others = unregistered()) runtime::share_state(*others, *tree, {});
    if (values.size() == 1) {
      runtime::buffers_of(*tree).insert(module_.folded_name_, values.front());
      return tree;
    }
    auto list = std::make_shared<PlainModule>("ParameterList");
    for (size_t i = 0; i < values.size(); ++i)
      runtime::buffers_of(*list).insert(std::to_string(i), values[i]);
    tree->register_module(module_.folded_name_, list);
    return tree;
  }

  /// In no mode but that of recording gradients, whatever this thread is in.
  std::shared_ptr<const Folded> fold() const {
    const c10::InferenceMode no_inference(false);
    const c10::AutoGradMode gradients(true);
    const c10::impl::ExcludeDispatchKeyGuard no_autocast(c10::autocast_dispatch_keyset);
    auto folded = std::make_shared<Folded>();
    folded->graph_version = graph().version();
    folded->default_dtype = c10::get_default_dtype();
    watch(*folded);
    const std::vector<at::Tensor> values = compute();
    std::vector<at::Tensor> detached;
    for (const at::Tensor& value : values) {
      detached.push_back(value.detach());
      folded->is_watched = folded->is_watched && !value.is_inference();
      if (folded->is_watched) folded->values.emplace_back(value, value._version());
    }
    folded->with_gradients = tree_of(values);
    folded->detached = tree_of(detached);
    return folded;
  }

  void watch(Folded& folded) const {
    const Root root = this->root();
    const auto add = [&](const std::string& path) {
      folded.weights.emplace_back(path, root);
      folded.is_watched = folded.is_watched && folded.weights.back().is_watched();
      folded.requires_grad = folded.requires_grad || folded.weights.back().requires_grad();
    };
    for (const Node* node : graph()) {
      if (node->op() == Opcode::GetAttr) add(node->target().str());
      if (node->op() != Opcode::CallModule) continue;
      const torch::nn::Module* called = Path(node->target()).find_module(root);
      if (called == nullptr) continue; // which compute() says
      for (const auto& tensors : {called->named_parameters(), called->named_buffers()})
        for (const auto& item : tensors)
          add(runtime::joined(node->target(), item.key()));
    }
  }

  const FoldedGraphModuleImpl& module_;
  mutable std::shared_mutex mutex_;
  std::shared_ptr<const Folded> kept_;
  mutable std::mutex plan_mutex_;
  mutable std::shared_ptr<const Plan> plan_;
};

FoldedGraphModuleImpl::FoldedGraphModuleImpl(const GraphModuleImpl& module, Graph graph,
                                             Graph constants, std::string folded_name,
                                             std::optional<torch::Device> device)
    : GraphModuleImpl(module.graph().clone(), module.class_name()),
      folded_name_(std::move(folded_name)), device_(device) {
  if (module.training_graph() != nullptr)
    set_training_graph(std::make_unique<Graph>(module.training_graph()->clone()));
  take_state(module, {});
  set_modes(module.modes());
  set_codegen(module.codegen());
  meta() = module.meta();
  if (folded_name_.empty()) return;
  set_graph(std::move(graph));
  const_subgraph_module_ = module.with_graphs(std::move(constants), nullptr);
  const_subgraph_module_->set_modes(Modes::Both); // it does the same in each
  const_subgraph_module_->set_codegen(nullptr);
  folding_ = std::make_unique<Folding>(*this);
}

FoldedGraphModuleImpl::~FoldedGraphModuleImpl() = default;

bool FoldedGraphModuleImpl::has_folding_been_run() const {
  return folding_ && folding_->kept() != nullptr;
}

void FoldedGraphModuleImpl::run_folding() {
  if (folding_) folding_->run();
}

Value FoldedGraphModuleImpl::run_graph(Args args) {
  // The graph of training reads nothing that is folded.
  if (!folding_ || &current_graph() != &graph()) return GraphModuleImpl::run_graph(std::move(args));
  if (!runtime::has_other_modes()) {
    const std::shared_ptr<const Folded> folded = folding_->current();
    if (folded->is_watched && !(folded->requires_grad && c10::GradMode::is_enabled()))
      return run_graph_with(std::move(args), folded->detached.get());
  }
  return run_graph_with(std::move(args), folding_->anew().get());
}

bool FoldedGraphModuleImpl::is_folded_name(std::string_view path) const {
  return folding_ && path.starts_with(folded_name_) &&
         (path.size() == folded_name_.size() || path[folded_name_.size()] == '.');
}

const torch::Tensor* FoldedGraphModuleImpl::find_tensor(std::string_view path) const {
  if (!is_folded_name(path)) return GraphModuleImpl::find_tensor(path);
  const std::shared_ptr<const Folded> folded = folding_->current();
  const bool records = c10::GradMode::is_enabled();
  return Path(path).find_tensor(records ? *folded->with_gradients : *folded->detached);
}

std::shared_ptr<const torch::nn::Module> FoldedGraphModuleImpl::unregistered() const {
  if (!folding_) return GraphModuleImpl::unregistered();
  return folding_->current()->detached;
}

Graph FoldedGraphModuleImpl::whole_graph() const {
  if (!folding_) return graph().clone();
  Graph whole;
  whole.set_libtorch(graph().libtorch());
  Graph::ValueMap values;
  const auto map = [&](Node* node) -> Argument { return values.at(node); };
  // Placeholders stay first.
  for (Node* node : graph())
    if (node->op() == Opcode::Placeholder) values[node] = whole.node_copy(*node, map);
  const Argument constants = *whole.graph_copy(const_subgraph_module_->graph(), values);
  for (Node* node : graph()) {
    if (node->op() == Opcode::Placeholder) continue;
    if (node->op() == Opcode::GetAttr && is_folded_name(node->target())) {
      const std::string_view path = node->target();
      const Argument& value =
          constants.is_node() ? constants
                              : constants.items()[static_cast<size_t>(
                                    std::stoul(std::string(path.substr(folded_name_.size() + 1))))];
      values[node] = value.as_node();
    } else {
      values[node] = whole.node_copy(*node, map);
    }
  }
  return whole;
}

TracedModule FoldedGraphModuleImpl::describe() const {
  if (!folding_) return GraphModuleImpl::describe();
  const Graph* training = training_graph();
  return with_graphs(whole_graph(), training ? std::make_unique<Graph>(training->clone()) : nullptr)
      ->describe();
}

std::shared_ptr<torch::nn::Module>
FoldedGraphModuleImpl::clone(const torch::optional<torch::Device>& device) const {
  const Graph* training = training_graph();
  const GraphModule whole =
      with_graphs(whole_graph(), training ? std::make_unique<Graph>(training->clone()) : nullptr);
  whole.ptr()->meta() = meta();
  const auto copy = std::dynamic_pointer_cast<GraphModuleImpl>(whole->clone(device));
  return std::shared_ptr<FoldedGraphModuleImpl>(new FoldedGraphModuleImpl(
      *copy, graph().clone(), folding_ ? const_subgraph_module_->graph().clone() : Graph(),
      folded_name_, device && device_ ? *device : device_));
}

namespace {

/// Tensors whose memory a module that the graph calls may write to when it trains.
std::unordered_set<const void*> written_storages(const GraphModule& module,
                                                 const TracedModule& model) {
  std::unordered_set<const void*> written;
  EffectOracle effects_of(&model, Modes::Both);
  for (const Node* node : model.graph.find_nodes(Opcode::CallModule)) {
    const torch::nn::Module* called = module->find_module(node->target());
    if (called == nullptr || !effects_of(*node).writes_state) continue;
    for (const auto& tensors : {called->parameters(), called->buffers()})
      for (const at::Tensor& tensor : tensors)
        if (tensor.defined() && tensor.has_storage())
          written.insert(tensor.storage().unsafeGetStorageImpl());
  }
  return written;
}

/// torch.fx's get_unique_attr_name_in_module.
std::string unique_name(const GraphModule& module) {
  std::string name = "_FX_CONST_FOLDED_ATTRS";
  for (int i = 1; module->find_tensor(name) != nullptr || module->find_module(name) != nullptr; ++i)
    name = fmt::format("_FX_CONST_FOLDED_ATTRS_{}", i);
  return name;
}

class Split {
public:
  Split(const GraphModule& module, const SplitConstSubgraphsOptions& options)
      : module_(module), options_(options) {
    try {
      model_ = std::make_unique<TracedModule>(module->describe());
    } catch (const RuntimeError&) {
      model_.reset(); // a class is called that nothing is known of
    }
    find_constants();
  }

  bool is_empty() const { return values_.empty(); }

  Graph constants() const {
    Graph constants;
    constants.set_libtorch(module_->graph().libtorch());
    const std::vector<Node*> copies = copy_constants(nodes_, values_, constants);
    if (copies.size() == 1)
      constants.output(copies.front());
    else
      constants.output(Argument::tuple(std::vector<Argument>(copies.begin(), copies.end())));
    return constants;
  }

  Graph rest(const std::string& name) const {
    Graph::ValueMap copies;
    Graph rest = module_->graph().clone(&copies);
    const auto copied = [&](const std::vector<Node*>& originals) {
      std::vector<Node*> found;
      found.reserve(originals.size());
      for (const Node* node : originals)
        found.push_back(copies.at(node));
      return found;
    };
    std::vector<Symbol> paths;
    paths.reserve(values_.size());
    for (size_t i = 0; i < values_.size(); ++i)
      paths.emplace_back(values_.size() == 1 ? name : fmt::format("{}.{}", name, i));
    replace_constants(copied(nodes_), copied(values_), paths);
    return rest;
  }

private:
  void find_constants() {
    // A graph of training alone keeps its weights for no two runs.
    if (module_->modes() == Modes::Train) return;
    const Graph& graph = model_ ? model_->graph : module_->graph();
    std::vector<Node*> originals(graph.id_limit());
    auto original = module_->graph().begin();
    for (const Node* node : graph)
      originals[node->id()] = *original++;
    const auto written =
        model_ ? written_storages(module_, *model_) : std::unordered_set<const void*>();
    const ConstantSubgraph found(graph, model_.get(), {.skip = [&](const Node& node) {
                                   return (options_.skip_folding_node_fn &&
                                           options_.skip_folding_node_fn(*originals[node.id()])) ||
                                          reads_one_of(written, node);
                                 }});
    for (const Node* node : found.nodes())
      nodes_.push_back(originals[node->id()]);
    for (const Node* value : found.values())
      values_.push_back(originals[value->id()]);
  }

  bool reads_one_of(const std::unordered_set<const void*>& storages, const Node& node) const {
    const auto is_one = [&](const at::Tensor& tensor) {
      return tensor.defined() && tensor.has_storage() &&
             storages.contains(tensor.storage().unsafeGetStorageImpl());
    };
    if (storages.empty()) return false;
    if (node.op() == Opcode::GetAttr) {
      const torch::Tensor* tensor = module_->find_tensor(node.target());
      return tensor != nullptr && is_one(*tensor);
    }
    if (node.op() != Opcode::CallModule) return false;
    const torch::nn::Module* called = module_->find_module(node.target());
    if (called == nullptr) return false;
    const std::vector<at::Tensor> parameters = called->parameters(), buffers = called->buffers();
    return std::any_of(parameters.begin(), parameters.end(), is_one) ||
           std::any_of(buffers.begin(), buffers.end(), is_one);
  }

  const GraphModule& module_;
  const SplitConstSubgraphsOptions& options_;
  std::unique_ptr<TracedModule> model_; // null: it cannot be described
  std::vector<Node*> nodes_, values_;
};

} // namespace

FoldedGraphModule split_const_subgraphs(const GraphModule& module,
                                        const SplitConstSubgraphsOptions& options) {
  const Split split(module, options);
  const std::string name = split.is_empty() ? std::string() : unique_name(module);
  return FoldedGraphModule(std::shared_ptr<FoldedGraphModuleImpl>(new FoldedGraphModuleImpl(
      *module, split.is_empty() ? Graph() : split.rest(name),
      split.is_empty() ? Graph() : split.constants(), name, options.device_for_folded_attrs)));
}

} // namespace fx
