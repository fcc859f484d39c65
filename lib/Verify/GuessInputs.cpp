#include "fx/Verify/GuessInputs.h"

#include "Messages.h"
#include "Shapes.h"

#include "fx/Frontend/InputSpec.h"
#include "fx/IR/ElementType.h"
#include "fx/IR/ValueType.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace fx::verify {

namespace {

using frontend::InputSpec;

// Images of these sizes, in this order: small ones first, then those that models are made for.
constexpr int64_t extents[] = {32, 16, 64, 28, 8, 224, 4, 96, 128, 1, 84, 48, 227, 256, 299, 40};
constexpr std::chrono::seconds patience{10};
constexpr int max_offers = 8;
// What a candidate, and what all that is computed from it, may have: a wrong guess of a size must
// not fill the machine.
constexpr int64_t max_elements_of_input = 1 << 21;
constexpr int64_t max_elements = 1 << 28;

/// What is to be found: a parameter, or an item of one that is a list or a tuple.
struct InputGuess {
  const Node* placeholder = nullptr;
  size_t item = 0;
  std::vector<const Node*> starts; // the nodes that are this tensor
  TensorMeta chosen;
  std::vector<Argument> numbers; // or a device; to try, the chosen one first; empty: a tensor
};

/// What a parameter of a number's type, or a device, may be given; empty: it is of another type.
std::vector<Argument> numbers_for(const ValueType& type) {
  switch (type.kind) {
  case ValueType::Kind::Bool: return {false, true};
  case ValueType::Kind::Device: return {Argument::string("cpu")};
  case ValueType::Kind::Float: return {0.5, 1.0, 2.0, 0.0};
  case ValueType::Kind::Int: {
    std::vector<Argument> numbers{4};
    for (const int64_t extent : extents)
      if (extent != 4) numbers.emplace_back(extent);
    numbers.insert(numbers.end(), {2, 0, 3, 5, 10});
    return numbers;
  }
  default: return {};
  }
}

/// The type of a parameter. A bare Sequential's input has no declaration; it is a tensor.
ValueType declared_type(const Node& parameter) {
  const std::string* declared = parameter.meta(meta::cpp_type);
  const ValueType type = declared ? ValueType::parse(*declared) : ValueType::tensor();
  return type.is(ValueType::Kind::Optional) ? ValueType(type.items.front()) : type;
}

/// How many tensors a value of this type is made of; those of a list count as one.
size_t count_tensors(const ValueType& type) {
  switch (type.kind) {
  case ValueType::Kind::Tensor: return 1;
  case ValueType::Kind::Tuple:
  case ValueType::Kind::Optional:
  case ValueType::Kind::List: {
    size_t count = 0;
    for (const ValueType& item : type.items)
      count += count_tensors(item);
    return count;
  }
  default: return 0;
  }
}

/// What a parameter is: of one guess, or of several.
struct Parameter {
  const Node* node = nullptr;
  InputSpec::Kind kind = InputSpec::Kind::Tensor;
  std::vector<size_t> guesses;
};

/// At most max_elements: more is not told apart.
int64_t num_elements(const std::vector<int64_t>& shape) {
  int64_t number = 1;
  for (const int64_t size : shape) {
    if (size <= 0) return 0;
    number = number > max_elements / size ? max_elements : number * size;
  }
  return number;
}

/// Neither given nor to be left out. A tensor whose default is none was traced as if it were there,
/// and then the graph uses it.
bool needs_example(const Node& parameter) {
  if (parameter.meta(frontend::example_input)) return false;
  if (parameter.args().empty()) return true;
  return parameter.arg(0).is_none() && !parameter.users().empty() &&
         count_tensors(declared_type(parameter)) > 0;
}

class Guess {
public:
  Guess(const TracedModule& module, ops::Kernels& kernels) : module_(module), kernels_(kernels) {
    for (const Node* node : module.init)
      run(*node, constants_);
  }

