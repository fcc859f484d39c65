// What sizes() and strides() of a tensor give: a view of numbers that stand in the tensor. It has
// the same elements however often it is asked for, and shows others when the tensor gets another
// shape in place.
#include "Frontend/Eval/Machine.h"

#include "Frontend/Lower/Views.h"
#include "Frontend/Values/ListViews.h"

#include "fx/Analysis/Aliasing.h"

using namespace clang;

namespace fx::frontend {

/// Whether `value` is what sizes() or strides() gave.
static bool is_sizes(const Value& value) {
  if (!value.is_node()) return false;
  const Node& asked = *value.node();
  return asked.op() == Opcode::CallMethod && asked.args().size() == 1 && asked.arg(0).is_node() &&
         (asked.target().view() == "size" || asked.target().view() == "stride");
}

/// How many nodes of the graph, behind `since` where it is given, may have given `tensor` another
/// shape in place.
static size_t num_reshapes(const TracedModule& model, const Node& tensor, const Node* since) {
  const Graph& graph = tensor.graph();
  const AliasAnalysis memory(graph, &model);
  const auto may_be_tensor = [&](const Node* operand) {
    return operand == &tensor || memory.may_alias(*operand, tensor);
  };
  return static_cast<size_t>(llvm::count_if(graph, [&](const Node* node) {
    return (since == nullptr || memory.position(*node) > memory.position(*since)) &&
           may_reshape(*node) && llvm::any_of(node->all_input_nodes(), may_be_tensor);
  }));
}

bool Machine::unfold_view(const Expr* where, Location* list, const CXXRecordDecl* type) {
  if (!is_sizes(list->value())) return unfold(where, list);
  const Node& asked = *list->value().node();
  const Node& tensor = *asked.arg(0).as_node();
  KnownSizes& known = sizes_of_[{&tensor, std::string(asked.target().view())}];
  if (known.list == nullptr || !shows_shape(known)) {
    Location* kept = storage_.allocate(list->value());
    if (!unfold(where, kept)) return false;
    note_sizes(known, tensor, *kept->value().object());
  }
  storage_.represent(list, [&] { return storage_.view(type, *known.list); });
  return true;
}

Value Machine::sizes_of(const Node& tensor, std::string_view asked, const std::vector<Value>& sizes,
                        const CXXRecordDecl* type) {
  KnownSizes& known = sizes_of_[{&tensor, std::string(asked)}];
  const auto is_same = [](const Location* element, const Value& size) {
    return element->value().is_same(size);
  };
  if (known.list == nullptr || !llvm::equal(known.list->elements, sizes, is_same) ||
      !shows_shape(known))
    note_sizes(known, tensor,
               *storage_.allocate(Value::object(storage_.sequence(sizes)))->value().object());
  return storage_.view(type, *known.list);
}

void Machine::note_sizes(KnownSizes& known, const Node& tensor, const Object& list) {
  known = {&list, &tensor, graph_.num_reshapes()};
  if (known.before > 0) known.of_tensor = num_reshapes(graph_.traced(), tensor, nullptr);
  lists_of_sizes_[&list] = known;
}

/// Whether the tensor still has the shape that it had when `sizes` were asked for.
bool Machine::shows_shape(const KnownSizes& sizes) {
  if (graph_.num_reshapes() == sizes.before) return true;
  // What only tried something out is no longer in the graph, nor are its tensors.
  const auto is_tensor = [&](const Node* node) { return node == sizes.tensor; };
  return llvm::none_of(graph_.graph(), is_tensor) ||
         num_reshapes(graph_.traced(), *sizes.tensor, nullptr) == sizes.of_tensor;
}

bool Machine::shows_shape(const Expr* where, const Value& view) {
  bool is_current = true;
  if (view.is_node()) {
    is_current = graph_.num_reshapes() == 0 || !is_sizes(view) ||
                 &view.node()->graph() != &graph_.graph() ||
                 num_reshapes(graph_.traced(), *view.node()->arg(0).as_node(), view.node()) == 0;
  } else if (!lists_of_sizes_.empty() && graph_.num_reshapes() > 0) {
    const Object* list = view.object();
    int64_t ignored = 0;
    if (is_list_view(list->type) && !list->elements.empty())
      list = storage_.array_of(list->elements.front(), ignored);
    const auto known = lists_of_sizes_.find(list);
    is_current = known == lists_of_sizes_.end() || shows_shape(known->second);
  }
  return is_current || report_.error(where, diag::sizes_of_changed_tensor);
}

} // namespace fx::frontend
