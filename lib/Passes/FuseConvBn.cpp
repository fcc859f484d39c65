// Batch normalisation taken into the convolution, or the linear layer, before it.
#include "fx/Passes/Pass.h"
#include "fx/Passes/ReplacePattern.h"

#include "FusedCalls.h"
#include "Messages.h"
#include "NormRanks.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/SequentialElement.h"
#include "fx/Ops/Modules.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ranges>
#include <set>
#include <unordered_set>

namespace fx {

namespace {

/// What is before a batch normalisation, and what else differs then.
struct Kind {
  std::string_view pass;
  ops::ModuleFamily family;
  std::string_view layer, layers; // "convolution"
};
constexpr Kind of_convolutions{"fuse-conv-bn", ops::ModuleFamily::Conv, "convolution",
                               "convolutions"};
constexpr Kind of_linear_layers{"fuse-linear-bn", ops::ModuleFamily::Linear, "linear layer",
                                "linear layers"};

/// The types of floating point of what LibTorch said that a module holds, as far as it was asked.
std::set<std::string_view> dtypes_of(const ModuleNode& module) {
  std::set<std::string_view> types;
  if (module.leaf_tensors)
    for (const LeafTensor& held : *module.leaf_tensors)
      if (const ElementType* type = find_element_type(held.tensor.dtype);
          type == nullptr || type->is(ElementType::Kind::Floating))
        types.insert(held.tensor.dtype.view());
  return types;
}

/// The type of a layer's weights, where LibTorch computes a norm of longer ones with its result:
/// empty where both are the same or nothing is known of them. Nothing: they do not go together.
std::optional<Symbol> shorter_dtype(const ModuleNode& layer, const ModuleNode& norm) {
  const std::set<std::string_view> of_layer = dtypes_of(layer), of_norm = dtypes_of(norm);
  if (of_layer == of_norm || of_layer.empty() || of_norm.empty()) return Symbol();
  if (of_layer.size() != 1 || of_norm.size() != 1 || !of_norm.contains("float32"))
    return std::nullopt;
  const std::string_view dtype = *of_layer.begin();
  if (dtype != "bfloat16" && dtype != "float16") return std::nullopt;
  return Symbol(dtype);
}

/// The calls of the sites that are some for inputs like the examples.
std::vector<const Node*> assuming(const std::vector<NormSite>& sites) {
  std::vector<const Node*> calls;
  for (const NormSite& site : sites)
    if (site.is_for_inputs) calls.push_back(site.layer_call);
  return calls;
}

/// The module that a call runs, at its first place.
ModuleNode* called_module(const TracedModule& module, const Node& node) {
  ModuleNode* called =
      node.op() == Opcode::CallModule ? module.modules.find(node.target()) : nullptr;
  while (called != nullptr && called->alias_of != nullptr)
    called = called->alias_of;
  return called;
}

/// Whether the state of the model has what is in a module.
bool is_saved(const ModuleNode& module) {
  return module.registered && (module.parent == nullptr || is_saved(*module.parent));
}

/// The modules that change once, for all of their calls.
class Folding {
public:
  Folding(const Graph& graph, const TracedModule& module) : module_(module) {
    for (const Node* node : graph) {
      if (node->op() == Opcode::GetAttr) note_reader(node->target().view());
      ++calls_[called_module(module, *node)];
    }
  }

  void add(const NormSite& site) {
    ++pairs_[{called_module(module_, *site.layer_call), called_module(module_, *site.batchnorm)}];
  }

  /// Gives each convolution a bias and makes the normalisation an Identity, where every call of
  /// either is a call of both. How many.
  size_t run() {
    size_t folded = 0;
    for (const auto& [pair, count] : pairs_) {
      const auto [convolution, norm] = pair;
      if (calls_.at(convolution) != count || calls_.at(norm) != count || !is_saved(*convolution) ||
          !is_saved(*norm) || readers_.contains(convolution) || readers_.contains(norm))
        continue;
      const auto bias =
          std::ranges::find(convolution->options, Symbol("bias"), &ModuleOption::name);
      if (bias != convolution->options.end() && bias->value == Argument(false)) {
        bias->value = Argument(true);
        convolution->loaded_tensors.emplace_back("bias");
      }
      norm->cpp_type = Symbol("torch::nn::Identity");
      norm->options.clear();
      norm->set_tensors({});
      convolution->leaf_tensors.reset();
      norm->leaf_tensors.reset();
      gone_.insert(Symbol(norm->path()));
      for (const std::string_view tensor : {"weight", "bias", "running_mean", "running_var"})
        gone_.insert(Symbol(fmt::format("{}.{}", norm->path(), tensor)));
      ++folded;
    }
    return folded;
  }

