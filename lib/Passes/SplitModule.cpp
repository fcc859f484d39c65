// The passes that make modules of parts of a graph, and the one that takes them back.
#include "fx/Passes/SplitModule.h"

#include "fx/IR/Printer.h"
#include "fx/Passes/Pass.h"

#include <fmt/format.h>
#include <map>
#include <unordered_set>

namespace fx {

namespace {

/// The node that `user` takes out of the tuple `result`, which `call` gives; null: none.
Node* element(const Node& user, Node& call, const Argument& result) {
  if (!user.is_call_function("operator.getitem") || user.args().size() != 2 ||
      !(user.arg(0) == Argument(&call)) || !user.arg(1).is(Argument::Kind::Int))
    return nullptr;
  const int64_t index = user.arg(1).as_int();
  if (index < 0 || static_cast<size_t>(index) >= result.items().size()) return nullptr;
  const Argument& item = result.items()[static_cast<size_t>(index)];
  return item.is_node() ? item.as_node() : nullptr;
}

/// Puts the graph of the module that `call` calls into its place.
void inline_call(GraphModule& model, Graph& graph, Node* call) {
  const Module& called = *model.modules.find(call->target());
  const std::string prefix = called.path() + ".";
  std::unordered_map<const Node*, Argument> values;
  size_t input = 0;
  const auto point = graph.inserting_before(call);
  Argument result;
  for (const Node* node : *called.graph) {
    const auto map = [&](Node* used) { return values.at(used); };
    if (node->op() == Opcode::Placeholder) {
      const Argument* by_name = call->kwarg(node->target());
      values[node] = input < call->args().size() ? call->arg(input)
                     : by_name != nullptr        ? *by_name
                     : node->args().empty()      ? Argument()
                                                 : node->arg(0);
      ++input;
    } else if (node->op() == Opcode::Output) {
      if (!node->args().empty()) result = map_nodes(node->arg(0), map);
    } else {
      Node* copy = graph.node_copy(*node, map);
      if (node->op() == Opcode::CallModule) {
        const Module* inner = model.modules.find(prefix + node->target().str());
        copy->set_target(inner != nullptr ? Symbol(inner->path())
                                          : Symbol(prefix + node->target().str()));
      } else if (node->op() == Opcode::GetAttr) {
        copy->set_target(Symbol(prefix + node->target().str()));
      }
      values[node] = copy;
    }
  }
  // Elements of the result are known now.
  if (result.is(Argument::Kind::Tuple))
    for (Node* user : std::vector<Node*>(call->users().begin(), call->users().end()))
      if (Node* item = element(*user, *call, result)) {
        user->replace_all_uses_with(item);
        graph.erase_node(user);
      }
  call->replace_all_uses_with(result);
  graph.erase_node(call);
}

} // namespace

size_t inline_modules(GraphModule& model) {
  size_t calls = 0;
  // What a module calls is in the forward graph after a round.
  for (bool again = true; again;) {
    again = false;
    for (Graph* graph : model.forward_graphs())
      for (Node* call : graph->find_nodes(Opcode::CallModule)) {
        const Module* called = model.modules.find(call->target());
        if (called == nullptr || !called->graph) continue;
        inline_call(model, *graph, call);
        ++calls;
        again = true;
      }
  }
  return calls;
}

namespace {

/// The number of a node's part, by its tag.
class TagNumbers {
public:
  Expected<int64_t> number(const Node& node) {
    const Argument* tag = node.meta(free_meta_key("tag"));
    if (tag == nullptr)
      return Error{fmt::format("'{}' has no tag: its text ends in meta = {{tag: \"name\"}}",
                               node.name().str()),
                   {},
                   {}};
    if (tag->is(Argument::Kind::Int)) return tag->as_int();
    const std::string name = python_repr(*tag);
    return static_cast<int64_t>(numbers_.try_emplace(name, numbers_.size()).first->second);
  }

private:
  std::map<std::string, size_t> numbers_;
};

class SplitModule final : public Pass {
public:
  explicit SplitModule(const PassOptions& options)
      : by_(options.text("by")), size_(options.integer("size")), depth_(options.integer("depth")) {}

  Expected<PassResult> run(GraphModule& module, PassContext& context) override {
    PassResult total;
    for (Graph* graph : module.forward_graphs()) {
      const Expected<PassResult> result = split(module, *graph, context);
      if (!result) return result.error();
      total.modified |= result->modified;
    }
    return total;
  }

private:
  Expected<PassResult> split(GraphModule& module, Graph& graph, PassContext& context) const {
    std::unordered_map<const Node*, int64_t> numbers;
    TagNumbers tags;
    std::map<std::string, int64_t> paths;
    int64_t position = 0;
    for (const Node* node : graph) {
      if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output ||
          node->op() == Opcode::GetAttr)
        continue;
      if (by_ == "tag") {
        const Expected<int64_t> number = tags.number(*node);
        if (!number) return number.error();
        numbers[node] = *number;
      } else if (by_ == "size") {
        numbers[node] = position++ / size_;
      } else {
        numbers[node] =
            paths.try_emplace(part_of(*node), static_cast<int64_t>(paths.size())).first->second;
      }
    }
    if (numbers.empty()) return PassResult{};
    const auto parts = split_module(
        module, context.analyses.aliasing(graph, module),
        [&](const Node& node) { return numbers.at(&node); }, "submod_", &graph);
    if (!parts) return parts.error();
    context.analyses.invalidate();
    return PassResult{.modified = true, .preserves_aliasing = false};
  }