  /// Error: a parameter is nothing that an example can be made up of.
  std::optional<Error> find_slots() {
    for (const Node* node : module_.graph.placeholders()) {
      if (!needs_example(*node)) continue;
      Parameter parameter{node, InputSpec::Kind::Tensor, {}};
      const ValueType type = declared_type(*node);
      size_t items = count_tensors(type);
      if (std::vector<Argument> numbers = numbers_for(type); !numbers.empty()) {
        parameter.kind = InputSpec::Kind::Literal;
        parameter.guesses.push_back(guesses_.size());
        guesses_.push_back({node, 0, {node}, {}, std::move(numbers)});
        parameters_.push_back(std::move(parameter));
        continue;
      }
      if (items == 0) return missing_example(*node);
      if (type.is(ValueType::Kind::Tuple)) {
        parameter.kind = InputSpec::Kind::Tuple;
      } else if (type.is(ValueType::Kind::List)) {
        parameter.kind = InputSpec::Kind::List;
        items = num_items(*node);
      }
      for (size_t item = 0; item < items; ++item) {
        parameter.guesses.push_back(guesses_.size());
        guesses_.push_back({node, item, starts(*node, parameter.kind, item), {}, {}});
      }
      parameters_.push_back(std::move(parameter));
    }
    return std::nullopt;
  }

  /// Finds shapes with which the whole graph runs. False: it did not get there.
  bool try_extent(int64_t extent, const SearchLimits& limits) {
    extent_ = extent;
    for (InputGuess& guess : guesses_) {
      if (!guess.numbers.empty()) continue;
      const std::vector<TensorMeta> hints = hints_for(guess);
      guess.chosen = hints.empty() ? image(extent) : hints.front();
    }
    size_t reached = attempt();
    while (failed_) {
      const size_t better = improve(reached, limits);
      if (better == reached) return false;
      reached = better;
    }
    return !is_empty();
  }

  /// It is not known why these inputs were refused: the numbers may be the reason.
  void try_other_numbers() {
    for (InputGuess& guess : guesses_)
      if (!guess.numbers.empty()) std::ranges::rotate(guess.numbers, guess.numbers.begin() + 1);
  }

  std::vector<std::string> inputs() const {
    std::vector<std::string> texts;
    for (const Node* node : module_.graph.placeholders())
      if (const InputSpec* given = node->meta(frontend::example_input))
        texts.push_back(node->target().str() + "=" + ops::to_text(*given));
    for (const Parameter& parameter : parameters_) {
      std::vector<std::string> items;
      items.reserve(parameter.guesses.size());
      for (const size_t index : parameter.guesses) {
        const InputGuess& guess = guesses_[index];
        InputSpec spec;
        if (guess.numbers.empty()) {
          spec.kind = InputSpec::Kind::Tensor;
          spec.tensor = guess.chosen;
          spec.below = bound(guess);
        } else {
          spec.literal = guess.numbers.front();
        }
        items.push_back(ops::to_text(spec));
      }
      std::string joined = fmt::format("{}", fmt::join(items, ","));
      if (parameter.kind == InputSpec::Kind::List) joined = fmt::format("[{}]", joined);
      if (parameter.kind == InputSpec::Kind::Tuple) joined = fmt::format("({})", joined);
      texts.push_back(parameter.node->target().str() + "=" + joined);
    }
    return texts;
  }

  const std::string& problem() const { return problem_; }
  const Node* first_parameter() const { return parameters_.front().node; }

private:
  using Values = std::unordered_map<const Node*, ops::ExampleValue>;

  ops::ExampleResult run(const Node& node, Values& values) {
    ops::ExampleResult result =
        kernels_.run(node, module_, [&](const Node& input) -> ops::ExampleValue {
          if (const auto found = values.find(&input); found != values.end()) return found->second;
          const auto found = constants_.find(&input);
          return found == constants_.end() ? nullptr : found->second;
        });
    values[&node] = result.value;
    return result;
  }

  static size_t num_items(const Node& list) {
    int64_t last = 1; // two items where nothing is said
    for (const Node* user : list.users())
      if (const std::optional<int64_t> index = item_index(*user, list))
        last = std::max(last, *index);
    return static_cast<size_t>(last) + 1;
  }

  static std::optional<int64_t> item_index(const Node& user, const Node& list) {
    if (!user.is_call_function("operator.getitem") || user.args().size() < 2) return std::nullopt;
    if (user.arg(0).as_node() != &list || !user.arg(1).is(Argument::Kind::Int)) return std::nullopt;
    return user.arg(1).as_int();
  }

  static std::vector<const Node*> starts(const Node& node, InputSpec::Kind kind, size_t item) {
    if (kind == InputSpec::Kind::Tensor) return {&node};
    std::vector<const Node*> found;
    for (const Node* user : node.users())
      if (item_index(*user, node) == static_cast<int64_t>(item)) found.push_back(user);
    return found;
  }

