// Writing results into operands that nothing reads any more (torch.fx: passes.reinplace).
#include "Layouts.h"
#include "MergedMemory.h"
#include "RecordedMemory.h"

#include "fx/Analysis/LayoutUses.h"
#include "fx/Analysis/MemoryUses.h"
#include "fx/IR/Provenance.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Shapes.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace fx {

namespace {

constexpr std::string_view aten = "torch.ops.aten.";
constexpr std::string_view scatter = "_scatter";
constexpr size_t max_scatters = 16; // that one call makes superfluous

/// The view whose inverse an operator is: select of select_scatter; null: it is none.
const ops::Schema* view_of_inverse(const Node& node) {
  const ops::Callee& callee = ops::callee_of(node);
  if (!callee.is(ops::Callee::Kind::Operator) || !callee.name.ends_with(scatter)) return nullptr;
  const std::string_view view = callee.name.substr(0, callee.name.size() - scatter.size());
  for (const ops::Schema& schema : ops::libtorch_of(node).find_schemas(view))
    if (!schema.composite && !schema.arguments.empty() && schema.arguments[0].alias_set != 0)
      return &schema;
  return nullptr;
}

/// How a call is written that writes into its first operand.
struct InPlaceCall {
  Opcode op = Opcode::CallMethod;
  Symbol target;
  /// F::relu(x, inplace = True).
  bool by_option = false;
};

/// Nothing: there is no such call, or not for all that this one can mean.
std::optional<InPlaceCall> in_place_call(const Node& node) {
  const bool is_call = node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
  if (!is_call || node.args().empty() || !node.arg(0).is_node()) return std::nullopt;
  const ops::LibTorch& libtorch = ops::libtorch_of(node);
  const ops::Callee& callee = ops::callee_of(node);
  if (callee.effects != nullptr) {
    const Argument* option = node.kwarg("inplace");
    const bool is_off = option != nullptr && *option == Argument(false);
    if (!callee.effects->has_inplace || !is_off) return std::nullopt;
    return InPlaceCall{node.op(), node.target(), true};
  }
  const std::span<const ops::Schema> schemas = ops::schemas_on_tensors(node);
  const ops::Schema* form = nullptr;
  for (const ops::Schema& schema : schemas) {
    if (!ops::can_mean(node, schema)) continue;
    if (schema.random || (form = ops::form_in_place(libtorch, schema)) == nullptr)
      return std::nullopt;
  }
  if (form == nullptr) return std::nullopt;
  if (node.target().view().starts_with(aten))
    return InPlaceCall{Opcode::CallFunction,
                       Symbol(fmt::format("{}{}.{}", aten, form->name,
                                          form->overload.empty() ? "default" : form->overload)),
                       false};
  if (!ops::is_tensor_method(form->name, libtorch.version())) return std::nullopt;
  return InPlaceCall{Opcode::CallMethod, Symbol(form->name), false};
}

class Reinplacer {
public:
  /// `inference`: no gradient is asked. `any_layout`: what is left may have other strides, and be a
  /// part of other memory.
  Reinplacer(Graph& graph, const TracedModule& module, const AliasAnalysis& aliasing,
             PassContext& context, bool inference, bool any_layout)
      : graph_(graph), aliasing_(aliasing), context_(context), any_layout_(any_layout),
        memories_(graph, aliasing), layouts_(aliasing) {
    if (!inference) recorded_.emplace(graph, module, aliasing);
    if (any_layout) with_layout_uses_ = nodes_with_layout_uses(graph, module.modules, aliasing);
  }

