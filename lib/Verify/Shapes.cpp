#include "Shapes.h"

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

/// "Conv2d": 2; 0 where the name does not tell.
int64_t dimensions(llvm::StringRef type) {
  return type.ends_with("1d") ? 1 : type.ends_with("2d") ? 2 : type.ends_with("3d") ? 3 : 0;
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
  return number(module, "num_embeddings");
}

std::vector<TensorMeta> accepted_by(const ModuleNode& module, size_t place, int64_t extent) {
  llvm::StringRef type = module.cpp_type.view();
  (void)type.consume_front("torch::nn::");
  const int64_t dims = dimensions(type);
  if (num_rows(module))
    return {tensor({batch, length}, "int64"), tensor({length}, "int64"), tensor({batch}, "int64"),
            tensor({batch, 3, length}, "int64")};
  if (const auto channels = number(module, "in_channels"))
    return of_channels(*channels, dims, extent);
  if (type.starts_with("BatchNorm") || type.starts_with("InstanceNorm"))
    return of_channels(number(module, "num_features").value_or(4), dims, extent);
  if (type == "GroupNorm")
    return of_channels(number(module, "num_channels").value_or(4), 2, extent);
  if (type == "PReLU") return of_channels(number(module, "num_parameters").value_or(4), 2, extent);
  if (type == "Bilinear")
    return of_features(number(module, place == 0 ? "in1_features" : "in2_features").value_or(4));
  if (const auto features = number(module, "in_features")) return of_features(*features);
  if (const auto features = number(module, "input_size")) {
    if (type.ends_with("Cell")) {
      const int64_t size = place == 0 ? *features : number(module, "hidden_size").value_or(4);
      return {tensor({batch, size}), tensor({size})};
    }
    if (place == 0) return of_sequence(*features);
    const int64_t layers = number(module, "num_layers").value_or(1);
    const int64_t hidden = number(module, "hidden_size").value_or(4);
    return {tensor({layers, batch, hidden}), tensor({2 * layers, batch, hidden}),
            tensor({layers, length, hidden}), tensor({layers, hidden})};
  }
  if (type == "LayerNorm") {
    const ModuleOption* option = module.option("normalized_shape");
    if (option == nullptr) return {};
    Sizes sizes{batch};
    for (const Argument& size : option->value.items())
      if (size.is(Argument::Kind::Int)) sizes.push_back(size.as_int());
    Sizes longer = sizes;
    longer.insert(longer.begin() + 1, length);
    return {tensor(std::move(longer)), tensor(std::move(sizes))};
  }
  for (const char* const name : {"embed_dim", "d_model"})
    if (const auto features = number(module, name)) return of_sequence(*features);
  if (const auto factor = number(module, "upscale_factor"))
    return of_channels(4 * *factor * *factor, 2, extent);
  return dims > 0 ? of_channels(4, dims, extent) : std::vector<TensorMeta>();
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
