#include "Frontend/Models/Torch/InitialTensors.h"

#include "Frontend/Lower/Construction.h"
#include "Frontend/Lower/Views.h"

#include "fx/IR/ElementType.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Shapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace fx::frontend {

namespace {

bool is_in_place(const Node& node) {
  return llvm::StringRef(node.target().view()).ends_with("_") ||
         node.is_call_function("operator.setitem") ||
         llvm::any_of(node.kwargs(),
                      [](const KeywordArgument& keyword) { return keyword.name.view() == "out"; });
}

/// Whether a method gives its own tensor back, or may do so.
bool may_be_itself(const Node& node) {
  const std::string_view name = node.target();
  return is_in_place(node) || name == "to" || name == "contiguous" || find_conversion(name);
}

/// Whether something that came so far may have given `tensor` itself another shape.
bool was_reshaped(const Node& tensor) {
  // A loop over the elements of a tensor makes thousands of these, and asks for sizes each time.
  return llvm::any_of(tensor.users(), [](const Node* user) {
    const std::string_view target = user->target();
    if (target == "operator.getitem" || target == "size") return false;
    if (may_reshape(*user)) return true;
    return !user->is_call_function("operator.setitem") && may_be_itself(*user) &&
           was_reshaped(*user);
  });
}

bool is_data(const Node& node) {
  return node.is_call_function("builtins.getattr") && node.arg(1) == Argument::string("data") &&
         node.arg(0).is_node();
}

/// Whether something that came so far may have written to `tensor`, of which elements are read.
bool was_written(const Node& tensor) {
  return llvm::any_of(tensor.users(), [](const Node* user) {
    if (is_data(*user)) return was_written(*user);
    return !user->is_call_function("operator.getitem") || !user->users().empty();
  });
}

/// The sizes that a factory is given, in one list or one by one.
std::optional<Sizes> given_sizes(std::span<const Argument> arguments) {
  if (arguments.size() == 1 && arguments[0].is_aggregate()) arguments = arguments[0].items();
  Sizes sizes;
  for (const Argument& argument : arguments) {
    if (!argument.is(Argument::Kind::Int)) return std::nullopt;
    sizes.push_back(argument.as_int());
  }
  return sizes;
}

/// The length of what torch.arange makes of whole numbers.
std::optional<int64_t> range_length(const Node& range) {
  const auto numbers = given_sizes(range.args());
  if (!numbers || numbers->empty() || numbers->size() > 3) return std::nullopt;
  const int64_t begin = numbers->size() > 1 ? (*numbers)[0] : 0;
  const int64_t end = numbers->size() > 1 ? (*numbers)[1] : (*numbers)[0];
  const int64_t step = numbers->size() > 2 ? (*numbers)[2] : 1;
  if (step <= 0 || end < begin) return std::nullopt;
  return (end - begin + step - 1) / step;
}

/// The sizes of a literal: of nested lists that are not ragged.
std::optional<Sizes> literal_sizes(const Argument& literal) {
  if (!literal.is_aggregate()) return literal.is_node() ? std::nullopt : std::optional(Sizes());
  Sizes sizes{static_cast<int64_t>(literal.items().size())};
  if (literal.items().empty()) return sizes;
  const auto inner = literal_sizes(literal.items().front());
  if (!inner) return std::nullopt;
  sizes.append(inner->begin(), inner->end());
  return sizes;
}

std::optional<Sizes> sizes_of_made(const Node& made) {
  const llvm::StringRef target = made.target().view();
  const std::span<const Argument> args = made.args();
  if (target == "torch.ones" || target == "torch.zeros" || target == "torch.empty" ||
      target == "torch.rand" || target == "torch.randn")
    return given_sizes(args);
  if (target == "torch.full" && args.size() == 2) return given_sizes(args.first(1));
  if (target == "torch.tensor" && args.size() == 1) return literal_sizes(args[0]);
  if (target == "torch.eye") {
    auto sizes = given_sizes(args);
    if (sizes && sizes->size() == 1) sizes->push_back(sizes->front());
    return sizes;
  }
  if (target == "torch.arange")
    if (const auto length = range_length(made)) return Sizes{*length};
  if (target == "torch.linspace" && args.size() == 3 && args[2].is(Argument::Kind::Int))
    return Sizes{args[2].as_int()};
  return std::nullopt;
}

/// Whether a node computes a tensor of the shape of its one tensor.
bool keeps_shape(const Node& node) {
  const bool is_method = node.op() == Opcode::CallMethod;
  const llvm::StringRef target = node.target().view();
  if (is_method &&
      (find_conversion(target) ||
       llvm::is_contained({"to", "clone", "detach", "contiguous", "requires_grad_"}, target)))
    return true;
  if (node.is_call_function("builtins.getattr")) return node.arg(1) == Argument::string("data");
  if (node.all_input_nodes().size() != 1) return false;
  if (llvm::is_contained({"operator.add", "operator.sub", "operator.mul", "operator.truediv",
                          "operator.neg", "operator.pow"},
                         target))
    return true;
  const auto schemas = ops::schemas_on_tensors(node);
  if (schemas.empty()) return false;
  return is_in_place(node) ? llvm::none_of(schemas, ops::may_change_shape)
                           : llvm::all_of(schemas, [&](const ops::Schema& schema) {
                               return ops::keeps_shape_and_type(ops::libtorch_of(node), schema);
                             });
}

bool has_other_type(const Node& node) {
  return llvm::any_of(node.kwargs(), [](const KeywordArgument& keyword) {
    return keyword.name.view() == "dtype" && !keyword.value.is_none();
  });
}

/// A number as a tensor of the default type holds it.
std::optional<Value> held(const Argument& number) {
  if (number.is(Argument::Kind::Bool)) return Value::boolean(number.as_bool());
  if (number.is(Argument::Kind::Int)) return Value::integer(number.as_int());
  if (number.is(Argument::Kind::Float))
    return Value::floating(static_cast<float>(number.as_float()));
  return std::nullopt;
}

float single(const Argument& number) {
  return number.is(Argument::Kind::Int) ? static_cast<float>(number.as_int())
                                        : static_cast<float>(number.as_float());
}

bool is_number(const Argument& argument) {
  return argument.is(Argument::Kind::Int) || argument.is(Argument::Kind::Float);
}

/// Element `index` of a range, a literal or a tensor of one number.
std::optional<Value> element(const Node& made, int64_t index) {
  const llvm::StringRef target = made.target().view();
  const std::span<const Argument> args = made.args();
  const auto sizes = sizes_of_made(made);
  if (!sizes || sizes->size() != 1 || index < -sizes->front() || index >= sizes->front())
    return std::nullopt;
  if (index < 0) index += sizes->front();
  if (target == "torch.tensor") {
    // One number of floating point makes all of them that.
    const auto items = args[0].items();
    const bool floats =
        llvm::any_of(items, [](const Argument& item) { return item.is(Argument::Kind::Float); });
    const Argument& item = items[static_cast<size_t>(index)];
    return floats && is_number(item) ? Value::floating(single(item)) : held(item);
  }
  if (target == "torch.full") return held(args[1]);
  if (target == "torch.ones" || target == "torch.zeros")
    return Value::floating(target == "torch.ones" ? 1 : 0);
  if (target == "torch.arange") {
    const auto numbers = given_sizes(args);
    const int64_t begin = numbers->size() > 1 ? (*numbers)[0] : 0;
    return Value::integer(begin + index * (numbers->size() > 2 ? (*numbers)[2] : 1));
  }
  if (target == "torch.linspace" && is_number(args[0]) && is_number(args[1])) {
    // As LibTorch computes it: from both ends, in single precision. Its kernel for long ranges
    // takes several at once, and that for new processors multiplies and adds in one step: what they
    // round otherwise is not known.
    const int64_t steps = sizes->front();
    const float begin = single(args[0]);
    const float end = single(args[1]);
    if (steps == 1 || index == 0) return Value::floating(begin);
    if (steps >= 16) return std::nullopt;
    const bool is_first_half = index < steps / 2;
    const float step = (end - begin) / static_cast<float>(steps - 1);
    const auto times = static_cast<float>(is_first_half ? index : steps - index - 1);
    const float way = step * times;
    const float in_two_steps = is_first_half ? begin + way : end - way;
    const float in_one_step =
        is_first_half ? std::fma(step, times, begin) : std::fma(-step, times, end);
    if (in_one_step == in_two_steps) return Value::floating(in_one_step);
  }
  return std::nullopt;
}

} // namespace