  /// How many calls write into an operand now.
  size_t run() {
    std::vector<Node*> nodes(graph_.begin(), graph_.end());
    has_as_strided_ = std::ranges::any_of(nodes, [](const Node* node) {
      return ops::callee_of(*node).name.starts_with("as_strided");
    });
    for (Node* node : nodes) {
      has_mode_ |= aliasing_.effects(*node).barrier && !sets_grad_mode(*node);
      if (removed_.contains(node)) continue;
      const ops::Schema* view = view_of_inverse(*node);
      const std::optional<InPlaceCall> call = view ? std::nullopt : in_place_call(*node);
      if (view == nullptr && !call) continue;
      Node* copy = view == nullptr ? needless_copy(*node) : nullptr;
      if (copy != nullptr) node->update_arg(0, copy->arg(0));
      std::string why = refusal(*node, view != nullptr);
      if (copy != nullptr && why.empty()) {
        remove(copy);
      } else if (copy != nullptr) {
        node->update_arg(0, copy);
        why = refusal(*node, false);
      }
      if (!why.empty())
        context_.remark(node,
                        fmt::format("'{}' is not done in place: {}", node->target().view(), why));
      else
        rewrite(*node, view, call);
    }
    for (Node* copy : copies_back_)
      if (copy->arg(1) == copy->arg(0) && !removed_.contains(copy)) {
        copy->replace_all_uses_with(overwritten(*copy));
        remove(copy);
      }
    for (auto node = order_of_removal_.rbegin(); node != order_of_removal_.rend(); ++node)
      graph_.erase_node(*node);
    return done_;
  }

private:
  using Class = MergedMemory::Class;

  /// Without gradients it does not matter whether they are on.
  static bool sets_grad_mode(const Node& node) {
    const bool is_of_guard =
        node.op() == Opcode::CallMethod && !node.args().empty() && node.arg(0).is_node();
    const Node& guard = is_of_guard ? *node.arg(0).as_node() : node;
    return guard.is_call_function("torch.no_grad") || guard.is_call_function("torch.enable_grad") ||
           guard.is_call_function("torch.set_grad_enabled");
  }

  static Node* overwritten(const Node& node) { return node.arg(0).as_node(); }

  /// The clone that a call takes as its first operand, of what is the same then, and that nothing
  /// else uses: functionalization makes it for backward. Null: there is none.
  Node* needless_copy(const Node& node) const {
    Node* copy = node.arg(0).is_node() ? overwritten(node) : nullptr;
    const bool is_copy = !recorded_ && copy != nullptr && ops::callee_of(*copy).name == "clone" &&
                         copy->args().size() == 1 && copy->kwargs().empty() &&
                         copy->arg(0).is_node() && copy->num_users() == 1 &&
                         count_uses(node, *copy) == 1;
    if (!is_copy) return nullptr;
    const uint32_t position = aliasing_.position(*copy);
    const Class memory = aliasing_.memory(*overwritten(*copy));
    const bool is_same = last_done_ < position &&
                         !aliasing_.is_written_between(memory, position, aliasing_.position(node));
    return is_same ? copy : nullptr;
  }

  /// Why a call cannot write into its first operand; empty: it can, and scatters_ are the calls
  /// behind it that are not needed then.
  std::string refusal(const Node& node, bool is_inverse) {
    scatters_.clear();
    conversion_ = nullptr;
    if (node.args().size() < (is_inverse ? 2 : 1) || !node.arg(0).is_node())
      return "its operands are not given by position";
    if (!aliasing_.effects(node).is_pure() || aliasing_.effects(node).aliases != 0)
      return "it may do more than make a new tensor";
    const Node& self = *overwritten(node);
    const Class memory = memories_.of(self);
    if (memory == AliasAnalysis::none) return "its first operand has no memory";
    if (recorded_ && memory != AliasAnalysis::external &&
        (recorded_->may_record(node) || recorded_->is_needed_before(memory, node)))
      return fmt::format("backward may need %{}; reinplace<inference> takes it that no gradient is "
                         "asked",
                         self.name().view());
    conversion_ = is_inverse ? nullptr : conversion_back(node);
    const Node& result = conversion_ ? *conversion_ : node;
    if (memory == AliasAnalysis::external && (recorded_ || !is_copied_back(node)))
      return fmt::format("%{} may be memory of an input, a parameter or a buffer",
                         self.name().view());
    const TensorMeta* from = self.meta(meta::tensor_meta);
    const TensorMeta* to = result.meta(meta::tensor_meta);
    if (from == nullptr || to == nullptr) return "shapes are not known: give an example input";
    if (from->shape != to->shape || from->dtype != to->dtype)
      return fmt::format("the result is {}{}, and %{} is {}{}", to->dtype.view(),
                         shape_text(to->shape), self.name().view(), from->dtype.view(),
                         shape_text(from->shape));
    const TensorLayout* layout = layouts_.of(self);
    if (layout == nullptr)
      return fmt::format("it is not known where in memory %{} lies", self.name().view());
    if (layout->may_overlap())
      return fmt::format("elements of %{} share memory", self.name().view());
    for (const Node* input : node.input_nodes())
      if (input != &self && memories_.of(*input) == memory)
        return fmt::format("%{} may be the same memory", input->name().view());
    if (count_uses(node, self) > 1) return fmt::format("it takes %{} twice", self.name().view());
    if (has_mode_) return "it runs where a mode of computing may be on";
    if (memory != AliasAnalysis::external) return refusal_of_readers(node, memory);
    const std::vector<const Node*> results = results_of(node);
    if (const std::string why = refusal_of_sharing(results); !why.empty()) return why;
    return refusal_of_layouts(results);
  }

