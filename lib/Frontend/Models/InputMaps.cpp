#include "Frontend/Models/InputMaps.h"

#include "Frontend/Models/Std/Associative.h"
#include "Frontend/Values/Names.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

enum class MapClass : uint8_t { None, Std, Dict, OrderedDict };

MapClass class_of(QualType type) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : record_of(type);
  if (is_std_class(record, "map") || is_std_class(record, "unordered_map")) return MapClass::Std;
  if (record == nullptr || !record->getIdentifier()) return MapClass::None;
  const std::string name = qualified_name(record);
  return name == "c10::Dict"            ? MapClass::Dict
         : name == "torch::OrderedDict" ? MapClass::OrderedDict
                                        : MapClass::None;
}

Value value_of_key(const Argument& key) {
  return key.is(Argument::Kind::Int) ? Value::integer(key.as_int()) : Value::string(key.symbol());
}

} // namespace

bool is_map_in_order(QualType type) {
  const MapClass kind = class_of(type);
  return kind == MapClass::Dict || kind == MapClass::OrderedDict;
}

std::optional<Value> map_of_input(Machine& machine, const Expr* where, QualType type, Node* input,
                                  std::span<const Argument> keys) {
  const MapClass kind = class_of(type);
  if (kind == MapClass::None) return std::nullopt;
  Storage& storage = machine.storage();
  const CXXRecordDecl* record = record_of(type)->getDefinition();
  const bool is_list = kind == MapClass::OrderedDict;
  // How it is held is the business of the models of these classes.
  Object* map = storage.create(is_list ? Object::Kind::Sequence : Object::Kind::Map,
                               kind == MapClass::Dict ? nullptr : record);
  std::optional<Associative> entries;
  if (!is_list) entries.emplace(machine, where, *map);
  for (const Argument& key : keys) {
    const Value element = Value::node(machine.graph().emit(
        nullptr, Opcode::CallFunction, "operator.getitem", {Argument(input), key}));
    if (is_list) {
      map->elements.push_back(
          storage.sequence({value_of_key(key), element}, /*is_tuple=*/true)->self);
      continue;
    }
    size_t index = 0;
    bool is_new = false;
    Value made;
    Operand given;
    given.type = entries->key_type();
    given.value = value_of_key(key);
    if (!make_element(machine, where, entries->key_type(), given, made) ||
        !entries->insert(made, element, std::nullopt, index, is_new))
      return std::nullopt;
  }
  // That of a hashed map depends on how the caller has filled it.
  if (entries) entries->forget_order();
  return kind == MapClass::Dict ? Value::pointer(map->self) : Value::object(map);
}

} // namespace fx::frontend
