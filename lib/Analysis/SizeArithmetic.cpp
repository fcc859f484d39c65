#include "SizeArithmetic.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

namespace {

int64_t checked_multiply(int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw SizeOverflow();
  return product;
}
int64_t checked_add(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw SizeOverflow();
  return sum;
}

int64_t floor_divide(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

} // namespace

std::optional<int64_t> Size::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() > 1 || !terms_.begin()->first.empty()) return std::nullopt;
  return terms_.begin()->second;
}

void SizeArithmetic::add_term(Size& size, const Size::Product& product, int64_t factor) {
  int64_t& sum = size.terms_[product];
  sum = checked_add(sum, factor);
  if (sum == 0) size.terms_.erase(product);
}

Size SizeArithmetic::of_atom(uint32_t number) {
  Size size;
  size.terms_[{number}] = 1;
  return size;
}

Size SizeArithmetic::atom(Atom made) {
  std::string text = atom_text(made);
  const auto [found, is_new] =
      by_text_.try_emplace(std::move(text), static_cast<uint32_t>(atoms_.size()));
  if (is_new) atoms_.push_back(std::move(made));
  return of_atom(found->second);
}

Size SizeArithmetic::name(std::string_view name, int64_t least, std::optional<int64_t> most) {
  const Size size = atom({Kind::Name, std::string(name), {}, {}, least, most});
  Atom& known = atoms_[size.terms_.begin()->first.front()];
  known.least = std::max(*known.least, least);
  if (most) known.most = known.most ? std::min(*known.most, *most) : *most;
  return size;
}

Size SizeArithmetic::add(const Size& a, const Size& b, int64_t factor) const {
  Size sum = a;
  for (const auto& [product, count] : b.terms_)
    add_term(sum, product, checked_multiply(count, factor));
  return sum;
}

Size SizeArithmetic::multiply(const Size& a, const Size& b) const {
  Size result;
  for (const auto& [left, left_factor] : a.terms_)
    for (const auto& [right, right_factor] : b.terms_) {
      Size::Product product = left;
      product.insert(product.end(), right.begin(), right.end());
      std::ranges::sort(product);
      add_term(result, product, checked_multiply(left_factor, right_factor));
    }
  return result;
}

std::optional<Size> SizeArithmetic::exact_quotient(const Size& a, const Size& b) {
  if (b.terms_.size() != 1) return std::nullopt;
  const auto& [divisor, factor] = *b.terms_.begin();
  Size result;
  for (const auto& [product, count] : a.terms_) {
    if (count % factor != 0 || !std::ranges::includes(product, divisor)) return std::nullopt;
    Size::Product rest;
    std::ranges::set_difference(product, divisor, std::back_inserter(rest));
    add_term(result, rest, count / factor);
  }
  return result;
}

std::optional<Size> SizeArithmetic::divide(const Size& a, const Size& b) {
  const std::optional<int64_t> divisor = b.constant();
  if (divisor == 0) return std::nullopt;
  if (a.constant() && divisor) return Size(floor_divide(*a.constant(), *divisor));
  if (std::optional<Size> exact = exact_quotient(a, b)) return exact;
  if (!divisor) return atom({Kind::Quotient, {}, a, b, {}, {}});
  // (2 * H + 3) // 2 is H + 1: what is a multiple comes out.
  Size whole, rest;
  for (const auto& [product, factor] : a.terms_) {
    const int64_t quotient =
        product.empty() || factor % *divisor == 0 ? floor_divide(factor, *divisor) : 0;
    if (quotient != 0) add_term(whole, product, quotient);
    const int64_t left = factor - quotient * *divisor;
    if (left != 0) add_term(rest, product, left);
  }
  if (const std::optional<int64_t> number = rest.constant())
    return add(whole, Size(floor_divide(*number, *divisor)));
  if (std::optional<Size> once = divided_once(rest, *divisor)) return add(whole, *once);
  return add(whole, atom({Kind::Quotient, {}, rest, b, {}, {}}));
}

/// (x // 2 + 1) // 3 is (x + 2) // 6.
std::optional<Size> SizeArithmetic::divided_once(const Size& size, int64_t divisor) {
  Size rest = size;
  const int64_t offset = rest.terms_.contains({}) ? rest.terms_[{}] : 0;
  rest.terms_.erase(Size::Product());
  if (divisor <= 0 || rest.terms_.size() != 1 || rest.terms_.begin()->second != 1 ||
      rest.terms_.begin()->first.size() != 1)
    return std::nullopt;
  const Atom inner = atoms_[rest.terms_.begin()->first.front()];
  const std::optional<int64_t> by = inner.b.constant();
  if (inner.kind != Kind::Quotient || !by || *by <= 0) return std::nullopt;
  return divide(add(inner.a, Size(checked_multiply(offset, *by))),
                Size(checked_multiply(*by, divisor)));
}

