#include "fx/Analysis/Effects.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace fx {

namespace {

using ops::PythonEffect;

std::unordered_map<Symbol, Effects>& declared() {
  static std::unordered_map<Symbol, Effects> table;
  return table;
}

constexpr uint64_t every_operand = ~uint64_t(0);

Effects unknown_effects() {
  Effects effects;
  effects.unknown = true;
  effects.aliases = every_operand;
  return effects;
}

Effects effects_of(PythonEffect effect) {
  if (effect == PythonEffect::Unknown) return unknown_effects();
  Effects effects;
  effects.barrier = effect == PythonEffect::Barrier;
  effects.random = effect == PythonEffect::Seed;
  effects.required =
      effect == PythonEffect::Required || effects.barrier || effect == PythonEffect::Seed;
  effects.no_memory = effect == PythonEffect::Number || effects.required;
  effects.aliases = effect == PythonEffect::View ? every_operand : 0;
  return effects;
}

/// A value that is known to be false: `training = False`.
bool is_false(const Argument& argument) {
  return argument.is(Argument::Kind::Bool) && !argument.as_bool();
}

bool is_true_or_unknown(const Argument* argument) {
  return argument != nullptr && !is_false(*argument) && !argument->is_none();
}

bool is_tensor_type(std::string_view type) {
  return type.starts_with("Tensor");
}

/// Operators that are made of others, and whose last step is always one that makes a tensor:
/// at::convolution, mm, bmm, mv, dot, native_layer_norm. Neither their schemas nor LibTorch's tags
/// say so; test/unit/Runtime/ConstFoldTest.cpp runs them.
bool always_makes_memory(std::string_view operation) {
  constexpr std::string_view operations[] = {"batch_norm",
                                             "conv1d",
                                             "conv2d",
                                             "conv3d",
                                             "conv_transpose1d",
                                             "conv_transpose2d",
                                             "conv_transpose3d",
                                             "group_norm",
                                             "layer_norm",
                                             "linear",
                                             "matmul"};
  return std::ranges::find(operations, operation) != std::end(operations);
}

/// Operators whose results lie in the memory of an operand, of which their schemas say nothing:
/// autograd is not to see it. test/unit/Runtime/AllEffectsTest.cpp runs all operators.
bool hides_memory(std::string_view operation) {
  constexpr std::string_view operations[] = {
      "_foobar",      "_unsafe_view",           "lift", "set", "unsafe_chunk",
      "unsafe_split", "unsafe_split_with_sizes"};
  return std::ranges::find(operations, operation) != std::end(operations);
}

/// Whether a call writes to what it is given for it: the noise of rrelu_with_noise too, of which
/// the schemas of LibTorch 1.13 do not say it.
bool writes_to(const ops::SchemaArgument& argument) {
  return argument.mutated || argument.name == "noise";
}

/// Adds what one overload may do to what the others may do.
void add_overload(const Node& node, const ops::BoundCall& call, Effects& effects,
                  bool& has_memory) {
  const ops::Schema& schema = *call.schema;
  const std::vector<int>& index = call.parameters;
  const ops::SchemaArgument* training = ops::training_argument(schema);
  const bool statistics = ops::has_running_statistics(schema);
  bool in_training = statistics && training == nullptr;
  if (training != nullptr) {
    in_training = true;
    for (size_t i = 0; i < index.size(); ++i)
      if (index[i] >= 0 && &schema.arguments[static_cast<size_t>(index[i])] == training)
        in_training = !is_false(ops::operand(node, i));
  }
  effects.random |= training == nullptr ? schema.random : in_training;
  // Attention drops out without a tag and without a mode, when it is told to.
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0 || training != nullptr) continue;
    const Argument& value = ops::operand(node, i);
    const bool is_zero = (value.is(Argument::Kind::Float) && value.as_float() == 0) ||
                         (value.is(Argument::Kind::Int) && value.as_int() == 0);
    effects.random |=
        schema.arguments[static_cast<size_t>(index[i])].name.starts_with("dropout") && !is_zero;
  }
  for (const ops::SchemaReturn& result : schema.returns)
    has_memory |= is_tensor_type(result.type);
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0) continue;
    const ops::SchemaArgument& argument = schema.arguments[static_cast<size_t>(index[i])];
    const bool is_statistic = argument.name.starts_with("running_");
    if (writes_to(argument) || (is_statistic && in_training))
      effects.writes |= Effects::operand_bit(i);
    if (!is_tensor_type(argument.type)) continue;
    // A composite operator may return what it got, whatever its schema says.
    bool shares = argument.mutated || schema.inplace_view || hides_memory(schema.name) ||
                  (schema.composite && !always_makes_memory(schema.name));
    for (const ops::SchemaReturn& result : schema.returns)
      shares |= argument.alias_set != 0 &&
                (result.alias_set == argument.alias_set || result.alias_set == '*');
    if (shares) effects.aliases |= Effects::operand_bit(i);
  }
}

