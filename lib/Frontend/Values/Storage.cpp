#include "Frontend/Values/Storage.h"

#include "Frontend/Values/ListViews.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ScopeExit.h"

#include <algorithm>

namespace fx::frontend {

namespace {

/// Its elements move where it grows.
bool is_vector(const Object& sequence) {
  return sequence.kind == Object::Kind::Sequence && sequence.type &&
         sequence.type->isInStdNamespace() && sequence.type->getIdentifier() &&
         sequence.type->getName() == "vector";
}

} // namespace

bool has_fixed_size(const Object& sequence) {
  return sequence.type == nullptr ||
         (sequence.type->isInStdNamespace() && sequence.type->getName() == "array");
}

Location* Storage::allocate(Value value) {
  // A fresh object moves into the variable: its own place is that variable.
  if (value.is_object()) return value.object()->self;
  if (is_full_) return &locations_.back();
  is_full_ = ++used_ >= max_places;
  Location* made = &locations_.emplace_back(std::move(value), next_serial());
  if (outlives_ && era_ > 0) {
    made->is_noted_ = true;
    places_in_making_.push_back(made);
  }
  return made;
}

Location* Storage::allocate_detached(Value value) {
  Location* made = allocate(std::move(value));
  made->is_detached_ = on_detached_ != nullptr;
  return made;
}

bool Storage::set_outlives(bool outlives) {
  if (!outlives) end_of_making();
  return std::exchange(outlives_, outlives);
}

void Storage::end_of_making() {
  for (Location* place : places_in_making_)
    place->is_noted_ = false;
  for (Object* object : objects_in_making_)
    object->is_noted_ = false;
  places_in_making_.clear();
  objects_in_making_.clear();
}

bool Storage::is_making(llvm::function_ref<bool(const Value&)> is_meant) const {
  return llvm::any_of(places_in_making_,
                      [&](const Location* place) { return is_meant(place->value()); });
}

Object* Storage::create(Object::Kind kind, const clang::CXXRecordDecl* type) {
  objects_.emplace_back();
  Object* object = &objects_.back();
  object->kind = kind;
  object->type = type;
  object->serial_ = next_serial();
  used_ += places_of_object;
  is_full_ = used_ >= max_places;
  object->self = &locations_.emplace_back(Value::object(object), object->serial_);
  if (outlives_ && era_ > 0) {
    object->is_noted_ = object->self->is_noted_ = true;
    objects_in_making_.push_back(object);
    places_in_making_.push_back(object->self);
  }
  return object;
}

void Storage::write(Location* location, Value value) {
  if (location->is_detached_) on_detached_(location, position_);
  breached_ |= location->serial_ < closed_;
  has_changed_ |= location->serial_ < expected_;
  if (is_older(location->serial_) && !location->is_noted_) {
    location->is_noted_ = true;
    Location* first = location;
    while (first->is_moved_)
      first = moved_from_.lookup(first);
    first->is_noted_ = true;
    journal_.push_back({first, location->value_, nullptr, nullptr, false, position_});
  }
  if (location->is_watched_) tell(location);
  location->value_ = std::move(value);
}

void Storage::leave(Location* location) {
  const Value held = location->value();
  write(location, Value::opaque(position_, "another member of its union is in use"));
  location->is_detached_ = on_detached_ != nullptr;
  location->is_left_ = true;
  const Object* object = held.is_object() ? held.object() : nullptr;
  if (object == nullptr || object->self != location) return;
  for (const auto& [field, part] : object->fields)
    if (!field->getType()->isReferenceType()) leave(part);
  for (Location* element : object->elements)
    leave(element);
}

void Storage::watch(const Object* array, const Node* tensor) {
  const_cast<Object*>(array)->is_watched_ = true;
  for (Location* place : array->elements) {
    place->is_watched_ = true;
    watched_[place].push_back(tensor);
  }
  watched_[array->self].push_back(tensor);
}

void Storage::tell(const Location* location) {
  for (const Node* tensor : watched_.lookup(location))
    if (watcher_) watcher_(tensor, position_);
}

void Storage::represent(Location* location, llvm::function_ref<Value()> make) {
  const bool outer = set_outlives(outlives_ || is_older(location->serial_));
  Value value = make();
  set_outlives(outer);
  location->value_ = std::move(value);
}

Object* Storage::change(const Object* object) {
  auto* changed = const_cast<Object*>(object); // every object is one of objects_
  breached_ |= object->serial_ < closed_;
  // train() of the model sets the modes of its modules before a call.
  const bool sets_modes = prepares_ && object->kind == Object::Kind::Module;
  has_changed_ |= object->serial_ < expected_ && !sets_modes;
  if (changed->is_watched_) tell(changed->self);
  if (is_older(object->serial_) && !object->is_noted_) {
    journal_.push_back({object->self, object->self->value_, changed,
                        std::make_unique<Object>(*object), false, position_});
    changed->is_noted_ = true;
  }
  return changed;
}

void Storage::end(Location* location) {
  if (std::exchange(location->has_ended_, true)) return;
  location->end_ = position_;
  if (is_older(location->serial_)) ended_.push_back(location);
}

void Storage::begin(Location* location) {
  location->has_ended_ = false;
}

Location* Storage::relocate(Location* location) {
  const Object* held = location->value_.is_object() ? location->value_.object() : nullptr;
  if (held && held->kind == Object::Kind::Module) return location;
  Location* made = &locations_.emplace_back(location->value_, location->serial_);
  is_full_ = is_full_ || ++used_ >= max_places;
  made->is_noted_ = location->is_noted_;
  made->is_moved_ = true;
  moved_from_[made] = location;
  moved_to_[location] = made;
  end(location);
  if (held == nullptr || held->self != location) return made;
  Object* object = change(held);
  object->self = made;
  for (auto& [field, place] : object->fields)
    if (!field->getType()->isReferenceType()) place = relocate(place);
  // What a container holds is on the heap.
  if (object->kind == Object::Kind::Sequence && (object->is_tuple || has_fixed_size(*object))) {
    for (size_t i = 0; i < object->elements.size(); ++i)
      if (i >= 64 || (object->reference_elements >> i & 1) == 0)
        object->elements[i] = relocate(object->elements[i]);
    invalidate(object);
  }
  return made;
}

void Storage::relocate_elements(const Object* container, size_t first) {
  std::vector<Location*>& elements = change(container)->elements;
  for (size_t i = first; i < elements.size(); ++i)
    elements[i] = relocate(elements[i]);
}

void Storage::invalidate(const Object* container, size_t first) {
  change(container)->invalidations.push_back({first, position_});
}

const Invalidation* Storage::invalidated(const Value& iterator) {
  const std::vector<Invalidation>& all = iterator.object()->invalidations;
  for (size_t i = iterator.generation(); i < all.size(); ++i)
    if (static_cast<int64_t>(all[i].first) <= iterator.index()) return &all[i];
  return nullptr;
}

Location* Storage::latest(Location* location) const {
  for (auto at = moved_to_.find(location); at != moved_to_.end(); at = moved_to_.find(location))
    location = at->second;
  return location;
}

Location* Storage::field(const Object* object, const clang::FieldDecl* field) {
  field = llvm::cast<clang::FieldDecl>(field->getCanonicalDecl());
  // A place without a value is no change.
  auto [entry, fresh] = const_cast<Object*>(object)->fields.try_emplace(field, nullptr);
  if (fresh) entry->second = &locations_.emplace_back(Value(), object->serial_);
  return entry->second;
}

std::pair<const Object*, const clang::FieldDecl*>
Storage::owner_of(const Location* location) const {
  for (const Object& object : objects_) {
    for (const auto& [field, place] : object.fields)
      if (place == location) return {&object, field};
    if (llvm::is_contained(object.elements, location)) return {&object, nullptr};
  }
  return {};
}

void Storage::begin_era() {
  for (const Change& change : journal_)
    (change.object ? change.object->is_noted_ : change.location->is_noted_) = false;
  if (!journal_.empty())
    for (const auto& [made, from] : moved_from_)
      made->is_noted_ = false;
  journal_.clear();
  ended_.clear();
  era_ = serial_;
}

bool Storage::same_parts(const Object& left, const Object& right) const {
  const auto same_place = [this](const Location* a, Location* b) { return a == latest(b); };
  const auto same_option = [](const SetOption& a, const SetOption& b) {
    return a.name == b.name && a.location == b.location;
  };
  return left.type == right.type && llvm::equal(left.elements, right.elements, same_place) &&
         left.element_names == right.element_names && left.hidden == right.hidden &&
         left.options_object == right.options_object &&
         llvm::equal(left.options, right.options, same_option) &&
         llvm::all_of(left.fields, [&](const auto& entry) {
           const auto other = right.fields.find(entry.first);
           return other == right.fields.end() || same_place(entry.second, other->second);
         });
}

std::vector<const Change*> Storage::changes() {
  std::vector<const Change*> result;
  for (Change& change : journal_) {
    bool changed = false;
    if (change.object) {
      changed = !same_parts(*change.object, *change.object_before);
      change.mode_only = !changed && change.object->training != change.object_before->training;
    } else {
      changed = !latest(change.location)->value_.is_same(change.before);
    }
    if (changed || change.mode_only) result.push_back(&change);
  }
  return result;
}

void Storage::put_back(const std::deque<Change>& changes) {
  for (const Change& change : changes) {
    if (change.object) {
      *change.object = *change.object_before;
      change.object->is_noted_ = false;
    } else {
      change.location->value_ = change.before;
      change.location->is_noted_ = false;
    }
  }
}

Value Storage::view(const clang::CXXRecordDecl* type, const Object& list) {
  Object* view = create(Object::Kind::Sequence, type);
  view->elements = list.elements;
  return Value::object(view);
}

std::deque<Change> Storage::undo() {
  put_back(journal_);
  std::deque<Change> undone = std::exchange(journal_, {});
  for (Location* location : ended_) {
    location->has_ended_ = false;
    moved_to_.erase(location);
  }
  ended_.clear();
  return undone;
}

Object* Storage::sequence(std::vector<Value> values, bool is_tuple) {
  Object* object = create(Object::Kind::Sequence);
  object->is_tuple = is_tuple;
  object->elements.reserve(values.size());
  for (Value& value : values)
    object->elements.push_back(allocate(std::move(value)));
  return object;
}

const Object* Storage::array_of(const Location* location, int64_t& index) const {
  const auto stands_in = [&](const Object& object) {
    const auto at = std::ranges::find(object.elements, location);
    index = at - object.elements.begin();
    return at != object.elements.end();
  };
  if (const auto known = arrays_.find(location);
      known != arrays_.end() && stands_in(*known->second))
    return known->second;
  const Object* found = nullptr;
  for (const Object& object : objects_)
    if (object.kind == Object::Kind::Sequence && !object.is_tuple && stands_in(object) &&
        (found == nullptr || found->elements.size() < object.elements.size()))
      found = &object; // a view of a part holds the same places
  if (found == nullptr || !stands_in(*found)) return nullptr;
  arrays_[location] = found;
  return found;
}

Value Storage::copy(const Value& value) {
  // The program is given up at its next step: until then nothing more of it is kept.
  if (is_full_) return value;
  if (!value.is_object() || value.object()->kind == Object::Kind::Module) return value;
  const Object& from = *value.object();
  ++copying_;
  const auto done = llvm::scope_exit([this] { --copying_; });
  if (Value made; from.kind == Object::Kind::Class && copy_object_ && copy_object_(from, made))
    return made;
  Object* to = create(from.kind, from.type);
  if (is_list_view(from.type)) {
    to->elements = from.elements;
    to->hidden = from.hidden;
    return Value::object(to);
  }
  to->is_tuple = from.is_tuple;
  to->element_names = from.element_names;
  llvm::DenseMap<const Location*, Location*> moved;
  for (const auto& [field, location] : from.fields) {
    // A captured or stored reference stays one: its location is shared.
    const bool reference = field->getType()->isReferenceType();
    Location* place = reference ? location : allocate(copy(location->value()));
    to->fields[field] = place;
    moved[location] = place;
  }
  to->reference_elements = from.reference_elements;
  to->union_bits = from.union_bits;
  for (size_t i = 0; i < from.elements.size(); ++i) {
    const bool reference = i < 64 && (from.reference_elements >> i & 1) != 0;
    to->elements.push_back(reference ? from.elements[i]
                                     : allocate(copy(from.elements[i]->value())));
  }
  for (const Location* part : from.hidden)
    to->hidden.push_back(allocate(copy(part->value())));
  for (const SetOption& option : from.options) {
    auto at = moved.find(option.location);
    to->options.push_back({option.name, at == moved.end() ? option.location : at->second,
                           option.constructor_argument});
  }
  return Value::object(to);
}

namespace {

bool is_part_of(const clang::CXXRecordDecl* base, const clang::CXXRecordDecl* derived) {
  return base->getCanonicalDecl() == derived->getCanonicalDecl() || derived->isDerivedFrom(base);
}

/// The assignment of one object to another, which keeps its place: references to it and to its
/// fields see the new values.
class Assignment {
public:
  Assignment(Storage& storage, Object& target, const Object& source, bool moves)
      : storage_(storage), target_(target), source_(source), moves_(moves) {}

