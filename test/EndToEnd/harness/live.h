// Traces a model live, also below autograd, runs its graphs beside it, and writes the normal form of
// each graph of it.
//
// The normal form of a graph is what a trace of it with the inputs records: each operator with its
// overload and its arguments by schema, functionals as what they call, sizes as numbers. Values are
// numbered in their order, and constants go by what they hold. A module that the model did not
// register is what its forward computes. The live graph has that form as it is; any other is traced
// once more.
#pragma once

#include "Comparison.h"

#include <fx/fx.h>

#include <fx/IR/Printer.h>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/torch.h>

#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace live {

using Tensors = std::vector<torch::Tensor>;

/// What is wrong with a model; the text says what.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void flatten(Tensors& out, const fx::Value& value) {
  if (value.isTensor()) {
    out.push_back(value.toTensor());
  } else if (value.isTuple()) {
    for (const fx::Value& item : value.toTupleRef().elements())
      flatten(out, item);
  } else if (value.isList()) {
    for (const fx::Value& item : value.toList())
      flatten(out, item);
  } else if (value.isGenericDict()) {
    for (const auto& entry : value.toGenericDict())
      flatten(out, entry.value());
  } else if (value.isBool() || value.isInt() || value.isDouble()) {
    out.push_back(torch::scalar_tensor(value.toScalar(), torch::kFloat64));
  }
}

/// Bit for bit, but for the kind of a NaN.
inline bool is_same(const torch::Tensor& a, const torch::Tensor& b) {
  if (!a.defined() || !b.defined()) return a.defined() == b.defined();
  return a.scalar_type() == b.scalar_type() && a.sizes() == b.sizes() &&
         torch::allclose(a, b, 0, 0, /*equal_nan=*/true);
}

inline bool is_same(const Tensors& a, const Tensors& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return is_same(x, y); });
}

/// Parameters and buffers, those that share one tensor too, by their names.
inline std::vector<std::pair<std::string, torch::Tensor>>
named_state(const torch::nn::Module& module) {
  std::vector<std::pair<std::string, torch::Tensor>> state;
  for (const auto& named : {module.named_parameters(), module.named_buffers()})
    for (const auto& item : named)
      state.emplace_back(item.key(), item.value());
  return state;
}

inline Tensors copy_of_state(const torch::nn::Module& module) {
  Tensors copies;
  for (const auto& [name, tensor] : named_state(module))
    copies.push_back(tensor.defined() ? tensor.detach().clone() : tensor);
  return copies;
}

inline void set_state(const torch::nn::Module& module, const Tensors& values) {
  const torch::NoGradGuard no_gradients;
  size_t at = 0;
  for (const auto& [name, tensor] : named_state(module)) {
    const torch::Tensor& value = values[at++];
    if (tensor.defined()) tensor.copy_(value);
  }
}

/// What is seen of two calls in a row: results, inputs as they are left, and the state.
inline Tensors seen_of(const std::function<fx::Value(fx::Args)>& run, const fx::Args& inputs,
                       const torch::nn::Module& module) {
  Tensors seen;
  for (const int seed : {1, 2}) {
    torch::manual_seed(seed);
    fx::Args given;
    for (const fx::Value& input : inputs) {
      const bool is_defined = input.isTensor() && input.toTensor().defined();
      given.push_back(is_defined ? fx::Value(input.toTensor().clone()) : input);
    }
    flatten(seen, run(given));
    for (const fx::Value& input : given)
      flatten(seen, input);
    const Tensors state = copy_of_state(module);
    seen.insert(seen.end(), state.begin(), state.end());
  }
  for (torch::Tensor& tensor : seen)
    if (tensor.defined()) tensor = tensor.detach().clone();
  return seen;
}

class Text {
public:
  explicit Text(fx::GraphModule module) : module_(std::move(module)) {}

