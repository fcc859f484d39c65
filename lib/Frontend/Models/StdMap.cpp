// std::map and unordered_map with known keys; elements alternate key and value.
#include "Frontend/Models/Models.h"

#include "Frontend/Models/Keys.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

const Object* map_of(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return object && object->kind == Object::Kind::Map ? object : nullptr;
}

size_t find_key(const Object& map, const Value& key) {
  for (size_t i = 0; i + 1 < map.elements.size(); i += 2)
    if (equal_keys(map.elements[i]->value(), key)) return i;
  return map.elements.size();
}

/// Inserts in the order std::map iterates in; the order of an unordered_map is nobody's promise.
void add(Machine& machine, const Object& map, const Value& key, const Value& value) {
  size_t at = 0;
  while (at < map.elements.size() && less_keys(map.elements[at]->value(), key).value_or(true))
    at += 2;
  Storage& storage = machine.storage();
  storage.change(&map)->elements.insert(
      map.elements.begin() + static_cast<std::ptrdiff_t>(at),
      {storage.allocate(storage.copy(key)), storage.allocate(storage.copy(value))});
}

bool construct(ModelCall& call) {
  Machine& machine = call.machine;
  while (!call.args.empty() && call.args.back().defaulted)
    call.args.pop_back();
  Object* map = machine.storage().create(Object::Kind::Map,
                                         llvm::cast<CXXConstructorDecl>(call.callee)->getParent());
  if (call.args.size() == 1) {
    const Object* list = ModelCall::object_of(call.args[0]);
    if (list == nullptr || list->kind != Object::Kind::Sequence)
      return call.unsupported("this construction of a map");
    for (const Location* item : list->elements) {
      const Object* pair = item->value().is_record() ? item->value().object() : nullptr;
      if (pair == nullptr || pair->elements.size() != 2)
        return call.unsupported("this construction of a map");
      if (find_key(*map, pair->elements[0]->value()) == map->elements.size())
        add(machine, *map, pair->elements[0]->value(), pair->elements[1]->value());
    }
  } else if (!call.args.empty()) {
    return call.unsupported("this construction of a map");
  }
  return call.ret(Value::record(map));
}

bool element(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* map = map_of(call);
  if (call.self.value.is_node()) return element_of_input(call);
  const Value& key = call.args[0].value;
  if (map == nullptr) return call.unsupported("an element of this map");
  if (!key.is_number() && !key.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, key, "a key of a map");
  size_t at = find_key(*map, key);
  if (at == map->elements.size()) {
    if (call.name == "at") return call.error("there is no such key in this map");
    const auto* spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(map->type);
    Value value;
    if (spec == nullptr ||
        !machine.default_value(call.expr, spec->getTemplateArgs()[1].getAsType(), value))
      return call.unsupported("a new element of this map");
    add(machine, *map, key, value);
    at = find_key(*map, key);
  }
  return call.ret_place(map->elements[at + 1]);
}

/// c10::Dict is a handle: copies share the map.
bool construct_dict(ModelCall& call) {
  if (call.num_given() == 1 && !call.args[0].value.is(Value::Kind::Uninitialized))
    return call.ret(call.args[0].value);
  if (call.num_given() > 0) return call.unsupported("this construction");
  return call.ret(Value::pointer(call.storage().create(Object::Kind::Map)->self));
}

bool assign_dict(ModelCall& call) {
  if (call.self.place == nullptr) return call.unsupported();
  call.storage().write(call.self.place, call.args[0].value);
  return call.ret_place(call.self.place);
}

bool insert_or_assign(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* map = map_of(call);
  if (map == nullptr || call.args.size() != 2) return call.unsupported("this insertion into a map");
  const Value& key = call.args[0].value;
  if (!key.is_number() && !key.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, key, "a key of a map");
  const size_t at = find_key(*map, key);
  const bool fresh = at == map->elements.size();
  if (fresh)
    add(machine, *map, key, call.args[1].value);
  else
    machine.storage().assign(map->elements[at + 1], machine.storage().copy(call.args[1].value));
  return call.ret(Value::record(machine.storage().sequence(
      {Value::iterator(map, static_cast<int64_t>(find_key(*map, key))), Value::boolean(fresh)},
      /*is_tuple=*/true)));
}