  /// What becomes the first operand, but for what else is in its memory.
  std::vector<const Node*> results_of(const Node& node) const {
    std::vector<const Node*> results{conversion_ ? conversion_ : &node};
    results.insert(results.end(), scatters_.begin(), scatters_.end());
    return results;
  }

  /// Whether the call writes into an input, a parameter or a buffer, or a part of one, that is
  /// overwritten as a whole before anything else reads it, or what may be the same memory:
  /// x.copy_(...), which functionalization puts at the end. The scatters that put a part back come
  /// before.
  bool is_copied_back(const Node& node) {
    const Node& self = *overwritten(node);
    const Node& whole = whole_of(self);
    if ((whole.op() != Opcode::Placeholder && whole.op() != Opcode::GetAttr) ||
        layouts_.of(self) == nullptr || layouts_.of(whole)->may_overlap())
      return false;
    std::unordered_map<const Node*, TensorLayout> current;
    current.emplace(conversion_ ? conversion_ : &node, *layouts_.of(self));
    Node* next = nullptr;
    for (Node* reader : memories_.next_readers(AliasAnalysis::external, node, max_scatters + 1)) {
      next = reader;
      const std::optional<TensorLayout> put_back = place_put_back(*reader, whole, current);
      if (!put_back) break;
      current.emplace(reader, *put_back);
      scatters_.push_back(reader);
    }
    if (next == nullptr || !overwrites(*next, whole)) return false;
    const std::vector<const Node*> results = results_of(node);
    const Node& source = *next->arg(1).as_node();
    const bool is_whole =
        current.contains(&source) && current.at(&source).is_same_place(*layouts_.of(whole));
    const bool is_seen = std::ranges::any_of(results, [&](const Node* result) {
      // Not from what may be the same memory, but for the result itself: a view of it, say.
      return aliasing_.escapes(*result) || memories_.is_read_behind(memories_.of(*result), *next) ||
             (!is_whole && memories_.of(source) == memories_.of(*result));
    });
    if (is_seen) return false;
    if (std::ranges::find(copies_back_, next) == copies_back_.end()) copies_back_.push_back(next);
    return true;
  }

  /// Whether a call is copy_ of other memory than that of inputs into all of this one.
  bool overwrites(const Node& node, const Node& whole) {
    return ops::callee_of(node).name == "copy_" && node.args().size() >= 2 &&
           node.arg(0).is_node() && overwritten(node) == &whole && node.arg(1).is_node() &&
           memories_.of(*node.arg(1).as_node()) != AliasAnalysis::external;
  }

  /// The only use of a result of another type that makes it the type of the first operand again:
  /// what functionalization makes of a.ge_(b). Null: it is used in another way.
  Node* conversion_back(const Node& node) const {
    const TensorMeta* self = overwritten(node)->meta(meta::tensor_meta);
    Node* user = node.num_users() == 1 ? *node.users().begin() : nullptr;
    const TensorMeta* back = user != nullptr ? user->meta(meta::tensor_meta) : nullptr;
    if (self == nullptr || back == nullptr || !(*self == *back) || user->args().empty() ||
        !user->arg(0).is_node() || user->arg(0).as_node() != &node)
      return nullptr;
    const std::string_view name = ops::callee_of(*user).name;
    const bool is_method = user->op() == Opcode::CallMethod && name == "to" &&
                           user->args().size() == 2 && user->arg(1).is(Argument::Kind::Dtype);
    const bool says_type_alone =
        std::ranges::all_of(user->kwargs(), [](const KeywordArgument& keyword) {
          return keyword.name.view() == "dtype" || keyword.value.is_none() ||
                 keyword.value == Argument(false);
        });
    const bool is_copy = name == "_to_copy" && user->args().size() == 1;
    return (is_method || is_copy) && says_type_alone ? user : nullptr;
  }

