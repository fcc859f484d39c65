#include "Frontend/Eval/Memory.h"

#include "Frontend/ClangHeaders.h"

using namespace clang;

namespace fx::frontend {

bool Memory::is_byte(QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  return type->isCharType() || type->isStdByteType();
}

bool Memory::are_bytes(QualType array, const Value& held) const {
  const auto* constant = context_.getAsConstantArrayType(array);
  if (constant == nullptr || !held.is_object()) return false;
  const Object& object = *held.object();
  return object.kind == Object::Kind::Sequence && object.type == nullptr && !object.is_tuple &&
         object.elements.size() == constant->getSize().getZExtValue();
}

Value Memory::allocate(uint64_t bytes) {
  const Object* region = storage_.create(Object::Kind::Sequence);
  regions_[region].bytes = bytes;
  return Value::iterator(region, 0);
}

void Memory::note_bytes(const Object* array) {
  if (views_.contains(array)) return;
  const auto [entry, fresh] = regions_.try_emplace(array);
  if (fresh) entry->second.bytes = array->elements.size();
}

bool Memory::contains(const Value& pointer) const {
  return pointer.is(Value::Kind::Iterator) &&
         (regions_.contains(pointer.object()) || views_.contains(pointer.object()));
}

const Object* Memory::byte_of(const Value& pointer, uint64_t& byte) const {
  if (!pointer.is(Value::Kind::Iterator) || pointer.index() < 0) return nullptr;
  byte = static_cast<uint64_t>(pointer.index());
  if (regions_.contains(pointer.object())) return pointer.object();
  const auto view = views_.find(pointer.object());
  if (view == views_.end()) return nullptr;
  byte = view->second.offset + byte * view->second.size;
  return view->second.region;
}

bool Memory::as_type(QualType type, Value& pointer) {
  if (pointer.is(Value::Kind::Pointer)) {
    // The address of an array of bytes, or of an object in a view.
    int64_t index = 0;
    const Value& held = pointer.target()->value();
    if (const Object* view = view_of(pointer.target(), index))
      pointer = Value::iterator(view, index);
    else if (held.is_object() && regions_.contains(held.object()))
      pointer = Value::iterator(held.object(), 0);
  }
  uint64_t byte = 0;
  const Object* region = byte_of(pointer, byte);
  if (region == nullptr || type->isIncompleteType() || type->isFunctionType()) return true;
  const uint64_t size = context_.getTypeSizeInChars(type).getQuantity();
  Region& memory = regions_[region];
  if (is_byte(type)) {
    if (region->elements.size() < memory.bytes) {
      if (!storage_.has_room(memory.bytes)) return false;
      Object* bytes = storage_.change(region);
      while (bytes->elements.size() < memory.bytes)
        bytes->elements.push_back(storage_.allocate());
    }
    pointer = Value::iterator(region, static_cast<int64_t>(byte));
    return true;
  }
  if (size == 0 || byte > memory.bytes) return true;
  // A pointer that counts such elements already.
  if (const auto view = views_.find(pointer.object());
      view != views_.end() && view->second.size == size)
    return true;
  for (const auto& [begin, arrays] : memory.views) {
    if (begin > byte) break;
    for (const Object* array : arrays) {
      const View& view = views_.find(array)->second;
      const uint64_t index = (byte - begin) / size;
      if (view.size != size || (byte - begin) % size != 0 || index > array->elements.size())
        continue;
      pointer = Value::iterator(array, static_cast<int64_t>(index));
      return true;
    }
  }
  const uint64_t count = (memory.bytes - byte) / size;
  if (!storage_.has_room(count)) return false;
  // What is made here ends what was there.
  for (const auto& [begin, arrays] : memory.views)
    for (const Object* array : arrays) {
      const uint64_t width = views_.find(array)->second.size;
      for (uint64_t i = 0; i < array->elements.size(); ++i)
        if (begin + (i + 1) * width > byte) storage_.write(array->elements[i], Value());
    }
  const Object* array = storage_.sequence(std::vector<Value>(count));
  views_[array] = {region, byte, size};
  regions_[region].views[byte].push_back(array);
  for (uint64_t i = 0; i < count; ++i)
    places_[array->elements[i]] = {array, static_cast<int64_t>(i)};
  pointer = Value::iterator(array, 0);
  return true;
}

const Object* Memory::view_of(const Location* place, int64_t& index) const {
  const auto known = places_.find(place);
  if (known == places_.end()) return nullptr;
  index = known->second.second;
  return known->second.first;
}

const Location* Memory::object_at(const Object* region, int64_t& byte) const {
  if (const auto view = views_.find(region); view != views_.end()) {
    byte = static_cast<int64_t>(view->second.offset + byte * view->second.size);
    region = view->second.region;
  }
  const auto memory = regions_.find(region);
  if (memory == regions_.end() || byte < 0) return nullptr;
  for (const auto& [begin, arrays] : memory->second.views)
    for (const Object* array : arrays) {
      const int64_t within = byte - static_cast<int64_t>(begin);
      const auto size = static_cast<int64_t>(views_.find(array)->second.size);
      if (within < 0 || within / size >= static_cast<int64_t>(array->elements.size())) continue;
      const Location* place = array->elements[static_cast<size_t>(within / size)];
      if (place->value().is(Value::Kind::Uninitialized)) continue;
      byte = within % size;
      return place;
    }
  return nullptr;
}

std::optional<int64_t> Memory::distance(const Value& left, const Value& right) const {
  uint64_t first = 0;
  uint64_t second = 0;
  const Object* region = byte_of(left, first);
  if (region == nullptr || region != byte_of(right, second)) return std::nullopt;
  return static_cast<int64_t>(first - second);
}

} // namespace fx::frontend
