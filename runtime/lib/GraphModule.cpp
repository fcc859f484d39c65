#include "fx/Runtime/GraphModule.h"

#include "Attributes.h"
#include "ModuleCopy.h"
#include "Plan.h"

#include "fx/IR/Printer.h"

#include <fmt/format.h>

#include <mutex>
#include <ostream>
#include <shared_mutex>

namespace fx {

using runtime::Path;
using runtime::Plan;
using runtime::Root;

/// What was compiled of the graphs, until one changes.
struct GraphModuleImpl::Plans {
  std::shared_mutex mutex;
  std::shared_ptr<const Plan> eval, training;

  std::shared_ptr<const Plan> find(const Graph& graph, const GraphModuleImpl& module,
                                   const torch::nn::Module* unregistered) {
    std::shared_ptr<const Plan>& plan = &graph == &module.graph() ? eval : training;
    {
      const std::shared_lock lock(mutex);
      if (plan && plan->is_current(graph)) return plan;
    }
    const std::unique_lock lock(mutex);
    if (!plan || !plan->is_current(graph))
      plan = std::make_shared<const Plan>(graph, Root{module, unregistered});
    return plan;
  }

  void forget() {
    const std::unique_lock lock(mutex);
    eval.reset();
    training.reset();
  }
};

GraphModuleImpl::GraphModuleImpl(Graph graph, std::string class_name)
    : Module(class_name), graph_(std::make_unique<Graph>(std::move(graph))),
      class_name_(std::move(class_name)), plans_(std::make_unique<Plans>()) {
  graph_->set_owning_module(this);
}

GraphModuleImpl::GraphModuleImpl(const torch::nn::Module& root, Graph graph, std::string class_name,
                                 const AttributeMap& unregistered)
    : GraphModuleImpl(std::move(graph), std::move(class_name)) {
  take_state(root, unregistered);
}

/// What `root` holds, and keeps if it is a GraphModule, for the graphs that are there.
void GraphModuleImpl::take_state(const torch::nn::Module& root, const AttributeMap& unregistered) {
  std::vector<const Graph*> graphs{graph_.get()};
  if (training_graph_) graphs.push_back(training_graph_.get());
  const std::unordered_set<std::string_view> above = runtime::paths_above_targets(graphs);
  runtime::share_state(root, *this, above);
  const auto* other = dynamic_cast<const GraphModuleImpl*>(&root);
  const bool has_more = other != nullptr && other->unregistered_;
  if (has_more || !unregistered.empty())
    unregistered_ = std::make_shared<runtime::PlainModule>("Unregistered");
  if (has_more) runtime::share_state(*other->unregistered_, *unregistered_, above);
  for (const auto& [path, attribute] : unregistered)
    runtime::put_attribute(*unregistered_, path, attribute);
  for (const Graph* graph : graphs)
    check_targets(*graph);
}

GraphModule GraphModuleImpl::of(const torch::nn::Module& root, Graph graph,
                                std::unique_ptr<Graph> training_graph,
                                const AttributeMap& unregistered, std::string class_name) {
  const std::shared_ptr<GraphModuleImpl> made(
      new GraphModuleImpl(std::move(graph), std::move(class_name)));
  if (training_graph) made->set_training_graph(std::move(training_graph));
  made->take_state(root, unregistered);
  return GraphModule(made);
}

GraphModule GraphModuleImpl::with_graphs(Graph graph, std::unique_ptr<Graph> training_graph,
                                         const AttributeMap& unregistered) const {
  GraphModule made =
      of(*this, std::move(graph), std::move(training_graph), unregistered, class_name_);
  made->modes_ = modes_;
  made->codegen_ = codegen_;
  return made;
}

GraphModuleImpl::GraphModuleImpl(const AttributeMap& root, Graph graph, std::string class_name)
    : GraphModuleImpl(std::move(graph), std::move(class_name)) {
  for (const Node* node : *graph_) {
    if (node->op() != Opcode::GetAttr && node->op() != Opcode::CallModule) continue;
    const auto found = root.find(node->target().view());
    if (found == root.end())
      throw GraphError(fmt::format("Node {} referenced target {} but that target was not provided "
                                   "in ``root``!",
                                   node->name().view(), node->target().view()));
    runtime::put_attribute(*this, node->target(), found->second);
  }
}

GraphModuleImpl::~GraphModuleImpl() = default;

void GraphModuleImpl::check_targets(const Graph& graph) const {
  for (const Node* node : graph) {
    if ((node->op() == Opcode::CallModule && find_module(node->target()) == nullptr) ||
        (node->op() == Opcode::GetAttr && find_tensor(node->target()) == nullptr))
      throw GraphError(fmt::format("Node {} referenced target {}, which the module does not have",
                                   node->name().view(), node->target().view()));
  }
}

void GraphModuleImpl::set_graph(Graph graph) {
  *graph_ = std::move(graph);
  graph_->set_owning_module(this);
  plans_->forget();
}

void GraphModuleImpl::set_training_graph(std::unique_ptr<Graph> graph) {
  // A graph that takes the place of another counts its changes on.
  if (training_graph_ && graph)
    *training_graph_ = std::move(*graph);
  else
    training_graph_ = std::move(graph);
  if (training_graph_) training_graph_->set_owning_module(this);
  plans_->forget();
}

const Graph& GraphModuleImpl::current_graph() const {
  const bool is_known = is_training() ? includes_training(modes_) : includes_eval(modes_);
  if (!training_graph_ && !is_known)
    throw RuntimeError(fmt::format("{} was traced in {} alone, and is in {}: call {}(), or trace "
                                   "both modes",
                                   class_name_, is_training() ? "evaluation" : "training",
                                   is_training() ? "training" : "evaluation",
                                   is_training() ? "eval" : "train"));
  return training_graph_ && is_training() ? *training_graph_ : *graph_;
}

void GraphModuleImpl::recompile() {
  plans_->forget();
  (void)plans_->find(current_graph(), *this, unregistered().get());
}

Args GraphModuleImpl::process_inputs(Args inputs) const {
  return codegen_ ? codegen_->process_inputs(std::move(inputs)) : std::move(inputs);
}

Value GraphModuleImpl::process_outputs(Value outputs) const {
  return codegen_ ? codegen_->process_outputs(std::move(outputs)) : std::move(outputs);
}

Value GraphModuleImpl::run(Args args) {
  if (!codegen_) return run_graph(std::move(args));
  // The one that it begins with, whatever another thread sets.
  const std::shared_ptr<const CodeGen> codegen = codegen_;
  return codegen->process_outputs(run_graph(codegen->process_inputs(std::move(args))));
}

Value GraphModuleImpl::run_graph(Args args) {
  return run_graph_with(std::move(args), unregistered_.get());
}

Value GraphModuleImpl::run_graph_with(Args args, const torch::nn::Module* unregistered) {
  const Root root{*this, unregistered};
  return plans_->find(current_graph(), *this, unregistered)->run(std::move(args), root);
}

const torch::Tensor* GraphModuleImpl::find_tensor(std::string_view path) const {
  return Path(path).find_tensor(Root{*this, unregistered_.get()});
}

torch::nn::Module* GraphModuleImpl::find_module(std::string_view path) const {
  // A graph holds its modules as it holds its tensors: forward may change what they keep.
  return const_cast<torch::nn::Module*>(Path(path).find_module(Root{*this, unregistered_.get()}));
}

std::shared_ptr<torch::nn::Module> GraphModuleImpl::get_submodule(std::string_view path) const {
  const Path whole(path);
  const torch::nn::Module* owner = this;
  std::shared_ptr<torch::nn::Module> found;
  for (const std::string& part : whole.parts()) {
    const auto* child = runtime::children_of(*owner).find(part);
    if (child == nullptr)
      throw RuntimeError(fmt::format("{} has no attribute `{}`", runtime::name_of(*owner), part));
    found = *child;
    owner = found.get();
  }
  if (!found) throw RuntimeError("get_submodule: the path is empty");
  return found;
}

namespace {

/// The tensor of one kind at a path.
torch::Tensor tensor_at(const GraphModuleImpl& module, std::string_view path,
                        const runtime::Parameters& (*tensors_of)(const torch::nn::Module&),
                        std::string_view kind) {
  const size_t dot = path.rfind('.');
  const std::string name(dot == std::string_view::npos ? path : path.substr(dot + 1));
  const torch::nn::Module* owner = &module;
  std::shared_ptr<torch::nn::Module> held;
  if (dot != std::string_view::npos) {
    held = module.get_submodule(path.substr(0, dot));
    owner = held.get();
  }
  if (const torch::Tensor* found = tensors_of(*owner).find(name)) return *found;
  throw RuntimeError(fmt::format("{} has no {} `{}`", runtime::name_of(*owner), kind, name));
}

} // namespace

torch::Tensor GraphModuleImpl::get_parameter(std::string_view path) const {
  return tensor_at(*this, path, runtime::parameters_of, "parameter");
}

torch::Tensor GraphModuleImpl::get_buffer(std::string_view path) const {
  return tensor_at(*this, path, runtime::buffers_of, "buffer");
}

bool GraphModuleImpl::add_submodule(std::string_view path,
                                    std::shared_ptr<torch::nn::Module> module) {
  if (path.empty()) return false;
  // A part of the path may be a tensor.
  for (size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1))
    if (Path(path.substr(0, dot)).find_tensor(*this) != nullptr) return false;
  runtime::put_attribute(*this, path, std::move(module));
  return true;
}

