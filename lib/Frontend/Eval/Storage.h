// Where values live while a program is run abstractly: locations and objects, in one arena.
//
// A Location is a C++ object's place: a variable, a field, an element, a temporary. References and
// pointers are Locations; two names of one place are one Location.
#pragma once

#include "Frontend/Eval/Value.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class ValueDecl;
} // namespace clang

namespace fx::frontend {

struct Location {
  Value value;
};

/// An option of a LibTorch Options class that the program set, in order.
struct SetOption {
  std::string name;
  Location* location;
  bool constructor_argument;
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
  std::vector<std::string> element_names; // of named containers, beside elements
  std::vector<SetOption> options;
  /// The Options object a LibTorch module was built from: what `module->options` means.
  Object* options_object = nullptr;
  Module* module = nullptr;
  /// The place that holds Record(this): what `*this` and `&object` mean.
  Location* self = nullptr;
};

class Storage {
public:
  Location* allocate(Value value = {});
  Object* create(Object::Kind kind, const clang::CXXRecordDecl* type = nullptr);
  /// A sequence of fresh locations.
  Object* sequence(std::vector<Value> values, bool is_tuple = false);
  /// What copying does in C++: classes, containers and closures are duplicated (recursively by
  /// value), handles and tensors are shared. Modules are never cloned.
  Value copy(const Value& value);
  /// Assignment: keeps the identity of the object at `to` where it has one.
  void assign(Location* to, const Value& value);

private:
  std::deque<Location> locations_;
  std::deque<Object> objects_;
};

} // namespace fx::frontend