  const ModuleNode* called(const Node& node) const {
    if (node.op() != Opcode::CallModule) return nullptr;
    const ModuleNode* module = module_.modules.find(node.target());
    return module && module->alias_of ? module->alias_of : module;
  }

  /// What the modules and functions that a tensor meets take, the nearest first.
  std::vector<TensorMeta> hints_for(const InputGuess& guess) const {
    std::vector<TensorMeta> hints;
    std::vector<const Node*> todo = guess.starts;
    std::unordered_set<const Node*> seen(todo.begin(), todo.end());
    for (size_t i = 0; i < todo.size() && i < 200 && hints.size() < 40; ++i)
      for (const Node* user : todo[i]->users()) {
        if (!seen.insert(user).second) continue;
        const size_t before = hints.size();
        if (const ModuleNode* module = called(*user)) {
          const auto place = std::ranges::find_if(user->args(), [&](const Argument& argument) {
            return argument.is_node() && argument.as_node() == todo[i];
          });
          append(hints,
                 accepted_by(*module, static_cast<size_t>(place - user->args().begin()), extent_));
        } else {
          append(hints, accepted_by(*user, extent_));
        }
        if (hints.size() == before) todo.push_back(user);
      }
    return hints;
  }

  /// What the values of a tensor of integers have to be below; 0: it is none.
  int64_t bound(const InputGuess& guess) const {
    const ElementType* type = find_element_type(guess.chosen.dtype);
    if (!type || !type->is(ElementType::Kind::Integral)) return 0;
    int64_t below = 0;
    const auto at_most = [&](int64_t limit) {
      if (limit > 0 && (below == 0 || limit < below)) below = limit;
    };
    std::vector<const Node*> todo = guess.starts;
    std::unordered_set<const Node*> seen(todo.begin(), todo.end());
    for (size_t i = 0; i < todo.size() && i < 200; ++i)
      for (const Node* user : todo[i]->users()) {
        if (!seen.insert(user).second) continue;
        const ModuleNode* module = called(*user);
        if (const std::optional<int64_t> rows = module ? num_rows(*module) : std::nullopt) {
          at_most(*rows);
          continue;
        }
        if (user->target().view().find("embedding") != std::string_view::npos)
          for (const Node* input : user->input_nodes())
            if (const auto table = meta_of(*input);
                table && input != todo[i] && !table->shape.empty())
              at_most(table->shape.front());
        if (keeps_integers(*user)) todo.push_back(user);
      }
    return below == 0 ? 2 : below;
  }

  std::optional<TensorMeta> meta_of(const Node& node) const {
    const auto found = values_.find(&node);
    if (found == values_.end() || !found->second) return std::nullopt;
    return kernels_.tensor_meta(found->second);
  }

  /// Runs the graph up to the first node that fails; returns how many nodes ran.
  size_t attempt() {
    values_.clear();
    known_.clear();
    failed_ = nullptr;
    for (const Node* node : module_.graph.placeholders())
      if (const InputSpec* given = node->meta(frontend::example_input))
        if (const fx::Expected<ops::ExampleValue> value = frontend::make_example(kernels_, *given))
          values_[node] = *value;
    for (const Parameter& parameter : parameters_) {
      std::vector<ops::ExampleValue> items;
      for (const size_t guess : parameter.guesses) {
        if (const std::vector<Argument>& numbers = guesses_[guess].numbers; !numbers.empty()) {
          items.push_back(kernels_.literal(numbers.front()));
          continue;
        }
        const fx::Expected<ops::ExampleValue> value = kernels_.tensor(guesses_[guess].chosen);
        items.push_back(value ? *value : nullptr);
      }
      values_[parameter.node] =
          parameter.kind == InputSpec::Kind::Tensor || parameter.kind == InputSpec::Kind::Literal
              ? items.front()
              : kernels_.sequence(items, parameter.kind == InputSpec::Kind::Tuple);
    }
    size_t reached = 0;
    int64_t elements = 0;
    for (const Node* node : module_.graph) {
      ++reached;
      if (node->op() == Opcode::Output) break;
      if (node->op() == Opcode::Placeholder) {
        if (!values_.contains(node) && !node->args().empty())
          values_[node] = kernels_.literal(node->arg(0));
        continue;
      }
      ops::ExampleResult result = overruns(*node)
                                      ? ops::ExampleResult{nullptr, "other slices are added"}
                                      : run(*node, values_);
      known_.push_back(result.value != nullptr);
      if (const std::optional<TensorMeta> computed = meta_of(*node))
        elements += num_elements(computed->shape);
      if (elements > max_elements) result.failure = "the model computes too much with them";
      if (result.failure.empty()) continue;
      failed_ = node;
      problem_ = result.failure;
      break;
    }
    return reached;
  }

