// Where values live while a program is run abstractly: locations and objects, in one arena.
//
// A Location is a C++ object's place: a variable, a field, an element, a temporary. References and
// pointers are Locations; two names of one place are one Location.
#pragma once

#include "Frontend/Values/Value.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class ValueDecl;
} // namespace clang

namespace fx::frontend {

class Location {
public:
  Location(Value value, uint64_t serial) : value_(std::move(value)), serial_(serial) {}
  const Value& value() const { return value_; }
  /// See Storage::allocate_detached().
  bool is_detached() const { return is_detached_; }
  /// The lifetime of what was here is over: references to it dangle.
  bool has_ended() const { return has_ended_; }
  /// See Storage::leave().
  bool is_left() const { return is_left_; }
  /// Where that happened.
  clang::SourceLocation end() const { return end_; }

private:
  friend class Storage;
  Value value_;
  uint64_t serial_;         // grows with each place and object: tells what is older than what
  bool is_noted_ = false;   // its value before the era stands in the journal
  bool is_watched_ = false; // see Storage::watch()
  bool is_detached_ = false;
  bool has_ended_ = false;
  bool is_left_ = false;
  bool is_moved_ = false; // it stands for another place: see Storage::relocate()
  clang::SourceLocation end_;
};

/// An option of a LibTorch Options class that the program set, in order.
struct SetOption {
  std::string name;
  Location* location;
  bool constructor_argument;
};

/// From here on iterators and pointers to element number `first`, and behind it, have no meaning.
struct Invalidation {
  size_t first;
  clang::SourceLocation where;
};

/// Everything with identity that is not a plain value.
struct Object {
  enum class Kind : uint8_t {
    Class,    // fields; user classes, config structs, LibTorch's Options
    Sequence, // elements; vector, array, initializer_list, tuple, pair, C array
    Map,      // elements alternate key, value; in order of insertion (or of keys, for std::map)
    Closure,  // fields are the captures
    Module,   // fields, and a node of the module tree; containers have elements (child modules)
  };

