#include "Shapes.h"

#include "fx/Ops/Modules.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace fx::verify {

namespace {

constexpr int64_t batch = 2;
constexpr int64_t length = 5; // of a sequence

using Sizes = std::vector<int64_t>;

TensorMeta tensor(Sizes sizes, std::string_view dtype = "float32") {
  return {std::move(sizes), dtype, {}};
}

/// What an option is, also of a module given as an option: TransformerEncoder's layer.
std::optional<int64_t> number(const ModuleNode& module, std::string_view name) {
  const auto first = [](const Argument& value) -> std::optional<int64_t> {
    const Argument& item = value.items().empty() ? value : value.items().front();
    return item.is(Argument::Kind::Int) ? std::optional(item.as_int()) : std::nullopt;
  };
  if (const ModuleOption* option = module.option(name)) return first(option->value);
  for (const ModuleOption& option : module.options)
    if (const std::optional<ModuleLiteral> literal = ModuleLiteral::from_argument(option.value))
      for (const ModuleOption& inner : literal->options)
        if (inner.name.view() == name) return first(inner.value);
  return std::nullopt;
}

Sizes with_extents(Sizes sizes, int64_t dimensions, int64_t extent) {
  sizes.insert(sizes.end(), static_cast<size_t>(dimensions), extent);
  return sizes;
}

std::vector<TensorMeta> of_channels(int64_t channels, int64_t dims, int64_t extent) {
  std::vector<TensorMeta> found{tensor(with_extents({batch, channels}, dims, extent)),
                                tensor(with_extents({channels}, dims, extent))};
  // What was permuted on its way.
  Sizes last = with_extents({batch}, dims, extent);
  last.push_back(channels);
  found.push_back(tensor(std::move(last)));
  if (dims == 1) found.push_back(tensor({batch, channels}));
  return found;
}

std::vector<TensorMeta> of_features(int64_t features) {
  return {tensor({batch, features}), tensor({batch, length, features}),
          tensor({batch, 4, length, features}), tensor({features})};
}

std::vector<TensorMeta> of_sequence(int64_t features) {
  return {tensor({batch, length, features}), tensor({length, features}), tensor({batch, features})};
}

} // namespace

std::optional<int64_t> num_rows(const ModuleNode& module) {
  const ops::ModuleClass* known = ops::module_class_of(module);
  return known && known->takes.kind == ops::ModuleInput::Kind::Indices
             ? number(module, known->takes.option)
             : std::nullopt;
}

std::vector<TensorMeta> accepted_by(const ModuleNode& module, size_t place, int64_t extent) {
  using enum ops::ModuleInput::Kind;
  const ops::ModuleClass* known = ops::module_class_of(module);
  if (known == nullptr) return {};
  const ops::ModuleInput& takes = known->takes;
  const int64_t size = number(module, takes.option).value_or(4);
  const int64_t second = number(module, takes.second).value_or(4);
  // Where any number of dimensions will do, those of an image.
  const int64_t dims = known->dimensions == 0 ? 2 : known->dimensions;
  switch (takes.kind) {
  case Channels:
    return takes.option.empty() && known->dimensions == 0 ? std::vector<TensorMeta>()
                                                          : of_channels(size, dims, extent);
  case Shuffled: return of_channels(4 * size * size, dims, extent);
  case Features: return of_features(place == 0 || takes.second.empty() ? size : second);
  case Indices:
    return {tensor({batch, length}, "int64"), tensor({length}, "int64"), tensor({batch}, "int64"),
            tensor({batch, 3, length}, "int64")};
  case Sequence: return of_sequence(size);
  case Cell: {
    const int64_t last = place == 0 ? size : second;
    return {tensor({batch, last}), tensor({last})};
  }
  case Recurrent: {
    if (place == 0) return of_sequence(size);
    const int64_t layers = number(module, "num_layers").value_or(1);
    return {tensor({layers, batch, second}), tensor({2 * layers, batch, second}),
            tensor({layers, length, second}), tensor({layers, second})};
  }
  case Normalized: {
    const ModuleOption* option = module.option(takes.option);
    if (option == nullptr) return {};
    Sizes sizes{batch};
    for (const Argument& item : option->value.items())
      if (item.is(Argument::Kind::Int)) sizes.push_back(item.as_int());
    Sizes longer = sizes;
    longer.insert(longer.begin() + 1, length);
    return {tensor(std::move(longer)), tensor(std::move(sizes))};
  }
  }
  return {};
}

