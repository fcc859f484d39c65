// The nodes of a graph: `%relu : [num_users=1] = call_function[target=torch.relu](args = (%x,),
// ...)`
#include "GraphParser.h"

#include "../MetaText.h"

#include <charconv>
#include <fmt/format.h>

namespace fx {

void GraphParser::parse_nodes(Graph& graph, std::vector<size_t>& offsets) {
  Scope scope(graph, offsets);
  while (true) {
    cursor_.skip_space();
    if (cursor_.at_end() || cursor_.peek() == '}' || too_many_errors()) break;
    const std::string_view word = cursor_.peek_word();
    if (word == "module" || word == "graph" || word == "init" || word == "training" ||
        word == "folding")
      break;
    const size_t begin = cursor_.offset();
    try {
      if (cursor_.peek() == '%')
        parse_node(scope);
      else if (word == "return")
        parse_return(scope);
      else
        cursor_.fail_expected("a node ('%name : ...') or 'return'");
    } catch (const SyntaxError& error) {
      report(error);
      TextCursor name(cursor_.text());
      name.move_to(begin);
      if (name.accept("%")) scope.broken.insert(Symbol(name.word()));
      recover_from(error.offset);
    }
  }
  resolve_forward(scope);
}

Node* GraphParser::resolve(Scope& scope, std::string_view name, size_t offset) {
  const Symbol symbol(name);
  if (const auto known = scope.nodes.find(symbol); known != scope.nodes.end()) return known->second;
  const auto [entry, is_new] = scope.forward.try_emplace(symbol, nullptr, offset);
  if (is_new) entry->second.first = scope.stand_ins.placeholder("stand_in");
  return entry->second.first;
}

void GraphParser::resolve_forward(Scope& scope) {
  for (auto& [name, entry] : scope.forward) {
    auto& [stand_in, offset] = entry;
    if (const auto defined = scope.nodes.find(name); defined != scope.nodes.end()) {
      stand_in->replace_all_uses_with(defined->second);
    } else {
      if (!scope.broken.contains(name))
        report({offset, say(diag::node_not_defined, name.str()), {}});
      // The stand-in dies here; what uses it is part of a model with errors, never handed out.
      for (Node* user : std::vector<Node*>(stand_in->users().begin(), stand_in->users().end())) {
        user->set_args({});
        user->set_kwargs({});
      }
    }
  }
  for (const auto& [node, users] : declared_users_)
    if (node->num_users() != users)
      result_.warnings.emplace_back(
          say(diag::torch_fx_text_is_ambiguous, node->name().str(), users, node->num_users()),
          source_->location(scope.offsets[node->id()]));
  declared_users_.clear();
}

Argument GraphParser::argument(Scope& scope) {
  const NodeResolver resolver = [&](std::string_view name, size_t offset) {
    return resolve(scope, name, offset);
  };
  if (options_.dialect == TextDialect::Graph) return parse_argument(cursor_, resolver);
  const NodeResolver if_known = [&](std::string_view name, size_t offset) -> Node* {
    // Only %name is a node for certain; a bare one when it is defined before.
    if (!cursor_.text().substr(offset).starts_with('%')) {
      const auto known = scope.nodes.find(Symbol(name));
      return known == scope.nodes.end() ? nullptr : known->second;
    }
    return resolve(scope, name, offset);
  };
  return parse_fx_argument(cursor_, if_known);
}

void GraphParser::add_node(Scope& scope, Opcode op, Symbol target, std::vector<Argument> args,
                           std::vector<KeywordArgument> kwargs, std::string_view name, Symbol type,
                           size_t begin) {
  if (scope.nodes.contains(Symbol(name)))
    TextCursor::fail_at(begin, say(diag::node_defined_twice, name));
  Node* node = scope.graph.create_node(op, target, std::move(args), std::move(kwargs), name, type);
  if (node->name().view() != name) {
    const std::string legal = node->name().str();
    node->set_args({});
    node->set_kwargs({});
    scope.graph.erase_node(node);
    TextCursor::fail_at(begin, say(diag::name_not_for_a_node, name),
                        fmt::format("torch.fx would name it '{}'", legal));
  }
  scope.nodes.emplace(node->name(), node);
  if (scope.offsets.size() <= node->id()) scope.offsets.resize(node->id() + 1, begin);
  scope.offsets[node->id()] = begin;
  parse_suffix(*node);
}

std::string_view GraphParser::parse_node_type() {
  // Up to " [num_users=", or to " = " where that was left out.
  const std::string_view rest = cursor_.rest();
  const std::string_view line = rest.substr(0, rest.find('\n'));
  size_t end = line.size();
  for (const std::string_view mark : {"[num_users=", "[#users=", "= "})
    end = std::min(end, line.find(mark));
  std::string_view type = line.substr(0, end);
  while (type.ends_with(' '))
    type.remove_suffix(1);
  cursor_.move_to(cursor_.offset() + type.size());
  return type;
}

std::optional<uint64_t> GraphParser::parse_num_users() {
  cursor_.skip_blanks();
  if (!cursor_.accept("[num_users=") && !cursor_.accept("[#users=")) return std::nullopt;
  const std::string_view digits = cursor_.word();
  uint64_t count = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (problem != std::errc() || end != digits.data() + digits.size())
    cursor_.fail(say(diag::expected_in_a_graph, "the number of users"));
  cursor_.expect("]", "after the number of users");
  return count;
}

Symbol GraphParser::parse_target() {
  cursor_.expect("[", "after the opcode");
  cursor_.expect("target");
  cursor_.expect("=");
  cursor_.skip_blanks();
  std::string target;
  if (cursor_.peek() == '"' && options_.dialect == TextDialect::Graph) {
    target = cursor_.quoted();
  } else {
    const std::string_view rest = cursor_.rest();
    target = rest.substr(0, rest.find_first_of("]\n"));
    cursor_.move_to(cursor_.offset() + target.size());
    while (target.ends_with(' '))
      target.pop_back();
  }
  cursor_.expect("]", "after the target");
  return Symbol(target);
}

void GraphParser::parse_operands(Scope& scope, Opcode op, std::vector<Argument>& args,
                                 std::vector<KeywordArgument>& kwargs) {
  cursor_.skip_blanks();
  if (!cursor_.accept("(")) {
    if (op == Opcode::Placeholder || op == Opcode::GetAttr) return;
    cursor_.fail_expected("'(args = (...), kwargs = {...})'");
  }
  cursor_.skip_space();
  if (op == Opcode::Placeholder && cursor_.peek_word() == "default") {
    cursor_.word();
    cursor_.expect("=");
    if (options_.dialect == TextDialect::Graph) {
      args.push_back(argument(scope));
      cursor_.expect(")", "after the default");
      return;
    }
    const std::string_view rest = cursor_.rest();
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const size_t end = line.rfind(')');
    if (end == std::string_view::npos)
      cursor_.fail(say(diag::expected_in_a_graph, "')' after the default"));
    args.push_back(
        parse_fx_result(line.substr(0, end), [](std::string_view, size_t) { return nullptr; }));
    cursor_.move_to(cursor_.offset() + end + 1);
    return;
  }
  cursor_.expect("args");
  cursor_.expect("=", "after 'args'");
  cursor_.skip_space();
  if (cursor_.peek() != '(') cursor_.fail_expected("a tuple of arguments");
  const size_t begin = cursor_.offset();
  const Argument positional = argument(scope);
  if (!positional.is(Argument::Kind::Tuple))
    TextCursor::fail_at(
        begin, say(diag::expected_in_a_graph, "a tuple of arguments: (value,) or (value, value)"));
  args.assign(positional.items().begin(), positional.items().end());
  cursor_.expect(",", "after the arguments");
  cursor_.expect("kwargs");
  cursor_.expect("=", "after 'kwargs'");
  cursor_.expect("{", "before the keyword arguments");
  cursor_.skip_space();
  while (!cursor_.accept("}")) {
    const size_t key_begin = cursor_.offset();
    const std::string key = parse_name("a keyword");
    for (const KeywordArgument& other : kwargs)
      if (other.name.view() == key)
        TextCursor::fail_at(key_begin, say(diag::keyword_given_twice, key));
    cursor_.expect(":", "after a keyword");
    cursor_.skip_blanks();
    kwargs.push_back({Symbol(key), argument(scope)});
    cursor_.skip_space();
    if (!cursor_.accept(",") && cursor_.peek() != '}') cursor_.fail_expected("',' or '}'");
    cursor_.skip_space();
  }
  cursor_.expect(")", "after the keyword arguments");
}

void GraphParser::parse_node(Scope& scope) {
  const size_t begin = cursor_.offset();
  cursor_.accept("%");
  const std::string_view name = cursor_.word();
  if (name.empty()) cursor_.fail_expected("the name of a node");
  cursor_.skip_blanks();
  Symbol type;
  if (cursor_.accept(":")) {
    cursor_.skip_blanks();
    type = cursor_.peek() == '"' && options_.dialect == TextDialect::Graph
               ? Symbol(cursor_.quoted())
               : Symbol(parse_node_type());
  }
  const std::optional<uint64_t> users = parse_num_users();
  cursor_.expect("=", "between a node's name and its opcode");
  cursor_.skip_blanks();
  const size_t op_begin = cursor_.offset();
  const std::string_view op_text = cursor_.word();
  const std::optional<Opcode> op = parse_opcode(op_text);
  if (!op)
    TextCursor::fail_at(
        op_begin, say(diag::unknown_opcode, op_text),
        "the opcodes are placeholder, get_attr, call_function, call_method, call_module, output");
  const size_t target_begin = cursor_.offset();
  const Symbol target = parse_target();
  // The root itself is called by an empty path.
  if (target.empty() && *op != Opcode::CallModule)
    TextCursor::fail_at(target_begin, say(diag::target_left_out, op_text));
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  parse_operands(scope, *op, args, kwargs);
  add_node(scope, *op, target, std::move(args), std::move(kwargs), name, type, begin);
  if (users && options_.dialect == TextDialect::TorchFx)
    declared_users_.emplace_back(scope.nodes.at(Symbol(name)), *users);
}

void GraphParser::parse_return(Scope& scope) {
  const size_t begin = cursor_.offset();
  cursor_.word();
  cursor_.skip_blanks();
  Argument value;
  if (options_.dialect == TextDialect::Graph) {
    value = argument(scope);
  } else {
    const std::string_view rest = cursor_.rest();
    const std::string_view line = rest.substr(0, rest.find('\n'));
    value = parse_fx_result(line, [&](std::string_view name, size_t) -> Node* {
      const auto known = scope.nodes.find(Symbol(name));
      return known == scope.nodes.end() ? nullptr : known->second;
    });
    cursor_.move_to(cursor_.offset() + line.size());
  }
  add_node(scope, Opcode::Output, "output", {std::move(value)}, {}, "output", {}, begin);
}

SourceRange GraphParser::parse_location() {
  SourceRange range;
  cursor_.expect("(", "after 'loc'");
  cursor_.skip_space();
  if (cursor_.peek() != '"')
    cursor_.fail(say(diag::expected_in_a_graph, "the name of a file in quotes"));
  range.file = Symbol(cursor_.quoted());
  const auto number = [&](std::string_view before) {
    cursor_.expect(before, "in a location");
    const std::string_view digits = cursor_.word();
    uint32_t value = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc() || end != digits.data() + digits.size())
      cursor_.fail(say(diag::expected_in_a_graph, "a line and a column in a location"));
    return value;
  };
  range.line = number(":");
  range.column = number(":");
  cursor_.skip_space();
  if (cursor_.peek() == '-') {
    range.end_line = number("-");
    range.end_column = number(":");
  }
  cursor_.expect(")", "after a location");
  return range;
}

