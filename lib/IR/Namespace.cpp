#include "fx/IR/Namespace.h"

#include "fx/Support/Identifier.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace fx {

namespace {

constexpr std::string_view reserved_names[] = {
#include "generated/ReservedNames.inc"
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// By table, because every letter of every name is looked at.
constexpr std::array<bool, 256> word_characters = [] {
  std::array<bool, 256> is_word{};
  for (int c = 0; c < 256; ++c)
    is_word[static_cast<size_t>(c)] =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return is_word;
}();
bool is_word(char c) {
  return word_characters[static_cast<unsigned char>(c)];
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/// What Python takes for a name.
std::string identifier_like(std::string_view wish) {
  std::string legal;
  bool in_run = false; // a run of illegal characters becomes one '_'
  for (const char c : wish) {
    if (is_word(c))
      legal += c;
    else if (!in_run)
      legal += '_';
    in_run = !is_word(c);
  }
  if (legal.empty()) legal = "_unnamed";
  if (is_digit(legal.front())) legal.insert(legal.begin(), '_');
  return legal;
}

struct Split {
  std::string_view base;
  std::optional<int64_t> number;
};

/// "relu_007" -> "relu", 7; "_1" -> "", 1: torch.fx's (.*)_(\d+)$. Numbers that leave no room for
/// counting on belong to the base.
Split split_number(std::string_view name) {
  size_t digits = name.size();
  while (digits > 0 && is_digit(name[digits - 1]))
    --digits;
  if (digits == name.size() || digits == 0 || name[digits - 1] != '_') return {name, std::nullopt};
  constexpr int64_t limit = 1'000'000'000'000'000'000;
  int64_t number = 0;
  const auto [end, problem] =
      std::from_chars(name.data() + digits, name.data() + name.size(), number);
  if (problem != std::errc() || number >= limit) return {name, std::nullopt};
  return {name.substr(0, digits - 1), number};
}

/// By address, because the name of every node is looked up.
bool is_reserved(Symbol name) {
  static const SymbolSet* const reserved = [] {
    auto* names = new SymbolSet();
    for (const std::string_view each : reserved_names)
      names->insert(each);
    return names;
  }();
  return reserved->contains(name);
}

/// "relu_7" and other names of one base, all in one string.
class Numbered {
public:
  explicit Numbered(std::string_view base) : text_(base) {
    text_ += '_';
    start_ = text_.size();
  }
  Symbol with(int64_t number) {
    char digits[20];
    const char* const end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    text_.resize(start_);
    text_.append(digits, static_cast<size_t>(end - digits));
    return text_;
  }

private:
  std::string text_;
  size_t start_;
};

} // namespace

bool is_reserved_python_name(std::string_view name) {
  return std::binary_search(std::begin(reserved_names), std::end(reserved_names), name);
}

Symbol Namespace::create_name(std::string_view wish) {
  std::string made;
  if (!is_identifier(wish)) wish = made = identifier_like(wish);
  const Split split = split_number(wish);
  Symbol name = split.number ? Numbered(split.base).with(*split.number) : Symbol(wish);
  int64_t number = split.number.value_or(0);
  const bool is_free = !is_used(name) && !is_reserved(name);
  // Most names are the first of their base, and no number has to be remembered for them.
  if (number == 0 && is_free) {
    used_.insert(name);
    return name;
  }
  int64_t& count = base_count_[split.number ? Symbol(split.base) : name];
  if (number == 0) number = count;
  if (!is_free) name = first_free(std::string(split.base), ++number);
  used_.insert(name);
  count = number;
  return name;
}

/// The free name with the smallest number from `number` on, which becomes that number.
Symbol Namespace::first_free(const std::string& base, int64_t& number) {
  std::vector<Symbol> passed;
  Numbered names(base);
  Symbol name = names.with(number);
  while (is_used(name)) {
    passed.push_back(name);
    const auto known = skip_.find(name);
    number = known == skip_.end() ? number + 1 : known->second;
    name = names.with(number);
  }
  if (passed.size() > 1)
    for (const Symbol used : passed)
      skip_[used] = number;
  return name;
}

std::string snake_case(std::string_view text) {
  // Most have nothing to change.
  if (std::none_of(text.begin(), text.end(), is_upper)) return std::string(text);
  std::string result;
  bool after_lower = false;
  for (const char c : text) {
    const bool upper = is_upper(c);
    if (after_lower && upper) result += '_';
    result += upper ? static_cast<char>(c - 'A' + 'a') : c;
    after_lower = c >= 'a' && c <= 'z';
  }
  return result;
}

std::string name_for_target(std::string_view target, bool is_function) {
  std::string_view name = target;
  if (is_function) {
    if (const size_t at = name.find_last_of(".:"); at != std::string_view::npos)
      name = name.substr(at + 1);
    // An overload's __name__ has the operator's name before it.
    constexpr std::string_view overloads = "torch.ops.";
    if (target.starts_with(overloads) && std::count(target.begin(), target.end(), '.') == 4)
      name = target.substr(target.rfind('.', target.size() - name.size() - 2) + 1);
  }
  // Magic methods: __add__ -> add.
  if (name.starts_with("__") && name.ends_with("__"))
    name = name.size() > 4 ? name.substr(2, name.size() - 4) : std::string_view();
  return snake_case(name);
}

} // namespace fx
