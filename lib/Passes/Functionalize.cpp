// Programs without writes (torch.fx: make_fx(functionalize(f)); LibTorch:
// at::FunctionalTensorWrapper).
#include "Messages.h"
#include "WrittenMemory.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/Provenance.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace fx {

namespace {

class Functionalizer {
public:
  Functionalizer(Graph& graph, WrittenMemory& memory) : graph_(graph), memory_(memory) {}

  /// How many writes are gone.
  size_t run() {
    const std::vector<Node*> nodes(graph_.begin(), graph_.end());
    for (Node* node : nodes) {
      const auto here = graph_.inserting_before(node);
      if (node->op() == Opcode::Output) copy_back();
      const WrittenMemory::Write* write = memory_.write(*node);
      if (write != nullptr && memory_.is_understood(write->to->memory)) {
        take_away(*node, *write);
        written_.push_back(node);
      } else {
        read_current(*node);
      }
    }
    clean_up(nodes);
    return written_.size();
  }

private:
  using Value = WrittenMemory::Value;
  /// The node that has what a value is now.
  struct Current {
    Node* node = nullptr;
    uint64_t version = 0; // of the root: how often it was written to
  };

  /// Null: its value stays as it is.
  Value* understood(const Node& node) {
    Value* value = memory_.value(node);
    return value != nullptr && memory_.is_understood(value->memory) ? WrittenMemory::place(value)
                                                                    : nullptr;
  }

  Current& state(const Value& value) {
    Current& current = current_[&value];
    if (current.node == nullptr) current.node = value.node;
    return current;
  }

  /// The node that has what `value` is now; a view is made again, at the insertion point, when what
  /// it is a view of was written to.
  Node* current(Value& value) {
    const Current root = state(*value.root);
    Current& of_value = state(value);
    // A copy, perhaps: nothing is written to it or to what it may be a view of while it is used.
    if (value.root->kind == Value::Kind::Unsure || of_value.version == root.version)
      return of_value.node;
    Node* parent = current(*WrittenMemory::place(value.parent));
    Node* again = graph_.node_copy(*value.node, [&](Node* input) {
      return Argument(input == value.node->arg(0).as_node() ? parent : input);
    });
    add_source(*again, *value.node, NodeSource::Action::Create);
    made_views_.push_back(again);
    return (current_[&value] = {again, root.version}).node;
  }

  /// Lets a node use what its operands are at its place.
  void read_current(Node& node) {
    for (Node* input : node.all_input_nodes()) {
      Value* value = understood(*input);
      if (value == nullptr) continue;
      Node* now = current(*value);
      if (now != input) node.replace_input_with(input, now);
    }
    // What the node makes is made of that.
    if (Value* value = understood(node); value != nullptr && value->node == &node)
      current_[value] = {&node, state(*value->root).version};
  }

  Argument current_argument(const Argument& argument) {
    if (!argument.has_nodes()) return argument;
    return map_nodes(argument, [&](Node* input) {
      Value* value = understood(*input);
      return Argument(value == nullptr ? input : current(*value));
    });
  }

  void take_away(Node& node, const WrittenMemory::Write& write) {
    uses_aten_ |= node.target().view().starts_with("torch.ops.aten.");
    Value* at = write.to;
    Node* self = current(*at);
    if (!write.index && write.form.saves_operand && changes_at_end(*at))
      self = copy_of(node, *self);
    Node* part = write.index ? put_index(node, self, *write.index) : call(node, write.form, self);
    for (; at->kind != Value::Kind::Whole; at = at->start) {
      Node* whole = current(*at->start);
      part = put_back(graph_, whole, *at->steps, part);
    }
    Current& root = state(*at);
    root = {part, root.version + 1};
    if (at->is_from_outside() && std::ranges::find(copied_back_, at) == copied_back_.end())
      copied_back_.push_back(at);
  }

  /// Whether a value of autograd's that is as it was in the beginning is overwritten at last.
  bool changes_at_end(const Value& value) {
    const TensorMeta* tensor = value.node->meta(meta::tensor_meta);
    const ElementType* type = tensor != nullptr ? find_element_type(tensor->dtype) : nullptr;
    const bool has_gradient = type == nullptr || type->kind == ElementType::Kind::Floating ||
                              type->kind == ElementType::Kind::Complex;
    return value.root->is_from_outside() && state(*value.root).version == 0 && has_gradient;
  }

  /// For backward to read, as a call in place makes one.
  Node* copy_of(const Node& node, Node& self) {
    return note(node, node.target().view().starts_with("torch.ops.aten.")
                          ? graph_.call_function(overload_target("clone", ""), {&self})
                          : graph_.call_method("clone", {&self}));
  }

  /// What a call writes to its first operand, as a new tensor of its type.
  Node* call(const Node& node, const FunctionalForm& form, Node* self) {
    std::vector<Argument> args;
    args.reserve(node.args().size());
    args.emplace_back(self);
    for (const Argument& argument : node.args().subspan(1))
      args.push_back(current_argument(argument));
    std::vector<KeywordArgument> kwargs;
    for (const KeywordArgument& keyword : node.kwargs())
      kwargs.push_back({keyword.name, form.by_option && keyword.name.view() == "inplace"
                                          ? Argument(false)
                                          : current_argument(keyword.value)});
    Node* result = note(node, graph_.create_node(form.op, form.target, std::move(args),
                                                 std::move(kwargs), {}, node.type()));
    return form.may_change_type ? note(node, graph_.call_method("type_as", {result, self}))
                                : result;
  }