  /// Takes what gives the norms their first values out of the graph of the constructors, where
  /// nothing else comes of it: their classes have no such tensors any more.
  void drop_initial_values(TracedModule& module) const {
    const std::unordered_set<const Node*> kept = initial_values(module.modules);
    std::vector<Node*> dropped;
    std::set<const Node*> known;
    for (Node* node : module.init) {
      const bool reads = std::ranges::any_of(
          node->all_input_nodes(), [&](const Node* input) { return known.contains(input); });
      const bool is_of_norm = (node->op() == Opcode::GetAttr || node->op() == Opcode::CallModule) &&
                              gone_.contains(node->target());
      if (!reads && !is_of_norm) continue;
      if (kept.contains(node) || node->op() == Opcode::Output) return;
      known.insert(node);
      dropped.push_back(node);
    }
    for (Node* node : std::views::reverse(dropped))
      module.init.erase_node(node);
  }

private:
  /// A module whose tensors the graph reads by themselves.
  void note_reader(std::string_view path) {
    const size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return;
    const ModuleNode* owner = module_.modules.find(path.substr(0, dot));
    while (owner != nullptr && owner->alias_of != nullptr)
      owner = owner->alias_of;
    readers_.insert(owner);
  }

  const TracedModule& module_;
  std::map<const ModuleNode*, size_t> calls_;
  std::set<const ModuleNode*> readers_;
  std::map<std::pair<ModuleNode*, ModuleNode*>, size_t> pairs_;
  std::unordered_set<Symbol> gone_; // norms that were folded, and their tensors
};

/// The calls of Sequentials: one place may call those of several objects.
class SequentialCalls {
public:
  SequentialCalls(const Graph& graph, const ModuleTree& modules) {
    for (const Node* node : graph) {
      const SequentialElement* element = node->meta(meta::sequential_element);
      const ModuleNode* module = element != nullptr ? modules.find(element->path) : nullptr;
      if (module == nullptr || module->parent == nullptr || node->meta(meta::syntax) == nullptr)
        continue;
      std::string classes;
      for (const ModuleNode* child : module->parent->children)
        classes += fmt::format("{},", child->cpp_type.view());
      classes_[place_of(*node)].insert(std::move(classes));
    }
  }

  /// Whether the Sequentials that run at the place of a call have modules of other classes: one
  /// source cannot write them all out.
  bool differ_at(const Node& call) const {
    if (call.meta(meta::sequential_element) == nullptr || call.meta(meta::syntax) == nullptr)
      return false;
    const auto found = classes_.find(place_of(call));
    return found != classes_.end() && found->second.size() > 1;
  }

private:
  using Place = std::pair<std::string, TextRange>;
  static Place place_of(const Node& call) {
    const SourceSyntax& syntax = *call.meta(meta::syntax);
    return {syntax.file.str(), syntax.whole};
  }

