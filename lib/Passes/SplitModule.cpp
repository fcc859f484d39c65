// Parts of a graph become modules, by what the user says of its nodes.
#include "fx/IR/Printer.h"

#include "Messages.h"

#include "fx/Passes/Outline.h"
#include "fx/Passes/Pass.h"

#include <map>

namespace fx {

namespace {

/// The number of a node's part, by its tag.
class TagNumbers {
public:
  Expected<int64_t> number(const Node& node) {
    const Argument* tag = node.meta(free_meta_key("tag"));
    if (tag == nullptr) return say(diag::node_without_a_tag, node.name().str());
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

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    PassResult total;
    for (Graph* graph : module.forward_graphs()) {
      const Expected<PassResult> result = split(module, *graph, context);
      if (!result) return result.error();
      total.modified |= result->modified;
    }
    return total;
  }

private:
  Expected<PassResult> split(TracedModule& module, Graph& graph, PassContext& context) const {
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
        module, context.analyses.get<AliasAnalysis>(graph, module),
        [&](const Node& node) { return numbers.at(&node); }, "submod_", &graph);
    if (!parts) return parts.error();
    context.analyses.invalidate();
    return PassResult{.modified = true};
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

} // namespace

extern const PassInfo split_module_pass{
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
      if (by != "tag" && by != "size" && by != "module") return say(diag::split_by_unknown, by);
      if (options.integer("size") < 1 || options.integer("depth") < 1)
        return say(diag::split_too_small);
      return std::make_unique<SplitModule>(options);
    }};

} // namespace fx