  static size_t count_uses(const Node& node, const Node& value) {
    size_t count = 0;
    const auto look = [&](const Node* used) { count += used == &value ? 1 : 0; };
    for (const Argument& argument : node.args())
      for_each_node(argument, look);
    for (const KeywordArgument& keyword : node.kwargs())
      for_each_node(keyword.value, look);
    return count;
  }

  /// All that reads the memory behind the call has to put its result back to where it lies.
  std::string refusal_of_readers(const Node& node, Class memory) {
    const Node& self = *overwritten(node);
    const auto readers = memories_.readers_behind(memory, node, max_scatters);
    if (!readers) return fmt::format("%{} is read behind it", self.name().view());
    std::unordered_map<const Node*, TensorLayout> current; // what is in memory then, and where
    current.emplace(conversion_ ? conversion_ : &node, *layouts_.of(self));
    for (Node* reader : *readers) {
      const std::optional<TensorLayout> put_back = place_put_back(*reader, whole_of(self), current);
      if (!put_back)
        return fmt::format("%{}, or what shares its memory, is read by %{} behind it",
                           self.name().view(), reader->name().view());
      current.emplace(reader, *put_back);
      scatters_.push_back(reader);
    }
    const std::vector<const Node*> results = results_of(node);
    if (const std::string why = refusal_of_sharing(results); !why.empty()) return why;
    const auto is_layout_used = [&](const Node* result) {
      return with_layout_uses_.contains(result);
    };
    return any_layout_ && std::ranges::none_of(results, is_layout_used)
               ? std::string()
               : refusal_of_layouts(results);
  }

  /// What else uses one of the results than what puts it back has to find it as it was.
  std::string refusal_of_layouts(const std::vector<const Node*>& results) {
    for (const Node* result : results) {
      const bool is_seen = std::ranges::any_of(result->users(), [&](const Node* user) {
        return std::ranges::find(scatters_, user) == scatters_.end();
      });
      if (!is_seen) continue;
      const Node& place = *overwritten(result == conversion_ ? *overwritten(*result) : *result);
      if (!have_same_strides(place, *result))
        return fmt::format("the result has other strides than %{}", place.name().view());
      // A part keeps all of the memory alive, and its offset in it can be asked for.
      if ((aliasing_.escapes(*result) || has_as_strided_) && is_part(place))
        return fmt::format("%{} is a part of other memory, which the result would show",
                           place.name().view());
    }
    return {};
  }

  /// They were tensors of their own, and become one.
  std::string refusal_of_sharing(const std::vector<const Node*>& tensors) const {
    if (tensors.size() == 1) return {};
    for (const Node* tensor : tensors)
      if (aliasing_.is_written(aliasing_.memory(*tensor)))
        return fmt::format("%{} is written to, and would be one tensor with others",
                           tensor->name().view());
    if (std::ranges::count_if(tensors,
                              [&](const Node* tensor) { return aliasing_.escapes(*tensor); }) > 1)
      return "tensors that the graph returns would be one";
    return {};
  }

  /// What a value is a view of, and is none itself.
  const Node& whole_of(const Node& value) const {
    const Node* whole = &value;
    while (const Node* of = viewed_value(*whole, aliasing_))
      whole = of;
    return *whole;
  }

  /// Whether there is other memory around what a value is a view of.
  bool is_part(const Node& value) {
    const TensorLayout *part = layouts_.of(value), *all = layouts_.of(whole_of(value));
    return part == nullptr || all == nullptr || part->offset != all->offset ||
           part->num_elements() != all->num_elements();
  }

  static bool have_same_strides(const Node& a, const Node& b) {
    const TensorMeta *of_a = a.meta(meta::tensor_meta), *of_b = b.meta(meta::tensor_meta);
    return of_a != nullptr && of_b != nullptr && of_a->stride == of_b->stride;
  }