  std::map<Place, std::set<std::string>> classes_; // of the modules of each Sequential
};

class FuseBn final : public GraphPass {
public:
  FuseBn(const Kind& kind, const PassOptions& options)
      : kind_(kind), fold_(options.flag("fold")), takes_examples_(options.flag("input-ranks")) {}

  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    if (fold_) return fold(graph, module, context);
    PassResult result;
    // In training the statistics are those of the batch.
    if (module.modes_of(graph) == Modes::Train || &graph != &module.graph) return result;
    // The graph that is fused will be one of evaluation: no statistics are written in it.
    const AliasAnalysis aliasing(graph, &module, Modes::Eval);
    NormRanks ranks(graph, module, takes_examples_);
    std::vector<NormSite> sites;
    for (Node* node : graph)
      if (const auto site = find_site(*node, module, aliasing, ranks, context))
        sites.push_back(*site);
    if (context.module_changes == ModuleChanges::Identity) {
      const SequentialCalls calls(graph, module.modules);
      const size_t left = std::erase_if(sites, [&](const NormSite& site) {
        return !has_place(site, module.modules) || calls.differ_at(*site.layer_call) ||
               calls.differ_at(*site.batchnorm);
      });
      if (left > 0)
        context.remark(nullptr,
                       fmt::format("{} batch normalisation{} left, which one call runs with many "
                                   "other modules, in a long Sequential, a loop, or Sequentials of "
                                   "different modules: {}<fold> takes those too",
                                   left, left == 1 ? " is" : "s are", kind_.pass));
      leave_across_classes(sites, module.modules, context);
      remark_options(sites, module, context);
      remark_sequentials(sites, module.modules, context);
    }
    // What holds in both modes stays for training.
    if (!sites.empty()) keep_for_training(module);
    const std::vector<Node*> inputs = deciding_inputs(graph, assuming(sites));
    if (context.module_changes == ModuleChanges::Identity)
      tell_unchecked(inputs, kind_.pass, context);
    else
      check_ranks(graph, inputs, kind_.pass);
    FusedCalls calls(graph);
    for (const NormSite& site : sites)
      calls.fuse(site);
    result.modified = !sites.empty();
    result.keeps_symbolic_shapes = true;
    return result;
  }

private:
  Expected<PassResult> fold(const Graph& graph, TracedModule& module, PassContext& context) const {
    if (context.module_changes != ModuleChanges::Identity)
      return say(diag::fold_without_edits, kind_.pass);
    if (!module.eval_only) return say(diag::fold_in_training, kind_.pass);
    PassResult result;
    if (&graph != &module.graph) return result;
    const AliasAnalysis aliasing(graph, &module, Modes::Eval);
    Folding folding(graph, module);
    NormRanks ranks(graph, module, takes_examples_);
    std::vector<NormSite> sites;
    for (Node* node : module.graph)
      if (const auto site = find_site(*node, module, aliasing, ranks, context))
        sites.push_back(*site);
    for (const NormSite& site : sites)
      folding.add(site);
    tell_unchecked(deciding_inputs(graph, assuming(sites)), kind_.pass, context);
    const size_t folded = folding.run();
    folding.drop_initial_values(module);
    context.remark(nullptr, folded == 0
                                ? "no batch normalisation was folded"
                                : fmt::format("{} batch normalisation{} folded: fold() takes over "
                                              "weights that were saved before",
                                              folded, folded == 1 ? "" : "s"));
    result.modified = folded > 0;
    return result;
  }

  /// The module of the user's whose code calls.
  static const ModuleNode* caller_of(const Node& call, const ModuleTree& modules) {
    const std::vector<ModuleFrame>* stack = call.meta(meta::module_stack);
    if (stack != nullptr)
      for (const ModuleFrame& frame : std::views::reverse(*stack))
        if (const ModuleNode* module = frame.path.empty() ? nullptr : modules.find(frame.path);
            module != nullptr && module->kind == ModuleKind::User)
          return module;
    return &modules.root();
  }

  /// What writes the calls out that stand between the two; nothing: a refactoring does not.
  static std::optional<std::string> way_to_one_class(const ModuleNode& of_conv,
                                                     const ModuleNode& of_norm,
                                                     const ModuleTree& modules) {
    const ModuleNode* holder = of_conv.parent == &of_norm   ? &of_norm
                               : of_norm.parent == &of_conv ? &of_conv
                                                            : of_conv.parent;
    std::vector<std::string> steps;
    for (const ModuleNode* inner : {&of_conv, &of_norm}) {
      if (inner == holder) continue;
      if (holder == nullptr || inner->parent != holder || holder->kind != ModuleKind::User ||
          inner->registration == nullptr || inner->registration->member.empty() ||
          inner->class_syntax == nullptr || inner->class_syntax->forward == nullptr)
        return std::nullopt;
      std::string step =
          fmt::format("-i --refactor='inline-submodule<target={};call>'", inner->name.view());
      if (holder != &modules.root())
        step = fmt::format("--root={} {}", holder->cpp_type.view(), step);
      steps.push_back(std::move(step));
    }
    return fmt::format("{}", fmt::join(steps, " and one with "));
  }