bool count(ModelCall& call) {
  const Object* map = map_of(call);
  if (map == nullptr) return call.unsupported();
  if (call.name == "size")
    return call.ret(Value::integer(static_cast<int64_t>(map->elements.size() / 2), 64, false));
  if (call.name == "empty") return call.ret(Value::boolean(map->elements.empty()));
  const bool found = find_key(*map, call.args[0].value) != map->elements.size();
  return call.ret(call.name == "contains" ? Value::boolean(found) : Value::integer(found));
}

/// begin, end, find: an iterator is the index of a key.
bool iterator(ModelCall& call) {
  const Object* map = map_of(call);
  if (map == nullptr) return call.unsupported();
  const llvm::StringRef name(call.name);
  size_t index = name.ends_with("end") ? map->elements.size() : 0;
  if (name == "find") {
    const Value& key = call.args[0].value;
    if (!key.is_number() && !key.is(Value::Kind::String))
      return call.report().not_known(call.args[0].expr, key, "a key of a map");
    index = find_key(*map, key);
  }
  return call.ret(Value::iterator(map, static_cast<int64_t>(index)));
}

/// *it and it-> are the pair at a key, of a set the key; ++ goes to the next.
bool iterator_operator(ModelCall& call) {
  Machine& machine = call.machine;
  const Value value = call.self.value;
  llvm::StringRef token = call.name;
  token.consume_front("operator");
  if (!value.is(Value::Kind::Iterator)) return call.unsupported();
  const auto& elements = value.object()->elements;
  const auto index = static_cast<size_t>(value.index());
  const bool in_map = value.object()->kind == Object::Kind::Map;
  if (token == "++" && call.self.place) {
    machine.storage().write(call.self.place,
                            Value::iterator(value.object(), value.index() + (in_map ? 2 : 1)));
    return call.args.empty() ? call.ret_place(call.self.place) : call.ret(value);
  }
  if (token != "*" && token != "->") return call.unsupported();
  if (index >= elements.size()) return call.error("this iterator is at the end of its map");
  if (!in_map)
    return token == "->" ? call.ret(Value::pointer(elements[index]))
                         : call.ret_place(elements[index]);
  Object* pair = machine.storage().create(Object::Kind::Sequence);
  pair->is_tuple = true;
  pair->elements = {elements[index], elements[index + 1]};
  return token == "->" ? call.ret(Value::pointer(pair->self)) : call.ret_place(pair->self);
}

/// An iterator made from another: const from mutable.
bool same_iterator(ModelCall& call) {
  if (call.args.size() != 1) return call.unsupported("this iterator");
  return call.ret(call.args[0].value);
}

/// Adds the pair that `item` is, unless its key is there. An error when it is none.
bool add_pair(ModelCall& call, const Object& map, const Value& item) {
  const Object* pair = item.is_record() ? item.object() : nullptr;
  if (pair == nullptr || pair->kind != Object::Kind::Sequence || pair->elements.size() != 2)
    return call.unsupported("this insertion into a map");
  const Value& key = pair->elements[0]->value();
  if (!key.is_number() && !key.is(Value::Kind::String))
    return call.report().not_known(call.expr, key, "a key of a map");
  if (find_key(map, key) == map.elements.size())
    add(call.machine, map, key, pair->elements[1]->value());
  return true;
}

/// insert of many: a list in braces, a range. The overload tells, not the values: a list of two
/// pairs looks like a pair.
bool insert_all(ModelCall& call, const Object& map) {
  const Value& first = call.args[0].value;
  if (call.args.size() == 1) {
    const Object* list = ModelCall::object_of(call.args[0]);
    if (list == nullptr || list->kind != Object::Kind::Sequence)
      return call.unsupported("this insertion into a map");
    for (const Location* item : list->elements)
      if (!add_pair(call, map, item->value())) return false;
    return call.ret(Value::none());
  }
  const Value& last = call.args[1].value;
  if (!first.is(Value::Kind::Iterator) || !last.is(Value::Kind::Iterator) ||
      first.object() != last.object())
    return call.unsupported("this insertion into a map");
  const Object& source = *first.object();
  const bool in_map = source.kind == Object::Kind::Map;
  const auto end = std::min(static_cast<size_t>(last.index()), source.elements.size());
  for (auto i = static_cast<size_t>(first.index()); i < end; i += in_map ? 2 : 1) {
    Value item = source.elements[i]->value();
    if (in_map)
      item = Value::record(call.storage().sequence(
          {source.elements[i]->value(), source.elements[i + 1]->value()}, /*is_tuple=*/true));
    if (!add_pair(call, map, item)) return false;
  }
  return call.ret(Value::none());
}

