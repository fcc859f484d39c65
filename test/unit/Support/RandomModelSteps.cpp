// The steps by which a random graph grows.
#include "Support/RandomModelBuilder.h"

#include <fmt/format.h>
#include <limits>

namespace fx::testing {

void RandomModelBuilder::step() {
  struct Step {
    unsigned weight; // 0: an option forbids it
    void (RandomModelBuilder::*run)();
  };
  const auto when = [](bool allowed, unsigned weight) { return allowed ? weight : 0; };
  using Self = RandomModelBuilder;
  const Step steps[] = {
      {25, &Self::duplicate},
      {12, &Self::unary},
      {12, &Self::binary},
      {14, &Self::with_scalar},
      {3, &Self::reduce},
      {when(options_.views, 10), &Self::view},
      {when(options_.views, 4), &Self::view_method},
      {when(options_.views, 6), &Self::put_part},
      {6, &Self::measure},
      {8, &Self::compute_number},
      {when(options_.nested_arguments, 4), &Self::join},
      {4, &Self::create},
      {when(options_.mutation, 10), &Self::mutate},
      {when(options_.mutation && options_.kwargs, 3), &Self::write_out},
      {when(options_.randomness, 6), &Self::draw_random},
      {when(options_.modules, 8), &Self::call_module},
      {4, &Self::read_slot},
      {6, &Self::take_part},
  };
  unsigned total = 0;
  for (const Step& step : steps)
    total += step.weight;
  size_t at = choice_.below(total);
  for (const Step& step : steps) {
    if (at < step.weight) return (this->*step.run)();
    at -= step.weight;
  }
}

namespace {

bool is_arithmetic(const Node& node) {
  for (const char* name : {"operator.add", "operator.sub", "operator.mul", "operator.truediv",
                           "torch.add", "torch.sub", "torch.mul", "torch.div"})
    if (node.is_call_function(name)) return true;
  return false;
}

} // namespace

/// The same call again; at times with a constant that is equal and yet not the same.
void RandomModelBuilder::duplicate() {
  if (calls_.empty()) return;
  const Node& original = *choice_.of(calls_);
  std::vector<Argument> args(original.args().begin(), original.args().end());
  std::vector<KeywordArgument> kwargs(original.kwargs().begin(), original.kwargs().end());
  if (is_arithmetic(original) && args.size() == 2 && choice_.percent(40)) {
    Argument& other = args[1];
    if (other == Argument(1) || other == Argument(1.0) || other == Argument(true))
      other = choice_.of<Argument>({1, 1.0, true});
    else if (other == Argument(0) || other.is(Argument::Kind::Float))
      other = choice_.of<Argument>({0.0, -0.0, other});
  }
  finish(graph_.create_node(original.op(), original.target(), std::move(args), std::move(kwargs)));
}

void RandomModelBuilder::unary() {
  Node* x = numeric_tensor();
  if (x == nullptr) return;
  switch (choice_.below(8)) {
  case 0: positional("operator.neg", {x}); break;
  case 1: function("torch.clamp", {{"input", x}, {"min", -1}, {"max", scalar()}}); break;
  case 2: function("torch.nn.functional.relu", {{"input", x}, {"inplace", false}}); break;
  case 3: method(choice_.of({"relu", "neg", "abs", "sigmoid"}), {{"self", x}}); break;
  case 4: function("torch.relu", {{"input", x}}); break;
  default:
    function(choice_.of({"torch.neg", "torch.sin", "torch.cos", "torch.sigmoid", "torch.tanh",
                         "torch.abs"}),
             {{"input", x}});
  }
}

void RandomModelBuilder::binary() {
  Node* x = numeric_tensor();
  if (x == nullptr) return;
  Node* y = fitting(x);
  switch (choice_.below(6)) {
  case 0: {
    Operands operands{{"input", x}, {"other", y}};
    Node* node = function(choice_.of({"torch.add", "torch.sub"}), std::move(operands));
    if (node && options_.kwargs && choice_.percent(40)) {
      std::vector<KeywordArgument> kwargs(node->kwargs().begin(), node->kwargs().end());
      kwargs.push_back({"alpha", choice_.of({1, 2})});
      std::vector<Argument> args(node->args().begin(), node->args().end());
      finish(graph_.call_function(node->target(), std::move(args), std::move(kwargs)));
    }
    break;
  }
  case 1: function(choice_.of({"torch.mul", "torch.div"}), {{"input", x}, {"other", y}}); break;
  case 2: method(choice_.of({"add", "sub", "mul"}), {{"self", x}, {"other", y}}); break;
  case 3: positional(choice_.of({"operator.eq", "operator.lt", "operator.gt"}), {x, y}); break;
  default:
    positional(choice_.of({"operator.add", "operator.sub", "operator.mul", "operator.truediv"}),
               {x, y});
  }
}

void RandomModelBuilder::with_scalar() {
  Node* x = numeric_tensor();
  if (x == nullptr) return;
  switch (choice_.below(5)) {
  case 0:
    function(choice_.of({"torch.add", "torch.sub", "torch.mul"}),
             {{"input", x}, {"other", scalar()}});
    break;
  case 1:
    positional(choice_.of({"operator.add", "operator.sub", "operator.mul"}), {scalar(), x});
    break;
  case 2: // what divides ints must not be zero
    positional(choice_.of({"operator.floordiv", "operator.mod", "operator.truediv"}),
               {x, choice_.of<Argument>({1, 1.0, 2, 2.0, -2})});
    break;
  case 3: positional("operator.pow", {x, choice_.of<Argument>({0, 1, 1.0, 2})}); break;
  default:
    positional(choice_.of({"operator.add", "operator.sub", "operator.mul", "operator.gt"}),
               {x, scalar()});
  }
}

void RandomModelBuilder::reduce() {
  Node* x = tensor();
  if (x == nullptr) return;
  Operands operands{{"input", x}};
  const int64_t rank = tensor_value(x).dim();
  if (rank > 0 && choice_.percent(60)) {
    const Argument dim = static_int(-rank, rank - 1);
    operands.push_back({"dim", choice_.percent(30) ? Argument::tuple({dim}) : dim});
    if (choice_.percent(50)) operands.push_back({"keepdim", choice_.of({true, false})});
  }
  function("torch.sum", std::move(operands));
}

void RandomModelBuilder::view() {
  Node* x = tensor([](const Tensor& tensor) { return tensor.dim() > 0; });
  if (x == nullptr) return;
  const int64_t rank = tensor_value(x).dim();
  const Argument dim = int64_t(choice_.below(size_t(rank)));
  switch (choice_.below(6)) {
  case 0:
    function("torch.transpose", {{"input", x}, {"dim0", dim}, {"dim1", static_int(-rank, -1)}});
    break;
  case 1:
    function("torch.split",
             {{"tensor", x}, {"split_size_or_sections", choice_.of({1, 2})}, {"dim", dim}});
    break;
  case 2: function("torch.unbind", {{"input", x}, {"dim", dim}}); break;
  case 3: function("torch.flatten", {{"input", x}}); break;
  default: positional("operator.getitem", {x, index_of(tensor_value(x))});
  }
}

void RandomModelBuilder::view_method() {
  Node* x = tensor([](const Tensor& tensor) { return tensor.dim() > 0; });
  if (x == nullptr) return;
  switch (choice_.below(6)) {
  case 0: positional_method("view", {x, -1}); break;
  case 1:
    if (Node* size = positional_method("size", {x, 0})) positional_method("view", {x, size, -1});
    break;
  case 2: positional_method("transpose", {x, 0, -1}); break;
  case 3:
    if (tensor_value(x).dim() <= 2) positional_method("t", {x});
    break;
  case 4: positional_method("detach", {x}); break;
  default: positional_method(choice_.of({"contiguous", "clone"}), {x});
  }
}

/// A part of a tensor, something computed of it, and the tensor with that in the part's place: what
/// functionalization makes of x[0] += 1. At times it is another place, or another value.
void RandomModelBuilder::put_part() {
  Node* whole = tensor([](const Tensor& x) { return x.dim() > 0 && x.dtype() == Dtype::Float; });
  if (whole == nullptr) return;
  const bool by_select = choice_.percent(50);
  const auto dimension = static_cast<int64_t>(choice_.below(size_t(tensor_value(whole).dim())));
  const auto place = [&] {
    const int64_t size = std::max<int64_t>(tensor_value(whole).sizes[size_t(dimension)], 1);
    const auto start = static_cast<int64_t>(choice_.below(size_t(size)));
    return by_select ? std::vector<Argument>{dimension, start}
                     : std::vector<Argument>{dimension, start, size, choice_.of({1, 1, 2})};
  };
  std::vector<Argument> where = place(), args{whole};
  args.insert(args.end(), where.begin(), where.end());
  // At times of something that was computed of all of it.
  if (choice_.percent(20)) {
    Node* computed = positional("torch.mul", {whole, 3.0});
    if (computed != nullptr) args[0] = computed;
  }
  Node* part =
      positional(by_select ? "torch.ops.aten.select.int" : "torch.ops.aten.slice.Tensor", args);
  if (part == nullptr) return;
  for (size_t i = choice_.below(3); i > 0 && part != nullptr; --i)
    part = positional(choice_.of({"torch.mul", "torch.add"}), {part, choice_.of({2.0, -0.5})});
  if (choice_.percent(15)) part = fitting(part, /*same_shape=*/true);
  if (part == nullptr) return;
  if (choice_.percent(15)) where = place();
  args = {choice_.percent(90) ? whole : fitting(whole, /*same_shape=*/true), part};
  args.insert(args.end(), where.begin(), where.end());
  positional(by_select ? "torch.select_scatter" : "torch.slice_scatter", args);
}

void RandomModelBuilder::measure() {
  Node* x = tensor();
  if (x == nullptr) return;
  const int64_t rank = tensor_value(x).dim();
  if (rank == 0 || choice_.percent(20)) {
    positional_method(choice_.of({"dim", "size"}), {x});
    return;
  }
  method("size", {{"self", x}, {"dim", static_int(-rank, rank - 1)}});
}

void RandomModelBuilder::compute_number() {
  if (choice_.percent(35)) { // only constants: something to fold
    positional(choice_.of({"operator.add", "operator.sub", "operator.mul", "operator.eq"}),
               {constant(), constant()});
    return;
  }
  Node* n = number();
  if (n == nullptr) return;
  switch (choice_.below(4)) {
  case 0:
    positional(choice_.of({"operator.floordiv", "operator.mod", "operator.truediv"}),
               {n, choice_.of<Argument>({1, 2, 2.0, -3})});
    break;
  case 1: positional("operator.pow", {n, choice_.of({0, 1, 2})}); break;
  case 2: positional("operator.neg", {n}); break;
  default:
    positional(choice_.of({"operator.add", "operator.sub", "operator.mul", "operator.eq",
                           "operator.lt", "operator.iadd"}),
               {n, scalar()});
  }
}

void RandomModelBuilder::join() {
  Node* x = tensor([](const Tensor& tensor) { return tensor.dim() > 0; });
  if (x == nullptr) return;
  std::vector<Argument> parts{x};
  for (size_t i = choice_.below(3); i > 0; --i)
    parts.emplace_back(fitting(x, true));
  const Argument list = choice_.percent(70) ? Argument::list(parts) : Argument::tuple(parts);
  function(choice_.of({"torch.cat", "torch.stack"}),
           {{"tensors", list}, {"dim", choice_.of({0, -1})}});
}

void RandomModelBuilder::create() {
  Node* x = tensor();
  if (x == nullptr) return;
  switch (choice_.below(5)) {
  case 0: function("torch.clone", {{"input", x}}); break;
  case 1: positional(choice_.of({"torch.zeros", "torch.ones"}), {2, 3}); break;
  case 2: positional(choice_.of({"torch.zeros", "torch.ones"}), {Argument::tuple({3})}); break;
  case 3:
    finish(graph_.call_function(
        choice_.of({"torch.zeros_like", "torch.ones_like"}), {x},
        {{"dtype", Argument::dtype(choice_.of({"float32", "int64", "bool"}))}}));
    break;
  default: function(choice_.of({"torch.zeros_like", "torch.ones_like"}), {{"input", x}});
  }
}

void RandomModelBuilder::mutate() {
  Node* x = numeric_tensor();
  if (x == nullptr) return;
  Node* y = fitting(x);
  switch (choice_.below(10)) {
  case 0: method("add_", {{"self", x}, {"other", y}}); break;
  case 1: method("mul_", {{"self", x}, {"other", scalar()}}); break;
  case 2: method("add_", {{"self", x}, {"other", choice_.of({1, 2, -1})}}); break;
  case 3: positional_method(choice_.of({"relu_", "neg_"}), {x}); break;
  case 4: positional_method(choice_.of({"copy_", "sub_"}), {x, y}); break;
  case 5: method("fill_", {{"self", x}, {"value", scalar()}}); break;
  case 6: function("torch.nn.functional.relu", {{"input", x}, {"inplace", true}}); break;
  case 7: {
    const Argument index = index_of(tensor_value(x));
    positional("operator.setitem", {x, index, scalar()});
    break;
  }
  case 8:
    positional(choice_.of({"operator.iadd", "operator.imul", "operator.isub"}), {x, y});
    break;
  default: positional_method(choice_.of({"zero_", "relu_"}), {x});
  }
}

void RandomModelBuilder::write_out() {
  Node* out = numeric_tensor();
  if (out == nullptr) return;
  Node* x = fitting(out, true);
  Node* y = fitting(out);
  if (choice_.percent(40))
    finish(graph_.call_function(choice_.of({"torch.sin", "torch.neg"}), {x}, {{"out", out}}));
  else
    finish(graph_.call_function(choice_.of({"torch.add", "torch.mul"}), {x, y}, {{"out", out}}));
}

void RandomModelBuilder::draw_random() {
  Node* x = float_tensor();
  if (x == nullptr) return;
  switch (choice_.below(4)) {
  case 0: positional("torch.rand", {choice_.of({2, 3})}); break;
  case 1:
    function("torch.nn.functional.dropout",
             {{"input", x},
              {"p", choice_.of({0.5, 0.2, 0.0, 1.0})},
              {"training", choice_.of({true, true, false})},
              {"inplace", options_.mutation && choice_.percent(30)}});
    break;
  default: function("torch.rand_like", {{"input", x}});
  }
}

void RandomModelBuilder::call_module() {
  Node* x = float_tensor();
  if (x == nullptr || module_paths_.empty()) return;
  const std::string& path = choice_.of(module_paths_);
  finish(graph_.call_module(path, {x}));
  if (choice_.percent(30)) finish(graph_.call_module(path, {x}));
}

void RandomModelBuilder::read_slot() {
  if (!slot_paths_.empty()) finish(graph_.get_attr(choice_.of(slot_paths_)));
}

void RandomModelBuilder::take_part() {
  if (containers_.empty()) return;
  Node* container = choice_.of(containers_);
  const Value& parts = value(container);
  if (parts.items.empty()) return;
  if (parts.is(Value::Kind::Dict)) {
    positional("operator.getitem", {container, Argument::string(parts.items[0].text)});
    return;
  }
  const int64_t size = int64_t(parts.items.size());
  positional("operator.getitem", {container, static_int(-size, size - 1)});
}

} // namespace fx::testing