  Kind kind = Kind::Class;
  /// The most derived class; null for C arrays and initializer lists.
  const clang::CXXRecordDecl* type = nullptr;
  /// A tuple or pair, not a list: it becomes a tuple in the graph.
  bool is_tuple = false;
  llvm::DenseMap<const clang::FieldDecl*, Location*> fields;
  std::vector<Location*> elements;
  /// Of a vector: it has memory for so many elements, or for as many as there are.
  size_t room = 0;
  /// What happened to its iterators, in order.
  std::vector<Invalidation> invalidations;
  std::vector<std::string> element_names; // of named containers, beside elements
  /// Of a tuple: bit i is set where element i is a reference, whose place is another's.
  uint64_t reference_elements = 0;
  /// Of a union: each bit 0, 1 or -1 for unknown; what members that are not in use left behind.
  std::vector<int8_t> union_bits;
  /// What a library object keeps beside its elements: a comparator, the state of a hash table.
  std::vector<Location*> hidden;
  std::vector<SetOption> options;
  /// The Options object a LibTorch module was built from: what `module->options` means.
  const Object* options_object = nullptr;
  ModuleNode* module = nullptr;
  /// Kind Module: what is_training() says. LibTorch's modules are made in training mode.
  bool training = true;
  /// Kind Module: train() and eval() of the model reach it, through registered children alone.
  bool in_model = false;
  /// Kind Module: made while forward runs, anew in each call.
  bool made_in_forward = false;
  /// The place whose value refers to this object: what `*this` and `&object` mean.
  Location* self = nullptr;

private:
  friend class Storage;
  uint64_t serial_ = 0;
  bool is_noted_ = false;
  bool is_watched_ = false;
};

/// What something older than the era was before the era first wrote to it.
struct Change {
  /// The place that was written to; of an object, the place that holds it.
  Location* location = nullptr;
  Value before;
  /// The object whose parts changed, and what it was; null for a plain place.
  Object* object = nullptr;
  std::unique_ptr<Object> object_before;
  /// Only the mode of a module changed.
  bool mode_only = false;
  /// Where the program first did that.
  clang::SourceLocation where;
};

/// An array, or a std::array: its elements are where they are as long as it lives.
bool has_fixed_size(const Object& sequence);

/// All writes go through it. A Location and an Object can only be read; whatever changes them comes
/// here, so that it is known what forward changed of what existed before it.
class Storage {
public:
  Location* allocate(Value value = {});
  /// A place that stands for one the program has elsewhere: the listener of set_detached_listener()
  /// is told before the program writes there.
  Location* allocate_detached(Value value);
  /// From here on `location` is a place like any other.
  static void attach(Location* location) { location->is_detached_ = false; }
  using DetachedListener = std::function<void(Location* location, clang::SourceLocation where)>;
  void set_detached_listener(DetachedListener listener) { on_detached_ = std::move(listener); }
  /// A fresh object, to be filled by the caller.
  Object* create(Object::Kind kind, const clang::CXXRecordDecl* type = nullptr);
  /// Whether the program holds more than its limit allows: then nothing new is made.
  bool is_full() const { return is_full_; }
  /// Whether there is room for so many more places.
  bool has_room(uint64_t places) const { return places < max_places - used_; }
  /// Gives `location` another value.
  void write(Location* location, Value value);
  /// Holds the value of `location` in another way; the program sees no change.
  void represent(Location* location, llvm::function_ref<Value()> make);
  /// `object`, to change its parts.
  Object* change(const Object* object);
  /// The place of a member; a new one when the object has none yet.
  Location* field(const Object* object, const clang::FieldDecl* field);
  /// The object that `location` is a part of, and as which member; null where there is none. Looks
  /// at every object: for diagnostics.
  std::pair<const Object*, const clang::FieldDecl*> owner_of(const Location* location) const;
  /// A point in time: what is made later is newer.
  uint64_t now() const { return serial_; }
  static bool is_newer(const Object* object, uint64_t than) { return object->serial_ >= than; }
  /// What was at `location` is no longer there.
  void end(Location* location);
  /// Another member of the union comes into use than the one at `location`: what that and its parts
  /// hold is not known from here on, and the detached listener is told of writes to them.
  void leave(Location* location);
  /// Something new is made where something was.
  void begin(Location* location);
  /// What is at `location`, and its parts, goes on in other places; `location` ends.
  Location* relocate(Location* location);
  /// Gives the elements of `container` from number `first` on other places, as a container does
  /// that moves them.
  void relocate_elements(const Object* container, size_t first = 0);
  /// Iterators to element number `first` and behind it have no meaning from here on.
  void invalidate(const Object* container, size_t first = 0);
  /// Where an iterator lost its meaning, or null.
  static const Invalidation* invalidated(const Value& iterator);
  /// Where the program is: what Change::where says of writes from now on.
  void set_position(clang::SourceLocation where) { position_ = where; }
  clang::SourceLocation position() const { return position_; }

  /// From here on changes of what exists now are kept, to be looked at and undone.
  void begin_era();
  /// What the era left changed, in the order of the first writes: what it changed and put back is
  /// not in it.
  std::vector<const Change*> changes();
  /// Makes everything that existed before the era what it was; the era goes on. Returns what that
  /// was, for put_back().
  std::deque<Change> undo();
  /// Makes all that once was changed what it was before the change.
  static void put_back(const std::deque<Change>& changes);
  /// Whether a place is there when a call begins, and when it has ended: no variable of the call's.
  bool outlives_call(const Location* location) const { return location->serial_ < era_; }
  /// What is changed while this is set belongs to what existed before the era.
  bool set_prepares(bool prepares) { return std::exchange(prepares_, prepares); }
  /// While something lives that outlives the call which makes it (a static), what is allocated
  /// counts as made before the era. Until it is whole, what is written to it is no change.
  bool set_outlives(bool outlives);
  /// What is made to outlive the call is whole.
  void end_of_making();
  /// Whether `is_meant` holds for a value in what is being made to outlive the call.
  bool is_making(llvm::function_ref<bool(const Value&)> is_meant) const;

