#include "ArgumentText.h"

#include "fx/IR/Node.h"
#include "fx/IR/Printer.h"

#include <charconv>
#include <cmath>
#include <vector>

namespace fx {

void append_integer(std::string& out, int64_t value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

namespace {

void append_hex_escape(std::string& out, unsigned char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\x";
  out += digits[c >> 4];
  out += digits[c & 15];
}

/// The text of `c` inside quotes.
void append_escaped(std::string& out, char c, char quote) {
  switch (c) {
  case '\\': out += "\\\\"; return;
  case '\n': out += "\\n"; return;
  case '\r': out += "\\r"; return;
  case '\t': out += "\\t"; return;
  default: break;
  }
  if (c == quote) out += '\\';
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte == 0x7f)
    append_hex_escape(out, byte);
  else
    out += c;
}

void append_complex(std::string& out, const Argument& argument) {
  const double real = argument.items()[0].as_float();
  const double imaginary = argument.items()[1].as_float();
  const auto part = [&](double value) {
    std::string text = python_float(value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    out += text;
  };
  if (real == 0 && !std::signbit(real)) {
    part(imaginary);
    out += 'j';
    return;
  }
  out += '(';
  part(real);
  if (!std::signbit(imaginary) || std::isnan(imaginary)) out += '+';
  part(imaginary);
  out += "j)";
}

void append_device(std::string& out, std::string_view name, ArgumentStyle style) {
  if (style == ArgumentStyle::TorchFx) {
    out += name;
  } else if (style == ArgumentStyle::Lossless) {
    out += "device(";
    append_quoted(out, name);
    out += ')';
  } else {
    const size_t colon = name.find(':');
    out += "device(type='";
    out += name.substr(0, colon);
    out += '\'';
    if (colon != std::string_view::npos) {
      out += ", index=";
      out += name.substr(colon + 1);
    }
    out += ')';
  }
}

void append_scalar(std::string& out, const Argument& argument, ArgumentStyle style) {
  switch (argument.kind()) {
  case Argument::Kind::None: out += "None"; break;
  case Argument::Kind::Bool: out += argument.as_bool() ? "True" : "False"; break;
  case Argument::Kind::Int: append_integer(out, argument.as_int()); break;
  case Argument::Kind::Float: out += python_float(argument.as_float()); break;
  case Argument::Kind::Complex: append_complex(out, argument); break;
  case Argument::Kind::String:
    if (style == ArgumentStyle::Lossless)
      append_quoted(out, argument.symbol());
    else if (style == ArgumentStyle::TorchFx)
      out += argument.symbol().view();
    else
      out += python_string(argument.symbol());
    break;
  case Argument::Kind::Dtype:
  case Argument::Kind::Layout:
  case Argument::Kind::MemoryFormat:
    out += "torch.";
    out += argument.symbol().view();
    break;
  case Argument::Kind::Device: append_device(out, argument.symbol(), style); break;
  case Argument::Kind::Ellipsis: out += "Ellipsis"; break;
  case Argument::Kind::Node:
    if (style != ArgumentStyle::Repr) out += '%';
    out += argument.as_node()->name().view();
    break;
  default: break;
  }
}

struct Brackets {
  std::string_view open, close;
};

Brackets brackets(Argument::Kind kind) {
  switch (kind) {
  case Argument::Kind::List: return {"[", "]"};
  case Argument::Kind::Tuple: return {"(", ")"};
  case Argument::Kind::Dict: return {"{", "}"};
  case Argument::Kind::Slice: return {"slice(", ")"};
  case Argument::Kind::Range: return {"range(", ")"};
  default: return {};
  }
}

} // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text)
    append_escaped(out, c, '"');
  out += '"';
}

std::string python_string(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string result(1, quote);
  for (const char c : text)
    append_escaped(result, c, quote);
  return result + quote;
}

void append_argument(std::string& out, const Argument& argument, ArgumentStyle style) {
  struct Level {
    std::span<const Argument> items;
    size_t next;
    Argument::Kind kind;
    ArgumentStyle style;
  };
  std::vector<Level> levels;
  const auto enter = [&](const Argument& aggregate, ArgumentStyle inner) {
    const Argument::Kind kind = aggregate.kind();
    auto items = aggregate.items();
    // torch.fx writes what it does not know with repr(); and that leaves out a range's step of 1.
    if ((kind == Argument::Kind::Slice || kind == Argument::Kind::Range) &&
        inner == ArgumentStyle::TorchFx)
      inner = ArgumentStyle::Repr;
    if (kind == Argument::Kind::Range && inner == ArgumentStyle::Repr && items[2] == Argument(1))
      items = items.first(2);
    out += brackets(kind).open;
    levels.push_back({items, 0, kind, inner});
  };
  const auto write = [&](const Argument& item, ArgumentStyle inner) {
    if (item.is_aggregate() && !item.is(Argument::Kind::Complex))
      enter(item, inner);
    else
      append_scalar(out, item, inner);
  };
  write(argument, style);
  while (!levels.empty()) {
    Level& level = levels.back();
    const bool is_dict = level.kind == Argument::Kind::Dict;
    if (level.next == level.items.size()) {
      if (level.kind == Argument::Kind::Tuple && level.items.size() == 1) out += ',';
      out += brackets(level.kind).close;
      levels.pop_back();
      continue;
    }
    if (level.next > 0) out += is_dict && level.next % 2 == 1 ? ": " : ", ";
    const Argument& item = level.items[level.next++];
    write(item, level.style); // may move `level`
  }
}

std::string python_repr(const Argument& argument) {
  std::string text;
  append_argument(text, argument, ArgumentStyle::Repr);
  return text;
}

} // namespace fx