  /// New code would need the members of both classes, in either of them.
  void leave_across_classes(std::vector<NormSite>& sites, const ModuleTree& modules,
                            PassContext& context) const {
    std::set<std::string> said;
    const auto name_of = [&](const ModuleNode& module) {
      return &module == &modules.root()
                 ? fmt::format("the model ({})", module.cpp_type.view())
                 : fmt::format("'{}' ({})", module.path(), module.cpp_type.view());
    };
    std::erase_if(sites, [&](const NormSite& site) {
      const ModuleNode& of_conv = *caller_of(*site.layer_call, modules);
      const ModuleNode& of_norm = *caller_of(*site.batchnorm, modules);
      if (&of_conv == &of_norm) return false;
      const std::optional<std::string> way = way_to_one_class(of_conv, of_norm, modules);
      const std::string text = fmt::format(
          "this batch normalisation is left: {} calls it, and {} its {}; {}", name_of(of_norm),
          name_of(of_conv), kind_.layer,
          way ? fmt::format("one class calls both after a run with {}", *way)
              : fmt::format("{}<fold> takes it where all objects of both classes change",
                            kind_.pass));
      const SourceSyntax* place = site.batchnorm->meta(meta::syntax);
      if (said.insert(way && place
                          ? fmt::format("{}:{} {}", place->file.view(), place->whole.begin, *way)
                          : text)
              .second)
        context.remark(site.batchnorm, text);
      return true;
    });
  }

  /// The Sequential whose call runs a module; null: none does.
  static const ModuleNode* sequential_of(const Node& call, const ModuleTree& modules) {
    const SequentialElement* element = call.meta(meta::sequential_element);
    const ModuleNode* module = element ? modules.find(element->path) : nullptr;
    return module ? module->parent : nullptr;
  }

  /// Whether the source has a place for new code between the two and around them.
  static bool has_place(const NormSite& site, const ModuleTree& modules) {
    const ModuleNode* of_conv = sequential_of(*site.layer_call, modules);
    const ModuleNode* of_norm = sequential_of(*site.batchnorm, modules);
    for (const ModuleNode* sequential : {of_conv, of_norm})
      if (sequential != nullptr && sequential->children.size() > max_modules_written_out)
        return false;
    const SourceSyntax* conv = site.layer_call->meta(meta::syntax);
    const SourceSyntax* norm = site.batchnorm->meta(meta::syntax);
    const bool run_in_one_call = conv != nullptr && norm != nullptr && conv->file == norm->file &&
                                 conv->whole == norm->whole;
    return !run_in_one_call || (of_conv != nullptr && of_conv == of_norm);
  }

  /// Whether the class that holds a Sequential gives every object the modules that it has here.
  static bool is_always_alike(const ModuleNode& sequential) {
    const ClassSyntax* of =
        sequential.parent != nullptr ? sequential.parent->class_syntax.get() : nullptr;
    if (of == nullptr || sequential.registration == nullptr) return false;
    const auto field =
        std::ranges::find(of->fields, sequential.registration->member, &ClassSyntax::Field::name);
    if (field == of->fields.end()) return false;
    size_t made = 0;
    for (const ClassSyntax::Use& use : field->what_uses) {
      if (use.kind == ClassSyntax::Use::Kind::Other) return false;
      made += use.children ? use.children->size() : 0;
    }
    return made == sequential.children.size();
  }

  /// The new source is right for objects whose Sequential has the modules that it has here.
  static void remark_sequentials(const std::vector<NormSite>& sites, const ModuleTree& modules,
                                 PassContext& context) {
    std::set<std::string> said; // by the place
    const auto remark = [&](const Node& call) {
      const ModuleNode* sequential = sequential_of(call, modules);
      const SourceSyntax* place = call.meta(meta::syntax);
      if (sequential == nullptr || place == nullptr || is_always_alike(*sequential) ||
          !said.insert(fmt::format("{}:{}", place->file.view(), place->whole.begin)).second)
        return;
      context.remark(&call,
                     fmt::format("the new code is for objects whose '{}' has {} modules of these "
                                 "classes, as here: the class does not say that it always has",
                                 sequential->name.view(), sequential->children.size()));
    };
    for (const NormSite& site : sites) {
      remark(*site.layer_call);
      remark(*site.batchnorm);
    }
  }