  /// LibTorch 1.13 does not look where index_add_ writes: not at the sizes of the slices, and at an
  /// index only whether it is below the number of all elements, of which the kernels try 0 and 1.
  /// index_select of many from a single number writes past the end of its result.
  bool overruns(const Node& node) const {
    if (node.target().view().find("index_") == std::string_view::npos) return false;
    if (node.args().empty() || !node.arg(0).is_node()) return false;
    const auto to = meta_of(*node.arg(0).as_node());
    if (to && to->shape.empty()) return true;
    if (node.target().view().find("index_add") == std::string_view::npos) return false;
    if (node.args().size() < 4 || !node.arg(3).is_node()) return false;
    const auto from = meta_of(*node.arg(3).as_node());
    if (!to || !from || !node.arg(1).is(Argument::Kind::Int)) return false;
    const auto rank = static_cast<int64_t>(to->shape.size());
    if (to->shape.size() != from->shape.size() || rank == 0) return true;
    const int64_t dim = (node.arg(1).as_int() + rank) % rank;
    if (to->shape[dim] < 2) return true;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim && to->shape[i] != from->shape[i]) return true;
    return false;
  }

  /// Changes one of the tensors that the failure depends on so that more of the graph runs.
  size_t improve(size_t reached, const SearchLimits& limits) {
    const std::vector<bool> known = known_;
    const std::vector<TensorMeta> operands = operand_shapes();
    const std::vector<std::pair<int64_t, int64_t>> corrections = wanted_instead();
    const std::string problem = problem_;
    for (InputGuess* const needed : guesses_before(*failed_)) {
      InputGuess& guess = *needed;
      for (size_t i = 1; i < guess.numbers.size(); ++i) {
        if (limits.are_reached()) return reached;
        std::swap(guess.numbers.front(), guess.numbers[i]);
        if (const size_t now = attempt(); now > reached && knows(known)) return now;
        std::swap(guess.numbers.front(), guess.numbers[i]);
      }
      if (!guess.numbers.empty()) continue;
      const TensorMeta before = guess.chosen;
      std::vector<TensorMeta> tried{before};
      std::vector<TensorMeta> candidates = hints_for(guess);
      append(candidates, neighbours(before, corrections, operands));
      append(candidates, common_shapes(extent_));
      for (const char* const dtype : {"", "int64", "bool", "float32"})
        for (TensorMeta candidate : candidates) {
          if (*dtype) candidate.dtype = std::string_view(dtype);
          if (num_elements(candidate.shape) > max_elements_of_input) continue;
          if (std::ranges::find(tried, candidate) != tried.end()) continue;
          if (limits.are_reached()) return reached;
          tried.push_back(candidate);
          guess.chosen = candidate;
          // What is not known any more cannot fail; that is no progress.
          if (const size_t now = attempt(); now > reached && knows(known)) return now;
        }
      guess.chosen = before;
    }
    problem_ = problem;
    return reached;
  }

  /// Whether all that was known at an earlier attempt is known now.
  bool knows(const std::vector<bool>& before) const {
    for (size_t i = 0; i < before.size() && i < known_.size(); ++i)
      if (before[i] && !known_[i]) return false;
    return true;
  }

  /// The tensors that a node depends on, the nearest first.
  std::vector<InputGuess*> guesses_before(const Node& node) {
    std::vector<const Node*> todo{&node};
    std::unordered_set<const Node*> seen{&node};
    std::vector<InputGuess*> found;
    for (size_t i = 0; i < todo.size(); ++i) {
      for (InputGuess& guess : guesses_)
        if (guess.starts.empty() ? guess.placeholder == todo[i]
                                 : std::ranges::find(guess.starts, todo[i]) != guess.starts.end())
          found.push_back(&guess);
      for (const Node* input : todo[i]->input_nodes())
        if (seen.insert(input).second) todo.push_back(input);
    }
    std::vector<InputGuess*> distinct;
    for (InputGuess* guess : found)
      if (std::ranges::find(distinct, guess) == distinct.end()) distinct.push_back(guess);
    return distinct;
  }

