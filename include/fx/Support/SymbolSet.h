// A set of symbols, of which nothing is ever removed.
#pragma once

#include "fx/Support/Symbol.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fx {

/// Interned texts lie one after another in memory: a bit for each, and a word for the 64 of a piece
/// of it. The names of a large graph, which are made one after another, take a bit or two each,
/// where a table of pointers misses the processor's cache for each of them.
class SymbolSet {
public:
  size_t size() const { return size_; }

  bool contains(Symbol symbol) const {
    return !pieces_.empty() && (pieces_[place_of(number_of(symbol))].bits & bit_of(symbol)) != 0;
  }

  /// False: it was there.
  bool insert(Symbol symbol) {
    if ((num_pieces_ + 1) * 3 > pieces_.size() * 2) grow();
    Piece& piece = pieces_[place_of(number_of(symbol))];
    if ((piece.bits & bit_of(symbol)) != 0) return false;
    if (piece.bits == 0) {
      piece.number = number_of(symbol);
      ++num_pieces_;
    }
    piece.bits |= bit_of(symbol);
    ++size_;
    return true;
  }

  /// Makes room in an empty set for so many symbols that were made one after another.
  void reserve(size_t symbols) {
    size_t slots = 16;
    while (slots * 32 < symbols)
      slots *= 2;
    if (pieces_.empty()) pieces_.resize(slots);
  }

private:
  struct Piece {
    uintptr_t number = 0;
    uint64_t bits = 0; // 0: there is none here
  };
  static constexpr size_t bytes = 64 * Symbol::alignment; // of a piece

  static uintptr_t number_of(Symbol symbol) {
    return reinterpret_cast<uintptr_t>(symbol.id()) / bytes;
  }
  static uint64_t bit_of(Symbol symbol) {
    return uint64_t(1) << (reinterpret_cast<uintptr_t>(symbol.id()) % bytes / Symbol::alignment);
  }

  /// Where a piece is, or would be.
  size_t place_of(uintptr_t number) const {
    constexpr uint64_t golden = 0x9e3779b97f4a7c15;
    const size_t mask = pieces_.size() - 1;
    size_t at = (number * golden >> 24) & mask;
    while (pieces_[at].bits != 0 && pieces_[at].number != number)
      at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Piece> old(pieces_.empty() ? 16 : pieces_.size() * 2);
    old.swap(pieces_);
    for (const Piece& piece : old)
      if (piece.bits != 0) pieces_[place_of(piece.number)] = piece;
  }

  std::vector<Piece> pieces_; // a power of two of them
  size_t num_pieces_ = 0;
  size_t size_ = 0;
};

} // namespace fx