/// What the operator's overloads that fit the call may do, together.
Effects operator_effects(const Node& node) {
  const std::vector<ops::BoundCall> calls = ops::bind_all(node);
  if (calls.empty()) return unknown_effects();
  Effects effects;
  bool has_memory = false;
  for (const ops::BoundCall& call : calls)
    add_overload(node, call, effects, has_memory);
  effects.no_memory = !has_memory;
  return effects;
}

/// What a function takes first; by keyword it may stand anywhere.
uint64_t first_operand(const Node& node) {
  return node.args().empty() ? every_operand : Effects::operand_bit(0);
}

Effects functional_effects(const Node& node, const ops::PythonEffects& facts) {
  Effects effects;
  const Argument* training = node.kwarg("training");
  const bool evaluates = training != nullptr && is_false(*training);
  effects.random =
      evaluates ? facts.random_in_eval : facts.random_in_training || facts.random_in_eval;
  const bool writes = evaluates ? facts.writes_state_in_eval
                                : facts.writes_state_in_training || facts.writes_state_in_eval;
  // By position the switch cannot be told from its neighbours.
  const Argument* on = node.kwarg(facts.writes_switch);
  const bool is_off = !facts.writes_switch.empty() && (on == nullptr || on->is_none()) &&
                      std::ranges::all_of(node.args(), [](const Argument& argument) {
                        return argument.is_node() || argument.is_none();
                      });
  if (writes && !is_off) effects.writes = every_operand;
  if (facts.may_alias_input && !always_makes_memory(facts.name)) effects.aliases = every_operand;
  // relu_, elu_, threshold_: Python's text of them has no operand that says it.
  if (facts.name.ends_with('_') && !facts.name.ends_with("__")) {
    effects.writes |= first_operand(node);
    effects.aliases |= first_operand(node);
  }
  if (facts.has_inplace &&
      (is_true_or_unknown(node.kwarg("inplace")) ||
       // Given by position it cannot be told from its neighbours.
       std::ranges::any_of(node.args().subspan(std::min<size_t>(1, node.args().size())),
                           [](const Argument& argument) {
                             return argument.is(Argument::Kind::Bool) && argument.as_bool();
                           }))) {
    effects.writes |= first_operand(node);
    effects.aliases |= first_operand(node);
  }
  return effects;
}

} // namespace

/// What is known of one target, found once.
struct EffectOracle::Cache {
  struct Target {
    enum class Kind : uint8_t { Fixed, Operator, Functional } kind = Kind::Fixed;
    Effects fixed;
    const ops::PythonEffects* functional = nullptr;
    // Operator: all overloads that write to no keyword are pure and make new memory, so that only
    // the names of the keywords matter.
    bool plain = false;
    std::vector<std::string_view> written_keywords; // "out", "values"