  /// What `self` is after self[index] = value.
  Node* put_index(const Node& node, Node* self, std::span<const ViewStep> steps) {
    Node* part = note(node, graph_.call_function("operator.getitem", {self, node.arg(1)}));
    const Argument value = current_argument(node.arg(2));
    Node* filled =
        note(node, graph_.call_function(value.is_node() ? overload_target("copy", "")
                                                        : overload_target("fill", "Scalar"),
                                        {part, value}));
    return put_back(graph_, self, steps, filled);
  }

  static Node* note(const Node& from, Node* made) {
    made->copy_place_from(from);
    return made;
  }

  /// Inputs, parameters and buffers get what they have become; who gives them, or views of them,
  /// gives these.
  void copy_back() {
    for (Value* value : copied_back_) {
      Current& now = state(*value);
      std::vector<Argument> operands{value->node, now.node};
      if (uses_aten_)
        graph_.call_function(overload_target("copy_", ""), std::move(operands));
      else
        graph_.call_method("copy_", std::move(operands));
      now = {value->node, now.version + 1};
    }
  }

  void clean_up(const std::vector<Node*>& nodes) {
    for (Node* write : written_ | std::views::reverse)
      graph_.erase_node(write);
    // Views that nobody wants any more: those made again come first, which others were made of.
    const auto erase_unused = [&](Node* node) {
      if (!node->is_erased() && node->num_users() == 0) graph_.erase_node(node);
    };
    std::ranges::for_each(made_views_ | std::views::reverse, erase_unused);
    for (Node* node : nodes | std::views::reverse) {
      const Value* value = node->is_erased() ? nullptr : memory_.value(*node);
      const bool is_read = node->op() == Opcode::GetAttr;
      if (value != nullptr && memory_.is_understood(value->memory) &&
          (value->kind == Value::Kind::View || value->kind == Value::Kind::Element || is_read))
        erase_unused(node);
    }
  }

  Graph& graph_;
  WrittenMemory& memory_;
  std::unordered_map<const Value*, Current> current_;
  std::vector<Value*> copied_back_;
  std::vector<Node*> written_, made_views_;
  bool uses_aten_ = false;
};

class Functionalize final : public GraphPass {
public:
  explicit Functionalize(bool distinct) : distinct_(distinct) {}

  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    // What the parameters start with is what init computes.
    if (&graph == &module.init) return PassResult();
    const AliasAnalysis aliasing = context.analyses.get<AliasAnalysis>(graph, module);
    const TypeAnalysis types = context.analyses.get<TypeAnalysis>(graph, module);
    WrittenMemory memory(graph, aliasing, types, distinct_);
    for (const auto& [written, refusal] : memory.refusals())
      if (aliasing.is_written(written))
        context.remark(refusal.node, fmt::format("writes to {} stay: {}",
                                                 written == AliasAnalysis::external
                                                     ? "inputs, parameters and buffers"
                                                     : "some memory",
                                                 refusal.reason));
    return PassResult{.modified = Functionalizer(graph, memory).run() > 0};
  }

private:
  bool distinct_;
};

} // namespace

extern const PassInfo functionalize_pass{
    .name = "functionalize",
    .summary = "Compute new tensors instead of writing to tensors that are there",
    .description = R"(
`a.add_(b)` becomes `torch.add(a, b)`, and what used a behind it uses that: the graph has no writes left,
and every pass may move, merge and split what remains. By LibTorch's schemas, for functions, methods,
operators of Python, `torch.ops.aten` and the option `inplace` of `torch.nn.functional`:

- a write to a view becomes a write to what it is a view of: `x[0].relu_()` is
  `select_scatter(x, relu(x[0]), 0, 0)`; views are made again where they are read behind it;
- the result gets the type of what was written to, by `type_as` where it may have another one;
- an input, a parameter or a buffer is given its last value by one `copy_` in front of the output, and what
  the graph returns of it is a view of the input as before. Where backward needs the value from before
  (`x.sin_()`), the operator gets a `clone`, as LibTorch saves one for the call in place.

Values, types, aliasing of results and the order of random numbers stay; strides of results may differ where
the tensor that was written to is not dense. A call that fails for the shape of what it writes to may not
fail any more. Where an operand overlaps in part what is written to (`a.t()[2] = a[0]`), or elements of what is
written to share memory, LibTorch leaves the result open; here operands count as they were before. A comparison
in place, `a.gt_(0)`, has no gradient any more, where it had one of zeros.

Writes stay, all of those to the same memory, and a remark says why, where

- something else than a first operand is written to (running statistics, `out=`), or by a module with
  `inplace`: `module-to-functional` makes a function of it;
- a value may be a view or a copy (`reshape`, `contiguous`, `to`) and is read behind a write, or a view has no
  inverse (`expand`, `unfold`, `detach`);
- a mode of computing is set before the last use: no_grad, autocast;
- a call asks for strides or for where memory lies, `as_strided` too;
- an input, parameter or buffer is written to, and another one, or a module, is read behind it, which may be
  the same memory. With `distinct` they are taken for different ones, as LibTorch's functionalization does.

`reinplace` is the way back.
)",
    .parameters = {{.name = "distinct",
                    .description = "no two of the inputs, parameters and buffers share memory"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<Functionalize>(options.flag("distinct"));
    }};

} // namespace fx