  /// The shapes of what meets the tensors where they fail.
  std::vector<TensorMeta> operand_shapes() const {
    std::vector<TensorMeta> shapes;
    for (const Node* input : failed_->input_nodes())
      if (const std::optional<TensorMeta> shape = meta_of(*input))
        shapes.push_back({shape->shape, shape->dtype, {}});
    return shapes;
  }

  /// Where a module fails: sizes of what it was given, and the sizes that it takes instead.
  std::vector<std::pair<int64_t, int64_t>> wanted_instead() const {
    std::vector<std::pair<int64_t, int64_t>> pairs;
    const ModuleNode* module = called(*failed_);
    if (module == nullptr || failed_->args().empty() || !failed_->arg(0).is_node()) return pairs;
    const std::optional<TensorMeta> given = meta_of(*failed_->arg(0).as_node());
    if (!given) return pairs;
    for (const TensorMeta& taken : accepted_by(*module, 0, extent_))
      for (size_t dim = 0; dim < taken.shape.size(); ++dim)
        if (taken.shape.size() == given->shape.size() && taken.shape[dim] != given->shape[dim])
          pairs.emplace_back(given->shape[dim], taken.shape[dim]);
    return pairs;
  }

  /// A model that computes nothing proves nothing.
  bool is_empty() const {
    const Node* output = module_.graph.output_node();
    if (output == nullptr) return false;
    for (const Node* input : output->input_nodes())
      if (const std::optional<TensorMeta> shape = meta_of(*input))
        if (std::ranges::find(shape->shape, 0) != shape->shape.end()) return true;
    return false;
  }

  static void append(std::vector<TensorMeta>& to, const std::vector<TensorMeta>& more) {
    for (const TensorMeta& shape : more)
      if (std::ranges::find(to, shape) == to.end()) to.push_back(shape);
  }

  const TracedModule& module_;
  ops::Kernels& kernels_;
  std::vector<Parameter> parameters_;
  std::vector<InputGuess> guesses_;
  int64_t extent_ = 0;
  Values constants_;        // of the init graph
  Values values_;           // of the last attempt
  std::vector<bool> known_; // by node that was run: whether its value is
  const Node* failed_ = nullptr;
  std::string problem_;
};

} // namespace

Error missing_example(const Node& parameter) {
  Error error(say(diag::example_needed, parameter.target().view()));
  if (const SourceRange* range = parameter.meta(meta::source_range))
    error.location = {range->file.str(), range->line, range->column};
  const std::string* type = parameter.meta(meta::cpp_type);
  const bool is_tensor = count_tensors(declared_type(parameter)) > 0;
  error.notes.push_back(is_tensor ? fmt::format("write --input {}=1x3x224x224, with its sizes",
                                                parameter.target().view())
                                  : fmt::format("write --input {}=<value>; it is of type '{}'",
                                                parameter.target().view(), *type));
  return error;
}

bool needs_examples(const TracedModule& module) {
  return std::ranges::any_of(module.graph.placeholders(),
                             [](const Node* node) { return needs_example(*node); });
}

Expected<std::vector<std::string>>
guess_inputs(const TracedModule& module, ops::Kernels& kernels,
             const std::function<bool(const std::vector<std::string>&)>& accepts,
             const SearchLimits& limits) {
  Guess guess(module, kernels);
  if (std::optional<Error> error = guess.find_slots()) return *error;
  SearchLimits of_shapes = limits;
  of_shapes.deadline = std::min(limits.deadline, std::chrono::steady_clock::now() + patience);
  std::vector<std::vector<std::string>> offered;
  for (const int64_t extent : extents) {
    if (limits.are_reached()) break;
    if (!guess.try_extent(extent, of_shapes)) continue;
    std::vector<std::string> inputs = guess.inputs();
    if (std::ranges::find(offered, inputs) != offered.end()) continue;
    if (accepts(inputs)) return inputs;
    offered.push_back(std::move(inputs));
    guess.try_other_numbers();
    if (offered.size() == max_offers) break;
  }
  Error error = missing_example(*guess.first_parameter());
  if (!offered.empty())
    error.notes.push_back(fmt::format("{} was tried", fmt::join(offered.front(), ", ")));
  else if (!guess.problem().empty())
    error.notes.push_back("with those that were tried: " + guess.problem());
  return error;
}

} // namespace fx::verify