std::optional<Size> SizeArithmetic::remainder(const Size& a, const Size& b) {
  const std::optional<int64_t> divisor = b.constant();
  if (divisor == 0) return std::nullopt;
  if (a.constant() && divisor)
    return Size(*a.constant() - floor_divide(*a.constant(), *divisor) * *divisor);
  if (exact_quotient(a, b)) return Size();
  return atom({Kind::Remainder, {}, a, b, {}, {}});
}

Size SizeArithmetic::maximum(const Size& a, const Size& b) {
  const Size difference = subtract(a, b);
  if (least(difference).value_or(-1) >= 0) return a;
  if (most(difference).value_or(1) <= 0) return b;
  return atom({Kind::Maximum, {}, a, b, {}, {}});
}

Size SizeArithmetic::minimum(const Size& a, const Size& b) {
  const Size difference = subtract(a, b);
  if (least(difference).value_or(-1) >= 0) return b;
  if (most(difference).value_or(1) <= 0) return a;
  return atom({Kind::Minimum, {}, a, b, {}, {}});
}

Size SizeArithmetic::resolved(const Size& size) {
  Size result;
  for (const auto& [product, factor] : size.terms_) {
    Size term{factor};
    for (const uint32_t number : product) {
      const Atom atom = atoms_[number]; // a copy: others are made meanwhile
      Size part = of_atom(number);
      if (const auto equal = equal_.find(number); equal != equal_.end())
        part = resolved(equal->second);
      else if (atom.kind == Kind::Quotient)
        part = divide(resolved(atom.a), resolved(atom.b)).value_or(part);
      else if (atom.kind == Kind::Remainder)
        part = remainder(resolved(atom.a), resolved(atom.b)).value_or(part);
      else if (atom.kind == Kind::Maximum)
        part = maximum(resolved(atom.a), resolved(atom.b));
      else if (atom.kind == Kind::Minimum)
        part = minimum(resolved(atom.a), resolved(atom.b));
      term = multiply(term, part);
    }
    result = add(result, term);
  }
  return result;
}

/// Of products of what is not negative.
std::optional<int64_t> SizeArithmetic::product_bound(const Size::Product& product,
                                                     bool is_least) const {
  int64_t bound = 1;
  for (const uint32_t number : product) {
    const Atom& atom = atoms_[number];
    std::optional<int64_t> low = atom.least, high = atom.most;
    if (atom.kind == Kind::Quotient || atom.kind == Kind::Remainder) {
      const std::optional<int64_t> divisor = atom.b.constant();
      if (!divisor || *divisor <= 0) return std::nullopt;
      if (atom.kind == Kind::Remainder) {
        low = 0;
        high = *divisor - 1;
      } else {
        low = bound_of(atom.a, true);
        high = bound_of(atom.a, false);
        if (low) low = floor_divide(*low, *divisor);
        if (high) high = floor_divide(*high, *divisor);
      }
    } else if (atom.kind != Kind::Name) {
      const auto a = bound_of(atom.a, is_least), b = bound_of(atom.b, is_least);
      if (!a || !b) return std::nullopt;
      low = high = atom.kind == Kind::Maximum ? std::max(*a, *b) : std::min(*a, *b);
    }
    const std::optional<int64_t> wanted = is_least ? low : high;
    if (!wanted || (product.size() > 1 && *wanted < 0)) return std::nullopt;
    // A factor below 0 turns the other's bound round.
    if (product.size() > 1 && (!low || *low < 0)) return std::nullopt;
    if (__builtin_mul_overflow(bound, *wanted, &bound)) return std::nullopt;
  }
  return bound;
}

std::optional<int64_t> SizeArithmetic::bound_of(const Size& size, bool is_least) const {
  int64_t sum = 0;
  for (const auto& [product, factor] : size.terms_) {
    const std::optional<int64_t> bound = product_bound(product, is_least == (factor > 0));
    int64_t term = 0;
    if (!bound || __builtin_mul_overflow(*bound, factor, &term) ||
        __builtin_add_overflow(sum, term, &sum))
      return std::nullopt;
  }
  return sum;
}

std::optional<int64_t> SizeArithmetic::least(const Size& size) const {
  return bound_of(size, true);
}
std::optional<int64_t> SizeArithmetic::most(const Size& size) const {
  return bound_of(size, false);
}

bool SizeArithmetic::unify(const Size& difference) {
  for (const auto& [product, factor] : difference.terms_) {
    if (product.size() != 1 || (factor != 1 && factor != -1)) continue;
    const Atom& atom = atoms_[product.front()];
    if (atom.kind != Kind::Name) continue;
    Size rest = difference;
    rest.terms_.erase(product);
    if (mentions(rest, product.front())) continue;
    const Size value = add(Size(), rest, -factor);
    const std::optional<int64_t> number = value.constant();
    if (number && (*number < *atom.least || (atom.most && *number > *atom.most))) return false;
    equal_[product.front()] = value;
    if (!number) bound(subtract(value, Size(*atom.least)));
    return true;
  }
  return false;
}

