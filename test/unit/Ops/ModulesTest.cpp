// The rows of fx/Ops/Modules.def: complete, and what LibTorch's own modules do.
#include "fx/Ops/Modules.h"

#include "WithKernels.h"

#include "fx/IR/Printer.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/Facts.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>
#include <map>
#include <set>

namespace fx::ops {
namespace {

using Options = std::vector<ModuleOption>;

std::set<std::string> words(std::string_view text) {
  std::set<std::string> found;
  while (!text.empty()) {
    const size_t blank = std::min(text.find(' '), text.size());
    found.emplace(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return found;
}

/// Whether only later versions of LibTorch than the installed one have it.
bool is_missing_here(const ModuleClass& row) {
  static const std::set<std::string_view> later{
#define FX_LATER_MODULE(NAME, FAMILY, DIMENSIONS) NAME,
#include "fx/Ops/Modules.def"
  };
  return later.contains(row.name) && !LibTorch::built_in()->find_module_holder(row.name);
}

/// A class with an object in LibTorch: no part of another, and none that is what it is given.
bool is_made_by_options(const ModuleClass& row) {
  return !row.is_container() && !row.name.starts_with('_') && !is_missing_here(row);
}

/// Of layers that an option holds: the plugin makes no module from such an option.
bool is_stack(const ModuleClass& row) {
  return row.is(ModuleFamily::TransformerEncoder) || row.is(ModuleFamily::TransformerDecoder);
}

/// Values for options that have no defaults, and others that change what is registered.
std::optional<Argument> usual(std::string_view option) {
  static const std::map<std::string_view, Argument> values{
      {"cutoffs", Argument::list({2, 5})},
      {"d_model", 8},
      {"downscale_factor", 2},
      {"embed_dim", 8},
      {"embedding_dim", 6},
      {"groups", 2},
      {"hidden_size", 6},
      {"in1_features", 3},
      {"in2_features", 4},
      {"in_channels", 4},
      {"in_features", 64},
      {"input_size", 5},
      {"kernel_size", 3},
      {"lambda", 0.5},
      {"n_classes", 10},
      {"nhead", 2},
      {"normalized_shape", Argument::list({4, 5})},
      {"norm_type", 2.0},
      {"num_channels", 6},
      {"num_decoder_layers", 1},
      {"num_embeddings", 10},
      {"num_encoder_layers", 2},
      {"num_features", 5},
      {"num_groups", 3},
      {"num_heads", 2},
      {"num_layers", 2},
      {"num_parameters", 4},
      {"out_channels", 6},
      {"out_features", 7},
      {"output_size", 2},
      {"padding", 1},
      {"proj_size", 3},
      {"kdim", 4},
      {"size", 3},
      {"upscale_factor", 2},
      {"value", 0.5},
  };
  const auto found = values.find(option);
  if (found != values.end()) return found->second;
  const bool decoder = option == "decoder_layer";
  if (!decoder && option != "encoder_layer") return std::nullopt;
  const ModuleLiteral layer{
      Symbol(decoder ? "torch::nn::TransformerDecoderLayer" : "torch::nn::TransformerEncoderLayer"),
      {{"d_model", 8, true}, {"nhead", 2, true}, {"dim_feedforward", 16, false}}};
  return layer.to_argument();
}

Options needed(const ModuleClass& row) {
  Options options;
  if (const OptionsClass* of = LibTorch::built_in()->find_module_options(row.name))
    for (const std::string_view name : of->constructor)
      if (const std::optional<Argument> value = usual(name))
        options.push_back({name, *value, true});
  return options;
}

/// Options as they are needed, and with each other one changed that `usual` knows or that is a flag.
std::vector<Options> variants(const ModuleClass& row) {
  std::vector<Options> all{needed(row)};
  const OptionsClass* of = LibTorch::built_in()->find_module_options(row.name);
  if (of == nullptr) return all;
  for (const OptionsField& field : of->fields) {
    if (std::ranges::find(of->constructor, field.name) != of->constructor.end()) continue;
    std::optional<Argument> value = usual(field.name);
    if (field.default_value == "True") value = false;
    if (field.default_value == "False") value = true;
    if (field.name == "norm")
      value =
          ModuleLiteral{"torch::nn::LayerNorm", {{"normalized_shape", Argument::list({8}), true}}}
              .to_argument();
    if (!value) continue;
    all.push_back(all.front());
    all.back().push_back({field.name, *value, false});
  }
  return all;
}

std::string described(const ModuleClass& row, const Options& options) {
  std::string text(row.name);
  for (const ModuleOption& option : options)
    text += " " + option.name.str() + "=" + python_repr(option.value);
  return text;
}

class Measured : public WithKernels {
protected:
  /// What LibTorch's module has; of a stack what its layers have.
  std::vector<LeafTensor> measured(const ModuleClass& row, const Options& options) {
    if (is_stack(row)) {
      std::vector<LeafTensor> tensors;
      const auto add = [&](const std::string& prefix, const ModuleLiteral& made) {
        for (LeafTensor tensor : measured(*find_module_class(made.cpp_type.view()), made.options)) {
          tensor.name = Symbol(prefix + tensor.name.str());
          tensors.push_back(std::move(tensor));
        }
      };
      for (const char* const layer : {"layers.0.", "layers.1."})
        add(layer, *ModuleLiteral::from_argument(options.front().value));
      if (options.back().name == Symbol("norm"))
        add("norm.", *ModuleLiteral::from_argument(options.back().value));
      return tensors;
    }
    ModuleTree tree;
    ModuleNode& leaf = tree.create(Symbol("torch::nn::" + std::string(row.name)), ModuleKind::Leaf);
    leaf.options = options;
    std::vector<LeafTensor> tensors =
        kernels_->leaf_tensors(leaf, *LibTorch::built_in(), /*training=*/true);
    kernels_->forget_modules();
    return tensors;
  }

  /// Whether LibTorch's forward takes these tensors; `why_not`: what it says.
  bool takes(const ModuleClass& row, const Options& options, const std::vector<TensorMeta>& tensors,
             std::string& why_not) {
    TracedModule module;
    ModuleNode& leaf =
        module.modules.create(Symbol("torch::nn::" + std::string(row.name)), ModuleKind::Leaf);
    leaf.options = options;
    module.modules.attach(module.modules.root(), leaf, "m");
    std::map<const Node*, ExampleValue> values;
    std::vector<Argument> arguments;
    for (const TensorMeta& tensor : tensors) {
      Node* input = module.graph.placeholder("x");
      values[input] = *kernels_->tensor(tensor);
      arguments.emplace_back(input);
    }
    const Node* call = module.graph.call_module("m", std::move(arguments));
    const ExampleResult result =
        kernels_->run(*call, module, [&](const Node& node) { return values.at(&node); });
    kernels_->forget_modules();
    why_not = result.failure;
    return result.value != nullptr;
  }
};

TEST(Modules, EveryModuleOfTheHeadersHasARowAndEveryRowAModule) {
  EXPECT_TRUE(std::ranges::is_sorted(all_module_classes(), {}, &ModuleClass::name));
  for (const ModuleHolder& holder : LibTorch::built_in()->module_holders())
    EXPECT_NE(find_module_class(holder.name), nullptr) << holder.name;
  for (const ModuleClass& row : all_module_classes())
    EXPECT_TRUE(row.name.starts_with('_') || is_missing_here(row) ||
                LibTorch::built_in()->find_module_holder(row.name))
        << row.name;
}

TEST(Modules, EveryOptionIsReadSomewhereOrTheRowSaysWhyNot) {
  for (const ModuleClass& row : all_module_classes()) {
    const OptionsClass* of = LibTorch::built_in()->find_module_options(row.name);
    const std::set<std::string> forward = words(row.reads.by_forward_alone),
                                constructor = words(row.reads.by_constructor_alone);
    for (const std::string& word : forward)
      EXPECT_FALSE(constructor.contains(word)) << row.name << " " << word;
    if (of == nullptr || forward.contains("*")) continue;
    for (const OptionsField& field : of->fields) {
      const std::string name(field.name);
      EXPECT_TRUE(forward.contains(name) || constructor.contains(name) ||
                  !row.reads.why_not.empty())
          << row.name << " " << name;
    }
  }
}

TEST(Modules, EveryNameOfAnOptionIsOne) {
  std::map<ModuleFamily, std::set<std::string>> known;
  for (const ModuleClass& row : all_module_classes())
    if (const OptionsClass* of = LibTorch::built_in()->find_module_options(row.name))
      for (const OptionsField& field : of->fields)
        known[row.family].emplace(field.name);
  for (const ModuleClass& row : all_module_classes()) {
    std::set<std::string> names = words(row.reads.by_forward_alone);
    names.merge(words(row.reads.by_constructor_alone));
    names.emplace(row.takes.option);
    names.emplace(row.takes.second);
    for (const std::string& name : names)
      // A stack of layers asks its layer.
      EXPECT_TRUE(name.empty() || name == "*" || known[row.family].contains(name) ||
                  (name == "d_model" && row.name.starts_with("Transformer")))
          << row.name << " " << name;
  }
}

TEST(Modules, AConditionOnTheModeStandsWhereTheEffectsDependOnIt) {
  for (const ModuleClass& row : all_module_classes()) {
    const PythonEffects* effects = find_module_effects(row.name, LibTorch::built_in()->version());
    // Stacks are run with the dropout of their layers, which the experiments leave out.
    const bool is_stack = row.name.starts_with("Transformer") && !row.name.ends_with("Layer");
    if (effects == nullptr || is_stack) continue;
    const bool depends = effects->random_in_training != effects->random_in_eval ||
                         effects->writes_state_in_training != effects->writes_state_in_eval ||
                         row.is(ModuleFamily::InstanceNorm);
    EXPECT_EQ(depends, !row.same.empty()) << row.name;
  }
  const auto same = [](std::string_view name, const Options& options) {
    return is_same_in_both_modes({*LibTorch::built_in(), *find_module_class(name), options});
  };
  EXPECT_FALSE(same("Dropout", {}));
  EXPECT_TRUE(same("Dropout", {{"p", 0.0, true}}));
  EXPECT_FALSE(same("BatchNorm2d", {}));
  EXPECT_TRUE(same("BatchNorm2d", {{"track_running_stats", false, false}}));
  EXPECT_TRUE(same("InstanceNorm2d", {}));
  EXPECT_TRUE(same("LSTM", {}));
  EXPECT_TRUE(same("LSTM", {{"dropout", 0.5, false}}));
  EXPECT_FALSE(same("LSTM", {{"dropout", 0.5, false}, {"num_layers", 2, false}}));
  EXPECT_TRUE(same("MultiheadAttention", {}));
  EXPECT_FALSE(same("TransformerEncoderLayer", {}));
  EXPECT_FALSE(same("RReLU", {}));
}

TEST(Modules, InitialValuesAreDrawnWhereNoRowSaysANumber) {
  const auto draws = [](std::string_view name, const Options& options) {
    return draws_initial_values({*LibTorch::built_in(), *find_module_class(name), options});
  };
  EXPECT_TRUE(draws("Linear", {}));
  EXPECT_FALSE(draws("BatchNorm2d", {}));
  EXPECT_FALSE(draws("ReLU", {}));
  EXPECT_FALSE(draws("PReLU", {}));
  EXPECT_TRUE(draws("Embedding", {}));
  Graph graph;
  EXPECT_FALSE(draws("Embedding", {{"_weight", graph.placeholder("w"), false}}));
}

TEST(Modules, ATensorOfALeafIsFoundByItsPath) {
  TracedModule module;
  ModuleNode& norm = module.modules.create("torch::nn::BatchNorm2d", ModuleKind::Leaf);
  module.modules.attach(module.modules.root(), norm, "bn");
  ModuleNode& attention = module.modules.create("torch::nn::MultiheadAttention", ModuleKind::Leaf);
  module.modules.attach(module.modules.root(), attention, "a");
  EXPECT_TRUE(find_leaf_tensor(module, "bn.running_mean")->is_buffer());
  EXPECT_FALSE(find_leaf_tensor(module, "bn.weight")->is_buffer());
  // Its options are not known here, which leaves it open whether there is one.
  EXPECT_FALSE(find_leaf_tensor(module, "a.out_proj.bias")->is_buffer());
  EXPECT_FALSE(find_leaf_tensor(module, "bn.other"));
  ModuleNode& mine = module.modules.create("BatchNorm2d", ModuleKind::Leaf);
  module.modules.attach(module.modules.root(), mine, "mine");
  EXPECT_FALSE(find_leaf_tensor(module, "mine.running_mean"));
}

TEST_F(Measured, WhatIsRegisteredIsWhatLibTorchRegisters) {
  for (const ModuleClass& row : all_module_classes()) {
    if (!is_made_by_options(row)) continue;
    for (const Options& options : variants(row)) {
      SCOPED_TRACE(described(row, options));
      const auto said = registered_tensors({*LibTorch::built_in(), row, options});
      ASSERT_TRUE(said);
      std::vector<std::string> expected, names;
      for (const bool buffers : {false, true})
        for (const RegisteredTensor& tensor : *said)
          if (tensor.is_buffer() == buffers)
            names.push_back((buffers ? "buffer " : "parameter ") + tensor.name);
      for (const LeafTensor& tensor : measured(row, options)) {
        expected.push_back(std::string(role_name(tensor.role)) + " " + tensor.name.str());
        const auto row_of = std::ranges::find(*said, tensor.name.str(), &RegisteredTensor::name);
        if (row_of != said->end() && row_of->sizes)
          EXPECT_EQ(*row_of->sizes, tensor.tensor.shape) << tensor.name.str();
      }
      EXPECT_EQ(names, expected);
    }
  }
}

/// Tensors that a class takes, with `more` in the size that the row tells; none where it tells none.
std::vector<TensorMeta> inputs(const ModuleClass& row, int64_t more) {
  const auto size = [&](std::string_view option) {
    const std::optional<Argument> value = usual(option);
    return value && value->is(Argument::Kind::Int) ? value->as_int() + more : 4 + more;
  };
  const auto tensor = [](std::vector<int64_t> sizes, std::string_view type = "float32") {
    return TensorMeta{std::move(sizes), type, {}};
  };
  const int64_t first = size(row.takes.option);
  const size_t dims = row.dimensions == 0 ? 2 : static_cast<size_t>(row.dimensions);
  switch (row.takes.kind) {
  case ModuleInput::Kind::Channels:
  case ModuleInput::Kind::Shuffled: {
    std::vector<int64_t> sizes{2, row.takes.kind == ModuleInput::Kind::Shuffled
                                      ? (first - more) * (first - more) + more
                                      : first};
    sizes.insert(sizes.end(), dims, 6);
    return {tensor(sizes)};
  }
  case ModuleInput::Kind::Features:
    if (row.takes.second.empty()) return {tensor({2, first})};
    return {tensor({2, first}), tensor({2, size(row.takes.second)})};
  case ModuleInput::Kind::Indices: return {tensor({2, 5}, more == 0 ? "int64" : "float32")};
  case ModuleInput::Kind::Sequence: return {tensor({2, 5, first})};
  case ModuleInput::Kind::Cell: return {tensor({2, first})};
  case ModuleInput::Kind::Recurrent: return {tensor({2, 5, first})};
  case ModuleInput::Kind::Normalized: return {tensor({2, 4, 5 + more})};
  }
  return {};
}

TEST_F(Measured, WhatARowSaysOfTheInputsIsWhatForwardTakes) {
  for (const ModuleClass& row : all_module_classes()) {
    if (!is_made_by_options(row) || is_stack(row) || row.name.ends_with("Loss") ||
        row.name.starts_with("MaxUnpool"))
      continue;
    const bool tells_sizes = !row.takes.option.empty();
    if (!tells_sizes && row.dimensions == 0) continue;
    const ModuleHolder* holder = LibTorch::built_in()->find_module_holder(row.name);
    const auto wanted = static_cast<size_t>(
        std::ranges::count_if(holder->forward, [](const ForwardParameter& parameter) {
          return parameter.default_value.empty();
        }));
    const auto as_many = [&](std::vector<TensorMeta> tensors) {
      while (tensors.size() < wanted)
        tensors.push_back(tensors.back());
      return tensors;
    };
    Options options = needed(row);
    if (row.name.starts_with("FractionalMaxPool")) options.push_back({"output_size", 2, false});
    if (row.is(ModuleFamily::PReLU)) options.push_back({"num_parameters", 4, false});
    SCOPED_TRACE(described(row, options));
    std::string why_not;
    EXPECT_TRUE(takes(row, options, as_many(inputs(row, 0)), why_not)) << why_not;
    if (!tells_sizes) continue;
    // A normalisation may be one of any channels where it does not scale.
    if (row.is(ModuleFamily::InstanceNorm)) options.push_back({"affine", true, false});
    EXPECT_FALSE(takes(row, options, as_many(inputs(row, 1)), why_not));
  }
}

} // namespace
} // namespace fx::ops
