// Elements of a list or tuple that an operator returned, where the program may give them another
// value.
//
// Such a list is one value of the graph. Who only reads its elements gets a getitem for each. A
// reference to an element gets a place; when that place is written to, the list becomes a container
// of its elements, and the place is one of them.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

Location* Machine::element_place(const Expr* where, Location* list, int64_t index,
                                 std::optional<int64_t> length, bool is_tuple) {
  Node* node = list->value().node();
  Value item =
      Value::node(graph_.get_item(where, node, index).node(), list->value().non_negative());
  Location*& place = element_places_[{list, node, index}];
  if (place && place->is_detached() && place->value().is_node()) {
    storage_.represent(place, [&] { return item; });
  } else {
    place = storage_.allocate_detached(item);
  }
  graph_elements_[place] = {where, list, node, index, length, is_tuple};
  return place;
}

bool Machine::unfold(const Expr* where, Location* list, std::optional<int64_t> length,
                     bool is_tuple) {
  const Value whole = list->value();
  if (!whole.is_node()) return false;
  if (!length) length = oracle_.known_length(where, whole);
  if (!length) return false;
  // A list that is itself an element stays one of its container.
  if (list->is_detached() && !unfold_container(list)) return false;
  std::vector<Location*> elements;
  for (int64_t i = 0; i < *length; ++i) {
    Location* element = nullptr;
    for (const int64_t index : {i, i - *length})
      if (const auto known = element_places_.find({list, whole.node(), index});
          known != element_places_.end() && known->second->is_detached() && element == nullptr) {
        element = known->second;
        storage_.attach(element);
      }
    if (element == nullptr)
      element = storage_.allocate(
          Value::node(graph_.get_item(where, whole.node(), i).node(), whole.non_negative()));
    elements.push_back(element);
  }
  storage_.represent(list, [&] {
    Object* sequence = storage_.sequence({}, is_tuple);
    sequence->elements = std::move(elements);
    return Value::object(sequence);
  });
  return true;
}

bool Machine::unfold_container(Location* element) {
  const auto known = graph_elements_.find(element);
  if (known == graph_elements_.end()) return false;
  const GraphElement from = known->second;
  const Value& list = from.list->value();
  // The list has another value by now: nothing reads the element through it any more.
  if (!list.is_node() || list.node() != from.node) {
    storage_.attach(element);
    return true;
  }
  return unfold(from.where, from.list, from.length, from.is_tuple);
}

void Machine::written_detached(Location* location, clang::SourceLocation where) {
  if (unfold_container(location)) return;
  storage_.attach(location); // once is enough
  if (location->is_left()) {
    report_.error(where, diag::union_member_through_an_old_reference);
    return;
  }
  if (graph_elements_.contains(location)) {
    report_.error(where, diag::element_of_a_list_of_unknown_length);
    report_.note(where, "say it with an example of the inputs (--input), or put the new values "
                        "into a list of your own");
    return;
  }
  report_.error(where, diag::write_through_an_unknown_reference);
  report_.note(where, "assign to the variable itself");
}

Location* Machine::referred(const Expr* expr, QualType type, const Value& value, Location* place) {
  if (place) return place;
  const bool may_write = expr && expr->isLValue() && !value.is_object() &&
                         type->isLValueReferenceType() &&
                         !type.getNonReferenceType().isConstQualified();
  return may_write ? storage_.allocate_detached(value) : storage_.allocate(value);
}

} // namespace fx::frontend
