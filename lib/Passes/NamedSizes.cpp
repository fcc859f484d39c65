#include "NamedSizes.h"

#include "Messages.h"

#include "fx/Analysis/SymbolicShapes.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

std::string at_place(const Node& node, const PassContext& context) {
  const SourceLocation place = context.place(node);
  return place.line == 0 ? "" : fmt::format(" at {}:{}:{}", place.file, place.line, place.column);
}

std::vector<Graph*> all_graphs(TracedModule& module) {
  std::vector<Graph*> graphs{&module.init};
  for (Graph* graph : module.forward_graphs())
    graphs.push_back(graph);
  for (const std::shared_ptr<Graph>& inner : inner_graphs(module.modules))
    graphs.push_back(inner.get());
  return graphs;
}

NotedShapes::NotedShapes(TracedModule& module) {
  for (const Graph* graph : all_graphs(module)) {
    shapes_.reserve(shapes_.size() + graph->size());
    for (const Node* node : *graph)
      shapes_.push_back(node->meta_store() ? node->meta_store()->share(meta::tensor_meta)
                                           : nullptr);
  }
}

void NotedShapes::restore(TracedModule& module) const {
  size_t index = 0;
  for (Graph* graph : all_graphs(module))
    for (Node* node : *graph)
      if (const std::shared_ptr<const TensorMeta>& shape = shapes_[index++])
        node->share_meta(meta::tensor_meta, shape);
      else
        node->erase_meta(meta::tensor_meta);
}

bool NotedShapes::are_those_of(TracedModule& module) const {
  size_t index = 0;
  for (const Graph* graph : all_graphs(module))
    for (const Node* node : *graph) {
      const TensorMeta* is = node->meta(meta::tensor_meta);
      const TensorMeta* was = shapes_[index++].get();
      if (is != was && (is == nullptr || was == nullptr || *is != *was)) return false;
    }
  return true;
}

ExampleTypes::InputOf input_of(const std::shared_ptr<ops::Kernels>& kernels, InputSpecs inputs) {
  return [kernels, inputs = std::move(inputs)](const Node& input) -> ops::ExampleValue {
    const auto given = inputs.find(input.target().view());
    if (given != inputs.end()) {
      const Expected<ops::ExampleValue> value = ops::make_example(*kernels, given->second);
      return value ? *value : nullptr;
    }
    const bool has_shape = input.meta(meta::tensor_meta) != nullptr;
    return input.args().empty() || has_shape ? nullptr : kernels->literal(input.arg(0));
  };
}

namespace {

using Numbers = std::map<std::string, int64_t>;

/// Numbers to try, others for each name. Dimensions behind the first are larger, as images shrink.
void wish(const ops::InputSpec& spec, Numbers& numbers) {
  for (const ops::DynamicSize& size : spec.dynamic) {
    const int64_t given = spec.tensor.shape[size.dimension];
    const auto count = static_cast<int64_t>(numbers.size());
    constexpr int64_t first = 3, step = 2, large = 64, large_step = 8;
    const int64_t number = given >= 0            ? given
                           : size.dimension == 0 ? first + step * count
                                                 : large + large_step * count;
    numbers.try_emplace(size.name, number);
  }
  for (const ops::InputSpec& item : spec.items)
    wish(item, numbers);
}

ops::InputSpec with_numbers(ops::InputSpec spec, const Numbers& numbers) {
  for (const ops::DynamicSize& size : spec.dynamic)
    spec.tensor.shape[size.dimension] = numbers.at(size.name);
  for (ops::InputSpec& item : spec.items)
    item = with_numbers(std::move(item), numbers);
  return spec;
}

InputSpecs with_numbers(const InputSpecs& inputs, const Numbers& numbers) {
  InputSpecs result;
  for (const auto& [name, spec] : inputs)
    result.emplace(name, with_numbers(spec, numbers));
  return result;
}

std::string text(const Numbers& numbers) {
  std::string text;
  for (const auto& [name, number] : numbers)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, number);
  return text;
}

class NamedShapes {
public:
  NamedShapes(TracedModule& module, PassContext& context, std::shared_ptr<ops::Kernels> kernels,
              const InputSpecs& inputs)
      : module_(module), context_(context), kernels_(std::move(kernels)), inputs_(inputs) {}

  Expected<PassResult> run() {
    for (const auto& [name, spec] : inputs_)
      wish(spec, wished_);
    const NotedShapes before(module_);
    const std::vector<std::optional<Argument>> symbolic_before = symbolic();
    // Of parameters alone: what depends on inputs does not run.
    ExampleTypes(kernels_, [](const Node&) -> ops::ExampleValue {
      return nullptr;
    }).run_all(module_);
    std::optional<Error> error;
    for (Graph* graph : module_.forward_graphs())
      if (!error) error = find(*graph);
    before.restore(module_);
    if (error) {
      restore(symbolic_before);
      return *error;
    }
    return PassResult{.modified = symbolic() != symbolic_before,
                      .preserved = PreservedAnalyses::all(),
                      .keeps_symbolic_shapes = true};
  }

private:
  std::vector<ExampleTypes::Refusal> run_on(const Numbers& numbers) {
    return ExampleTypes(kernels_, input_of(kernels_, with_numbers(inputs_, numbers)))
        .run_all(module_);
  }

