// Modules out of graph files.
#include "Examples.h"
#include "ModuleBuilder.h"
#include "ModuleCopy.h"
#include "TorchCalls.h"

#include "../../lib/Ops/Kernels/InitialValues.h"

#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/Runtime/GraphModule.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace fx {

namespace {

using ops::kernels::InitialValues;
using ops::kernels::Plugin;

/// Makes modules as their constructors would have.
class InitialModules : public runtime::ModuleBuilder {
public:
  explicit InitialModules(const TracedModule& model)
      : ModuleBuilder(model.modules), values_(runtime::own_kernels(), model) {}

protected:
  std::shared_ptr<torch::nn::Module> make_leaf(const ModuleNode&,
                                               const std::string& path) override {
    if (const Plugin::Module* module = values_.module_at(path)) return (*module)->module;
    if (const Error* problem = values_.problem_of(path)) throw RuntimeError(problem->message);
    return nullptr;
  }

  std::optional<torch::Tensor> tensor_of(const ModuleNode&, const TensorSlot&,
                                         const std::string& path) override {
    if (const ops::kernels::Example* found = values_.find(path)) {
      const Value initial = runtime::from_example(*found);
      // A number that a member keeps: the graph has it as one.
      return initial.isTensor() ? std::optional(initial.toTensor()) : std::nullopt;
    }
    if (const Error* problem = values_.problem_of(path)) throw RuntimeError(problem->message);
    return torch::Tensor();
  }

private:
  InitialValues values_;
};

std::string shape_of(const torch::Tensor& tensor) {
  return fmt::format("{}", fmt::join(tensor.sizes(), "x"));
}

/// Copies the tensors of a file of weights into those of a module.
void load_weights(torch::nn::Module& module, const std::string& file) {
  const Plugin& plugin = runtime::own_kernels();
  Plugin::NamedTensors weights;
  try {
    weights =
        Plugin::named_tensors(plugin.value(plugin.api().read_weights({file.data(), file.size()})));
  } catch (const std::exception& error) {
    const std::string text = error.what();
    throw RuntimeError(fmt::format("{}: {}", file, text.substr(0, text.find('\n'))));
  }
  std::map<std::string, torch::Tensor> wanted;
  for (const auto& item : module.named_parameters())
    if (item.value().defined()) wanted.emplace(item.key(), item.value());
  for (const auto& item : module.named_buffers())
    if (item.value().defined()) wanted.emplace(item.key(), item.value());
  std::string problems;
  std::vector<std::pair<torch::Tensor, torch::Tensor>> copies;
  for (const auto& [name, handle] : weights) {
    const torch::Tensor given = fx_kernels::tensor_of(handle.get());
    const auto found = wanted.find(name);
    if (found == wanted.end()) {
      problems += fmt::format("\n  '{}' is in the file and not in the model", name);
      continue;
    }
    if (found->second.sizes() != given.sizes())
      problems += fmt::format("\n  '{}' is {} in the file and {} in the model", name,
                              shape_of(given), shape_of(found->second));
    copies.emplace_back(found->second, given);
    wanted.erase(found);
  }
  for (const auto& [name, tensor] : wanted)
    problems +=
        fmt::format("\n  '{}', {}, is in the model and not in the file", name, shape_of(tensor));
  if (!problems.empty())
    throw RuntimeError(fmt::format("{} has the weights of another model:{}", file, problems));
  const torch::NoGradGuard no_gradients;
  for (auto& [to, from] : copies)
    to.copy_(from);
}

} // namespace

GraphModule load(TracedModule&& model, const std::string& weights) {
  // A live module keeps what follows from weights otherwise: split_const_subgraphs().
  model.inline_folding();
  if (const std::vector<Error> errors = lint(model); !errors.empty())
    throw RuntimeError(errors.front().to_string());
  runtime::PlainModule root(model.class_name);
  AttributeMap unregistered;
  InitialModules(model).build(root, unregistered);
  GraphModule module(root, std::move(model.graph), model.class_name, unregistered);
  if (model.training_graph) module->set_training_graph(std::move(model.training_graph));
  module->set_modes(model.eval_only ? Modes::Eval : model.training ? Modes::Train : Modes::Both);
  if (model.eval_only) module->eval();
  if (!weights.empty()) load_weights(*module, weights);
  return module;
}

GraphModule load(const std::string& graph, const std::string& weights) {
  std::ifstream file(graph, std::ios::binary);
  if (!file) throw RuntimeError(fmt::format("{}: the file cannot be read", graph));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  ParseOptions options;
  options.file = graph;
  Expected<TracedModule> model = parse_graph(text, options);
  if (!model) throw RuntimeError(model.error().to_string());
  return load(std::move(*model), weights);
}

} // namespace fx
