#include "NodeText.h"

#include "fx/IR/Printer.h"

#include <fmt/format.h>

namespace fx {

namespace {

/// A string in double quotes that our parser reads back.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
    case '"': result += "\\\""; break;
    case '\\': result += "\\\\"; break;
    case '\n': result += "\\n"; break;
    case '\r': result += "\\r"; break;
    case '\t': result += "\\t"; break;
    default:
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      else
        result += c;
    }
  }
  return result + '"';
}

/// Python's str(): repr() but for a bare string or device.
std::string python_str(const Argument& argument) {
  if (argument.is(Argument::Kind::String) || argument.is(Argument::Kind::Device))
    return argument.symbol().str();
  return python_repr(argument);
}

/// Text pieces and arguments still to be written, last first: no recursion.
class ArgumentWriter {
public:
  explicit ArgumentWriter(Dialect dialect) : dialect_(dialect) {}

  std::string write(const Argument& root) {
    pending_.push_back({&root, {}});
    while (!pending_.empty()) {
      Piece piece = std::move(pending_.back());
      pending_.pop_back();
      if (piece.argument)
        write_one(*piece.argument);
      else
        result_ += piece.text;
    }
    return std::move(result_);
  }

private:
  struct Piece {
    const Argument* argument;
    std::string text;
  };

  void write_one(const Argument& argument) {
    const bool lossless = dialect_ == Dialect::Lossless;
    switch (argument.kind()) {
    case Argument::Kind::Node: result_ += "%" + argument.as_node()->name().str(); break;
    case Argument::Kind::String:
      result_ += lossless ? quoted(argument.symbol()) : argument.symbol().str();
      break;
    case Argument::Kind::Device:
      result_ +=
          lossless ? fmt::format("device({})", quoted(argument.symbol())) : argument.symbol().str();
      break;
    case Argument::Kind::List: items(argument, "[", "]", false); break;
    case Argument::Kind::Tuple: items(argument, "(", ")", true); break;
    case Argument::Kind::Slice:
      if (lossless)
        items(argument, "slice(", ")", false);
      else
        result_ += python_repr(argument);
      break;
    case Argument::Kind::Range:
      if (lossless)
        items(argument, "range(", ")", false);
      else
        result_ += python_repr(argument);
      break;
    case Argument::Kind::Dict: {
      const auto parts = argument.items();
      pending_.push_back({nullptr, "}"});
      for (size_t i = parts.size(); i >= 2; i -= 2) {
        pending_.push_back({&parts[i - 1], {}});
        pending_.push_back({nullptr, ": "});
        pending_.push_back({&parts[i - 2], {}});
        if (i > 2) pending_.push_back({nullptr, ", "});
      }
      result_ += "{";
      break;
    }
    default: result_ += python_repr(argument);
    }
  }

  void items(const Argument& argument, std::string_view open, std::string_view close,
             bool comma_if_single) {
    const auto parts = argument.items();
    std::string tail(close);
    if (comma_if_single && parts.size() == 1) tail = "," + tail;
    pending_.push_back({nullptr, tail});
    for (size_t i = parts.size(); i-- > 0;) {
      pending_.push_back({&parts[i], {}});
      if (i > 0) pending_.push_back({nullptr, ", "});
    }
    result_ += open;
  }

  Dialect dialect_;
  std::vector<Piece> pending_;
  std::string result_;
};

} // namespace

std::string format_argument(const Argument& argument, Dialect dialect) {
  return ArgumentWriter(dialect).write(argument);
}

std::string format_node(const Node& node, Dialect dialect) {
  if (node.op() == Opcode::Output) {
    const Argument value = node.args().empty() ? Argument() : node.arg(0);
    return "return " +
           (dialect == Dialect::TorchFx ? python_str(value) : format_argument(value, dialect));
  }
  std::string text = fmt::format("%{} : ", node.name().str());
  if (!node.type().empty()) text += node.type().str() + " ";
  text += fmt::format("[num_users={}] = {}[target={}]", node.num_users(), to_string(node.op()),
                      node.target().str());
  if (node.op() == Opcode::Placeholder) {
    if (!node.args().empty())
      text += fmt::format("(default={})", dialect == Dialect::TorchFx
                                              ? python_str(node.arg(0))
                                              : format_argument(node.arg(0), dialect));
    return text;
  }
  if (node.op() == Opcode::GetAttr) return text;
  text += "(args = (";
  for (size_t i = 0; i < node.args().size(); ++i)
    text += (i ? ", " : "") + format_argument(node.arg(i), dialect);
  if (node.args().size() == 1) text += ",";
  text += "), kwargs = {";
  bool first = true;
  for (const KeywordArgument& keyword : node.kwargs()) {
    text += fmt::format("{}{}: {}", first ? "" : ", ", keyword.name.str(),
                        format_argument(keyword.value, dialect));
    first = false;
  }
  return text + "})";
}

} // namespace fx
