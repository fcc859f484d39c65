// What LibTorch's modules register: the names and the order of their parameters and buffers, by
// class and options, as their constructors do it.
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

using Tensors = std::vector<RegisteredTensor>;

/// A flag among the options; nothing when its value is not known.
std::optional<bool> flag(const Object& module, std::string_view option, bool otherwise) {
  const Value* value = option_value(module, option);
  if (value == nullptr) return otherwise;
  if (!value->is(Value::Kind::Int)) return std::nullopt;
  return value->as_int() != 0;
}

std::optional<int64_t> number(const Object& module, std::string_view option, int64_t otherwise) {
  const Value* value = option_value(module, option);
  if (value == nullptr) return otherwise;
  if (!value->is(Value::Kind::Int)) return std::nullopt;
  return value->as_int();
}

/// Whether an option that holds a tensor, a module or a number has one.
bool is_given(const Object& module, std::string_view option) {
  const Value* value = option_value(module, option);
  return value && !value->is(Value::Kind::None);
}

void add_named(Tensors& to, std::string_view prefix, std::initializer_list<const char*> names) {
  for (const char* name : names)
    to.push_back({fmt::format("{}{}", prefix, name), false});
}

void add(Tensors& to, const std::string& prefix, const Tensors& more) {
  for (const RegisteredTensor& tensor : more)
    to.push_back({prefix + tensor.name, tensor.buffer});
}

/// Weight and, unless an option says no, bias.
std::optional<Tensors> weight_and(const Object& module, std::string_view option, bool otherwise,
                                  bool both) {
  const std::optional<bool> on = flag(module, option, otherwise);
  if (!on) return std::nullopt;
  Tensors found;
  if (*on || !both) found.push_back({"weight"});
  if (*on) found.push_back({"bias"});
  return found;
}

std::optional<Tensors> batch_statistics(const Object& module, bool by_default) {
  std::optional<Tensors> found = weight_and(module, "affine", by_default, /*both=*/true);
  const std::optional<bool> tracks = flag(module, "track_running_stats", by_default);
  if (!found || !tracks) return std::nullopt;
  for (const char* name : {"running_mean", "running_var", "num_batches_tracked"})
    if (*tracks) found->push_back({name, true});
  return found;
}

std::optional<Tensors> recurrent(const Object& module) {
  const auto layers = number(module, "num_layers", 1);
  const auto projection = number(module, "proj_size", 0);
  const auto bias = flag(module, "bias", true);
  const auto both_ways = flag(module, "bidirectional", false);
  if (!layers || !projection || !bias || !both_ways) return std::nullopt;
  Tensors found;
  for (int64_t layer = 0; layer < *layers; ++layer)
    for (const char* direction : {"", "_reverse"}) {
      if (*direction && !*both_ways) continue;
      const std::string end = fmt::format("_l{}{}", layer, direction);
      found.push_back({"weight_ih" + end});
      found.push_back({"weight_hh" + end});
      if (*bias) found.push_back({"bias_ih" + end});
      if (*bias) found.push_back({"bias_hh" + end});
      if (*projection > 0) found.push_back({"weight_hr" + end});
    }
  return found;
}

std::optional<Tensors> attention(const Object& module) {
  const auto bias = flag(module, "bias", true);
  const auto more_bias = flag(module, "add_bias_kv", false);
  const auto width = number(module, "embed_dim", -1);
  const auto keys = number(module, "kdim", width.value_or(-1));
  const auto values = number(module, "vdim", width.value_or(-1));
  if (!bias || !more_bias || !width || !keys || !values) return std::nullopt;
  Tensors found;
  if (*keys == *width && *values == *width)
    found.push_back({"in_proj_weight"});
  else
    add_named(found, "", {"q_proj_weight", "k_proj_weight", "v_proj_weight"});
  if (*bias) found.push_back({"in_proj_bias"});
  if (*more_bias) add_named(found, "", {"bias_k", "bias_v"});
  found.push_back({"out_proj.weight"});
  if (*bias) found.push_back({"out_proj.bias"});
  return found;
}

Tensors transformer_layer(bool decoder) {
  Tensors found;
  for (const char* part : {"self_attn.", "multihead_attn."})
    if (decoder || part[0] == 's')
      add_named(found, part,
                {"in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias"});
  for (const char* part : {"linear1.", "linear2.", "norm1.", "norm2.", "norm3."})
    if (decoder || part[4] != '3') add_named(found, part, {"weight", "bias"});
  return found;
}

