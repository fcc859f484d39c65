// std::set and unordered_set of known keys: sequences without equal elements, in order.
#include "Frontend/Models/Models.h"

#include "Frontend/Models/Keys.h"

using namespace clang;

namespace fx::frontend {

namespace {

const Object* set_of(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return object && object->kind == Object::Kind::Sequence ? object : nullptr;
}

bool is_key(const Value& value) {
  return value.is_number() || value.is(Value::Kind::String);
}

size_t find_key(const Object& set, const Value& key) {
  for (size_t i = 0; i < set.elements.size(); ++i)
    if (equal_keys(set.elements[i]->value(), key)) return i;
  return set.elements.size();
}

/// Where `key` stands now, and whether it is new.
std::pair<size_t, bool> add(Machine& machine, const Object& set, const Value& key) {
  if (const size_t at = find_key(set, key); at < set.elements.size()) return {at, false};
  size_t at = 0;
  while (at < set.elements.size() && less_keys(set.elements[at]->value(), key).value_or(true))
    ++at;
  machine.storage().change(&set)->elements.insert(
      set.elements.begin() + static_cast<std::ptrdiff_t>(at),
      machine.storage().allocate(machine.storage().copy(key)));
  return {at, true};
}

/// The keys of an initializer list or a range.
bool add_all(ModelCall& call, const Object& set) {
  const Value& first = call.args[0].value;
  size_t begin = 0;
  const Object* list = ModelCall::object_of(call.args[0]);
  size_t end = list ? list->elements.size() : 0;
  if (first.is(Value::Kind::Iterator) && call.args.size() == 2) {
    list = first.object();
    begin = static_cast<size_t>(first.index());
    end = static_cast<size_t>(call.args[1].value.index());
  }
  if (list == nullptr || list->kind != Object::Kind::Sequence)
    return call.unsupported("this way to fill a set");
  for (size_t i = begin; i < end && i < list->elements.size(); ++i) {
    if (!is_key(list->elements[i]->value()))
      return call.report().not_known(call.expr, list->elements[i]->value(), "an element of a set");
    add(call.machine, set, list->elements[i]->value());
  }
  return true;
}

bool construct(ModelCall& call) {
  while (!call.args.empty() && call.args.back().defaulted)
    call.args.pop_back();
  Object* set = call.storage().create(Object::Kind::Sequence,
                                      llvm::cast<CXXConstructorDecl>(call.callee)->getParent());
  if (!call.args.empty() && !add_all(call, *set)) return false;
  return call.ret(Value::record(set));
}

bool insert(ModelCall& call) {
  const Object* set = set_of(call);
  if (set == nullptr) return call.unsupported("this insertion into a set");
  const Value& key = call.args[0].value;
  if (!is_key(key)) return add_all(call, *set) && call.ret(Value::none());
  const auto [at, fresh] = add(call.machine, *set, key);
  return call.ret(Value::record(call.storage().sequence(
      {Value::iterator(set, static_cast<int64_t>(at)), Value::boolean(fresh)},
      /*is_tuple=*/true)));
}

bool query(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* set = set_of(call);
  if (set == nullptr) return call.unsupported("a question about this set");
  if (call.name == "size")
    return call.ret(Value::integer(static_cast<int64_t>(set->elements.size()), 64, false));
  if (call.name == "empty") return call.ret(Value::boolean(set->elements.empty()));
  const Value& key = call.args[0].value;
  if (!is_key(key)) return machine.report().not_known(call.args[0].expr, key, "a key of a set");
  const size_t at = find_key(*set, key);
  if (call.name == "find")
    return call.ret(Value::iterator(const_cast<Object*>(set), static_cast<int64_t>(at)));
  const bool found = at < set->elements.size();
  return call.ret(call.name == "contains" ? Value::boolean(found) : Value::integer(found));
}

bool iterator(ModelCall& call) {
  const Object* set = set_of(call);
  if (set == nullptr) return call.unsupported();
  const bool end = llvm::StringRef(call.name).ends_with("end");
  return call.ret(Value::iterator(set, end ? static_cast<int64_t>(set->elements.size()) : 0));
}

bool erase(ModelCall& call) {
  const Object* set = set_of(call);
  if (set == nullptr || call.args.size() != 1 || !is_key(call.args[0].value))
    return call.unsupported("this erasure from a set");
  const size_t at = find_key(*set, call.args[0].value);
  const bool found = at < set->elements.size();
  if (found)
    call.storage().change(set)->elements.erase(set->elements.begin() +
                                               static_cast<std::ptrdiff_t>(at));
  return call.ret(Value::integer(found));
}

bool clear(ModelCall& call) {
  const Object* set = set_of(call);
  if (set == nullptr) return call.unsupported();
  call.storage().change(set)->elements.clear();
  return call.ret(Value::none());
}

} // namespace

#define FX_SET(CLASS, NAME)                                                                        \
  {CLASS "::" NAME, construct}, {CLASS "::insert", insert}, {CLASS "::emplace", insert},           \
      {CLASS "::count", query}, {CLASS "::contains", query}, {CLASS "::find", query},              \
      {CLASS "::size", query}, {CLASS "::empty", query}, {CLASS "::begin", iterator},              \
      {CLASS "::end", iterator}, {CLASS "::cbegin", iterator}, {CLASS "::cend", iterator},         \
      {CLASS "::operator=", assign_container}, {CLASS "::erase", erase}, {                         \
    CLASS "::clear", clear                                                                         \
  }

ModelTable std_set_models() {
  static const ModelEntry table[] = {
      FX_SET("std::set", "set"),
      FX_SET("std::unordered_set", "unordered_set"),
  };
  return table;
}
#undef FX_SET

} // namespace fx::frontend