  /// The new source is right for objects that have a bias where these have one, and none where not.
  static void remark_options(const std::vector<NormSite>& sites, const TracedModule& module,
                             PassContext& context) {
    std::set<std::string> said; // by the place
    const auto remark = [&](const Node& call, const LeafLayer& layer, std::string_view option) {
      const ModuleNode* called = called_module(module, call);
      const SourceSyntax* place = call.meta(meta::syntax);
      if (called == nullptr || called->syntax == nullptr || place == nullptr ||
          !called->syntax->may_vary(Symbol(option)) ||
          !said.insert(fmt::format("{}:{} {}", place->file.view(), place->whole.begin, option))
               .second)
        return;
      context.remark(&call, fmt::format("the new code is for objects whose '{}' is {}, as here: no "
                                        "literal in the source says that it always is",
                                        option, layer.is_on(option) ? "true" : "false"));
    };
    for (const NormSite& site : sites) {
      remark(*site.layer_call, site.layer, "bias");
      remark(*site.batchnorm, site.norm, "affine");
    }
  }

  static std::optional<LeafLayer> layer(const TracedModule& module, const Node& node,
                                        ops::ModuleFamily family) {
    const ModuleNode* found = called_module(module, node);
    const ops::ModuleClass* kind = found ? ops::module_class_of(*found) : nullptr;
    if (kind == nullptr || !kind->is(family)) return std::nullopt;
    return LeafLayer{found, kind, {ops::libtorch_of(module), *kind, found->options}};
  }

  std::optional<NormSite> find_site(Node& node, const TracedModule& module,
                                    const AliasAnalysis& aliasing, NormRanks& ranks,
                                    const PassContext& context) const {
    if (node.op() != Opcode::CallModule || node.args().size() != 1 || !node.kwargs().empty() ||
        !node.arg(0).is_node())
      return std::nullopt;
    Node* before = node.arg(0).as_node();
    const std::optional<LeafLayer> norm = layer(module, node, ops::ModuleFamily::BatchNorm);
    const std::optional<LeafLayer> producer = layer(module, *before, kind_.family);
    if (!norm || !producer || !norm->is_on("track_running_stats")) return std::nullopt;
    // Somebody else wants the layer's own result.
    if (before->num_users() != 1 || before->args().size() != 1 || !before->kwargs().empty())
      return std::nullopt;
    // The layer moves to the normalisation: what both read must be the same there.
    const uint32_t first = aliasing.position(*before), last = aliasing.position(node);
    const Node* input = before->arg(0).is_node() ? before->arg(0).as_node() : nullptr;
    if (input == nullptr || aliasing.is_written_between(AliasAnalysis::external, first, last) ||
        aliasing.is_written_between(aliasing.memory(*input), first, last) ||
        aliasing.is_written_between(aliasing.memory(*before), first, last) ||
        aliasing.has_barrier_between(first, last) || !is_channel_wise(*producer, *norm))
      return std::nullopt;
    const NormRanks::Answer answer = norm->kind->dimensions == 1
                                         ? has_features_second(node, ranks, context)
                                         : NormRanks::Answer::Yes;
    if (answer == NormRanks::Answer::No || answer == NormRanks::Answer::Unknown)
      return std::nullopt;
    const std::optional<Symbol> dtype = shorter_dtype(*producer->module, *norm->module);
    if (!dtype) {
      context.remark(&node,
                     fmt::format("this batch normalisation is left: its tensors and those of "
                                 "the {} are of types that are not known to go together",
                                 kind_.layer));
      return std::nullopt;
    }
    return NormSite{before,
                    &node,
                    *producer,
                    *norm,
                    norm->is_on("affine"),
                    answer == NormRanks::Answer::ForInputs,
                    *dtype};
  }

  /// Whether the normalisation has one number for each row of the layer's weight, if it normalises
  /// that dimension.
  bool is_channel_wise(const LeafLayer& producer, const LeafLayer& norm) const {
    // Padding with other values is a step of its own.
    return kind_.family == ops::ModuleFamily::Linear
               ? norm.kind->dimensions == 1
               : norm.kind->dimensions == producer.kind->dimensions &&
                     producer.option("padding_mode") == Argument("zeros");
  }