/// A stack of layers and, maybe, a norm behind them.
std::optional<Tensors> transformer_stack(const Object& module, bool decoder) {
  const auto layers = number(module, "num_layers", -1);
  if (!layers || *layers < 0) return std::nullopt;
  Tensors found;
  for (int64_t layer = 0; layer < *layers; ++layer)
    add(found, fmt::format("layers.{}.", layer), transformer_layer(decoder));
  if (const Value* norm = option_value(module, "norm"); norm && is_given(module, "norm")) {
    const Object* object = module_of(*norm);
    const auto tensors = object ? registered_tensors(*object) : std::nullopt;
    if (!tensors) return std::nullopt;
    add(found, "norm.", *tensors);
  }
  return found;
}

std::optional<Tensors> transformer(const Object& module) {
  if (is_given(module, "custom_encoder") || is_given(module, "custom_decoder")) return std::nullopt;
  Tensors found;
  for (const bool decoder : {false, true}) {
    const auto layers = number(module, decoder ? "num_decoder_layers" : "num_encoder_layers", 6);
    if (!layers) return std::nullopt;
    const std::string part = decoder ? "decoder." : "encoder.";
    for (int64_t layer = 0; layer < *layers; ++layer)
      add(found, fmt::format("{}layers.{}.", part, layer), transformer_layer(decoder));
    add_named(found, part + "norm.", {"weight", "bias"});
  }
  return found;
}

} // namespace

std::optional<std::vector<RegisteredTensor>> registered_tensors(const Object& leaf) {
  const CXXRecordDecl* library = library_class(leaf.type);
  if (leaf.module->kind == ModuleKind::Leaf && !is_torch_library(leaf.type) &&
      !llvm::StringRef(qualified_name(library)).ends_with("Impl"))
    return std::nullopt; // a class of the user's that --leaf names
  llvm::StringRef type = library->getName();
  type.consume_back("Impl");
  if (type == "Linear" || type == "Bilinear" || type.starts_with("Conv"))
    return weight_and(leaf, "bias", true, /*both=*/false);
  if (type == "LayerNorm") return weight_and(leaf, "elementwise_affine", true, /*both=*/true);
  if (type == "GroupNorm") return weight_and(leaf, "affine", true, /*both=*/true);
  if (type.starts_with("BatchNorm")) return batch_statistics(leaf, true);
  if (type.starts_with("InstanceNorm")) return batch_statistics(leaf, false);
  if (type == "Embedding" || type == "EmbeddingBag" || type == "PReLU")
    return Tensors{{"weight", false}};
  if (type == "LSTM" || type == "GRU" || type == "RNN") return recurrent(leaf);
  if (type == "LSTMCell" || type == "GRUCell" || type == "RNNCell") {
    const auto bias = flag(leaf, "bias", true);
    if (!bias) return std::nullopt;
    Tensors found;
    add_named(found, "", {"weight_ih", "weight_hh"});
    if (*bias) add_named(found, "", {"bias_ih", "bias_hh"});
    return found;
  }
  if (type == "MultiheadAttention") return attention(leaf);
  if (type == "TransformerEncoderLayer" || type == "TransformerDecoderLayer")
    return transformer_layer(type == "TransformerDecoderLayer");
  if (type == "TransformerEncoder" || type == "TransformerDecoder")
    return transformer_stack(leaf, type == "TransformerDecoder");
  if (type == "Transformer") return transformer(leaf);
  if (type == "AdaptiveLogSoftmaxWithLoss" || is_given(leaf, "_random_samples"))
    return std::nullopt;
  // Losses keep the weights that they are given as buffers; all others have no state.
  Tensors found;
  for (const char* name : {"weight", "pos_weight"})
    if (type.ends_with("Loss") && is_given(leaf, name)) found.push_back({name, true});
  return found;
}

std::vector<std::string> state_names(const Object& module) {
  std::vector<std::string> names;
  const auto visit = [&](auto&& recurse, const Object& object, const std::string& prefix) -> void {
    for (const TensorSlot& slot : object.module->tensors)
      if (slot.role != TensorRole::Constant && slot.init) names.push_back(prefix + slot.name.str());
    if (object.module->kind == ModuleKind::Leaf) {
      const auto tensors = registered_tensors(object);
      if (!tensors) names.push_back(prefix + "*");
      if (tensors)
        for (const RegisteredTensor& tensor : *tensors)
          names.push_back(prefix + tensor.name);
    }
    for (size_t i = 0; i < object.elements.size() && i < object.element_names.size(); ++i)
      if (const Object* child = module_of(object.elements[i]->value()))
        recurse(recurse, *child, prefix + object.element_names[i] + ".");
  };
  visit(visit, module, "");
  return names;
}

bool may_hold_tensors(const Object& module) {
  return !state_names(module).empty();
}

} // namespace fx::frontend
