#include "fx/IR/Argument.h"

#include <atomic>
#include <cmath>

namespace fx {

struct Argument::Aggregate {
  /// One fewer; true: that was the last.
  bool drop() { return references.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  // Copies of a graph share these, and threads may copy and run what they share.
  std::atomic<uint32_t> references = 1;
  bool has_node = false; // anywhere below: map_nodes shares what has none
  std::vector<Argument> items;
};

Argument::Argument(Kind kind, std::vector<Argument> items) : kind_(kind) {
  aggregate_ = new Aggregate;
  for (const Argument& item : items)
    aggregate_->has_node |= item.is_node() || (item.is_aggregate() && item.aggregate_->has_node);
  aggregate_->items = std::move(items);
}

bool Argument::is_aggregate() const {
  switch (kind_) {
  case Kind::Complex:
  case Kind::Slice:
  case Kind::Range:
  case Kind::List:
  case Kind::Tuple:
  case Kind::Dict: return true;
  default: return false;
  }
}

void Argument::retain() const {
  if (is_aggregate()) aggregate_->references.fetch_add(1, std::memory_order_relaxed);
}

void Argument::release() {
  if (!is_aggregate() || !aggregate_->drop()) return;
  // Nested aggregates are taken apart on a list of our own: nesting may be deeper than the stack.
  std::vector<Aggregate*> dead{aggregate_};
  while (!dead.empty()) {
    Aggregate* aggregate = dead.back();
    dead.pop_back();
    for (Argument& item : aggregate->items)
      if (item.is_aggregate()) {
        if (item.aggregate_->drop()) dead.push_back(item.aggregate_);
        item.kind_ = Kind::None;
      }
    delete aggregate;
  }
}

Argument::Argument(const Argument& other) : kind_(other.kind_), int_(other.int_) {
  retain();
}

Argument::Argument(Argument&& other) noexcept : kind_(other.kind_), int_(other.int_) {
  other.kind_ = Kind::None;
  other.int_ = 0;
}

Argument& Argument::operator=(const Argument& other) {
  if (this == &other) return *this;
  other.retain();
  // `other` may live inside what is released here.
  const Kind kind = other.kind_;
  const int64_t word = other.int_;
  release();
  kind_ = kind;
  int_ = word;
  return *this;
}

Argument& Argument::operator=(Argument&& other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(int_, other.int_);
  return *this;
}

Argument::~Argument() {
  release();
}

Argument Argument::complex(double real, double imaginary) {
  return Argument(Kind::Complex, {Argument(real), Argument(imaginary)});
}
Argument Argument::slice(Argument start, Argument stop, Argument step) {
  return Argument(Kind::Slice, {std::move(start), std::move(stop), std::move(step)});
}
Argument Argument::range(Argument start, Argument stop, Argument step) {
  return Argument(Kind::Range, {std::move(start), std::move(stop), std::move(step)});
}
Argument Argument::list(std::vector<Argument> items) {
  return Argument(Kind::List, std::move(items));
}
Argument Argument::tuple(std::vector<Argument> items) {
  return Argument(Kind::Tuple, std::move(items));
}
Argument Argument::dict(std::vector<std::pair<Argument, Argument>> items) {
  std::vector<Argument> flat;
  flat.reserve(items.size() * 2);
  for (auto& [key, value] : items) {
    flat.push_back(std::move(key));
    flat.push_back(std::move(value));
  }
  return Argument(Kind::Dict, std::move(flat));
}

std::span<const Argument> Argument::items() const {
  if (!is_aggregate()) return {};
  return aggregate_->items;
}

bool operator==(const Argument& a, const Argument& b) {
  if (a.kind_ != b.kind_) return false;
  if (!a.is_aggregate() && a.int_ == b.int_) return true;
  std::vector<std::pair<const Argument*, const Argument*>> pending{{&a, &b}};
  while (!pending.empty()) {
    const auto [x, y] = pending.back();
    pending.pop_back();
    if (x->kind_ != y->kind_) return false;
    if (x->is_aggregate()) {
      if (x->aggregate_ == y->aggregate_) continue;
      const auto left = x->items();
      const auto right = y->items();
      if (left.size() != right.size()) return false;
      for (size_t i = 0; i < left.size(); ++i)
        pending.emplace_back(&left[i], &right[i]);
    } else if (x->kind_ == Argument::Kind::Float) {
      if (x->int_ != y->int_ && !(std::isnan(x->float_) && std::isnan(y->float_))) return false;
    } else if (x->kind_ != Argument::Kind::None && x->kind_ != Argument::Kind::Ellipsis &&
               x->int_ != y->int_) {
      return false;
    }
  }
  return true;
}

size_t Argument::hash() const {
  const auto mix = [](size_t seed, size_t value) {
    return (seed ^ value) * 0x9e3779b97f4a7c15U + (seed >> 32);
  };
  const auto scalar = [](const Argument& argument) -> size_t {
    switch (argument.kind_) {
    case Kind::None:
    case Kind::Ellipsis: return 0;
    case Kind::Float: return std::isnan(argument.float_) ? 1 : static_cast<size_t>(argument.int_);
    default: return static_cast<size_t>(argument.int_);
    }
  };
  const auto start = static_cast<size_t>(kind_);
  if (!is_aggregate()) return mix(start, scalar(*this));
  size_t result = start;
  std::vector<const Argument*> pending{this};
  while (!pending.empty()) {
    const Argument* at = pending.back();
    pending.pop_back();
    result = mix(result, static_cast<size_t>(at->kind_));
    if (!at->is_aggregate()) {
      result = mix(result, scalar(*at));
      continue;
    }
    result = mix(result, at->items().size());
    for (const Argument& item : at->items())
      pending.push_back(&item);
  }
  return result;
}

void for_each_node(const Argument& argument, const std::function<void(Node*)>& visit) {
  std::vector<const Argument*> pending{&argument};
  while (!pending.empty()) {
    const Argument* at = pending.back();
    pending.pop_back();
    if (at->is_node()) {
      visit(at->as_node());
    } else {
      const auto items = at->items();
      for (size_t i = items.size(); i-- > 0;)
        pending.push_back(&items[i]);
    }
  }
}

Argument map_nodes(const Argument& argument, const std::function<Argument(Node*)>& map) {
  if (argument.is_node()) return map(argument.as_node());
  if (!argument.is_aggregate()) return argument;
  struct Level {
    const Argument* source;
    size_t next = 0;
    std::vector<Argument> built;
  };
  std::vector<Level> levels;
  levels.push_back({&argument, 0, {}});
  while (true) {
    Level& level = levels.back();
    const auto items = level.source->items();
    if (level.next < items.size()) {
      const Argument& item = items[level.next++];
      if (item.is_node())
        level.built.push_back(map(item.as_node()));
      else if (item.is_aggregate() && item.has_nodes())
        levels.push_back({&item, 0, {}});
      else
        level.built.push_back(item);
      continue;
    }
    Argument done = level.source->rebuild(std::move(level.built));
    levels.pop_back();
    if (levels.empty()) return done;
    levels.back().built.push_back(std::move(done));
  }
}

Argument map_leaves(const Argument& argument, const std::function<Argument(const Argument&)>& map) {
  const auto is_leaf = [](const Argument& value) {
    return !value.is_aggregate() || value.is(Argument::Kind::Complex);
  };
  if (is_leaf(argument)) return map(argument);
  struct Level {
    const Argument* source;
    std::vector<Argument> built;
  };
  std::vector<Level> levels{{&argument, {}}};
  while (true) {
    Level& level = levels.back();
    const auto items = level.source->items();
    const size_t next = level.built.size();
    if (next == items.size()) {
      Argument done = level.source->rebuild(std::move(level.built));
      levels.pop_back();
      if (levels.empty()) return done;
      levels.back().built.push_back(std::move(done));
    } else if (level.source->is(Argument::Kind::Dict) && next % 2 == 0) {
      level.built.push_back(items[next]);
    } else if (is_leaf(items[next])) {
      level.built.push_back(map(items[next]));
    } else {
      levels.push_back({&items[next], {}});
    }
  }
}

bool Argument::has_nodes() const {
  return is_node() || (is_aggregate() && aggregate_->has_node);
}

Argument Argument::rebuild(std::vector<Argument> items) const {
  return Argument(kind_, std::move(items));
}

} // namespace fx