namespace {

/// The sizes that LibTorch gives a weight of a module; nothing for classes whose sizes are not
/// known here.
std::optional<Sizes> weight_sizes(const ops::LibTorch& libtorch, const Weight& weight) {
  const ops::ModuleClass* known = ops::module_class_of(*weight.module);
  const auto tensors =
      known ? ops::registered_tensors({libtorch, *known, weight.module->options}) : std::nullopt;
  if (!tensors) return std::nullopt;
  const auto found = llvm::find_if(
      *tensors, [&](const ops::RegisteredTensor& tensor) { return tensor.name == weight.name; });
  if (found == tensors->end() || !found->sizes) return std::nullopt;
  return Sizes(found->sizes->begin(), found->sizes->end());
}

} // namespace

std::optional<Sizes> initial_sizes(const Construction& construction, const Node& tensor) {
  if (was_reshaped(tensor)) return std::nullopt;
  if (const Weight* weight = construction.weight_of(&tensor))
    return construction.has_lost_shape(&tensor) ? std::nullopt
                                                : weight_sizes(ops::libtorch_of(tensor), *weight);
  if (tensor.op() != Opcode::CallFunction && tensor.op() != Opcode::CallMethod) return std::nullopt;
  if (const auto sizes = sizes_of_made(tensor)) return sizes;
  if (tensor.args().empty() || !tensor.arg(0).is_node() || !keeps_shape(tensor))
    return std::nullopt;
  return initial_sizes(construction, *tensor.arg(0).as_node());
}

