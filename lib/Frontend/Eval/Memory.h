// Memory without a type of its own: what operator new gives, and arrays of bytes in which a program
// makes other objects.
//
// Such memory is a region of bytes. Where the program makes or expects objects of another size in
// it, it gets a view: an array of places from one byte on. A pointer into a region counts bytes,
// one into a view elements; as_type and as_bytes turn one into the other. What overlaps an older
// view takes its objects away, as making an object ends the life of what was there.
#pragma once

#include "Frontend/Values/Storage.h"

#include <map>
#include <optional>

namespace fx::frontend {

class Memory {
public:
  Memory(Storage& storage, clang::ASTContext& context) : storage_(storage), context_(context) {}

  /// A pointer to the first of so many bytes.
  Value allocate(uint64_t bytes);
  /// `array`, an array of bytes, is memory from here on.
  void note_bytes(const Object* array);
  /// Whether `pointer` leads into such memory.
  bool contains(const Value& pointer) const;
  /// `pointer` as one to objects of `type`. What leads elsewhere stays what it is; false when there
  /// is no room for that many objects.
  bool as_type(clang::QualType type, Value& pointer);
  /// The view that holds `place`, and where; null when it is in none.
  const Object* view_of(const Location* place, int64_t& index) const;
  /// What was made in the memory `region` over its byte number `byte`, which becomes the number of
  /// the byte in that; null where nothing is.
  const Location* object_at(const Object* region, int64_t& byte) const;
  /// Whether both lead to the same byte: where both are pointers into one region.
  std::optional<int64_t> distance(const Value& left, const Value& right) const;
  static bool is_byte(clang::QualType type);
  /// Whether `held`, what stands in the place of an array of bytes of type `array`, are its bytes,
  /// and not an object that was made in them.
  bool are_bytes(clang::QualType array, const Value& held) const;

private:
  struct View {
    const Object* region;
    uint64_t offset;
    uint64_t size; // of an element
  };
  struct Region {
    uint64_t bytes = 0;
    std::map<uint64_t, std::vector<const Object*>> views; // by where they begin
  };
  /// The region and the byte that `pointer` leads to; null where it leads into none.
  const Object* byte_of(const Value& pointer, uint64_t& byte) const;

  Storage& storage_;
  clang::ASTContext& context_;
  llvm::DenseMap<const Object*, Region> regions_;
  llvm::DenseMap<const Object*, View> views_;
  llvm::DenseMap<const Location*, std::pair<const Object*, int64_t>> places_;
};

} // namespace fx::frontend
