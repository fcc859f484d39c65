// An interned string: one pointer wide, compared by address.
//
// Names, targets and string literals of a graph repeat a great deal; interning keeps an Argument at
// 16 bytes and makes "is this call torch.relu?" a pointer comparison. The table lives for the whole
// process and is never emptied. Thread-safe.
#pragma once

#include <cstddef>
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

  std::string_view view() const { return *text_; }
  const std::string& str() const { return *text_; }
  const char* c_str() const { return text_->c_str(); }
  bool empty() const { return text_->empty(); }
  operator std::string_view() const { return *text_; }

  friend bool operator==(Symbol a, Symbol b) { return a.text_ == b.text_; }
  const void* id() const { return text_; }

private:
  friend class Argument;
  explicit Symbol(const std::string* interned) : text_(interned) {}
  const std::string* text_;
};

} // namespace fx

template <>
struct std::hash<fx::Symbol> {
  std::size_t operator()(fx::Symbol s) const noexcept { return std::hash<const void*>()(s.id()); }
};
