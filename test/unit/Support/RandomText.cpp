// Models that hold everything a text form has to express, and mean nothing.
#include "Support/RandomChoice.h"
#include "Support/RandomGraph.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace fx::testing {

namespace {

class TextModelBuilder {
public:
  explicit TextModelBuilder(uint64_t seed) : choice_(seed) {}

  TracedModule build() {
    module_.class_name = choice_.of({"Net", "U_Net", "Größe", "n"});
    module_.training = choice_.percent(30);
    module_.eval_only = !module_.training && choice_.percent(50);
    make_nodes(module_.init, choice_.below(8), false);
    make_module(module_.modules.root(), 0);
    const size_t inputs = choice_.below(4);
    for (size_t i = 0; i < inputs; ++i)
      make_placeholder();
    make_nodes(module_.graph, 1 + choice_.below(25), true);
    if (choice_.percent(95)) module_.graph.output(argument(0), type());
    return std::move(module_);
  }

private:
  std::string text() {
    static const std::vector<std::string> words{"",           "x",
                                                "reflect",    "it's",
                                                "say \"hi\"", "both ' and \"",
                                                "\n",         "\t\r\\",
                                                "\\n",        "%x",
                                                "a, b",       "(1, 2)",
                                                "{k: v}",     "]",
                                                "#",          "naïve",
                                                "日本語",     "\xf0\x9f\x98\x80",
                                                "\xff\xfe",   "\xc3",
                                                "\x01\x7f",   "\xc2\x80",
                                                "None",       "1.0",
                                                "ends\\",     "\xe2\x80\xa8",
                                                "slice(1)",   "torch.float32"};
    if (choice_.percent(10)) return std::string("nul\0here", 8);
    if (choice_.percent(60)) return choice_.of(words);
    std::string made;
    for (size_t i = choice_.below(6); i > 0; --i)
      made += choice_.of(words);
    return made;
  }

  int64_t integer() {
    using Limits = std::numeric_limits<int64_t>;
    if (choice_.percent(30)) return int64_t(choice_.bits());
    return choice_.of<int64_t>({0, 1, -1, 3, 10, Limits::max(), Limits::min(), Limits::min() + 1,
                                int64_t(1) << 53, -(int64_t(1) << 31)});
  }

  double real() {
    using Limits = std::numeric_limits<double>;
    if (choice_.percent(20)) return double(int64_t(choice_.bits())) / 3e15;
    return choice_.of({0.0, -0.0, 1.0, -1.5, 0.1, 1e-5, 1e16, 1e22, 123456789012345680.0,
                       Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                       Limits::denorm_min(), Limits::min(), Limits::max(), Limits::epsilon()});
  }

  Symbol type() {
    if (choice_.percent(70)) return {};
    return choice_.of({"torch.Tensor", "int", "typing.Optional[torch.Tensor]",
                       "typing.List[typing.Tuple[int, float]]", "mylib.Type", "Dict[str, 'T']"});
  }

  /// A key that stands for itself: of a dict, no NaN.
  Argument key(size_t number) {
    switch (choice_.below(5)) {
    case 0: return int64_t(number);
    case 1: return Argument::tuple({int64_t(number), Argument::string(text())});
    case 2: return Argument::tuple({Argument::tuple({}), int64_t(number)});
    case 3: return double(number) + 0.5;
    default: return Argument::string(fmt::format("{}{}", text(), number));
    }
  }

  Argument bound(unsigned depth) {
    if (choice_.percent(30)) return {};
    if (choice_.percent(40) && !nodes_.empty()) return choice_.of(nodes_);
    return integer();
  }

  std::vector<Argument> items(unsigned depth) {
    std::vector<Argument> items(choice_.percent(20) ? 0 : choice_.below(4));
    for (Argument& item : items)
      item = argument(depth + 1);
    return items;
  }

  /// A nesting no recursion by hand would reach.
  Argument deep() {
    Argument nested = argument(3);
    for (size_t i = 20 + choice_.below(60); i > 0; --i)
      nested = choice_.percent(50) ? Argument::tuple({nested}) : Argument::list({nested});
    return nested;
  }

  Argument leaf() {
    switch (choice_.below(12)) {
    case 0: return {};
    case 1: return choice_.percent(50);
    case 2: return integer();
    case 3: return real();
    case 4: return Argument::complex(real(), real());
    case 5: return Argument::string(text());
    case 6: return Argument::dtype(choice_.of({"float32", "int64", "bool", "complex64"}));
    case 7: return Argument::device(choice_.of({"cpu", "cuda", "cuda:1", "meta"}));
    case 8: return Argument::layout(choice_.of({"strided", "sparse_coo"}));
    case 9: return Argument::memory_format(choice_.of({"contiguous_format", "channels_last"}));
    case 10: return Argument::ellipsis();
    default: return nodes_.empty() ? Argument() : Argument(choice_.of(nodes_));
    }
  }

  Argument argument(unsigned depth) {
    if (depth == 0 && choice_.percent(2)) return deep();
    if (depth >= 4 || choice_.percent(60)) return leaf();
    switch (choice_.below(5)) {
    case 0: return Argument::slice(bound(depth), bound(depth), bound(depth));
    case 1: return Argument::range(integer(), integer(), integer());
    case 2: return Argument::list(items(depth));
    case 3: return Argument::tuple(items(depth));
    default: break;
    }
    std::vector<std::pair<Argument, Argument>> entries;
    for (Argument& value : items(depth))
      entries.emplace_back(key(entries.size()), std::move(value));
    return Argument::dict(std::move(entries));
  }

  std::vector<KeywordArgument> keywords() {
    std::vector<KeywordArgument> keywords;
    for (const char* name : {"input", "dim", "lambda_", "out", "dtype", "_x1"})
      if (choice_.percent(12)) keywords.push_back({name, argument(0)});
    return keywords;
  }