bool SizeArithmetic::mentions(const Size& size, uint32_t number) const {
  for (const auto& [product, factor] : size.terms_)
    for (const uint32_t part : product)
      if (part == number || mentions(atoms_[part].a, number) || mentions(atoms_[part].b, number))
        return true;
  return false;
}

void SizeArithmetic::bound(const Size& size) {
  Size rest = size;
  const int64_t offset = rest.terms_.contains({}) ? rest.terms_[{}] : 0;
  rest.terms_.erase(Size::Product());
  if (rest.terms_.size() != 1) return;
  const auto& [product, factor] = *rest.terms_.begin();
  if (product.size() != 1 || atoms_[product.front()].kind != Kind::Name) return;
  Atom& atom = atoms_[product.front()];
  if (factor > 0) { // factor * name >= -offset
    atom.least = std::max(*atom.least, -floor_divide(offset, factor));
  } else {
    const int64_t most = floor_divide(offset, -factor);
    atom.most = atom.most ? std::min(*atom.most, most) : most;
  }
}

std::string SizeArithmetic::atom_text(const Atom& atom) const {
  const auto in_brackets = [&](const Size& size) {
    const bool is_sum =
        size.terms_.size() > 1 ||
        (size.terms_.size() == 1 && size.terms_.begin()->second != 1 && !size.constant());
    return is_sum ? "(" + text(size) + ")" : text(size);
  };
  const auto divisor = [&](const Size& size) {
    const bool is_name = size.terms_.size() == 1 && size.terms_.begin()->second == 1 &&
                         size.terms_.begin()->first.size() == 1 &&
                         atoms_[size.terms_.begin()->first.front()].kind == Kind::Name;
    return size.constant() || is_name ? text(size) : "(" + text(size) + ")";
  };
  switch (atom.kind) {
  case Kind::Name: return atom.name;
  case Kind::Quotient: return in_brackets(atom.a) + " // " + divisor(atom.b);
  case Kind::Remainder: return in_brackets(atom.a) + " % " + divisor(atom.b);
  case Kind::Maximum: return "max(" + text(atom.a) + ", " + text(atom.b) + ")";
  case Kind::Minimum: return "min(" + text(atom.a) + ", " + text(atom.b) + ")";
  }
  return {};
}

std::string SizeArithmetic::text(const Size& size) const {
  std::string sum;
  // The number comes last, as people write it.
  std::vector<std::pair<Size::Product, int64_t>> terms(size.terms_.begin(), size.terms_.end());
  if (!terms.empty() && terms.front().first.empty()) std::ranges::rotate(terms, terms.begin() + 1);
  for (const auto& [product, factor] : terms) {
    std::string text;
    const int64_t count = factor < 0 ? -factor : factor;
    if (count != 1 || product.empty()) text = fmt::format("{}", count);
    for (const uint32_t number : product) {
      const Atom& atom = atoms_[number];
      const bool is_division = atom.kind == Kind::Quotient || atom.kind == Kind::Remainder;
      const bool is_alone = product.size() == 1 && count == 1;
      const std::string part = atom_text(atom);
      text += (text.empty() ? "" : " * ") + (is_division && !is_alone ? "(" + part + ")" : part);
    }
    if (sum.empty())
      sum = (factor < 0 ? "-" : "") + text;
    else
      sum += (factor < 0 ? " - " : " + ") + text;
  }
  return sum.empty() ? "0" : sum;
}

std::optional<int64_t> SizeArithmetic::value(const Size& size,
                                             const std::map<std::string, int64_t>& names) const {
  int64_t sum = 0;
  for (const auto& [product, factor] : size.terms_) {
    int64_t term = factor;
    for (const uint32_t number : product) {
      const Atom& atom = atoms_[number];
      int64_t part = 0;
      if (atom.kind == Kind::Name) {
        const auto found = names.find(atom.name);
        if (found == names.end()) return std::nullopt;
        part = found->second;
      } else {
        const std::optional<int64_t> a = value(atom.a, names), b = value(atom.b, names);
        const bool divides = atom.kind == Kind::Quotient || atom.kind == Kind::Remainder;
        if (!a || !b || (divides && *b == 0)) return std::nullopt;
        part = atom.kind == Kind::Quotient    ? floor_divide(*a, *b)
               : atom.kind == Kind::Remainder ? *a - floor_divide(*a, *b) * *b
               : atom.kind == Kind::Maximum   ? std::max(*a, *b)
                                              : std::min(*a, *b);
      }
      if (__builtin_mul_overflow(term, part, &term)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, term, &sum)) return std::nullopt;
  }
  return sum;
}

} // namespace fx
