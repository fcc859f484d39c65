#include "NodeText.h"

#include "ArgumentText.h"
#include "MetaText.h"

#include "fx/Support/Identifier.h"

#include <cctype>

namespace fx {

namespace {

/// Python's str(): repr() but for a bare string or device.
void append_python_str(std::string& out, const Argument& argument) {
  if (argument.is(Argument::Kind::String) || argument.is(Argument::Kind::Device))
    out += argument.symbol().view();
  else
    append_argument(out, argument, ArgumentStyle::Repr);
}

ArgumentStyle style_of(Dialect dialect) {
  return dialect == Dialect::TorchFx ? ArgumentStyle::TorchFx : ArgumentStyle::Lossless;
}

/// Whether a target can stand between "[target=" and "]" as it is.
bool is_plain_target(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.' && c != ':')
      return false;
  return true;
}

bool is_plain_type(std::string_view text) {
  if (text.empty() || text.front() == '[') return false;
  for (const char c : text)
    if (c == '"' || c == '=' || c == '%' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return false;
  return text.find(" [") == std::string_view::npos && text.find("//") == std::string_view::npos &&
         text.front() != ' ' && text.back() != ' ';
}

void append_operands(std::string& out, const Node& node, Dialect dialect) {
  const ArgumentStyle style = style_of(dialect);
  out += "(args = (";
  bool first = true;
  for (const Argument& argument : node.args()) {
    if (!first) out += ", ";
    first = false;
    append_argument(out, argument, style);
  }
  out += node.args().size() == 1 ? ",), kwargs = {" : "), kwargs = {";
  first = true;
  for (const KeywordArgument& keyword : node.kwargs()) {
    if (!first) out += ", ";
    first = false;
    append_word(out, keyword.name,
                dialect == Dialect::TorchFx || is_identifier(keyword.name.view()));
    out += ": ";
    append_argument(out, keyword.value, style);
  }
  out += "})";
}

/// Whether the node's text as torch.fx writes it holds all there is: an output without a name of
/// its own, a placeholder with one default at most, a get_attr without arguments.
bool has_short_form(const Node& node) {
  if (!node.kwargs().empty()) return false;
  switch (node.op()) {
  case Opcode::Output:
    return node.args().size() == 1 && node.name().view() == "output" &&
           node.target().view() == "output" && node.type().empty();
  case Opcode::Placeholder: return node.args().size() <= 1;
  case Opcode::GetAttr: return node.args().empty();
  default: return false;
  }
}

void append_body(std::string& out, const Node& node, Dialect dialect) {
  const bool lossless = dialect == Dialect::Lossless;
  const bool short_form = lossless ? has_short_form(node) : true;
  if (node.op() == Opcode::Output && short_form) {
    out += "return ";
    const Argument value = node.args().empty() ? Argument() : node.arg(0);
    if (lossless)
      append_argument(out, value, ArgumentStyle::Lossless);
    else
      append_python_str(out, value);
    return;
  }
  out += '%';
  out += node.name().view();
  out += " : ";
  if (!node.type().empty()) {
    append_word(out, node.type(), !lossless || is_plain_type(node.type()));
    out += ' ';
  }
  out += "[num_users=";
  append_integer(out, static_cast<int64_t>(node.num_users()));
  out += "] = ";
  out += to_string(node.op());
  out += "[target=";
  append_word(out, node.target(), !lossless || is_plain_target(node.target()));
  out += ']';
  if (node.op() == Opcode::Placeholder && short_form) {
    if (node.args().empty()) return;
    out += "(default=";
    if (lossless)
      append_argument(out, node.arg(0), ArgumentStyle::Lossless);
    else
      append_python_str(out, node.arg(0));
    out += ')';
  } else if (node.op() != Opcode::GetAttr || !short_form) {
    append_operands(out, node, dialect);
  }
}

} // namespace

void append_word(std::string& out, std::string_view text, bool plain) {
  if (plain)
    out += text;
  else
    append_quoted(out, text);
}

void append_location(std::string& out, const SourceRange& range) {
  if (range.line == 0) return;
  out += " loc(";
  append_quoted(out, range.file);
  const auto place = [&](char before, uint32_t line, uint32_t column) {
    out += before;
    append_integer(out, line);
    out += ':';
    append_integer(out, column);
  };
  place(':', range.line, range.column);
  if (range.end_line != 0) place('-', range.end_line, range.end_column);
  out += ')';
}

void append_node(std::string& out, const Node& node, Dialect dialect, const PrintOptions& options) {
  append_body(out, node, dialect);
  if (options.locations || options.meta)
    if (const SourceRange* range = node.meta(meta::source_range)) append_location(out, *range);
  if (options.meta) append_meta(out, node);
}

} // namespace fx