  /// The first parts of the path of the module that the node was traced in.
  std::string part_of(const Node& node) const {
    std::string path = node.op() == Opcode::CallModule ? node.target().str() : std::string();
    if (const auto* stack = node.meta(meta::module_stack); stack != nullptr && !stack->empty())
      path = stack->back().path.str();
    size_t end = 0;
    for (int64_t i = 0; i < depth_ && end != std::string::npos; ++i)
      end = path.find('.', i == 0 ? 0 : end + 1);
    return path.substr(0, end);
  }

  std::string by_;
  int64_t size_, depth_;
};

class Partition final : public Pass {
public:
  explicit Partition(const PassOptions& options) : single_(options.flag("single")) {
    std::string_view rest = options.text("ops");
    while (!rest.empty()) {
      const size_t end = rest.find('|');
      targets_.insert(Symbol(rest.substr(0, end)));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }

  Expected<PassResult> run(GraphModule& module, PassContext& context) override {
    PartitionOptions options;
    options.allow_single_node = single_;
    options.is_supported = [&](const Node& node) {
      if (node.op() != Opcode::CallModule) return targets_.contains(node.target());
      const Module* called = module.modules.find(node.target());
      return called != nullptr && targets_.contains(called->cpp_type);
    };
    size_t made = 0;
    for (Graph* graph : module.forward_graphs()) {
      const AliasAnalysis& aliasing = context.analyses.aliasing(*graph, module);
      const auto groups = propose_partitions(*graph, aliasing, options);
      if (groups.empty()) continue;
      const auto parts = outline(module, aliasing, groups, "fused_", graph);
      if (!parts) return parts.error();
      made += parts->size();
      context.analyses.invalidate();
    }
    if (made == 0) return PassResult{};
    context.remark(nullptr, fmt::format("made {} modules", made));
    return PassResult{.modified = true, .preserves_aliasing = false};
  }

private:
  std::unordered_set<Symbol> targets_;
  bool single_;
};

class InlineModules final : public Pass {
public:
  Expected<PassResult> run(GraphModule& module, PassContext&) override {
    return PassResult{.modified = inline_modules(module) > 0, .preserves_aliasing = false};
  }
};

} // namespace

extern const PassInfo split_module_pass;
const PassInfo split_module_pass{
    .name = "split-module",
    .summary = "Make modules of parts of the graph",
    .description = R"(
Every call goes into the graph of a module `submod_<number>`: by its tag (`meta = {tag: "name"}` in the
text, in order of appearance; an int is the number itself), by position (`size` calls each), or by the
module it was traced in. What a part takes from others are inputs, what others take from it its result.
Parameters stay with the model and are passed in; the parts have aliases of the modules they call, so that
the keys of the state stay.

Parts are computed one after the other. Parts that would have to be computed alternately are an error that
names them: because of values, or of memory that one writes to and another reads, or of random numbers.
torch.fx's `split_module` and `split_by_tags` know of values alone. `inline-modules` is the way back.
)",
    .parameters = {{.name = "by",
                    .kind = PassParameter::Kind::Text,
                    .default_value = "tag",
                    .description = "`tag`, `size` or `module`"},
                   {.name = "size",
                    .kind = PassParameter::Kind::Int,
                    .default_value = "100",
                    .description = "calls in a part, for `by=size`"},
                   {.name = "depth",
                    .kind = PassParameter::Kind::Int,
                    .default_value = "1",
                    .description = "how many parts of the path count, for `by=module`"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      const std::string& by = options.text("by");
      if (by != "tag" && by != "size" && by != "module")
        return Error{
            fmt::format("split-module splits by tag, size or module, not by '{}'", by), {}, {}};
      if (options.integer("size") < 1 || options.integer("depth") < 1)
        return Error{"split-module: size and depth are at least 1", {}, {}};
      return std::make_unique<SplitModule>(options);
    }};

extern const PassInfo partition_pass;
const PassInfo partition_pass{
    .name = "partition",
    .summary = "Make modules of groups of calls that somebody supports",
    .description = R"(
Calls whose target (of `call_module`: the module's class) is in `ops` are put together into modules
`fused_<number>`, as many as can be computed as a whole; the others stay. Groups of one call are left
alone, unless `single`.

Groups are found in one walk: calls between the same unsupported ones belong together. torch.fx's
`CapabilityBasedPartitioner` tries every pair of groups, in cubic time.
)",
    .parameters = {{.name = "ops",
                    .kind = PassParameter::Kind::Text,
                    .description = "targets with `\\|` between them"},
                   {.name = "single", .description = "groups of one call too"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.text("ops").empty())
        return Error{"partition needs targets: partition<ops=torch.relu|operator.add>", {}, {}};
      return std::make_unique<Partition>(options);
    }};

extern const PassInfo inline_modules_pass;
const PassInfo inline_modules_pass{
    .name = "inline-modules",
    .summary = "Put the graphs of graph modules into the place of their calls",
    .description = R"(
Modules that `split-module` and `partition` made are taken back: their nodes stand where the call was, paths
lead to the modules and tensors where they are. `remove-unused-modules` then takes the empty modules away.
Emitters of C++ and Python write models without graph modules.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<InlineModules>();
    }};

} // namespace fx