std::vector<TensorMeta> accepted_by(const Node& call, int64_t extent) {
  const llvm::StringRef target = call.target().view();
  if (target.contains("embedding") || target.contains("one_hot"))
    return {tensor({batch, length}, "int64"), tensor({length}, "int64"), tensor({batch}, "int64")};
  if (target.contains("conv") || target.contains("pool") || target.contains("interpolate"))
    return {};
  // The sizes that it is viewed as are those of a batch of it: view(-1, 784).
  if (target != "view" && target != "reshape") return {};
  Sizes sizes;
  int64_t product = 1;
  for (const Argument& argument : call.args().subspan(1)) {
    std::vector<Argument> items(argument.items().begin(), argument.items().end());
    if (items.empty()) items.push_back(argument);
    for (const Argument& item : items) {
      const bool known = item.is(Argument::Kind::Int) && item.as_int() > 0;
      sizes.push_back(known ? item.as_int() : batch);
      if (known) product *= item.as_int();
    }
  }
  if (product == 1 || product > (int64_t{1} << 24)) return {};
  std::vector<TensorMeta> found;
  if (product % (extent * extent) == 0)
    found.push_back(tensor({batch, product / extent / extent, extent, extent}));
  found.push_back(tensor({batch, product}));
  found.push_back(tensor(std::move(sizes)));
  return found;
}

bool keeps_integers(const Node& call) {
  static constexpr const char* names[] = {
      "view",       "reshape",     "flatten", "unsqueeze", "squeeze",         "to",
      "contiguous", "clone",       "detach",  "expand",    "torch.unsqueeze", "torch.squeeze",
      "transpose",  "permute",     "t",       "repeat",    "torch.flatten",   "operator.getitem",
      "slice",      "select",      "narrow",  "torch.cat", "torch.reshape",   "torch.transpose",
      "long",       "index_select"};
  return std::ranges::find(names, call.target().view()) != std::end(names);
}

TensorMeta image(int64_t extent) {
  return tensor({batch, 4, extent, extent});
}

std::vector<TensorMeta> common_shapes(int64_t extent) {
  return {tensor({batch, 3, extent, extent}),
          tensor({batch, 1, extent, extent}),
          tensor({batch, length, 4}),
          tensor({batch, 4}),
          tensor({batch, 1}),
          tensor({batch}),
          tensor({length, length}),
          tensor({length}),
          tensor({4}),
          tensor({}),
          tensor({batch, 3, 4, 4, 4})};
}

std::vector<TensorMeta> neighbours(const TensorMeta& shape,
                                   const std::vector<std::pair<int64_t, int64_t>>& corrections,
                                   const std::vector<TensorMeta>& operands) {
  std::vector<TensorMeta> found;
  for (const auto& [given, wanted] : corrections)
    for (size_t dim = 0; dim < shape.shape.size(); ++dim) {
      TensorMeta other = shape;
      int64_t& size = other.shape[dim];
      if (size + wanted - given > 0) {
        size += wanted - given;
        found.push_back(other);
      }
      if (given > 0 && shape.shape[dim] * wanted % given == 0) {
        size = shape.shape[dim] * wanted / given;
        if (size > 0) found.push_back(other);
      }
    }
  for (const TensorMeta& operand : operands) {
    found.push_back(operand);
    for (size_t dim = 0; dim < operand.shape.size(); ++dim) {
      TensorMeta without = operand; // targets of a loss, masks
      without.shape.erase(without.shape.begin() + static_cast<std::ptrdiff_t>(dim));
      found.push_back(without);
    }
    for (const int64_t size : operand.shape) {
      found.push_back(tensor({batch, length, size}));
      found.push_back(tensor({batch, size}));
      found.push_back(tensor({batch, 4, length, size}));
      found.push_back(tensor({size}));
      found.push_back(tensor({size, size}));
    }
    for (size_t dim = 0; dim < shape.shape.size(); ++dim)
      for (const int64_t size : operand.shape) {
        TensorMeta other = shape;
        other.shape[dim] = size;
        found.push_back(other);
      }
  }
  // What is spread fits too often to come first.
  for (TensorMeta operand : operands)
    for (int64_t& size : operand.shape) {
      const int64_t whole = std::exchange(size, 1);
      found.push_back(operand);
      size = whole;
    }
  // Twice or half of an image: what other layers of a network made of it.
  for (const int64_t factor : {2, 4}) {
    if (shape.shape.size() < 3) break;
    TensorMeta larger = shape, smaller = shape;
    for (size_t dim = 2; dim < shape.shape.size(); ++dim) {
      larger.shape[dim] *= factor;
      smaller.shape[dim] = std::max<int64_t>(1, smaller.shape[dim] / factor);
    }
    found.push_back(larger);
    found.push_back(smaller);
  }
  return found;
}

} // namespace fx::verify
