// std::map, std::set, their multi and unordered forms, and c10::Dict, of known keys.
#include "Frontend/Models/Std/Associative.h"

#include <fmt/format.h>

#include <cmath>

using namespace clang;

namespace fx::frontend {

namespace {

const Object* container_of(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return object && (object->kind == Object::Kind::Map || object->kind == Object::Kind::Sequence)
             ? object
             : nullptr;
}

Associative associative(ModelCall& call, const Object& container) {
  return {call.machine, call.expr, container};
}

/// The iterator type that a call returns, itself or as the first of a pair.
QualType iterator_type(const ModelCall& call) {
  const CXXRecordDecl* record = class_made_by(call);
  if (const auto types = tuple_types(record); !types.empty()) return types[0];
  return call.callee->getReturnType().getNonReferenceType();
}

Value iterator_at(ModelCall& call, const Object& container, size_t index) {
  if (container.type == nullptr) // c10::Dict
    return Value::iterator(&container, static_cast<int64_t>(index));
  return node_iterator(call.machine, iterator_type(call), &container, index);
}

/// The key and the value that `args` make, as the arguments of emplace.
bool make_entry(ModelCall& call, const Associative& map, llvm::ArrayRef<Operand> args, Value& key,
                Value& value) {
  Machine& machine = call.machine;
  if (!map.is_map()) return make_element(machine, call.expr, map.key_type(), args, key);
  const auto parts = [&](const Operand& tuple) -> std::optional<std::vector<Operand>> {
    if (!tuple.value.is_object() || !tuple.value.object()->is_tuple) return std::nullopt;
    const auto types = tuple_types(record_of(type_of(tuple)));
    std::vector<Operand> result;
    for (size_t i = 0; i < tuple.value.object()->elements.size(); ++i) {
      const QualType type = i < types.size() ? types[i] : QualType();
      const bool movable = type.isNull()             ? false
                           : type->isReferenceType() ? type->isRValueReferenceType()
                                                     : gives_parts(tuple);
      result.push_back(operand_in(type.isNull() ? type : type.getNonReferenceType(),
                                  tuple.value.object()->elements[i], movable));
    }
    return result;
  };
  if (args.size() == 2)
    return make_element(machine, call.expr, map.key_type(), args[0], key) &&
           make_element(machine, call.expr, map.mapped_type(), args[1], value);
  if (args.size() == 3) { // std::piecewise_construct
    const auto first = parts(args[1]);
    const auto second = parts(args[2]);
    return first && second ? make_element(machine, call.expr, map.key_type(), *first, key) &&
                                 make_element(machine, call.expr, map.mapped_type(), *second, value)
                           : call.unsupported(missing::insertion_into_a_map);
  }
  if (args.size() == 1)
    if (const auto pair = parts(args[0]); pair && pair->size() == 2)
      return make_element(machine, call.expr, map.key_type(), (*pair)[0], key) &&
             make_element(machine, call.expr, map.mapped_type(), (*pair)[1], value);
  if (args.size() == 1 && map.container().type) {
    // What converts to the pair.
    const IdentifierInfo& name = machine.context().Idents.get("value_type");
    for (const NamedDecl* found : map.container().type->lookup(&name)) {
      const auto* alias = dyn_cast<TypedefNameDecl>(found);
      if (alias == nullptr) continue;
      const QualType type =
          machine.context().getTypedefType(ElaboratedTypeKeyword::None, std::nullopt, alias);
      Value pair;
      if (!make_element(machine, call.expr, type, args[0], pair)) return false;
      if (!pair.is_object() || pair.object()->elements.size() != 2) break;
      key = pair.object()->elements[0]->value();
      value = pair.object()->elements[1]->value();
      return true;
    }
  }
  if (args.empty())
    return make_element(machine, call.expr, map.key_type(), {}, key) &&
           make_element(machine, call.expr, map.mapped_type(), {}, value);
  return call.unsupported(missing::insertion_into_a_map);
}

/// Whether the program can see whether an element was made of `operand`.
bool shows_its_use(const Machine& machine, const Operand& operand) {
  if (gives_parts(operand)) return true;
  const QualType type = type_of(operand);
  const auto types = tuple_types(record_of(type));
  return machine.has_own_lifetime(type) || llvm::any_of(types, [&](QualType part) {
           return machine.has_own_lifetime(part.getNonReferenceType());
         });
}

/// Whether an insertion looks for the key itself, and makes an element only where there is none.
/// libstdc++'s emplace makes the element first, but for a map's with a key of the map's type.
bool looks_first(const ModelCall& call, const Associative& container, llvm::ArrayRef<Operand> args,
                 bool is_hinted) {
  if (container.container().type == nullptr || container.is_multi() || args.empty() ||
      llvm::none_of(args,
                    [&](const Operand& operand) { return shows_its_use(call.machine, operand); }))
    return false;
  if (!container.is_map()) return call.name.find("emplace") == std::string_view::npos;
  const QualType key = container.key_type().getCanonicalType().getUnqualifiedType();
  const auto is_usable = [&](QualType type) {
    type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    return type == key || (type->isScalarType() && key->isScalarType());
  };
  if (call.name == "emplace")
    return args.size() == 2 && !container.is_hashed() && !type_of(args[0]).isNull() &&
           is_usable(type_of(args[0]));
  if (call.name.starts_with("emplace") || args.size() != 1) return false;
  const auto types = tuple_types(record_of(type_of(args[0])));
  if (types.size() != 2) return false;
  const bool is_value_type =
      types[0].isConstQualified() && is_usable(types[0]) &&
      types[1].getCanonicalType() == container.mapped_type().getCanonicalType();
  // An element of a range is made first where a tree holds another type.
  const bool is_range =
      isa<CXXConstructorDecl>(call.callee) || call.callee->getReturnType()->isVoidType();
  // A hash table takes an rvalue as emplace does.
  if (container.is_hashed()) return is_range || (is_value_type && !gives_parts(args[0]));
  return is_value_type || (!is_range && !is_hinted && is_usable(types[0]));
}

/// Adds what `args` make, as the arguments of emplace, where the key is not there.
bool add(ModelCall& call, Associative& container, llvm::ArrayRef<Operand> args,
         std::optional<size_t> hint, size_t& index, bool& is_new) {
  Machine& machine = call.machine;
  if (looks_first(call, container, args, hint.has_value())) {
    Operand key = args[0];
    if (container.is_map() && args.size() == 1 && key.value.is_object() &&
        key.value.object()->elements.size() == 2)
      key = operand_in(tuple_types(record_of(type_of(key)))[0].getNonReferenceType(),
                       key.value.object()->elements[0]);
    size_t last = 0;
    if (type_of(key)->isScalarType()) {
      Value converted;
      key.movable = false;
      if (!make_element(machine, call.expr, container.key_type(), key, converted)) return false;
      key = operand_in(container.key_type(), machine.storage().allocate(converted));
    }
    if (!is_unknown(key.value)) {
      if (!container.equal_range(key, index, last)) return false;
      is_new = index == last;
      if (!is_new) return true;
    }
  }
  Value key;
  Value value;
  if (!make_entry(call, container, args, key, value)) return false;
  Location* place = machine.storage().allocate(key);
  Location* mapped = container.is_map() ? machine.storage().allocate(value) : nullptr;
  // It dies, too, where a comparison throws.
  const size_t unfinished = machine.unfinished();
  if (!container.key_type().isNull()) machine.own(container.key_type(), place);
  if (mapped && !container.mapped_type().isNull()) machine.own(container.mapped_type(), mapped);
  if (!container.insert(place, mapped, hint, index, is_new)) return false;
  machine.finish(unfinished, {place, mapped});
  if (is_new) return true;
  // The element that was made for nothing dies.
  const auto ends = [&](Location* part, QualType type) {
    return part == nullptr || type.isNull() || machine.destroy_value(call.expr, type, part);
  };
  return ends(mapped, container.mapped_type()) && ends(place, container.key_type());
}

bool add_all(ModelCall& call, Associative& container, llvm::ArrayRef<Operand> entries) {
  size_t index = 0;
  bool is_new = false;
  return llvm::all_of(entries, [&](const Operand& entry) {
    return add(call, container, entry, std::nullopt, index, is_new);
  });
}

bool is_initializer_list(QualType type) {
  return is_std_class(record_of(type), "initializer_list");
}

/// The elements of a list in braces.
bool listed(ModelCall& call, const Operand& operand, std::vector<Operand>& entries) {
  const Object* list = ModelCall::object_of(operand);
  if (list == nullptr || list->kind != Object::Kind::Sequence)
    return call.report().not_known(call.expr, operand.value, "this list");
  entries = elements_of(*list, template_type(record_of(type_of(operand)), 0), false);
  return true;
}

bool is_allocator(QualType type) {
  const CXXRecordDecl* record = record_of(type);
  return record && record->getIdentifier() && record->getName().contains("allocator");
}

bool construct(ModelCall& call) {
  Machine& machine = call.machine;
  while (!call.args.empty() &&
         (call.args.back().defaulted || is_allocator(type_of(call.args.back()))))
    call.args.pop_back();
  const auto* constructor = llvm::cast<CXXConstructorDecl>(call.callee);
  const CXXRecordDecl* record = constructor->getParent();
  const QualType self = machine.context().getCanonicalTagType(record);
  if (!call.args.empty() && type_of(call.args[0]) == self) {
    if (is_unknown(call.args[0].value)) return call.ret(call.args[0].value);
    Value made;
    return make_element(machine, call.expr, self, call.args[0], made) && call.ret(made);
  }
  const bool is_map = record->getName().contains("map");
  Object* made =
      machine.storage().create(is_map ? Object::Kind::Map : Object::Kind::Sequence, record);
  Associative container(machine, call.expr, *made);
  std::vector<Operand> entries;
  size_t at = 0;
  if (!call.args.empty() && is_initializer_list(call.callee->getParamDecl(0)->getType())) {
    if (!listed(call, call.args[0], entries)) return false;
    at = 1;
  } else if (call.args.size() >= 2 && type_of(call.args[0]) == type_of(call.args[1]) &&
             !type_of(call.args[0])->isIntegerType()) {
    if (!range_elements(call, call.args[0], call.args[1], entries)) return false;
    at = 2;
  }
  size_t buckets = 0;
  if (at < call.args.size() && container.is_hashed() && type_of(call.args[at])->isIntegerType()) {
    machine.oracle().concretize(call.args[at].expr, call.args[at].value);
    if (!call.args[at].value.is(Value::Kind::Int))
      return call.report().not_known(call.expr, call.args[at].value, "this number of buckets");
    buckets = static_cast<size_t>(call.args[at++].value.as_int());
  }
  container.set_functions(llvm::ArrayRef<Operand>(call.args).drop_front(at));
  if (container.is_hashed() && (at > 0)) {
    // Containers with equal keys look at the range's length first, the others grow on the way.
    const size_t wanted = container.is_multi() ? entries.size() : 0;
    if (!container.rehash(std::max(wanted, buckets), /*first=*/true)) return false;
  }
  return add_all(call, container, entries) && call.ret(Value::object(made));
}

bool element(ModelCall& call) {
  Machine& machine = call.machine;
  if (call.self.value.is_node()) return element_of_input(call);
  const Object* object = container_of(call);
  if (object == nullptr) return call.unsupported();
  Operand& key = call.args[0];
  machine.oracle().concretize(key.expr, key.value);
  if (is_unknown(key.value)) return call.report().not_known(key.expr, key.value, "a key of a map");
  Associative map = associative(call, *object);
  size_t first = 0;
  size_t last = 0;
  if (!map.equal_range(key, first, last)) return false;
  if (first == last) {
    if (call.name == "at")
      return raise_std(call, "out_of_range", map.is_hashed() ? "unordered_map::at" : "map::at");
    Value made;
    Value value;
    bool is_new = false;
    if (!make_element(machine, call.expr, map.key_type(), key, made) ||
        !make_element(machine, call.expr, map.mapped_type(), {}, value) ||
        !map.insert(made, value, std::nullopt, first, is_new))
      return false;
  }
  return call.ret_place(object->elements[first + 1]);
}

/// c10::Dict is a handle: copies share the map.
bool construct_dict(ModelCall& call) {
  if (call.num_given() == 1 && !call.args[0].value.is(Value::Kind::Uninitialized))
    return call.ret(call.args[0].value);
  if (call.num_given() > 0) return call.unsupported(missing::construction_of_a_map);
  return call.ret(Value::pointer(call.storage().create(Object::Kind::Map)->self));
}

bool assign_dict(ModelCall& call) {
  return assign_whole(call, call.args[0].value);
}

/// container = other, or a list in braces.
bool assign(ModelCall& call) {
  const Object* object = container_of(call);
  if (object && is_initializer_list(call.callee->getParamDecl(0)->getType())) {
    std::vector<Operand> entries;
    if (!listed(call, call.args[0], entries)) return false;
    Associative container = associative(call, *object);
    if (!container.end(0, container.size())) return false;
    container.clear();
    if (container.is_hashed() && container.bucket_count() < entries.size() &&
        !container.rehash(entries.size()))
      return false;
    return container.reserve_for_range(entries.size()) && add_all(call, container, entries) &&
           call.ret_place(call.self.place);
  }
  return assign_container(call);
}

Value inserted(ModelCall& call, const Object& container, size_t index, bool is_new) {
  Value iterator = iterator_at(call, container, index);
  const auto types = tuple_types(class_made_by(call));
  if (container.type && types.empty()) return iterator;
  return Value::object(
      call.storage().sequence({iterator, Value::boolean(is_new)}, /*is_tuple=*/true));
}

/// The index of an iterator that is an argument.
bool position(ModelCall& call, const Operand& operand, const Object& container, size_t& index) {
  if (!is_node_iterator(operand.value)) return call.unsupported(missing::this_iterator);
  const Object* owner = nullptr;
  if (!node_position(call.machine, call.expr, operand.value, owner, index)) return false;
  return owner == &container || call.error(diag::iterator_of_another_container);
}

bool insert(ModelCall& call) {
  const Object* object = container_of(call);
  if (object == nullptr || (call.args.empty() && call.name != "emplace"))
    return call.unsupported(missing::this_insertion);
  Associative container = associative(call, *object);
  const bool is_dict = object->type == nullptr;
  if (call.name == "insert" && !is_dict && call.callee->getReturnType()->isVoidType()) {
    std::vector<Operand> entries;
    const bool ok = call.args.size() == 1
                        ? listed(call, call.args[0], entries)
                        : range_elements(call, call.args[0], call.args[1], entries);
    return ok && container.reserve_for_range(entries.size()) && add_all(call, container, entries) &&
           call.ret(Value::none());
  }
  llvm::ArrayRef<Operand> args = call.args;
  std::optional<size_t> hint;
  if (call.name == "emplace_hint" || (call.name == "insert" && !is_dict && args.size() == 2) ||
      (call.name != "emplace" && args.size() > 2 && is_std_iterator(record_of(type_of(args[0]))))) {
    size_t index = 0;
    if (!position(call, args[0], *object, index)) return false;
    hint = index;
    args = args.drop_front();
  }
  Value key;
  Value value;
  size_t index = 0;
  bool is_new = false;
  const bool by_key = call.name == "try_emplace" || call.name == "insert_or_assign";
  if (by_key && !is_unknown(args[0].value)) {
    // The value is not touched when the key is there.
    size_t first = 0;
    size_t last = 0;
    if (!container.equal_range(args[0], first, last)) return false;
    if (first != last) {
      if (call.name == "insert_or_assign" &&
          !assign_element(call.machine, call.expr, object->elements[first + 1],
                          container.mapped_type(), args[1]))
        return false;
      return call.ret(inserted(call, *object, first, false));
    }
    if (!make_element(call.machine, call.expr, container.key_type(), args[0], key) ||
        !make_element(call.machine, call.expr, container.mapped_type(), args.drop_front(), value))
      return false;
    if (!container.insert(key, value, hint, index, is_new)) return false;
  } else if (!add(call, container, args, hint, index, is_new)) {
    return false;
  }
  return call.ret(inserted(call, *object, index, is_new));
}

/// What a map that forward takes has in it is known when the model runs: --assume says it. An error
/// where that is no such question.
bool of_an_input(ModelCall& call) {
  const bool asks = call.name == "count" || call.name == "contains" || call.name == "find" ||
                    call.name == "end" || call.name == "cend";
  if (!asks || !call.self.value.is_node())
    return call.unsupported(missing::question_about_this_container);
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  const bool has_one_entry = method && (is_std_class(method->getParent(), "map") ||
                                        is_std_class(method->getParent(), "unordered_map"));
  if (call.name == "find" && has_one_entry && call.args.size() == 1 &&
      !is_unknown(call.args[0].value) && record_of(iterator_type(call)) &&
      is_std_iterator(record_of(iterator_type(call))))
    return call.ret(iterator_into_input(call.machine, record_of(iterator_type(call)),
                                        call.self.value, call.args[0].value));
  return call.ret(
      Value::opaque(call.location(), "what is in this map is known only when the model runs"));
}

bool query(ModelCall& call) {
  const Object* object = container_of(call);
  if (object == nullptr) return of_an_input(call);
  Associative container = associative(call, *object);
  const auto count = static_cast<int64_t>(container.size() / container.step());
  const llvm::StringRef name = call.name;
  if (name == "size") return call.ret(Value::integer(count, 64, false));
  if (name == "empty") return call.ret(Value::boolean(count == 0));
  if (name == "bucket_count" && container.bucket_count() != 0)
    return call.ret(Value::integer(static_cast<int64_t>(container.bucket_count()), 64, false));
  if (name == "max_load_factor" && call.args.empty())
    return call.ret(Value::floating(container.max_load()));
  if (name == "load_factor" && container.bucket_count() != 0)
    return call.ret(
        Value::floating(static_cast<float>(count) / static_cast<float>(container.bucket_count())));
  if (name == "max_load_factor" && call.args.size() == 1) {
    if (!call.args[0].value.is_number())
      return call.report().not_known(call.expr, call.args[0].value, "this load");
    container.set_max_load(call.args[0].value.as_double());
    return call.ret(Value::none());
  }
  if (name == "clear") {
    if (!container.end(0, container.size())) return false;
    container.clear();
    return call.ret(Value::none());
  }
  if (name == "reserve" || name == "rehash") {
    if (!call.args[0].value.is(Value::Kind::Int))
      return call.report().not_known(call.expr, call.args[0].value, "this number of elements");
    auto buckets = static_cast<size_t>(call.args[0].value.as_int());
    if (name == "reserve")
      buckets = static_cast<size_t>(
          std::ceil(static_cast<double>(buckets) / static_cast<float>(container.max_load())));
    return container.rehash(buckets) && call.ret(Value::none());
  }
  if (call.args.size() != 1) return call.unsupported(missing::method_of_a_container, call.name);
  Operand& key = call.args[0];
  call.machine.oracle().concretize(key.expr, key.value);
  if (is_unknown(key.value))
    return call.report().not_known(key.expr, key.value, "a key of this container");
  size_t first = 0;
  size_t last = 0;
  if (name == "lower_bound" || name == "upper_bound") {
    if (!(name == "lower_bound" ? container.lower_bound(key, first)
                                : container.upper_bound(key, first)))
      return false;
    return call.ret(iterator_at(call, *object, first));
  }
  if (!container.equal_range(key, first, last)) return false;
  if (name == "find")
    return call.ret(iterator_at(call, *object, first == last ? container.size() : first));
  if (name == "count")
    return call.ret(
        Value::integer(static_cast<int64_t>((last - first) / container.step()), 64, false));
  if (name == "contains") return call.ret(Value::boolean(first != last));
  if (name == "equal_range")
    return call.ret(Value::object(call.storage().sequence(
        {iterator_at(call, *object, first), iterator_at(call, *object, last)}, true)));
  return call.unsupported(missing::method_of_a_container, call.name);
}

bool iterator(ModelCall& call) {
  const Object* object = container_of(call);
  if (object == nullptr && call.self.value.is_node() && (call.name == "end" || call.name == "cend"))
    return of_an_input(call); // to be compared with what find() gives
  if (object == nullptr) return call.unsupported(missing::iterating_over_this_value);
  const bool end = llvm::StringRef(call.name).ends_with("end");
  if (!end && !associative(call, *object).has_known_order()) return false;
  return call.ret(iterator_at(call, *object, end ? object->elements.size() : 0));
}

/// rbegin, rend: the library's reverse_iterator of end and begin.
bool reverse_iterator(ModelCall& call) {
  const Object* object = container_of(call);
  if (object == nullptr) return call.unsupported(missing::iterating_over_this_value);
  const bool end = llvm::StringRef(call.name).ends_with("end");
  const QualType type = call.callee->getReturnType();
  const QualType base = template_type(record_of(type), 0);
  Operand operand;
  operand.type = base;
  operand.value = node_iterator(call.machine, base, object, end ? 0 : object->elements.size());
  operand.place = operand.value.object()->self;
  return call.machine.construct_resolved(call.expr, type, {operand}, call.result);
}

bool erase(ModelCall& call) {
  const Object* object = container_of(call);
  if (object == nullptr || call.args.empty()) return call.unsupported(missing::this_erasure);
  Associative container = associative(call, *object);
  size_t first = 0;
  size_t last = 0;
  if (is_node_iterator(call.args[0].value)) {
    if (!position(call, call.args[0], *object, first)) return false;
    last = first + container.step();
    if (call.args.size() == 2 && !position(call, call.args[1], *object, last)) return false;
    if (first > last || last > container.size()) return call.error(diag::iterator_at_the_end);
    if (!container.end(first, last)) return false;
    container.erase(first, last);
    return call.ret(iterator_at(call, *object, first));
  }
  const Operand& key = call.args[0];
  if (is_unknown(key.value) || call.args.size() != 1)
    return call.report().not_known(call.expr, key.value, "a key of this container");
  if (!container.equal_range(key, first, last)) return false;
  if (!container.end(first, last)) return false;
  container.erase(first, last);
  return call.ret(
      Value::integer(static_cast<int64_t>((last - first) / container.step()), 64, false));
}

/// target.merge(source): takes over the elements that the target does not have.
bool merge(ModelCall& call) {
  const Object* object = container_of(call);
  const Object* other = ModelCall::object_of(call.args[0]);
  if (object == nullptr || other == nullptr || other->type == nullptr)
    return call.unsupported(missing::this_merge);
  if (object == other) return call.ret(Value::none());
  Associative target = associative(call, *object);
  Associative source = associative(call, *other);
  if (target.is_hashed() && source.size() > 0) {
    // How many buckets there are then depends on how often the library makes room.
    target.forget_order();
    source.forget_order();
  }
  for (size_t i = 0; i < source.size();) {
    Location* key = other->elements[i];
    Location* value = target.is_map() ? other->elements[i + 1] : nullptr;
    size_t index = 0;
    bool is_new = false;
    if (!target.insert(key, value, std::nullopt, index, is_new)) return false;
    if (is_new)
      source.erase(i, i + source.step());
    else
      i += source.step();
  }
  return call.ret(Value::none());
}

bool swap(ModelCall& call) {
  const Object* object = container_of(call);
  const Object* other = ModelCall::object_of(call.args[0]);
  if (object == nullptr || other == nullptr) return call.unsupported(missing::this_swap);
  Object* left = call.storage().change(object);
  Object* right = call.storage().change(other);
  std::swap(left->elements, right->elements);
  std::swap(left->hidden, right->hidden);
  return call.ret(Value::none());
}

} // namespace

bool has_known_order(Machine& machine, const Expr* where, const Object& container) {
  const CXXRecordDecl* type = container.type;
  if (type == nullptr || !type->getIdentifier() || !type->isInStdNamespace()) return true;
  const llvm::StringRef name = type->getName();
  if (!name.ends_with("map") && !name.ends_with("set")) return true;
  return Associative(machine, where, container).has_known_order();
}

bool element_of_input(ModelCall& call) {
  Argument key;
  if (!call.graph().lower(call.args[0], key)) return false;
  return call.ret(
      Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "operator.getitem",
                                    {Argument(call.self.value.node()), std::move(key)})));
}

