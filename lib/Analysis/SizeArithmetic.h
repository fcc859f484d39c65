// Sizes with names: polynomials over names, floor divisions, maxima and minima.
#pragma once

#include "fx/Support/Symbol.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

/// A sum of products of atoms, whose numbers are those of a SizeArithmetic.
class Size {
public:
  using Product = std::vector<uint32_t>; // sorted; empty: the number 1

  Size() = default;
  explicit Size(int64_t number) {
    if (number != 0) terms_[{}] = number;
  }
  const std::map<Product, int64_t>& terms() const { return terms_; }
  /// The number that it is for all values of the names.
  std::optional<int64_t> constant() const;
  /// One of its terms.
  Size only(const Product& product) const {
    Size term;
    term.terms_[product] = terms_.at(product);
    return term;
  }
  friend bool operator==(const Size&, const Size&) = default;

private:
  friend class SizeArithmetic;
  std::map<Product, int64_t> terms_; // none is 0
};

/// Thrown where a number grows beyond 64 bits.
struct SizeOverflow : std::runtime_error {
  SizeOverflow() : std::runtime_error("a size is too large") {}
};

/// What is known of names: their bounds, and which are equal to what (a union-find whose
/// representatives are expressions).
class SizeArithmetic {
public:
  /// A name that stands for any size from `least` on.
  Size name(std::string_view name, int64_t least, std::optional<int64_t> most);

  Size add(const Size& a, const Size& b, int64_t factor = 1) const;
  Size subtract(const Size& a, const Size& b) const { return add(a, b, -1); }
  Size multiply(const Size& a, const Size& b) const;
  /// Rounded down. Nothing: the divisor is 0.
  std::optional<Size> divide(const Size& a, const Size& b);
  std::optional<Size> remainder(const Size& a, const Size& b);
  Size maximum(const Size& a, const Size& b);
  Size minimum(const Size& a, const Size& b);

  /// The expression with what is known of names put in.
  Size resolved(const Size& size);
  /// The least and the largest value, as far as bounds tell.
  std::optional<int64_t> least(const Size& size) const;
  std::optional<int64_t> most(const Size& size) const;

  /// From now on `difference` is 0: a name of it becomes the rest. False where none can.
  bool unify(const Size& difference);
  /// From now on `size` is at least 0: raises the bound of a name that stands alone in it.
  void bound(const Size& size);

  /// Whether a name stands in an expression, in a division too.
  bool mentions(const Size& size, const Size& name) const {
    return mentions(size, name.terms_.begin()->first.front());
  }
  std::string text(const Size& size) const;
  /// With numbers for names; nothing where one is missing or a divisor is 0.
  std::optional<int64_t> value(const Size& size, const std::map<std::string, int64_t>& names) const;

private:
  enum class Kind : uint8_t { Name, Quotient, Remainder, Maximum, Minimum };
  struct Atom {
    Kind kind;
    std::string name;
    Size a, b;
    std::optional<int64_t> least, most;
  };
  Size atom(Atom made);
  std::optional<Size> divided_once(const Size& size, int64_t divisor);
  static Size of_atom(uint32_t number);
  std::string atom_text(const Atom& atom) const;
  std::optional<int64_t> bound_of(const Size& size, bool is_least) const;
  std::optional<int64_t> product_bound(const Size::Product& product, bool is_least) const;
  bool mentions(const Size& size, uint32_t number) const;
  static void add_term(Size& size, const Size::Product& product, int64_t factor);
  /// a / b where every product of `a` has `b`, one product, in it.
  static std::optional<Size> exact_quotient(const Size& a, const Size& b);

  std::vector<Atom> atoms_;
  std::map<std::string, uint32_t> by_text_;
  std::map<uint32_t, Size> equal_; // names that are something else
};

} // namespace fx