void GraphParser::parse_suffix(Node& node) {
  if (options_.dialect == TextDialect::TorchFx) return;
  while (true) {
    cursor_.skip_blanks();
    const std::string_view word = cursor_.peek_word();
    if (word == "loc") {
      cursor_.word();
      node.set_meta(meta::source_range, parse_location());
    } else if (word == "meta") {
      cursor_.word();
      cursor_.expect("=", "after 'meta'");
      cursor_.expect("{", "before the meta");
      cursor_.skip_space();
      while (!cursor_.accept("}")) {
        const std::string key = parse_name("a key");
        cursor_.expect(":", "after a key of meta");
        cursor_.skip_space();
        const size_t begin = cursor_.offset();
        const Argument value =
            parse_argument(cursor_, [](std::string_view, size_t offset) -> Node* {
              TextCursor::fail_at(offset, say(diag::node_in_meta));
            });
        if (const auto expected = set_meta_from_text(node, key, value))
          TextCursor::fail_at(begin, say(diag::meta_of_another_form, key, *expected));
        cursor_.skip_space();
        if (!cursor_.accept(",") && cursor_.peek() != '}') cursor_.fail_expected("',' or '}'");
        cursor_.skip_space();
      }
    } else {
      break;
    }
  }
  if (cursor_.peek() != '\n' && cursor_.peek() != '#' && !cursor_.rest().starts_with("//") &&
      !cursor_.at_end())
    cursor_.fail_expected("the end of the line");
}

} // namespace fx