  std::string of(const fx::Graph& graph) {
    std::ostringstream text;
    size_t number = 0;
    for (const fx::Node* node : graph) {
      numbers_[node] = number++;
      text << '%' << numbers_[node] << " = " << fx::to_string(node->op());
      if (node->op() == fx::Opcode::GetAttr)
        text << ' ' << attribute(node->target().str());
      else if (node->op() != fx::Opcode::Placeholder && node->op() != fx::Opcode::Output)
        text << ' ' << node->target().view();
      if (const fx::Argument* overload = overload_of(*node))
        text << ' ' << overload->symbol().view();
      const c10::FunctionSchema* schema = schema_of(*node);
      const char* separator = "(";
      for (size_t i = 0; i < node->args().size(); ++i) {
        text << separator;
        write(text, node->arg(i), copies_of(schema, i, node->arg(i)));
        separator = ", ";
      }
      for (const fx::KeywordArgument& keyword : node->kwargs()) {
        text << separator << keyword.name.view() << '=';
        write(text, keyword.value);
        separator = ", ";
      }
      text << '\n';
    }
    return text.str();
  }

private:
  static const fx::Argument* overload_of(const fx::Node& node) {
    return node.meta(fx::free_meta_key("overload"));
  }

  static const c10::FunctionSchema* schema_of(const fx::Node& node) {
    const fx::Argument* overload = overload_of(node);
    if (overload == nullptr) return nullptr;
    const std::string& full = overload->symbol().str();
    const size_t dot = full.find('.');
    const auto handle = c10::Dispatcher::singleton().findSchema(
        {full.substr(0, dot), dot == std::string::npos ? "" : full.substr(dot + 1)});
    return handle ? &handle->schema() : nullptr;
  }

  /// How often a list stands for itself: one size for an int[2] is both.
  static int64_t copies_of(const c10::FunctionSchema* schema, size_t at,
                           const fx::Argument& value) {
    if (schema == nullptr || !value.is_sequence() || value.items().size() != 1) return 1;
    return schema->arguments().at(at).N().value_or(1);
  }

  /// A path of the state; a tensor that is none of it by its values.
  std::string attribute(const std::string& path) const {
    for (const auto& [name, tensor] : named_state(*module_))
      if (name == path) return path;
    const torch::Tensor* tensor = module_->find_tensor(path);
    if (tensor == nullptr) return "nothing";
    std::ostringstream text;
    const torch::Tensor values = tensor->detach().to(torch::kFloat64).flatten();
    text << tensor->scalar_type() << tensor->sizes() << " of sum "
         << (values.sum() + (values * torch::arange(values.numel())).sum()).item<double>();
    return text.str();
  }

  void write(std::ostream& text, const fx::Argument& value, int64_t copies = 1) const {
    if (value.is_node()) {
      text << '%' << numbers_.at(value.as_node());
    } else if (value.is_sequence()) {
      text << '[';
      for (; copies > 0; --copies)
        for (const fx::Argument& item : value.items()) {
          write(text, item);
          text << ", ";
        }
      text << ']';
    } else if (value.has_nodes()) {
      throw Failure("an argument of a form that has no normal form: " + fx::python_repr(value));
    } else {
      text << fx::python_repr(value);
    }
  }

  fx::GraphModule module_;
  std::unordered_map<const fx::Node*, size_t> numbers_;
};

/// Enters the modules that a graph names and the model did not register.
struct NormalTracer : fx::Tracer {
  explicit NormalTracer(const torch::nn::Module& model) {
    for (const auto& module : model.named_modules())
      registered.insert(module.key());
  }
  bool is_leaf_module(const torch::nn::Module& module, const std::string& path) override {
    return Tracer::is_leaf_module(module, path) && registered.contains(path);
  }
  std::set<std::string> registered;
};

/// One model and the folder of its files: static.fx, which fx-clang-trace wrote, and what this
/// writes.
template <class Model>
class Proof {
public:
  Proof(std::shared_ptr<Model> model, std::string folder, std::function<fx::Args()> make_inputs)
      : model_(std::move(model)), folder_(std::move(folder)) {
    torch::manual_seed(3);
    examples_ = make_inputs();
    inputs_ = make_inputs();
    fx_verify::stir(*model_, 0.1);
  }