  /// From here on has_changed() tells whether something was written to that exists now.
  void expect_no_change() {
    expected_ = serial_;
    has_changed_ = false;
  }
  bool has_changed() const { return has_changed_; }

  /// What is older than `serial` is closed: a change of it is a breach. Returns what was closed
  /// before; 0: nothing is.
  uint64_t set_closed(uint64_t serial) { return std::exchange(closed_, serial); }
  /// Whether something closed was changed since this was set last.
  bool set_breached(bool is_breached) { return std::exchange(breached_, is_breached); }

  /// From here on `array` is the memory of `tensor`, too: the watcher of set_watcher() is told when
  /// the program writes there.
  void watch(const Object* array, const Node* tensor);
  using Watcher = std::function<void(const Node* tensor, clang::SourceLocation where)>;
  void set_watcher(Watcher watcher) { watcher_ = std::move(watcher); }

  /// The array that `location` is an element of, and where in it; null when it is none.
  const Object* array_of(const Location* location, int64_t& index) const;
  /// A sequence of fresh locations.
  Object* sequence(std::vector<Value> values, bool is_tuple = false);
  /// A c10::ArrayRef, of class `type`, of the elements of `list`.
  Value view(const clang::CXXRecordDecl* type, const Object& list);
  /// What copying does in C++: classes, containers and closures are duplicated (recursively by
  /// value), handles and tensors are shared. Modules are never cloned.
  Value copy(const Value& value);
  /// For the copier of objects: whether what it copies is a part of what is copied.
  bool copies_a_part() const { return copying_ > 1; }
  /// Copies an object whose class has a copy constructor of its own; false: it has none.
  using ObjectCopier = std::function<bool(const Object& from, Value& value)>;
  void set_object_copier(ObjectCopier copier) { copy_object_ = std::move(copier); }
  /// Assignment: keeps the identity of the object at `to` where it has one, and of the elements
  /// that stay. `moves`: a container takes over the elements of the other one.
  void assign(Location* to, const Value& value, bool moves = false);

private:
  void tell(const Location* location);
  Location* latest(Location* location) const;
  bool same_parts(const Object& now, const Object& before) const;
  bool is_older(uint64_t serial) const { return serial < era_ && !prepares_; }
  uint64_t next_serial() { return outlives_ && era_ > 0 ? era_ - 1 : serial_++; }

  static constexpr uint64_t max_places = 8'000'000;
  static constexpr uint64_t places_of_object = 4; // what an object weighs

  std::deque<Location> locations_;
  std::deque<Object> objects_;
  std::deque<Change> journal_;
  std::vector<Location*> places_in_making_; // of what will outlive the call, marked as noted
  std::vector<Object*> objects_in_making_;
  std::vector<Location*> ended_; // in this era, of what is older
  llvm::DenseMap<Location*, Location*> moved_to_;
  llvm::DenseMap<Location*, Location*> moved_from_;
  ObjectCopier copy_object_;
  unsigned copying_ = 0; // calls of copy() that run
  Watcher watcher_;
  DetachedListener on_detached_;
  llvm::DenseMap<const Location*, std::vector<const Node*>> watched_;
  clang::SourceLocation position_;
  uint64_t serial_ = 1;
  uint64_t era_ = 0;      // serials below it existed when the era began
  uint64_t expected_ = 0; // serials below it are to stay what they are
  bool has_changed_ = false;
  uint64_t closed_ = 0;
  bool breached_ = false;
  bool outlives_ = false;
  bool prepares_ = false;
  mutable llvm::DenseMap<const Location*, const Object*> arrays_; // what array_of() found
  uint64_t used_ = 0;
  bool is_full_ = false;
};

} // namespace fx::frontend
