// An interned string: one pointer wide, compared by address.
//
// Names, targets and string literals of a graph repeat a great deal; interning keeps an Argument at
// 16 bytes and makes "is this call torch.relu?" a pointer comparison. The table lives for the whole
// process and is never emptied. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fx {

class Symbol {
public:
  /// The empty string.
  Symbol();
  Symbol(std::string_view text);
  Symbol(const char* text) : Symbol(std::string_view(text)) {}
  Symbol(const std::string& text) : Symbol(std::string_view(text)) {}

  std::string_view view() const { return {c_str(), text_->size}; }
  /// A copy: view() has none.
  std::string str() const { return std::string(view()); }
  const char* c_str() const { return reinterpret_cast<const char*>(text_ + 1); }
  bool empty() const { return text_->size == 0; }
  operator std::string_view() const { return view(); }

  friend bool operator==(Symbol a, Symbol b) { return a.text_ == b.text_; }
  const void* id() const { return text_; }
  /// What divides the addresses that id() gives: no two texts have one number of so many bytes.
  static constexpr size_t alignment = 16;

private:
  friend class Argument;
  friend class SymbolTable;
  /// The letters and a zero stand behind it, and the next text behind these: names that were made
  /// one after another are read one after another.
  struct Text {
    uint32_t size;
  };
  explicit Symbol(const Text* interned) : text_(interned) {}
  const Text* text_;
};

} // namespace fx

template <>
struct std::hash<fx::Symbol> {
  std::size_t operator()(fx::Symbol s) const noexcept { return std::hash<const void*>()(s.id()); }
};