    bool is_plain_call(const Node& node) const {
      return plain && std::ranges::none_of(node.kwargs(), [&](const KeywordArgument& keyword) {
               return std::ranges::find(written_keywords, keyword.name.view()) !=
                      written_keywords.end();
             });
    }
  };
  std::unordered_map<Symbol, Target> functions, methods;
  std::unordered_map<Symbol, Effects> graph_modules[3]; // by Modes
  /// Of layers, which are told in little time and mostly called once: a large graph has one for
  /// each few nodes, and the last one that was asked for has the place of those with the same
  /// number.
  struct Layer {
    const void* path = nullptr;
    Modes modes = Modes::Both;
    Effects effects;
  };
  std::array<Layer, 256> layers;

  Layer& layer(Symbol path) {
    return layers[reinterpret_cast<uintptr_t>(path.id()) / sizeof(std::string) % layers.size()];
  }

  static bool is_plain(std::span<const ops::Schema> schemas) {
    for (const ops::Schema& schema : schemas) {
      const bool is_out = std::ranges::any_of(schema.arguments, [](const auto& argument) {
        return argument.keyword_only && argument.mutated;
      });
      if (is_out) continue;
      if (schema.random || schema.composite || schema.inplace_view || schema.mutates() ||
          hides_memory(schema.name) || ops::training_argument(schema) != nullptr ||
          ops::has_running_statistics(schema) ||
          std::ranges::any_of(schema.arguments, [](const auto& argument) {
            return argument.name.starts_with("dropout") || writes_to(argument);
          }))
        return false;
      for (const ops::SchemaReturn& result : schema.returns)
        if (result.alias_set != 0 || !is_tensor_type(result.type)) return false;
    }
    return !schemas.empty();
  }

  static Target make_target(const ops::Callee& callee) {
    using Kind = ops::Callee::Kind;
    Target found;
    switch (callee.kind) {
    case Kind::Python: found.fixed = effects_of(callee.python->effect); break;
    case Kind::TensorMember: found.fixed = effects_of(callee.members.front().effect); break;
    // Python's math has numbers alone.
    case Kind::Arithmetic: found.fixed.no_memory = callee.arithmetic == nullptr; break;
    case Kind::Inplace:
      found.fixed.writes = Effects::operand_bit(0);
      // A list keeps what is stored in it.
      found.fixed.aliases = every_operand;
      break;
    case Kind::Initializer:
      // The other operands are no tensors.
      found.fixed.writes = every_operand;
      found.fixed.aliases = every_operand;
      found.fixed.random = true;
      break;
    case Kind::Functional:
    case Kind::Operator:
    case Kind::User:
      if (callee.effects != nullptr) {
        found.kind = Target::Kind::Functional;
        found.functional = callee.effects;
      } else if (!callee.schemas.empty()) {
        found.kind = Target::Kind::Operator;
        found.plain = is_plain(callee.schemas);
        for (const ops::Schema& schema : callee.schemas)
          for (const ops::SchemaArgument& argument : schema.arguments)
            if (argument.keyword_only && argument.mutated)
              found.written_keywords.push_back(argument.name);
      } else {
        found.fixed = unknown_effects();
      }
      break;
    }
    return found;
  }
};

namespace {

/// A leaf of LibTorch: what it may do in any of these modes.
Effects library_module_effects(ops::LibTorchVersion libtorch, const ModuleNode& leaf, Modes modes) {
  const auto in_any = [modes](bool in_training, bool in_eval) {
    return (includes_training(modes) && in_training) || (includes_eval(modes) && in_eval);
  };
  const ops::PythonEffects* facts = leaf.cpp_type.view().starts_with("torch::nn::")
                                        ? ops::find_module_effects(leaf.cpp_type, libtorch)
                                        : nullptr;
  if (facts == nullptr) return unknown_effects();
  Effects effects;
  const ModuleOption* on = leaf.option(facts->writes_switch);
  const bool is_off = !facts->writes_switch.empty() && (on == nullptr || on->value.is_none());
  effects.random = in_any(facts->random_in_training, facts->random_in_eval);
  effects.writes_state =
      !is_off && in_any(facts->writes_state_in_training, facts->writes_state_in_eval);
  effects.aliases = facts->may_alias_input ? every_operand : 0;
  const ModuleOption* inplace = leaf.option("inplace");
  if (facts->has_inplace && inplace != nullptr && !is_false(inplace->value)) {
    effects.writes = Effects::operand_bit(0);
    effects.aliases = every_operand;
  }
  return effects;
}

} // namespace