  std::optional<Error> find(Graph& graph) {
    SymbolicShapes shapes(kernels_, [this](const Node& input) -> const ops::InputSpec* {
      const auto given = inputs_.find(input.target().view());
      return given == inputs_.end() ? nullptr : &given->second;
    });
    const SymbolicShapes::Result result = shapes.run(graph, module_);
    if (!result.refusals.empty()) return explain(result, run_on(wished_));
    for (const SymbolicShapes::Condition& condition : result.conditions)
      context_.remark(condition.node,
                      fmt::format("'{}' needs {}", condition.node->name().view(), condition.text));
    check(graph, shapes);
    return std::nullopt;
  }

  /// The functions of sizes often have no words; the kernels have, of one run that they refuse.
  Error explain(const SymbolicShapes::Result& result,
                const std::vector<ExampleTypes::Refusal>& refusals) const {
    const SymbolicShapes::Refusal& refusal = result.refusals.front();
    const auto of_run = std::ranges::find(refusals, refusal.node, &ExampleTypes::Refusal::node);
    const std::string reason =
        of_run != refusals.end()
            ? fmt::format("with {}, {}", text(wished_), of_run->reason)
            : (refusal.reason.empty() ? "LibTorch asserts otherwise" : refusal.reason);
    Error error{say(diag::shapes_never_fit, refusal.node->name().view(), reason),
                context_.place(*refusal.node)};
    for (const SymbolicShapes::Refusal::Operand& operand : refusal.operands)
      error.notes.push_back(fmt::format(
          "{}'{}' is {}{}", operand.node->op() == Opcode::Placeholder ? "the input " : "",
          operand.node->name().view(), operand.shape, at_place(*operand.node, context_)));
    for (const SymbolicShapes::Condition& condition : result.conditions)
      error.notes.push_back(fmt::format("'{}' needs {}{}", condition.node->name().view(),
                                        condition.text, at_place(*condition.node, context_)));
    return error;
  }

  /// Against a run on numbers: what LibTorch's functions of sizes say that its kernels do not do is
  /// taken away.
  void check(Graph& graph, const SymbolicShapes& shapes) {
    const std::optional<Numbers> numbers = shapes.numbers_for(wished_);
    if (!numbers)
      return context_.remark(nullptr,
                             "shape-prop found no numbers for which all of this holds, and "
                             "has compared the shapes with none");
    for (const ExampleTypes::Refusal& refusal : run_on(*numbers))
      if (&refusal.node->graph() == &graph)
        context_.remark(refusal.node,
                        fmt::format("'{}' fails with {}: {}", refusal.node->name().view(),
                                    text(*numbers), refusal.reason));
    for (Node* node : graph) {
      const TensorMeta* real = node->meta(meta::tensor_meta);
      // Sizes that are not known are not compared, others beside them are.
      if (real == nullptr ||
          is_more_precise({std::vector<Dimension>(real->shape.begin(), real->shape.end())},
                          shapes.shape_for(*node, *numbers)))
        continue;
      node->erase_meta(meta::symbolic_shape());
      context_.remark(node, fmt::format("the shape of '{}' is not known by names: with {} it is "
                                        "another than LibTorch's function of sizes says",
                                        node->name().view(), text(*numbers)));
    }
  }

  std::vector<std::optional<Argument>> symbolic() const {
    std::vector<std::optional<Argument>> shapes;
    for (const Graph* graph : module_.forward_graphs())
      for (const Node* node : *graph) {
        const Argument* shape = node->meta(meta::symbolic_shape());
        shapes.push_back(shape != nullptr ? std::optional(*shape) : std::nullopt);
      }
    return shapes;
  }

  void restore(const std::vector<std::optional<Argument>>& shapes) {
    size_t index = 0;
    for (Graph* graph : module_.forward_graphs())
      for (Node* node : *graph) {
        const std::optional<Argument>& shape = shapes[index++];
        if (shape)
          node->set_meta(meta::symbolic_shape(), *shape);
        else
          node->erase_meta(meta::symbolic_shape());
      }
  }

  TracedModule& module_;
  PassContext& context_;
  std::shared_ptr<ops::Kernels> kernels_;
  const InputSpecs& inputs_;
  Numbers wished_;
};

} // namespace

Expected<PassResult> find_named_shapes(TracedModule& module, PassContext& context,
                                       const std::shared_ptr<ops::Kernels>& kernels,
                                       const InputSpecs& inputs) {
  return NamedShapes(module, context, kernels, inputs).run();
}

} // namespace fx
