// torch::OrderedDict: a list of (key, value) items, as named_parameters() and named_children() give
// them, and as Sequential takes named modules.
#include "Frontend/Models/Torch/Modules.h"

#include "Frontend/Models/Keys.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

const Object* dict_of(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return object && object->kind == Object::Kind::Sequence ? object : nullptr;
}

/// The (key, value) tuple an element is, or null.
const Object* item_of(const Location* element) {
  const Object* item = element->value().is_object() ? element->value().object() : nullptr;
  return item && item->elements.size() == 2 ? item : nullptr;
}

Location* find(const Object& dict, const Value& key) {
  for (const Location* element : dict.elements)
    if (const Object* item = item_of(element); item && equal_keys(item->elements[0]->value(), key))
      return item->elements[1];
  return nullptr;
}

Location* add(Machine& machine, const Object& dict, const Value& key, const Value& value) {
  Storage& storage = machine.storage();
  const Object* item =
      storage.sequence({storage.copy(key), storage.copy(value)}, /*is_tuple=*/true);
  storage.change(&dict)->elements.push_back(item->self);
  return item->elements[1];
}

bool construct(ModelCall& call) {
  Machine& machine = call.machine;
  Object* dict = machine.storage().create(Object::Kind::Sequence,
                                          llvm::cast<CXXConstructorDecl>(call.callee)->getParent());
  for (const Operand& operand : call.args) {
    const Object* list = operand.defaulted ? nullptr : ModelCall::object_of(operand);
    if (list == nullptr) continue; // the description of a key
    for (const Location* element : list->elements) {
      const Object* item = item_of(element);
      if (item == nullptr) return call.unsupported(missing::construction_of_a_dict);
      add(machine, *dict, item->elements[0]->value(), item->elements[1]->value());
    }
  }
  return call.ret(Value::object(dict));
}

bool item(ModelCall& call) {
  return call.ret(Value::object(
      call.storage().sequence({call.args[0].value, call.args[1].value}, /*is_tuple=*/true)));
}

bool method(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* dict = dict_of(call);
  const bool by_key =
      call.name == "operator[]" && !call.callee->getParamDecl(0)->getType()->isIntegerType();
  if (call.self.value.is_node() && by_key) return element_of_input(call);
  if (dict == nullptr) return call.unsupported(missing::this_dict);
  const auto count = static_cast<int64_t>(dict->elements.size());
  if (call.name == "size") return call.ret(Value::integer(count, 64, false));
  if (call.name == "is_empty") return call.ret(Value::boolean(count == 0));
  if (call.name == "begin") return call.ret(Value::iterator(dict, 0));
  if (call.name == "end") return call.ret(Value::iterator(dict, count));
  if (call.name == "items") return call.ret_place(dict->self);
  if (call.name == "contains")
    return call.ret(Value::boolean(find(*dict, call.args[0].value) != nullptr));
  if (call.name == "insert") {
    const Value& key = call.args[0].value;
    if (!key.is(Value::Kind::String))
      return machine.report().not_known(call.args[0].expr, key, "a key of a dict");
    if (find(*dict, key)) return call.error(diag::key_already_there, key.text());
    return call.ret_place(add(machine, *dict, key, call.args[1].value));
  }
  if (call.name == "keys" || call.name == "values") {
    std::vector<Value> parts;
    for (const Location* element : dict->elements)
      if (const Object* pair = item_of(element))
        parts.push_back(pair->elements[call.name == "values"]->value());
    return call.ret(Value::object(machine.storage().sequence(std::move(parts))));
  }
  if (call.name == "operator[]" || call.name == "find") {
    const Value& key = call.args[0].value;
    if (key.is(Value::Kind::Int) && key.as_int() >= 0 && key.as_int() < count)
      return call.ret_place(dict->elements[static_cast<size_t>(key.as_int())]);
    Location* found = find(*dict, key);
    if (call.name == "find") return call.ret(found ? Value::pointer(found) : Value::none());
    if (found) return call.ret_place(found);
    return call.error(diag::no_such_key);
  }
  return call.unsupported(missing::method_of_a_dict, call.name);
}

/// An item's key() and value(); item-> is what the value has.
bool part(ModelCall& call) {
  const Object* pair = ModelCall::object_of(call.self);
  if (pair == nullptr || pair->elements.size() != 2) return call.unsupported();
  if (call.name == "operator->") return call.ret(Value::pointer(pair->elements[1]));
  return call.ret_place(pair->elements[call.name == "value" || call.name == "operator*"]);
}

} // namespace

extern const ModelTable ordered_dict_models = {
    {"torch::OrderedDict::OrderedDict", construct, constructs},
    {"torch::OrderedDict::*", method, handles},
    {"torch::OrderedDict::Item::Item", item, constructs},
    {"torch::OrderedDict::Item::*", part, gives_access},
};

} // namespace fx::frontend