EffectOracle::EffectOracle(const TracedModule* module, std::optional<Modes> modes)
    : module_(module), modes_(modes), cache_(std::make_unique<Cache>()) {}
EffectOracle::~EffectOracle() = default;

Effects EffectOracle::module_effects(Symbol path, Modes modes) {
  Cache::Layer& layer = cache_->layer(path);
  if (layer.path == path.id() && layer.modes == modes) return layer.effects;
  const ModuleNode* module = module_ == nullptr ? nullptr : module_->modules.find(path);
  if (module == nullptr) return unknown_effects();
  if (module->kind == ModuleKind::Leaf) {
    layer = {path.id(), modes,
             library_module_effects(ops::libtorch_of(*module_).version(), *module, modes)};
    return layer.effects;
  }
  if (!module->graph) return unknown_effects();
  auto& known = cache_->graph_modules[static_cast<size_t>(modes)];
  const auto found = known.find(path);
  if (found != known.end()) return found->second;
  // Pure when all it runs is; its paths start at itself, so that it is asked with its own oracle.
  return known.emplace(path, graph_module_effects(*module, modes)).first->second;
}

Effects EffectOracle::graph_module_effects(const ModuleNode& module, Modes modes) {
  const std::string prefix = module.path();
  Effects total;
  total.aliases = every_operand;
  for (const Node* node : *module.graph) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output) continue;
    const Effects effects = node->op() == Opcode::CallModule
                                ? module_effects(Symbol(prefix + "." + node->target().str()), modes)
                                : (*this)(*node);
    if (effects.unknown) return unknown_effects();
    total.random |= effects.random;
    total.required |= effects.required;
    total.barrier |= effects.barrier;
    // What it writes to may be an input or a parameter.
    if (effects.writes != 0) total.writes = every_operand;
    total.writes_state |= effects.writes_state || effects.writes != 0;
  }
  return total;
}

Effects EffectOracle::operator()(const Node& node) {
  switch (node.op()) {
  case Opcode::Placeholder:
  case Opcode::Output: {
    Effects effects;
    effects.required = true;
    return effects;
  }
  case Opcode::GetAttr: return {};
  case Opcode::CallModule:
    // It makes the module.
    if (module_ != nullptr && &node.graph() == &module_->init) return unknown_effects();
    return module_effects(node.target(), modes_               ? *modes_
                                         : module_ == nullptr ? Modes::Both
                                                              : module_->modes_of(node.graph()));
  case Opcode::CallFunction:
  case Opcode::CallMethod: break;
  }
  const bool is_method = node.op() == Opcode::CallMethod;
  if (!is_method && !declared().empty())
    if (const auto found = declared().find(node.target()); found != declared().end())
      return found->second;
  auto& targets = is_method ? cache_->methods : cache_->functions;
  auto found = targets.find(node.target());
  if (found == targets.end())
    found = targets.emplace(node.target(), Cache::make_target(ops::callee_of(node))).first;
  const Cache::Target& target = found->second;
  switch (target.kind) {
  case Cache::Target::Kind::Fixed: return target.fixed;
  case Cache::Target::Kind::Functional: return functional_effects(node, *target.functional);
  case Cache::Target::Kind::Operator: break;
  }
  if (target.is_plain_call(node)) return {};
  return operator_effects(node);
}

bool acts_in_training_alone(const Node& node, const TracedModule& module) {
  if (node.op() != Opcode::CallModule) return false;
  const auto acts = [&](Modes modes) {
    const Effects effects = EffectOracle(&module, modes)(node);
    return !effects.unknown && (effects.random || effects.writes_state);
  };
  return acts(Modes::Train) && !acts(Modes::Eval);
}

void declare_effects(Symbol target, Effects effects) {
  declared()[target] = effects;
}

} // namespace fx