  void run();

private:
  bool assign_tuple();
  bool assign_part();
  void make_room();
  void assign_elements(bool keeps_elements);
  void choose_member();
  void assign_fields();
  void assign_field(const clang::FieldDecl* field, const Location* from) {
    storage_.assign(storage_.field(&target_, field), from->value(), moves_);
  }

  Storage& storage_;
  Object& target_;
  const Object& source_;
  bool moves_;
};

void Assignment::run() {
  if (is_list_view(source_.type)) {
    target_.kind = source_.kind;
    target_.type = source_.type;
    target_.elements = source_.elements;
    target_.hidden = source_.hidden;
    return;
  }
  if (assign_tuple() || assign_part()) return;
  const bool keeps_elements = target_.kind == Object::Kind::Sequence &&
                              source_.kind == Object::Kind::Sequence &&
                              target_.type == source_.type && (!moves_ || has_fixed_size(target_));
  if (is_vector(target_)) make_room();
  target_.kind = source_.kind;
  target_.type = source_.type;
  target_.is_tuple = source_.is_tuple;
  assign_elements(keeps_elements);
  target_.element_names = source_.element_names;
  target_.reference_elements = source_.reference_elements;
  target_.hidden = source_.hidden;
  target_.options = source_.options;
  if (source_.type && source_.type->isUnion()) choose_member();
  assign_fields();
}

bool Assignment::assign_tuple() {
  if (target_.kind != Object::Kind::Sequence || !target_.is_tuple ||
      target_.elements.size() != source_.elements.size())
    return false;
  for (size_t i = 0; i < source_.elements.size(); ++i)
    storage_.assign(target_.elements[i], source_.elements[i]->value(), moves_);
  return true;
}

/// Through a base class only the base's part is assigned, and nothing becomes of another class.
bool Assignment::assign_part() {
  if (target_.kind != Object::Kind::Class || source_.kind != Object::Kind::Class || !target_.type ||
      !source_.type || target_.type == source_.type)
    return false;
  const bool is_base = is_part_of(target_.type, source_.type);
  if (!is_base && !is_part_of(source_.type, target_.type)) return false;
  for (const auto& [field, location] : source_.fields)
    if (!is_base || is_part_of(llvm::cast<clang::CXXRecordDecl>(field->getParent()), target_.type))
      assign_field(field, location);
  return true;
}

/// A vector for which the memory does not suffice, or that takes over another's.
void Assignment::make_room() {
  const size_t capacity = std::max(target_.room, target_.elements.size());
  if (!moves_ && source_.elements.size() <= capacity) {
    target_.room = capacity;
    return;
  }
  storage_.relocate_elements(&target_);
  storage_.invalidate(&target_);
  target_.room = moves_ ? source_.room : 0;
}

void Assignment::assign_elements(bool keeps_elements) {
  const size_t num_kept =
      keeps_elements ? std::min(target_.elements.size(), source_.elements.size()) : 0;
  for (size_t i = 0; i < num_kept; ++i)
    storage_.assign(target_.elements[i], source_.elements[i]->value(), moves_);
  if (is_vector(target_))
    for (size_t i = num_kept; i < target_.elements.size(); ++i)
      storage_.end(target_.elements[i]);
  target_.elements.resize(num_kept);
  target_.elements.insert(target_.elements.end(),
                          source_.elements.begin() + static_cast<ptrdiff_t>(num_kept),
                          source_.elements.end());
}

/// Of a union one member is in use.
void Assignment::choose_member() {
  const auto held = std::exchange(target_.fields, decltype(target_.fields)());
  for (const auto& [field, location] : held)
    if (source_.fields.contains(field))
      target_.fields[field] = location;
    else
      storage_.leave(location);
  target_.union_bits = source_.union_bits;
}

void Assignment::assign_fields() {
  for (const auto& [field, location] : source_.fields) {
    auto [entry, fresh] = target_.fields.try_emplace(field, location);
    if (!fresh) storage_.assign(entry->second, location->value(), moves_);
  }
  // Options name locations of the source's fields: point them at ours.
  for (SetOption& option : target_.options)
    for (const auto& [field, location] : source_.fields)
      if (location == option.location) option.location = target_.fields[field];
}

} // namespace

void Storage::assign(Location* to, const Value& value, bool moves) {
  if (!value.is_object() || !to->value().is_object() || value.object() == to->value().object()) {
    write(to, value);
    return;
  }
  Assignment(*this, *change(to->value().object()), *value.object(), moves).run();
}

} // namespace fx::frontend
