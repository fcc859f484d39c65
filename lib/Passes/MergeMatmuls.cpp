// Products of matrices that share an operand made one product.
#include "MergedCalls.h"

#include "fx/Passes/Pass.h"

#include <algorithm>
#include <map>

namespace fx {

namespace {

/// A value by what it is: a parameter is one, however often it is read.
using ValueKey = std::pair<const Node*, std::string_view>;

ValueKey key_of(const Node& value) {
  return value.op() == Opcode::GetAttr ? ValueKey{nullptr, value.target().view()}
                                       : ValueKey{&value, {}};
}

struct Product {
  Node* left;
  Node* right;
};

class MergeMatmuls final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    const Expected<bool> is_asked = MergedCalls::may_merge(graph, module, context, "merge-matmuls");
    if (!is_asked) return is_asked.error();
    if (!*is_asked) return PassResult();
    const CallOperations operations(graph, module);
    const std::vector<Node*> calls = products(graph, operations);
    if (calls.size() < 2) return PassResult();
    MergedCalls merged(graph, module, operations, context.remark);
    for (const bool is_right_shared : {true, false})
      for (const std::vector<Node*>& group :
           groups(calls, is_right_shared, module, merged, context))
        merged.merge(group, "products of matrices", [&](std::span<Node* const> together) {
          return is_right_shared ? stack_left(graph, together)
                                 : stack_right(graph, together, module);
        });
    return merged.finish();
  }

private:
  static std::vector<Node*> products(const Graph& graph, const CallOperations& operations) {
    std::vector<Node*> calls;
    for (Node* node : graph) {
      const ops::Operation* operation = operations.of(*node);
      if (operation != nullptr && (operation->name == "matmul" || operation->name == "mm") &&
          product_of(*node, *operation))
        calls.push_back(node);
    }
    return calls;
  }

  /// Nothing: it takes something else than two values, `out` for instance.
  static std::optional<Product> product_of(const Node& call, const ops::Operation& operation) {
    const bool is_of_two = operation.operands.size() == 2 && call.args().size() == 2 &&
                           call.kwargs().empty() && call.arg(0).is_node() && call.arg(1).is_node();
    return is_of_two ? std::optional(Product{call.arg(0).as_node(), call.arg(1).as_node()})
                     : std::nullopt;
  }

  static const TensorMeta* shape(const Node& value) { return value.meta(meta::tensor_meta); }

  /// Those that share an operand, and whose other ones may be put together.
  static std::vector<std::vector<Node*>> groups(const std::vector<Node*>& calls,
                                                bool is_right_shared, const TracedModule& module,
                                                const MergedCalls& merged,
                                                const PassContext& context) {
    std::map<std::pair<ValueKey, std::string_view>, size_t> numbers;
    std::vector<std::vector<Node*>> groups;
    std::map<ValueKey, std::vector<const Node*>> sharing;
    std::vector<const Node*> unknown;
    for (Node* call : calls) {
      if (merged.is_merged(*call) || !merged.aliasing().effects(*call).is_pure() ||
          merged.is_of_weights(*call))
        continue;
      const Node& shared = *call->arg(is_right_shared ? 1 : 0).as_node();
      const Node& other = *call->arg(is_right_shared ? 0 : 1).as_node();
      // Putting values together is worth it where they are weights, or fewer than what is shared.
      if (!is_right_shared && !merged.is_of_weights(other)) continue;
      sharing[key_of(shared)].push_back(call);
      const std::optional<Symbol> dtype = fitting_dtype(shared, other, is_right_shared, module);
      if (!dtype) {
        unknown.push_back(call);
        continue;
      }
      const auto [number, is_new] =
          numbers.try_emplace({key_of(shared), dtype->view()}, groups.size());
      if (is_new) groups.emplace_back();
      groups[number->second].push_back(call);
    }
    for (const Node* call : unknown)
      if (sharing[key_of(*call->arg(is_right_shared ? 1 : 0).as_node())].size() > 1)
        context.remark(call, "this product is not merged with others of its operand: nothing says "
                             "that it is one of two matrices; shape-prop or --input do");
    std::erase_if(groups, [](const std::vector<Node*>& group) { return group.size() < 2; });
    return groups;
  }

  /// The type of what is put together. Nothing: it is no matrix, or that is not known.
  static std::optional<Symbol> fitting_dtype(const Node& shared, const Node& other,
                                             bool is_right_shared, const TracedModule& module) {
    const auto is_matrix = [&](const Node& value) {
      const std::optional<std::vector<int64_t>> sizes = weight_sizes(module, value);
      return sizes && sizes->size() == 2;
    };
    if (!is_matrix(other) || (is_right_shared && !is_matrix(shared))) return std::nullopt;
    // Of a module's parameter all that is known is that the others have its type.
    const TensorMeta* known = shape(other) != nullptr ? shape(other) : shape(shared);
    return known != nullptr ? known->dtype : Symbol();
  }

  static Node* put_together(Graph& graph, std::span<Node* const> calls, size_t operand,
                            int64_t dimension) {
    std::vector<Argument> parts;
    parts.reserve(calls.size());
    for (const Node* call : calls)
      parts.push_back(call->arg(operand));
    return graph.call_function("torch.cat", {Argument::list(std::move(parts)), dimension});
  }

  /// a @ w and b @ w.
  static MergedCalls::Whole stack_left(Graph& graph, std::span<Node* const> calls) {
    MergedCalls::Whole whole;
    // Rows may be others in another run.
    for (const Node* call : calls)
      whole.sizes.emplace_back(graph.call_method("size", {call->arg(0), 0}));
    whole.result = graph.call_function("torch.matmul",
                                       {put_together(graph, calls, 0, 0), calls.front()->arg(1)});
    return whole;
  }

  /// x @ v and x @ w.
  static MergedCalls::Whole stack_right(Graph& graph, std::span<Node* const> calls,
                                        const TracedModule& module) {
    MergedCalls::Whole whole{.result = nullptr, .sizes = {}, .dimension = -1};
    for (const Node* call : calls)
      whole.sizes.emplace_back(weight_sizes(module, *call->arg(1).as_node())->back());
    whole.result = graph.call_function("torch.matmul",
                                       {calls.front()->arg(0), put_together(graph, calls, 1, 1)});
    return whole;
  }
};

} // namespace

extern const PassInfo merge_matmuls_pass{
    .name = "merge-matmuls",
    .summary = "Make one product of several products of matrices that share an operand",
    .description = R"(
`a @ w` and `b @ w`, by whatever way they are spelled (`torch::matmul`, `torch::mm`, methods), become the product
of a above b with w, which is split into as many rows as a and b have when it runs. `x @ v` and `x @ w` become
the product with v beside w where these are parameters, or follow from them: `const-fold<weights>` puts them
together once. For evaluation: what holds in both modes stays as it was for training. Results are equal up to
rounding.

Left alone, with a remark: operands that nothing says to be matrices of one type (`--input`, `shape-prop`), and
products that cannot be computed at one place: because one needs what follows from another, what they read is
written to between them, or a mode such as no_grad is entered or left. Parts of the result are copied as by
`merge-linears`.

torch.fx's `merge_matmul` asks for no shapes and for no writes, and takes products of which one may follow from
another over more than six nodes for dependent. Its parts share memory that callers can write to.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<MergeMatmuls>();
    }};

} // namespace fx