  void make_placeholder() {
    const char* name =
        choice_.of({"x", "input", "self_1", "class", "hidden_state", "x_1", "*args"});
    std::optional<Argument> otherwise;
    nodes_.clear(); // a default holds no nodes
    if (choice_.percent(40)) otherwise = argument(2);
    module_.graph.placeholder(name, otherwise, type());
  }

  void make_nodes(Graph& graph, size_t count, bool forward) {
    nodes_ = graph.placeholders();
    for (size_t i = 0; i < count; ++i) {
      const size_t kind = choice_.below(6);
      if (forward && kind == 0 && !slots_.empty()) {
        nodes_.push_back(
            graph.create_node(Opcode::GetAttr, choice_.of(slots_), {}, {}, {}, type()));
        continue;
      }
      std::vector<Argument> args = items(0);
      if (forward && kind == 1 && !modules_.empty()) {
        nodes_.push_back(graph.create_node(Opcode::CallModule, choice_.of(modules_),
                                           std::move(args), keywords(), {}, type()));
        continue;
      }
      const bool method = kind == 2 && !nodes_.empty();
      if (method) args.insert(args.begin(), choice_.of(nodes_));
      const char* target = method ? choice_.of({"add_", "view", "size", "__getitem__"})
                                  : choice_.of({"torch.relu", "operator.add", "mylib::fancy_op",
                                                "torch.ops.aten.add.Tensor", "torch._C._nn.gelu",
                                                "builtins.getattr", "f"});
      const char* wish = choice_.of({"", "", "", "out", "x_3", "Conv2d", "while", "_"});
      nodes_.push_back(graph.create_node(method ? Opcode::CallMethod : Opcode::CallFunction, target,
                                         std::move(args), keywords(), wish, type()));
    }
  }

  /// A name no sibling has.
  std::string tree_name(const ModuleNode& owner) {
    const std::string name =
        choice_.of({"0", "conv", "U-Net_Block", "layer 1", "weight", "größe", "a\"b", "it's",
                    "a\\b", "alias of", "parameter", "x:y", "{", "a\nb", "(", "%x", "buffer"});
    std::string free = name;
    for (unsigned i = 1; owner.child(free) || owner.tensor(free); ++i)
      free = fmt::format("{}{}", name, i);
    return free;
  }

  void make_slots(ModuleNode& module) {
    for (size_t i = choice_.below(3); i > 0; --i) {
      const std::string name = tree_name(module);
      TensorSlot& slot = module.tensors.emplace_back();
      slot.name = name;
      slot.role = choice_.of({TensorRole::Parameter, TensorRole::Buffer});
      slot.persistent = slot.role != TensorRole::Buffer || choice_.percent(70);
      slot.requires_grad = slot.role == TensorRole::Parameter && choice_.percent(70);
      const std::vector<Node*> made(module_.init.begin(), module_.init.end());
      if (!made.empty() && choice_.percent(75)) slot.init = choice_.of(made);
      const std::string path = module.path();
      slots_.push_back(path.empty() ? name : path + "." + name);
    }
  }

  /// Options hold no nodes.
  std::vector<ModuleOption> options() {
    nodes_.clear();
    std::vector<ModuleOption> options;
    for (const char* name : {"in_channels", "kernel_size", "padding_mode"})
      if (choice_.percent(40)) options.push_back({name, argument(1), true});
    for (const char* name : {"stride", "inplace", "eps"})
      if (choice_.percent(30)) options.push_back({name, argument(1), false});
    return options;
  }

  void make_module(ModuleNode& module, unsigned depth) {
    make_slots(module);
    for (size_t i = depth < 3 ? choice_.below(4) : 0; i > 0; --i) {
      const std::string name = tree_name(module);
      if (!registered_.empty() && choice_.percent(15)) {
        ModuleNode* original = choice_.of(registered_);
        ModuleNode& alias = module_.modules.create(original->cpp_type, original->kind);
        alias.alias_of = original;
        module_.modules.attach(module, alias, name);
        continue;
      }
      const auto kind = choice_.of({ModuleKind::User, ModuleKind::Leaf, ModuleKind::Leaf,
                                    ModuleKind::Container, ModuleKind::Function});
      ModuleNode& child = module_.modules.create(type_of(kind), kind);
      module_.modules.attach(module, child, name);
      if (kind == ModuleKind::Leaf) {
        child.options = options();
        modules_.push_back(child.path());
      }
      if (kind == ModuleKind::Function) continue; // without state
      make_module(child, kind == ModuleKind::Leaf ? 3 : depth + 1);
      registered_.push_back(&child);
    }
  }

  const char* type_of(ModuleKind kind) {
    switch (kind) {
    case ModuleKind::Leaf:
      return choice_.of({"torch::nn::Conv2d", "torch::nn::ReLU", "mylib::BlockImpl"});
    case ModuleKind::Container:
      return choice_.of(
          {"torch::nn::Sequential", "torch::nn::ModuleList", "torch::nn::ModuleDict"});
    case ModuleKind::Function: return "torch::nn::Functional";
    default: return choice_.of({"BasicBlockImpl", "ns::Part<3>Impl", "torch::nn::Module"});
    }
  }

  RandomChoice choice_;
  TracedModule module_;
  std::vector<Node*> nodes_; // of the graph being made
  std::vector<std::string> slots_;
  std::vector<std::string> modules_;
  std::vector<ModuleNode*> registered_; // complete: an alias makes no cycle
};

} // namespace

TracedModule random_text_model(uint64_t seed) {
  return TextModelBuilder(seed).build();
}

} // namespace fx::testing
