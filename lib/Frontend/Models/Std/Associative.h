// Where an element of a map or set stands: by its comparator, or by its hash as libstdc++ has it.
#pragma once

#include "Frontend/Models/Elements.h"

namespace fx::frontend {

/// A map or set and what its class says about it. Elements of a map alternate key and value.
class Associative {
public:
  Associative(Machine& machine, const clang::Expr* where, const Object& container);

  const Object& container() const { return container_; }
  bool is_map() const { return container_.kind == Object::Kind::Map; }
  bool is_multi() const { return is_multi_; }
  bool is_hashed() const { return is_hashed_; }
  clang::QualType key_type() const { return key_type_; }
  clang::QualType mapped_type() const { return mapped_type_; }
  size_t size() const { return container_.elements.size(); }
  size_t step() const { return is_map() ? 2 : 1; }
  Operand key(size_t index) const { return operand_in(key_type_, container_.elements[index]); }

  /// The first element that is not less than `key`, or the first that is greater.
  bool lower_bound(const Operand& key, size_t& index) { return bound(key, false, index); }
  bool upper_bound(const Operand& key, size_t& index) { return bound(key, true, index); }
  /// The elements that are equal to `key`: [first, last). Where there are none, both are where
  /// the key would stand, of a hashed container the end.
  bool equal_range(const Operand& key, size_t& first, size_t& last);
  /// Adds an element, `hint` is the place that the program names for it or the end. Not when a key
  /// that is equal is there and may be only once: index is that one then.
  bool insert(const Value& key, const Value& value, std::optional<size_t> hint, size_t& index,
              bool& is_new);
  /// The same for an element that has its places already, in another container.
  bool insert(Location* key, Location* value, std::optional<size_t> hint, size_t& index,
              bool& is_new);
  /// From here on the order of a hashed container is not known.
  void forget_order();
  /// Ends the lifetimes of elements, which are about to be erased.
  bool end(size_t first, size_t last);
  void erase(size_t first, size_t last);
  void clear();
  /// Makes room for `count` buckets at least, as rehash does; as the constructor does with `first`.
  bool rehash(size_t buckets, bool first = false);
  bool reserve_for_range(size_t count);
  void set_max_load(double load);
  double max_load() const { return container_.hidden[MaxLoad]->value().as_double(); }
  size_t bucket_count() const;
  /// Whether the order of the elements is that of the compiled program; reports when it is not.
  bool has_known_order() const;
  /// Keeps a comparator, or a hash and an equality, that the program gives.
  void set_functions(llvm::ArrayRef<Operand> functions);

private:
  /// Where `key` belongs: before the elements that are equal to it, or behind them.
  bool bound(const Operand& key, bool behind_equal, size_t& index);

  /// hidden: the comparator or hash, the equality; of a hashed container the number of buckets (0:
  /// its order is not known), the size at which it grows, the load; the hash codes of its elements.
  enum Hidden : uint8_t { Function, Equality, Buckets, NextResize, MaxLoad, Codes };

  bool is_less(const Operand& left, const Operand& right, bool& result);
  bool is_equal(const Operand& left, const Operand& right, bool& result);
  bool call_function(size_t which, llvm::ArrayRef<Operand> args, bool& result);
  bool function(size_t which, Operand& function);
  bool hash(const Operand& key, std::optional<uint64_t>& code);
  bool find_hashed(const Operand& key, size_t& first, size_t& last);
  void place_in_buckets(size_t buckets);
  size_t hashed_position(uint64_t code, size_t equal_at) const;
  uint64_t number(size_t which) const;
  void set_number(size_t which, uint64_t value);
  uint64_t code_of(size_t index) const;
  void prepare();

  Machine& machine_;
  const clang::Expr* where_;
  const Object& container_;
  bool is_multi_ = false;
  bool is_hashed_ = false;
  unsigned first_function_ = 0; // number of the template argument
  clang::QualType key_type_;
  clang::QualType mapped_type_;
};

} // namespace fx::frontend
