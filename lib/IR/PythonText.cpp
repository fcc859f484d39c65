// Values as Python's repr() and str() write them.
#include "fx/IR/Node.h"
#include "fx/IR/Printer.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace fx {

std::string python_float(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // repr() takes the shortest digits that read back, and an exponent outside of 1e-4 .. 1e16.
  char digits[40];
  const auto scientific =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
  const std::string_view text(digits, static_cast<size_t>(scientific.ptr - digits));
  const int exponent = std::stoi(std::string(text.substr(text.find('e') + 1)));
  if (value != 0 && (exponent < -4 || exponent >= 16)) {
    std::string mantissa(text.substr(0, text.find('e')));
    return fmt::format("{}e{}{:02}", mantissa, exponent < 0 ? '-' : '+', std::abs(exponent));
  }
  const auto fixed = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed);
  std::string result(digits, fixed.ptr);
  if (result.find('.') == std::string::npos) result += ".0";
  return result;
}

std::string python_string(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string result(1, quote);
  for (const char c : text) {
    switch (c) {
    case '\\': result += "\\\\"; break;
    case '\n': result += "\\n"; break;
    case '\r': result += "\\r"; break;
    case '\t': result += "\\t"; break;
    default:
      if (c == quote)
        result += {'\\', c};
      else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      else
        result += c;
    }
  }
  return result + quote;
}

namespace {

std::string complex_text(const Argument& argument) {
  const double real = argument.items()[0].as_float();
  const double imaginary = argument.items()[1].as_float();
  const auto part = [](double value) {
    std::string text = python_float(value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
  };
  if (real == 0 && !std::signbit(real)) return part(imaginary) + "j";
  const bool has_sign = std::signbit(imaginary) && !std::isnan(imaginary);
  return fmt::format("({}{}{}j)", part(real), has_sign ? "" : "+", part(imaginary));
}

std::string device_repr(std::string_view name) {
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) return fmt::format("device(type='{}')", name);
  return fmt::format("device(type='{}', index={})", name.substr(0, colon), name.substr(colon + 1));
}

} // namespace

std::string python_repr(const Argument& root) {
  // Nesting may be deeper than the stack: a list of text pieces and arguments still to be written.
  struct Piece {
    const Argument* argument;
    std::string text;
  };
  std::string result;
  std::vector<Piece> pending;
  pending.push_back({&root, {}});
  const auto write_items = [&](const Argument& argument, std::string_view open,
                               std::string_view close, bool comma_if_single) {
    auto items = argument.items();
    if (argument.is(Argument::Kind::Range) && items[2] == Argument(1)) items = items.first(2);
    std::string tail(close);
    if (comma_if_single && items.size() == 1) tail = "," + tail;
    pending.push_back({nullptr, tail});
    for (size_t i = items.size(); i-- > 0;) {
      pending.push_back({&items[i], {}});
      if (i > 0) pending.push_back({nullptr, ", "});
    }
    result += open;
  };
  while (!pending.empty()) {
    Piece piece = std::move(pending.back());
    pending.pop_back();
    if (piece.argument == nullptr) {
      result += piece.text;
      continue;
    }
    const Argument& argument = *piece.argument;
    switch (argument.kind()) {
    case Argument::Kind::None: result += "None"; break;
    case Argument::Kind::Bool: result += argument.as_bool() ? "True" : "False"; break;
    case Argument::Kind::Int: result += std::to_string(argument.as_int()); break;
    case Argument::Kind::Float: result += python_float(argument.as_float()); break;
    case Argument::Kind::Complex: result += complex_text(argument); break;
    case Argument::Kind::String: result += python_string(argument.symbol()); break;
    case Argument::Kind::Dtype:
    case Argument::Kind::Layout:
    case Argument::Kind::MemoryFormat: result += "torch." + argument.symbol().str(); break;
    case Argument::Kind::Device: result += device_repr(argument.symbol()); break;
    case Argument::Kind::Ellipsis: result += "Ellipsis"; break;
    case Argument::Kind::Node: result += argument.as_node()->name().view(); break;
    case Argument::Kind::Slice: write_items(argument, "slice(", ")", false); break;
    case Argument::Kind::Range: write_items(argument, "range(", ")", false); break;
    case Argument::Kind::List: write_items(argument, "[", "]", false); break;
    case Argument::Kind::Tuple: write_items(argument, "(", ")", true); break;
    case Argument::Kind::Dict: {
      const auto items = argument.items();
      pending.push_back({nullptr, "}"});
      for (size_t i = items.size(); i >= 2; i -= 2) {
        pending.push_back({&items[i - 1], {}});
        pending.push_back({nullptr, ": "});
        pending.push_back({&items[i - 2], {}});
        if (i > 2) pending.push_back({nullptr, ", "});
      }
      result += "{";
      break;
    }
    }
  }
  return result;
}

} // namespace fx