bool insert(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* map = map_of(call);
  if (map == nullptr || call.args.empty()) return call.unsupported();
  Value key;
  Value value;
  if (call.name == "insert" && qualified_name(call.callee) != "c10::Dict::insert") {
    const CXXRecordDecl* parameter = record_of(call.callee->getParamDecl(0)->getType());
    const bool list = parameter && qualified_name(parameter) == "std::initializer_list";
    const bool returns_place = !call.callee->getReturnType()->isVoidType();
    if (list || !returns_place) return insert_all(call, *map);
    if (call.args.size() == 2) { // a hint and a pair
      const Value& pair = call.args[1].value;
      return add_pair(call, *map, pair) &&
             call.ret(Value::iterator(
                 map, static_cast<int64_t>(find_key(*map, pair.object()->elements[0]->value()))));
    }
  }
  if (call.args.size() == 2) {
    key = call.args[0].value;
    value = call.args[1].value;
  } else if (const Object* pair = ModelCall::object_of(call.args[0]);
             call.args.size() == 1 && pair && pair->elements.size() == 2) {
    key = pair->elements[0]->value();
    value = pair->elements[1]->value();
  } else {
    return call.unsupported("this insertion into a map");
  }
  if (!key.is_number() && !key.is(Value::Kind::String))
    return machine.report().not_known(call.expr, key, "a key of a map");
  const size_t found = find_key(*map, key);
  const bool fresh = found == map->elements.size();
  if (fresh) add(machine, *map, key, value);
  return call.ret(Value::record(machine.storage().sequence(
      {Value::iterator(map, static_cast<int64_t>(find_key(*map, key))), Value::boolean(fresh)},
      /*is_tuple=*/true)));
}

bool erase(ModelCall& call) {
  const Object* map = map_of(call);
  if (map == nullptr || call.args.size() != 1) return call.unsupported("this erasure from a map");
  const Value& key = call.args[0].value;
  const size_t at =
      key.is(Value::Kind::Iterator) ? static_cast<size_t>(key.index()) : find_key(*map, key);
  const bool found = at < map->elements.size();
  if (found) {
    const auto first = map->elements.begin() + static_cast<std::ptrdiff_t>(at);
    call.storage().change(map)->elements.erase(first, first + 2);
  }
  return call.ret(key.is(Value::Kind::Iterator) ? key : Value::integer(found));
}

} // namespace

bool element_of_input(ModelCall& call) {
  Argument key;
  if (!call.graph().lower(call.args[0], key)) return false;
  return call.ret(
      Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "operator.getitem",
                                    {Argument(call.self.value.node()), std::move(key)})));
}

#define FX_MAP(CLASS, NAME)                                                                        \
  {CLASS "::" NAME, construct}, {CLASS "::operator[]", element}, {CLASS "::at", element},          \
      {CLASS "::begin", iterator}, {CLASS "::end", iterator}, {CLASS "::cbegin", iterator},        \
      {CLASS "::cend", iterator}, {CLASS "::find", iterator}, {CLASS "::insert", insert},          \
      {CLASS "::emplace", insert}, {CLASS "::count", count}, {CLASS "::contains", count},          \
      {CLASS "::insert_or_assign", insert_or_assign}, {CLASS "::size", count},                     \
      {CLASS "::operator=", assign_container}, {CLASS "::erase", erase}, {                         \
    CLASS "::empty", count                                                                         \
  }

ModelTable std_map_models() {
  static const ModelEntry table[] = {
      FX_MAP("std::map", "map"),
      FX_MAP("std::unordered_map", "unordered_map"),
      {"c10::Dict::Dict", construct_dict},
      {"c10::Dict::operator=", assign_dict},
      {"c10::Dict::at", element},
      {"c10::Dict::insert", insert},
      {"c10::Dict::insert_or_assign", insert_or_assign},
      {"c10::Dict::contains", count},
      {"c10::Dict::size", count},
      {"c10::Dict::empty", count},
      {"std::_Rb_tree_iterator::*", iterator_operator},
      {"std::_Rb_tree_const_iterator::_Rb_tree_const_iterator", same_iterator},
      {"std::_Rb_tree_const_iterator::*", iterator_operator},
      {"std::__detail::_Node_iterator::*", iterator_operator},
      {"std::__detail::_Node_const_iterator::_Node_const_iterator", same_iterator},
      {"std::__detail::_Node_const_iterator::*", iterator_operator},
  };
  return table;
}
#undef FX_MAP

} // namespace fx::frontend