std::optional<std::vector<Value>> initial_items(const Node& tensor) {
  constexpr int64_t most = 1 << 16;
  if (tensor.op() != Opcode::CallFunction || was_written(tensor) || has_other_type(tensor))
    return std::nullopt;
  const auto sizes = sizes_of_made(tensor);
  if (!sizes || sizes->size() != 1 || sizes->front() > most) return std::nullopt;
  std::vector<Value> items;
  for (int64_t index = 0; index < sizes->front(); ++index) {
    const std::optional<Value> item = element(tensor, index);
    if (!item) return std::nullopt;
    items.push_back(*item);
  }
  return items;
}

std::optional<Value> initial_item(const Node& tensor) {
  if (!tensor.users().empty()) return std::nullopt;
  if (tensor.is_call_function("operator.getitem")) {
    if (!tensor.arg(0).is_node() || !tensor.arg(1).is(Argument::Kind::Int)) return std::nullopt;
    const Node* made = tensor.arg(0).as_node();
    while (is_data(*made)) {
      if (was_written(*made)) return std::nullopt;
      made = made->arg(0).as_node();
    }
    if (made->op() != Opcode::CallFunction || was_written(*made) || has_other_type(*made))
      return std::nullopt;
    return element(*made, tensor.arg(1).as_int());
  }
  if (tensor.op() != Opcode::CallFunction || has_other_type(tensor)) return std::nullopt;
  if (tensor.is_call_function("torch.tensor") && tensor.args().size() == 1 &&
      !tensor.arg(0).is_aggregate())
    return held(tensor.arg(0));
  const auto sizes = sizes_of_made(tensor);
  return sizes && *sizes == Sizes{1} ? element(tensor, 0) : std::nullopt;
}

} // namespace fx::frontend