extern const ModelTable std_associative_models = {
    {"std::{map::map,set::set,multimap::multimap,multiset::multiset}", construct, constructs},
    {"std::unordered_{map::unordered_map,set::unordered_set}", construct, constructs},
    {"std::unordered_multimap::unordered_multimap", construct, constructs},
    {"std::unordered_multiset::unordered_multiset", construct, constructs},
    {"std::{,unordered_}{,multi}{map,set}::{begin,end,cbegin,cend}", iterator, gives_access},
    {"std::{,unordered_}{,multi}{map,set}::{insert,emplace,emplace_hint}", insert, takes},
    {"std::{,unordered_}{,multi}{map,set}::{count,contains}", query, compares},
    {"std::{,unordered_}{,multi}{map,set}::{find,equal_range}", query, finds},
    {"std::{,unordered_}{,multi}{map,set}::{size,empty}", query, computes},
    {"std::{,unordered_}{,multi}{map,set}::clear", query, changes_itself},
    {"std::{,unordered_}{,multi}{map,set}::erase", erase, changes_itself},
    {"std::{,unordered_}{,multi}{map,set}::merge", merge, exchanges},
    {"std::{,unordered_}{,multi}{map,set}::operator=", assign, assigns},
    {"std::{,unordered_}{,multi}{map,set}::swap", swap, exchanges},
    {"std::{,unordered_}map::operator[]", element, takes},
    {"std::{,unordered_}map::at", element, finds},
    {"std::{,unordered_}map::{try_emplace,insert_or_assign}", insert, takes},
    {"std::{,multi}{map,set}::{lower_bound,upper_bound}", query, finds},
    {"std::{,multi}{map,set}::{rbegin,rend,crbegin,crend}", reverse_iterator, finds},
    {"std::unordered_{,multi}{map,set}::bucket_count", query, finds},
    {"std::unordered_{,multi}{map,set}::{max_load_factor,reserve,rehash}", query, changes_itself},
    {"std::unordered_{,multi}{map,set}::load_factor", query, computes},
    {"c10::Dict::Dict", construct_dict, constructs},
    {"c10::Dict::operator=", assign_dict, assigns},
    {"c10::Dict::at", element, finds},
    {"c10::Dict::{insert,insert_or_assign}", insert, takes},
    {"c10::Dict::{contains,size,empty}", query, finds},
};

} // namespace fx::frontend