  void run() {
    step("live trace", [&] { live_ = fx::symbolic_trace(*model_, {.example_inputs = examples_}); });
    step("live replay", [&] { replay(live_); });
    for (const bool training : {false, true}) {
      const fx::Graph* graph = training ? live_->training_graph() : nullptr;
      write("live", training, Text(live_).of(graph ? *graph : live_->graph()));
    }
    step("saved live", [&] {
      fx::save(live_, folder_ + "/saved.fx");
      torch::save(live_, folder_ + "/saved.pt");
      again_ = fx::load(folder_ + "/saved.fx", folder_ + "/saved.pt");
      replay(again_);
    });
    step("saved normal", [&] { write_retraced("saved", again_); });
    step("static replay", [&] {
      torch::save(std::static_pointer_cast<torch::nn::Module>(model_), folder_ + "/weights.pt");
      static_ = fx::load(folder_ + "/static.fx", folder_ + "/weights.pt");
      replay(static_);
    });
    step("static normal", [&] { write_retraced("static", static_); });
    step("aten replay", [&] { replay_below_autograd(); });
  }

private:
  template <class Do>
  void step(const char* what, const Do& run) {
    std::cout << what << ": ";
    try {
      run();
      std::cout << "ok" << std::endl;
    } catch (const std::exception& error) {
      std::string text = error.what();
      text = text.substr(0, text.find("\nException raised from"));
      for (char& c : text)
        if (c == '\n') c = ' ';
      std::cout << text << std::endl;
    }
  }

  /// Two calls in a row in each mode give what the model gives.
  void replay(fx::GraphModule& graph) {
    for (const bool training : {false, true}) {
      model_->train(training);
      graph->train(training);
      const Tensors before = copy_of_state(*model_), of_graph = copy_of_state(*graph);
      const fx::TracedFunction forward = fx::TracedFunction::forward_of(*model_);
      const Tensors expected = seen_of(forward.call, inputs_, *model_);
      set_state(*model_, before);
      const Tensors seen =
          seen_of([&](fx::Args args) { return graph->run(std::move(args)); }, inputs_, *graph);
      set_state(*graph, of_graph);
      if (!is_same(seen, expected))
        throw Failure(training ? "the results differ in training" : "the results differ");
    }
  }

  /// The same of LibTorch's own operators, on the state of the model.
  void replay_below_autograd() {
    for (const bool training : {false, true}) {
      model_->train(training);
      const fx::TracedFunction forward = fx::TracedFunction::forward_of(*model_);
      fx::GraphModule aten = fx::make_fx(forward, examples_);
      const Tensors before = copy_of_state(*model_);
      const Tensors expected = seen_of(forward.call, inputs_, *model_);
      set_state(*model_, before);
      const Tensors seen =
          seen_of([&](fx::Args args) { return aten->run(std::move(args)); }, inputs_, *model_);
      set_state(*model_, before);
      if (!is_same(seen, expected))
        throw Failure(training ? "the results differ in training" : "the results differ");
    }
  }

  void write_retraced(const std::string& name, fx::GraphModule& graph) {
    for (const bool training : {false, true}) {
      graph->train(training);
      NormalTracer tracer(*model_);
      const fx::GraphModule normal =
          fx::make_graph_module(tracer, tracer.trace(graph, {.example_inputs = examples_}));
      write(name, training, Text(normal).of(normal->graph()));
    }
  }

  void write(const std::string& name, bool training, const std::string& text) {
    std::ofstream(folder_ + "/" + name + (training ? ".train" : ".eval")) << text;
  }

  std::shared_ptr<Model> model_;
  std::string folder_;
  fx::Args examples_, inputs_;
  fx::GraphModule live_{nullptr}, again_{nullptr}, static_{nullptr};
};

template <class Make>
void prove(const std::string& name, const std::string& folder, Make make,
           std::function<fx::Args()> make_inputs) {
  std::cout << "model " << name << std::endl;
  try {
    torch::manual_seed(0);
    auto model = fx_verify::hold(make);
    Proof<typename decltype(model)::element_type>(model, folder + "/" + name, make_inputs).run();
  } catch (const std::exception& error) {
    std::cout << "constructor: " << error.what() << std::endl;
  }
}

} // namespace live