  /// Where a scatter's result lies when it is taken for the first operand: nothing where that is
  /// another value then, or a view of another tensor than `whole`, which may share its memory.
  std::optional<TensorLayout>
  place_put_back(const Node& reader, const Node& whole,
                 const std::unordered_map<const Node*, TensorLayout>& current) {
    const ops::Schema* view = view_of_inverse(reader);
    if (view == nullptr || reader.args().size() < 2 || !reader.arg(0).is_node() ||
        !reader.arg(1).is_node() || &whole_of(*overwritten(reader)) != &whole)
      return std::nullopt;
    const Node& part = *reader.arg(1).as_node();
    const TensorLayout* around = layouts_.of(*overwritten(reader));
    const TensorLayout* lies = nullptr;
    if (const auto known = current.find(&part); known != current.end()) lies = &known->second;
    std::optional<TensorLayout> viewed;
    if (lies == nullptr) {
      viewed = layout_of_view(part, current);
      lies = viewed ? &*viewed : nullptr;
    }
    if (around == nullptr || lies == nullptr) return std::nullopt;
    const std::optional<TensorLayout> expected = layout_of_part(*around, view->name, reader);
    return expected && expected->is_same_place(*lies) ? std::optional(*around) : std::nullopt;
  }

  /// Of a view of what is in memory then: one of all of it, for the rest has changed too.
  std::optional<TensorLayout>
  layout_of_view(const Node& part,
                 const std::unordered_map<const Node*, TensorLayout>& current) const {
    const Node* of = viewed_value(part, aliasing_);
    const auto known = of ? current.find(of) : current.end();
    const TensorMeta* inner = part.meta(meta::tensor_meta);
    const TensorMeta* outer = of ? of->meta(meta::tensor_meta) : nullptr;
    if (known == current.end() || inner == nullptr || outer == nullptr ||
        outer->stride != known->second.strides || ops::callee_of(part).name == "as_strided")
      return std::nullopt;
    // The view lies in the new tensor as it will in the old one.
    TensorLayout whole{outer->shape, outer->stride, known->second.offset};
    const int64_t num_elements = whole.num_elements();
    Layouts fresh(aliasing_);
    fresh.put(*of, std::move(whole));
    const TensorLayout* layout = fresh.of(part);
    return layout && layout->num_elements() == num_elements && !layout->may_overlap()
               ? std::optional(*layout)
               : std::nullopt;
  }

  void rewrite(Node& node, const ops::Schema* view, const std::optional<InPlaceCall>& call) {
    Node* self = overwritten(node);
    if (view != nullptr)
      copy_into_part(node, *view);
    else
      call_in_place(node, *call);
    ++done_;
    last_done_ = aliasing_.position(node);
    // All of them go; and who copies back to an input stays.
    if (memories_.of(*self) != AliasAnalysis::external)
      memories_.forget_readers(memories_.of(*self));
    merge(*self, node);
    layouts_.put(node, *layouts_.of(*self));
    node.replace_all_uses_with(self);
    if (conversion_ != nullptr) {
      merge(*self, *conversion_);
      layouts_.put(*conversion_, *layouts_.of(*self));
      conversion_->replace_all_uses_with(self);
      remove(conversion_);
    }
    for (Node* put_back : scatters_) {
      Node* whole = overwritten(*put_back);
      merge(*whole, *put_back);
      layouts_.put(*put_back, *layouts_.of(*whole));
      put_back->replace_all_uses_with(whole);
      remove(put_back);
    }
  }

  void merge(const Node& one, const Node& other) {
    const Class first = memories_.of(one), second = memories_.of(other);
    memories_.merge(one, other);
    if (!recorded_) return;
    for (const Class part : {first, second})
      recorded_->merged(part, memories_.of(one));
  }

  void remove(Node* node) {
    if (removed_.insert(node).second) order_of_removal_.push_back(node);
  }

  static void call_in_place(Node& node, const InPlaceCall& call) {
    add_source(node, node, NodeSource::Action::Replace);
    if (call.by_option) {
      node.update_kwarg("inplace", true);
      return;
    }
    node.set_op(call.op);
    node.set_target(call.target);
  }