  /// BatchNorm1d alone takes inputs of two numbers of dimensions. It normalises the second one: the
  /// features of a linear layer's result where there are two, the channels of a convolution's where
  /// there are three.
  NormRanks::Answer has_features_second(const Node& call, NormRanks& ranks,
                                        const PassContext& context) const {
    const bool is_linear = kind_.family == ops::ModuleFamily::Linear;
    const NormRanks::Answer answer = ranks.has(call, is_linear ? 2 : 3);
    if (answer == NormRanks::Answer::Unknown)
      context.remark(
          &call, fmt::format(
                     "this batch normalisation is left: it normalises the {} of the {} where there "
                     "are {} dimensions, and nothing says that there are never {}; a shape with a "
                     "name for a size does ('shape-prop<x={}>'), and {}<input-ranks> takes inputs "
                     "to have as many dimensions as their examples",
                     is_linear ? "features" : "channels", kind_.layer, is_linear ? 2 : 3,
                     is_linear ? 3 : 2, is_linear ? "Nx784" : "Nx3x100", kind_.pass));
    return answer;
  }

  const Kind& kind_;
  bool fold_, takes_examples_;
};

constexpr PassParameter fold_parameter{.name = "fold",
                                       .description = "change the modules, once for all calls"};
constexpr PassParameter input_ranks_parameter{
    .name = "input-ranks",
    .description = "inputs have as many dimensions as their examples, which the graph checks"};

} // namespace

extern const PassInfo fuse_conv_bn_pass{
    .name = "fuse-conv-bn",
    .summary = "Take a batch normalisation into the convolution before it",
    .description = R"(
`bn(conv(x))` in evaluation becomes one convolution with weights made of the convolution's, the statistics
and the normalisation's: what is normalised is the small weight instead of the large result. The
weights are computed in the graph, from the parameters as they are when it runs, so that weights loaded
later count; a convolution that is called several times, with a different normalisation each, gets the
right weights for each call. The result is equal up to rounding. Weights of bfloat16 or float16 before a norm of
float32, as live modules can have them, are computed in float32 and rounded once.

A graph that holds in both modes is fused for evaluation and stays as it was for training: the model then
has a training graph of its own.

Left alone: graphs of training, a convolution whose result has other users, a normalisation without
running statistics, padding modes other than zeros, a Conv1d of an input that may have no batch, and a write to the input or the parameters, or an
enter or exit of a mode such as no_grad, between the two; where source is edited, also what a
`Sequential` of more than 8 modules runs, or a loop. The call of a shorter one is written out, with what
stays in it called as `layers[2]->as<torch::nn::ReLU>()`; no key of saved weights changes. Where the
`forward` of one class calls the convolution and that of another the normalisation, it is left too: a
remark names the call that `inline-submodule` can write out before, so that one class calls both.
`remove-unused-modules` does not remove the modules, whose parameters are still read.

`BatchNorm1d` normalises the second dimension, which is that of a `Conv1d`'s channels where there are three, and
none of them where there are two: an input without a batch. That there are three has to follow for all inputs:
from operators (`x.view({-1, 3, 100})`), from a shape with a name for a size (`shape-prop<x=Nx3x100>`), or from
`torch._assert(x.dim() == 3)` in the graph. An example has as many dimensions as it has, and says nothing of other
inputs; `input-ranks` takes all inputs to have as many as their examples, and writes such an assertion for each
that decides. Where source is edited, with `fold` too, nothing is written that checks it, and a remark says so. A
remark names what is left.

With `fold` the modules change, as in torch.fx's `optimization.fuse`: the convolution gets a bias, an
Identity stands where the normalisation is made, and a method `fold` that is added to the class takes the
weights over that were saved before ([Refactoring.md](Refactoring.md#folding-batch-norms)). That is for
`--rewrite` with `--mode=eval`. Left alone are, beside those above, modules that are called elsewhere too
and those whose tensors the graph reads by themselves.
)",
    .parameters = {fold_parameter, input_ranks_parameter},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<FuseBn>(of_convolutions, options);
    }};

extern const PassInfo fuse_linear_bn_pass{
    .name = "fuse-linear-bn",
    .summary = "Take a batch normalisation into the linear layer before it",
    .description = R"(
`BatchNorm1d` behind `Linear` in evaluation, as `fuse-conv-bn` does it for convolutions, and under the same
conditions; with `fold` and `input-ranks` too. `BatchNorm1d` normalises the second dimension, and a linear layer's
features are in the last one: there have to be two for all inputs, as behind `x.flatten(1)`, `x.view({-1, 784})`
or `shape-prop<x=Nx784>`. A remark names what is left.
)",
    .parameters = {fold_parameter, input_ranks_parameter},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<FuseBn>(of_linear_layers, options);
    }};

} // namespace fx