bool GraphModuleImpl::delete_submodule(std::string_view path) {
  const Path whole(path);
  if (path.empty() || whole.find_module(*this) == nullptr) return false;
  const size_t dot = path.rfind('.');
  const bool nested = dot != std::string_view::npos;
  torch::nn::Module* owner = this;
  std::shared_ptr<torch::nn::Module> held;
  if (nested) {
    held = get_submodule(path.substr(0, dot));
    owner = held.get();
  }
  owner->unregister_module(whole.parts().back());
  return true;
}

void GraphModuleImpl::delete_all_unused_submodules() {
  std::unordered_set<std::string_view> called, above;
  for (const Graph* graph : {graph_.get(), training_graph_.get()}) {
    if (graph == nullptr) continue;
    for (const Node* node : *graph)
      if (node->op() == Opcode::CallModule) called.insert(node->target().view());
    above.merge(runtime::paths_above_targets({graph}));
  }
  std::vector<std::string> unused;
  const std::function<void(const torch::nn::Module&, const std::string&)> visit =
      [&](const torch::nn::Module& module, const std::string& path) {
        for (const auto& child : runtime::children_of(module)) {
          const std::string child_path = runtime::joined(path, child.key());
          if (called.contains(child_path)) continue;
          if (above.contains(child_path))
            visit(*child.value(), child_path);
          else
            unused.push_back(child_path);
        }
      };
  visit(*this, "");
  for (const std::string& path : unused)
    delete_submodule(path);
}

std::shared_ptr<torch::nn::Module>
GraphModuleImpl::clone(const torch::optional<torch::Device>& device) const {
  const std::shared_ptr<GraphModuleImpl> copy(new GraphModuleImpl(graph_->clone(), class_name_));
  if (training_graph_) copy->set_training_graph(std::make_unique<Graph>(training_graph_->clone()));
  copy->unregistered_ = runtime::clone_state(*this, *copy, unregistered_.get(), device);
  copy->modes_ = modes_;
  copy->codegen_ = codegen_;
  copy->meta_ = meta_;
  return copy;
}

void GraphModuleImpl::pretty_print(std::ostream& stream) const {
  stream << class_name_;
}

} // namespace fx