  /// x = select_scatter(base, part, 0, 1) becomes base.select(0, 1).copy_(part).
  void copy_into_part(Node& node, const ops::Schema& view) {
    const Graph::InsertPoint here = graph_.inserting_before(&node);
    std::vector<Argument> args(node.args().begin(), node.args().end());
    const Argument part = args[1];
    args.erase(args.begin() + 1);
    Node* place = graph_.call_function(
        fmt::format("{}{}.{}", aten, view.name, view.overload.empty() ? "default" : view.overload),
        std::move(args), {node.kwargs().begin(), node.kwargs().end()});
    Node* copy = graph_.call_function(fmt::format("{}copy_.default", aten), {place, part});
    for (Node* made : {place, copy})
      made->copy_place_from(node);
    remove(&node);
  }

  static std::string shape_text(const std::vector<int64_t>& shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
  }

  Graph& graph_;
  const AliasAnalysis& aliasing_;
  PassContext& context_;
  bool any_layout_;
  std::unordered_set<const Node*> with_layout_uses_; // where any layout would do
  MergedMemory memories_;
  std::optional<RecordedMemory> recorded_; // nothing: no gradient is asked
  Layouts layouts_;
  std::vector<Node*> scatters_;
  Node* conversion_ = nullptr;
  std::vector<Node*> copies_back_;
  std::unordered_set<const Node*> removed_;
  std::vector<Node*> order_of_removal_;
  /// Offsets count from where memory begins.
  bool has_as_strided_ = false;
  /// Autocast, inference mode: it was entered, and may have been left.
  bool has_mode_ = false;
  size_t done_ = 0;
  uint32_t last_done_ = 0; // its position; calls are looked at in their order
};

class Reinplace final : public GraphPass {
public:
  Reinplace(bool inference, bool any_layout) : inference_(inference), any_layout_(any_layout) {}

  bool keeps_gradients() const override { return !inference_; }

  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    // What the parameters start with is what init computes.
    if (&graph == &module.init) return PassResult();
    const AliasAnalysis aliasing = context.analyses.get<AliasAnalysis>(graph, module);
    return PassResult{
        .modified =
            Reinplacer(graph, module, aliasing, context, inference_, any_layout_).run() > 0};
  }

private:
  bool inference_, any_layout_;
};

} // namespace

extern const PassInfo reinplace_pass{
    .name = "reinplace",
    .summary = "Write results into operands that nothing reads any more",
    .description = R"(
`b = torch.add(a, c)` becomes `a.add_(c)`, and what used b uses a, where

- LibTorch's schemas have a form in place for all that the call can mean, and it draws no random numbers;
- shapes, strides and types are known (`--input`, or the shapes of the graph), those of a and b are the same,
  and no two elements of a share memory;
- a is no memory of an input, a parameter or a buffer, unless one, or a part of one, that is overwritten as
  a whole, by `copy_`, before anything else reads it; and no other operand may share its memory;
- nothing behind the call reads a, or what may share its memory, but by views and for sizes;
- no mode of computing but no_grad was entered before: autocast, inference mode.

What puts the result back to where a lies goes: `select_scatter`, `slice_scatter`, `diagonal_scatter` and
`as_strided_scatter`, the inverses of views, whose place in memory is that of the result; what makes it the
type of a again, the `_to_copy` behind `ge`; and the `copy_` to an input that has it already. Other scatters
become a `copy_` into the view. A `clone` in front of a call, which functionalize makes for backward, goes
where the call may write to what was cloned. Every call that has a form in place and is not done so is told of, with the
reason.

Backward needs values that are overwritten. `inference` says that no gradient is asked, and `--verify` asks for
none then. Without it a call is done in place where neither a nor the result can require a gradient, and no call
before it that may be recorded reads a: it is computed of integers or booleans, of no input, parameter or buffer,
or in a region of `torch.no_grad()` in the graph. Types are those of the examples. Where no shapes are known it
changes nothing.

torch.fx's `reinplace` takes a scatter for superfluous by its place alone, whatever it puts there, and
overwrites parameters and what an operand is a view of. It asks nothing of strides either: `any-layout`
does that too, where no `view`, and no call that tells strides, hangs on them.
)",
    .parameters = {{.name = "inference", .description = "no gradient is asked of the results"},
                   {.name = "any-layout",
                    .description = "results may have other strides, and be parts of other memory"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<Reinplace>(options.flag("inference"), options.flag("any-layout"));
    }};

} // namespace fx
