#include "fx/Runtime/Transformer.h"

#include "CurrentMeta.h"

#include "fx/IR/Meta.h"

#include <fmt/format.h>

#include <unordered_map>

namespace fx {

/// Where the nodes go.
class Transformer::NewGraph : public TracerBase {
public:
  explicit NewGraph(GraphModule module) : module_(std::move(module)) {
    for (const auto& item : module_->named_parameters())
      if (item.value().defined())
        paths_.try_emplace(item.value().unsafeGetTensorImpl(), item.key());
    for (const auto& item : module_->named_buffers())
      if (item.value().defined())
        paths_.try_emplace(item.value().unsafeGetTensorImpl(), item.key());
  }

  Graph& graph() override { return graph_; }
  void begin(const Graph& original) {
    graph_ = Graph();
    graph_.set_libtorch(original.libtorch());
    renew_state();
  }
  Graph take() { return std::exchange(graph_, Graph()); }
  const AttributeMap& constants() const { return constants_; }

  Node* create_node(Opcode op, Symbol target, std::vector<Argument> args,
                    std::vector<KeywordArgument> kwargs, std::string_view name,
                    Symbol type) override {
    const bool is_same = current != nullptr && current->op() == op && current->target() == target;
    if (is_same && name.empty()) name = current->name();
    if (is_same && type.empty()) type = current->type();
    Node* node =
        TracerBase::create_node(op, target, std::move(args), std::move(kwargs), name, type);
    if (is_same)
      node->copy_meta_from(*current);
    else if (current != nullptr)
      copy_origin(*current, *node);
    runtime::carry_current_meta(*node);
    return node;
  }

  const Node* current = nullptr; // the node that is run

protected:
  Argument tensor_arg(const at::Tensor& tensor) override {
    const auto known = paths_.find(tensor.unsafeGetTensorImpl());
    std::string path;
    if (known != paths_.end()) {
      path = known->second;
    } else {
      for (size_t number = constants_.size(); path.empty(); ++number) {
        path = fmt::format("_tensor_constant{}", number);
        if (constants_.contains(path) || module_->find_tensor(path) != nullptr) path.clear();
      }
      constants_.emplace(path, tensor);
      paths_.emplace(tensor.unsafeGetTensorImpl(), path);
    }
    return {create_node(Opcode::GetAttr, path, {}, {}, {}, {})};
  }

private:
  template <class T>
  static void copy(const MetaKey<T>& key, const Node& from, Node& to) {
    if (const T* value = from.meta(key)) to.set_meta(key, *value);
  }
  static void copy_origin(const Node& from, Node& to) {
    copy(meta::source_range, from, to);
    copy(meta::call_stack, from, to);
    copy(meta::module_stack, from, to);
    copy(free_meta_key("stack_trace"), from, to);
  }

  GraphModule module_;
  Graph graph_;
  std::unordered_map<const c10::TensorImpl*, std::string> paths_;
  AttributeMap constants_;
};

Transformer::Transformer(GraphModule module)
    : Interpreter(std::move(module)), new_graph_(std::make_unique<NewGraph>(this->module())) {}

Transformer::~Transformer() = default;

TracerBase& Transformer::tracer() {
  return *new_graph_;
}

GraphModule Transformer::transform() {
  GraphModule original = module();
  Graph graph = transform_graph(original->graph());
  std::unique_ptr<Graph> training;
  if (original->training_graph() != nullptr)
    training = std::make_unique<Graph>(transform_graph(*original->training_graph()));
  return original->with_graphs(std::move(graph), std::move(training), new_graph_->constants());
}

Graph Transformer::transform_graph(Graph& graph) {
  new_graph_->begin(graph);
  use_graph(graph);
  const Value result = run({}, {}, /*enable_io_processing=*/false);
  new_graph_->current = graph.output_node();
  if (new_graph_->current != nullptr)
    new_graph_->create_node(Opcode::Output, "output", {new_graph_->create_arg(result)}, {}, {}, {});
  new_graph_->current = nullptr;
  return new_graph_->take();
}

Value Transformer::run_node(Node& node) {
  new_graph_->current = &node;
  return Interpreter::run_node(node);
}

Value Transformer::placeholder(Symbol target, const Args& args, const Kwargs& kwargs) {
  return new_graph_->create_proxy(Opcode::Placeholder, target, args, kwargs);
}

Value Transformer::get_attr(Symbol target, const Args& args, const Kwargs& kwargs) {
  return new_graph_->create_proxy(Opcode::GetAttr, target, args, kwargs);
}

Value Transformer::call_function(Symbol target, const Args& args, const Kwargs& kwargs) {
  return new_graph_->create_proxy(Opcode::CallFunction, target, args, kwargs);
}

Value Transformer::call_method(Symbol target, const Args& args, const Kwargs& kwargs) {
  return new_graph_->create_proxy(Opcode::CallMethod, target, args, kwargs);
}

Value Transformer::call_module(Symbol target, const Args& args, const Kwargs& kwargs) {
  return new_graph_->create_proxy(Opcode::CallModule, target, args, kwargs);
}

} // namespace fx
