#include "Frontend/Models/Std/Associative.h"

#include <functional>
#include <unordered_map>

using namespace clang;

namespace fx::frontend {

Associative::Associative(Machine& machine, const Expr* where, const Object& container)
    : machine_(machine), where_(where), container_(container) {
  const CXXRecordDecl* type = container.type;
  if (type == nullptr || !type->getIdentifier()) return;
  const llvm::StringRef name = type->getName();
  is_multi_ = name.contains("multi");
  is_hashed_ = name.starts_with("unordered_");
  key_type_ = template_type(type, 0);
  if (is_map()) mapped_type_ = template_type(type, 1);
  first_function_ = is_map() ? 2 : 1;
  prepare();
}

void Associative::prepare() {
  const size_t wanted = is_hashed_ ? Codes : Equality;
  if (container_.hidden.size() >= wanted) return;
  Storage& storage = machine_.storage();
  auto* object = const_cast<Object*>(&container_); // nothing that the program could see changes
  while (object->hidden.size() < wanted)
    object->hidden.push_back(storage.allocate(Value::none()));
  if (!is_hashed_) return;
  storage.write(object->hidden[Buckets], Value::integer(1, 64, false));
  storage.write(object->hidden[NextResize], Value::integer(0, 64, false));
  storage.write(object->hidden[MaxLoad], Value::floating(1));
}

uint64_t Associative::number(size_t which) const {
  return static_cast<uint64_t>(container_.hidden[which]->value().as_int());
}

void Associative::set_number(size_t which, uint64_t value) {
  machine_.storage().write(container_.hidden[which],
                           Value::integer(static_cast<int64_t>(value), 64, false));
}

uint64_t Associative::code_of(size_t index) const {
  return number(Codes + index / step());
}

void Associative::set_functions(llvm::ArrayRef<Operand> functions) {
  for (size_t i = 0; i < functions.size() && i < 2; ++i)
    machine_.storage().write(container_.hidden[Function + i],
                             machine_.storage().copy(functions[i].value));
}

size_t Associative::bucket_count() const {
  return number(Buckets);
}

bool Associative::function(size_t which, Operand& function) {
  Location* place = container_.hidden[which];
  const QualType type =
      template_type(container_.type, first_function_ + static_cast<unsigned>(which));
  if (type.isNull()) return machine_.report().unsupported(where_);
  if (place->value().is(Value::Kind::None)) {
    Value made;
    if (!machine_.default_value(where_, type, made)) return false;
    machine_.storage().represent(place, [&] { return made; }); // it was there all the time
  }
  function = operand_in(type, place);
  return true;
}

bool Associative::call_function(size_t which, llvm::ArrayRef<Operand> args, bool& result) {
  Operand callee;
  Result answer;
  return function(which, callee) && machine_.resolved_call(where_, callee, args, answer) &&
         machine_.truth(where_, answer.value, result, "the order of this container");
}

namespace {

/// std::less<T> and its kin, of which the meaning is known.
bool is_std_function(QualType type, llvm::StringRef name) {
  return !type.isNull() && is_std_class(type->getAsCXXRecordDecl(), name);
}

} // namespace

bool Associative::is_less(const Operand& left, const Operand& right, bool& result) {
  const QualType type = template_type(container_.type, first_function_);
  const bool ascending = is_std_function(type, "less");
  // Some order of addresses: a program that looks at it gets an error, since it is not known.
  const auto is_address = [](const Value& value) {
    return value.is(Value::Kind::Pointer) || value.is(Value::Kind::None);
  };
  if (ascending && is_address(left.value) && is_address(right.value)) {
    result = machine_.address(left.value) < machine_.address(right.value);
    return true;
  }
  if (ascending || is_std_function(type, "greater")) {
    Value answer;
    return (ascending ? less(machine_, where_, left, right, answer)
                      : less(machine_, where_, right, left, answer)) &&
           machine_.truth(where_, answer, result, "the order of this container");
  }
  return call_function(Function, {left, right}, result);
}

bool Associative::is_equal(const Operand& left, const Operand& right, bool& result) {
  const QualType type = template_type(container_.type, first_function_ + 1);
  if (!is_std_function(type, "equal_to")) return call_function(Equality, {left, right}, result);
  Value answer;
  return equal(machine_, where_, left, right, answer) &&
         machine_.truth(where_, answer, result, "the keys of this container");
}

bool Associative::bound(const Operand& key, bool behind_equal, size_t& index) {
  size_t first = 0;
  size_t count = size() / step();
  while (count > 0) {
    const size_t half = count / 2;
    const Operand middle = this->key((first + half) * step());
    bool answer = false;
    if (!is_less(behind_equal ? key : middle, behind_equal ? middle : key, answer)) return false;
    if (answer != behind_equal) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  index = first * step();
  return true;
}

bool Associative::equal_range(const Operand& key, size_t& first, size_t& last) {
  if (container_.type == nullptr) { // c10::Dict
    for (first = 0; first < size(); first += step()) {
      Value same;
      if (!equal(machine_, where_, this->key(first), key, same)) return false;
      if (same.is(Value::Kind::Int) && same.as_int() != 0) {
        last = first + step();
        return true;
      }
    }
    last = first = size();
    return true;
  }
  if (is_hashed_) return find_hashed(key, first, last);
  return lower_bound(key, first) && upper_bound(key, last);
}

bool Associative::find_hashed(const Operand& key, size_t& first, size_t& last) {
  std::optional<uint64_t> code;
  // What is seen here as one list is looked through.
  if (!machine_.charge(where_, size() / 8) || !hash(key, code)) return false;
  first = last = size();
  for (size_t i = 0; i < size(); i += step()) {
    if (code && bucket_count() != 0 && code_of(i) != *code) {
      if (first < size()) break;
      continue;
    }
    bool same = false;
    if (!is_equal(key, this->key(i), same)) return false;
    if (same) {
      if (first == size()) first = i;
      last = i + step();
    } else if (first < size()) {
      break;
    }
  }
  return true;
}

bool Associative::hash(const Operand& key, std::optional<uint64_t>& code) {
  const QualType type = template_type(container_.type, first_function_);
  const Value& value = key.value;
  if (is_std_function(type, "hash")) {
    if (value.is(Value::Kind::Int)) {
      code = static_cast<uint64_t>(value.as_int());
      return true;
    }
    if (value.is(Value::Kind::Float)) {
      const bool single = machine_.context().getTypeSize(key_type_) == 32;
      code = single ? std::hash<float>()(static_cast<float>(value.as_double()))
                    : std::hash<double>()(value.as_double());
      return true;
    }
    if (value.is(Value::Kind::String)) {
      code = std::hash<std::string_view>()(value.text());
      return true;
    }
    // An address, or something that an address decides.
    const CXXRecordDecl* record = key_type_->getAsCXXRecordDecl();
    if (record == nullptr || record->isInStdNamespace()) return true;
  }
  Operand callee;
  Result answer;
  if (!function(Function, callee) || !machine_.resolved_call(where_, callee, key, answer))
    return false;
  if (answer.value.is(Value::Kind::Int)) code = static_cast<uint64_t>(answer.value.as_int());
  return true;
}

/// Where libstdc++'s _Hashtable puts a node: at the beginning of its bucket, and of the whole list
/// when the bucket is empty.
size_t Associative::hashed_position(uint64_t code, size_t equal_at) const {
  if (equal_at < size()) return equal_at;
  const uint64_t buckets = bucket_count();
  if (buckets == 0) return size();
  for (size_t i = 0; i < size(); i += step())
    if (code_of(i) % buckets == code % buckets) return i;
  return 0;
}

/// _Hashtable::_M_rehash: the nodes, in their order, go into a new table.
void Associative::place_in_buckets(size_t buckets) {
  set_number(Buckets, buckets);
  Object* object = machine_.storage().change(&container_);
  const std::vector<Location*> elements = std::move(object->elements);
  const std::vector<Location*> codes(object->hidden.begin() + Codes, object->hidden.end());
  object->elements.clear();
  object->hidden.resize(Codes);
  size_t previous = 0; // where the last one went
  for (size_t i = 0; i < codes.size(); ++i) {
    const auto bucket = static_cast<uint64_t>(codes[i]->value().as_int()) % buckets;
    const bool follows = is_multi_ && i > 0 && code_of(previous) % buckets == bucket;
    // Equal elements keep their order.
    const size_t at =
        follows ? previous + step()
                : hashed_position(static_cast<uint64_t>(codes[i]->value().as_int()), size());
    object->elements.insert(object->elements.begin() + static_cast<std::ptrdiff_t>(at),
                            elements.begin() + static_cast<std::ptrdiff_t>(i * step()),
                            elements.begin() + static_cast<std::ptrdiff_t>((i + 1) * step()));
    object->hidden.insert(object->hidden.begin() + static_cast<std::ptrdiff_t>(Codes + at / step()),
                          codes[i]);
    previous = at;
  }
}

namespace {

/// libstdc++'s own policy decides when a table grows, and to how many buckets.
std::__detail::_Prime_rehash_policy policy(double load, uint64_t next_resize) {
  std::__detail::_Prime_rehash_policy result(static_cast<float>(load));
  result._M_next_resize = next_resize;
  return result;
}

} // namespace

bool Associative::rehash(size_t buckets, bool first) {
  if (!is_hashed_ || bucket_count() == 0) return true;
  if (buckets > 10'000'000) return machine_.report().error(where_, diag::container_too_large);
  auto growth = policy(container_.hidden[MaxLoad]->value().as_double(), number(NextResize));
  if (first) {
    const size_t wanted = growth._M_next_bkt(buckets);
    if (wanted > bucket_count()) set_number(Buckets, wanted);
    set_number(NextResize, growth._M_next_resize);
    return true;
  }
  const size_t wanted =
      growth._M_next_bkt(std::max(growth._M_bkt_for_elements(size() / step() + 1), buckets));
  if (wanted == bucket_count()) return true;
  set_number(NextResize, growth._M_next_resize);
  place_in_buckets(wanted);
  return true;
}

bool Associative::reserve_for_range(size_t count) {
  if (!is_hashed_ || !is_multi_ || count == 0 || bucket_count() == 0) return true;
  auto growth = policy(container_.hidden[MaxLoad]->value().as_double(), number(NextResize));
  const auto [grows, buckets] = growth._M_need_rehash(bucket_count(), size() / step(), count);
  set_number(NextResize, growth._M_next_resize);
  if (grows) place_in_buckets(buckets);
  return true;
}

void Associative::set_max_load(double load) {
  machine_.storage().write(container_.hidden[MaxLoad], Value::floating(load));
  if (is_hashed_) set_number(NextResize, 0); // a new policy, which finds out when the table grows
}

void Associative::forget_order() {
  if (is_hashed_) set_number(Buckets, 0);
}

bool Associative::insert(const Value& key, const Value& value, std::optional<size_t> hint,
                         size_t& index, bool& is_new) {
  Storage& storage = machine_.storage();
  return insert(storage.allocate(key), is_map() ? storage.allocate(value) : nullptr, hint, index,
                is_new);
}

namespace {

/// Whether the key at `place` is known, by the example inputs too: then that is what it is.
bool is_known_key(Machine& machine, const Expr* where, Location* place) {
  Value key = place->value();
  machine.oracle().concretize(where, key);
  if (key.kind() != place->value().kind()) machine.storage().write(place, key);
  return !is_unknown(key) || machine.report().not_known(where, key, "a key of this container");
}

} // namespace

bool Associative::insert(Location* place, Location* mapped, std::optional<size_t> hint,
                         size_t& index, bool& is_new) {
  Storage& storage = machine_.storage();
  if (!is_known_key(machine_, where_, place)) return false;
  const Operand operand = operand_in(key_type_, place);
  size_t first = 0;
  size_t last = 0;
  if (!equal_range(operand, first, last)) return false;
  is_new = is_multi_ || first == last;
  index = first;
  if (!is_new) return true;
  std::optional<uint64_t> code;
  if (is_hashed_) {
    if (!hash(operand, code)) return false;
    // While the container is small, a key whose hash is slow is looked for by walking from the hint
    // on, and the new one comes behind the one that was found. Elsewhere it comes behind the hint
    // itself, if that has an equal key.
    const bool walks = size() / step() <= 20 && is_std_class(record_of(key_type_), "basic_string");
    const bool is_hinted = hint && *hint >= first && *hint < last;
    const Location* before = is_hinted                ? container_.elements[*hint]
                             : walks && first != last ? container_.elements[first]
                                                      : nullptr;
    if (!code) set_number(Buckets, 0);
    if (bucket_count() != 0) {
      auto growth = policy(container_.hidden[MaxLoad]->value().as_double(), number(NextResize));
      const auto [grows, buckets] = growth._M_need_rehash(bucket_count(), size() / step(), 1);
      set_number(NextResize, growth._M_next_resize);
      if (grows) {
        place_in_buckets(buckets);
        if (!find_hashed(operand, first, last)) return false;
      }
    }
    index = first == last ? hashed_position(code.value_or(0), size()) : first;
    if (before)
      index = static_cast<size_t>(llvm::find(container_.elements, before) -
                                  container_.elements.begin()) +
              step();
  } else if (container_.type == nullptr) {
    index = size();
  } else {
    index = last;
    // As near to the hint as the order allows.
    if (hint && is_multi_) {
      if (*hint < first) index = first;
      if (*hint >= first && *hint <= last) index = *hint;
    }
  }
  Object* object = storage.change(&container_);
  const auto at = object->elements.begin() + static_cast<std::ptrdiff_t>(index);
  if (is_map())
    object->elements.insert(at, {place, mapped});
  else
    object->elements.insert(at, place);
  if (is_hashed_)
    object->hidden.insert(
        object->hidden.begin() + static_cast<std::ptrdiff_t>(Codes + index / step()),
        storage.allocate(Value::integer(static_cast<int64_t>(code.value_or(0)), 64, false)));
  return true;
}

bool Associative::end(size_t first, size_t last) {
  std::vector<std::pair<Location*, QualType>> dying; // of a pair the second before the first
  for (size_t i = first; i < last; i += step()) {
    if (is_map()) dying.emplace_back(container_.elements[i + 1], mapped_type_);
    dying.emplace_back(container_.elements[i], key_type_);
  }
  // A tree is cleared from the last key to the first.
  if (!is_hashed_ && first == 0 && last == size())
    for (size_t i = 0, n = dying.size() / step(); i < n / 2; ++i)
      std::swap_ranges(dying.begin() + static_cast<std::ptrdiff_t>(i * step()),
                       dying.begin() + static_cast<std::ptrdiff_t>((i + 1) * step()),
                       dying.begin() + static_cast<std::ptrdiff_t>((n - 1 - i) * step()));
  for (const auto& [place, type] : dying) {
    if (type.isNull()) continue;
    if (machine_.needs_destruction(type) && !machine_.destroy_value(where_, type, place))
      return false;
    machine_.end_place(type, place);
  }
  return true;
}

void Associative::erase(size_t first, size_t last) {
  Object* object = machine_.storage().change(&container_);
  object->elements.erase(object->elements.begin() + static_cast<std::ptrdiff_t>(first),
                         object->elements.begin() + static_cast<std::ptrdiff_t>(last));
  if (is_hashed_) {
    const auto codes = object->hidden.begin() + Codes;
    object->hidden.erase(codes + static_cast<std::ptrdiff_t>(first / step()),
                         codes + static_cast<std::ptrdiff_t>(last / step()));
  }
}

void Associative::clear() {
  if (size() > 0) erase(0, size());
}

bool Associative::has_known_order() const {
  if (size() <= step()) return true;
  const bool by_address = !key_type_.isNull() && !is_hashed_ &&
                          (key_type_->isPointerType() || is_handle_class(record_of(key_type_))) &&
                          is_std_function(template_type(container_.type, first_function_), "less");
  if (!by_address && !(is_hashed_ && bucket_count() == 0)) return true;
  return machine_.report().error(where_, diag::order_by_addresses);
}

} // namespace fx::frontend
