// What has to stand in the source: the text of new values, with what their operands are called
// there.
#include "InPlaceEditor.h"
#include "Messages.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fx::refactor {

namespace {

std::string syntax_file(const Node& node) {
  const SourceSyntax* syntax = node.meta(meta::syntax);
  return syntax ? syntax->file.str() : std::string();
}

} // namespace

/// Where the source has an operand; the order of the two is the same.
std::optional<TextRange> InPlaceEditor::operand_range(const Node& user, const SourceSyntax& syntax,
                                                      size_t slot) {
  if (slot >= user.args().size()) return std::nullopt;
  if (user.op() == Opcode::CallMethod) {
    if (slot == 0 && !syntax.object.empty()) return syntax.object;
    // x + y is add(x, y) where only one of them is a tensor.
    if (!syntax.object.empty()) --slot;
  }
  if (slot >= syntax.arguments.size() || syntax.arguments[slot].empty()) return std::nullopt;
  return syntax.arguments[slot];
}

/// The values in a list in braces: {h / 2, w}.
void InPlaceEditor::bind_items(const Argument& list, const SourceSyntax& syntax,
                               std::optional<TextRange> range) {
  const auto argument = std::ranges::find(syntax.arguments, range.value_or(TextRange()));
  if (!list.is_aggregate() || !range || argument == syntax.arguments.end()) return;
  const auto& ranges = syntax.items[static_cast<size_t>(argument - syntax.arguments.begin())];
  if (ranges.size() != list.items().size()) return;
  for (size_t i = 0; i < ranges.size(); ++i)
    if (list.items()[i].is_node() && !changes_.is_erased(*list.items()[i].as_node()))
      bound_.emplace(list.items()[i].as_node()->name(), pieces_.add(syntax.file.str(), ranges[i]));
}

/// What the operands of an old node are called there. Those that are gone have nothing but their
/// own operands.
void InPlaceEditor::bind(const Node& old, const SourceSyntax& syntax, SiteChange& change) {
  absorbed_.insert(&old);
  for (size_t slot = 0; slot < old.args().size(); ++slot) {
    if (!old.arg(slot).is_node()) {
      bind_items(old.arg(slot), syntax, operand_range(old, syntax, slot));
      continue;
    }
    const Node& operand = *old.arg(slot).as_node();
    const std::optional<TextRange> range = operand_range(old, syntax, slot);
    if (!changes_.is_erased(operand)) {
      if (!range) continue;
      bound_.emplace(operand.name(), pieces_.add(syntax.file.str(), *range));
      for (const Symbol value : changes_.values_after(operand))
        bound_.emplace(value, pieces_.add(syntax.file.str(), *range));
      continue;
    }
    // Another value comes to stand where it stood.
    if (const auto other = changes_.replaced().find(&operand);
        other != changes_.replaced().end() && other->second.is_node() && range) {
      bound_.emplace(other->second.as_node()->name(), pieces_.add(syntax.file.str(), *range));
      continue;
    }
    if (const SequentialRuns::Place* in = sequential_runs_.of(operand)) {
      bind_taken_over(*in, change);
    } else if (const SourceSyntax* own = operand.meta(meta::syntax)) {
      absorbed_by_.emplace(&operand, &syntax);
      bind(operand, *own, change);
    }
  }
  // What stands in a list or in the arguments of an option.
  for (const Node* input : old.all_input_nodes()) {
    const SourceSyntax* own = input->meta(meta::syntax);
    if (own && own->file == syntax.file && syntax.whole.contains(own->whole) &&
        !changes_.is_erased(*input))
      bound_.emplace(input->name(), pieces_.add(own->file.str(), own->whole));
  }
}

/// The new function has one parameter: what the old one was given first.
void InPlaceEditor::bind_parameter(const Node& old, const SourceSyntax& syntax) {
  if (!is_function(syntax) || old.args().empty() || !old.arg(0).is_node()) return;
  const Node* given = old.arg(0).as_node();
  bound_.insert_or_assign(given->name(), "x");
  // Another value may come to be given.
  if (const auto other = changes_.replaced().find(given);
      other != changes_.replaced().end() && other->second.is_node())
    bound_.insert_or_assign(other->second.as_node()->name(), "x");
}

/// Which function a name means may hang on its overloads, and those take their defaults from a call
/// alone.
std::string InPlaceEditor::lambda(const std::string& value) {
  return fmt::format("[](const torch::Tensor& x) {{ return {}; }}", value);
}

/// Whether the new code would have an operand's expression more than once, where there is room to
/// give it a name: `fc(x) - torch::logsumexp(fc(x), 1)` runs fc twice.
bool InPlaceEditor::is_computed_again(const Node& operand, const std::string& text,
                                      const Node& at) {
  if (operand.op() == Opcode::Placeholder || operand.op() == Opcode::GetAttr ||
      std::ranges::count_if(operand.users(),
                            [&](const Node* user) { return changes_.is_new(*user); }) < 2)
    return false;
  const auto is_of_name = [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_.:->").contains(c);
  };
  return !std::ranges::all_of(pieces_.expand(text, {}), is_of_name) && has_room(at);
}

std::optional<std::string> InPlaceEditor::spell(const Argument& value, const Node& at,
                                                SiteChange& change) {
  if (!value.is_node()) return cpp_.literal(value);
  const Node& node = *value.as_node();
  if (const auto known = bound_.find(node.name()); known != bound_.end()) {
    const std::string text = known->second;
    return is_computed_again(node, text, at) ? hoisted(node, at, change, text) : text;
  }
  if (node.op() == Opcode::GetAttr || changes_.is_new(node)) return spell_new(node, at, change);
  // A survivor from elsewhere: whether its variable still holds it, the check afterwards tells.
  if (const std::string* name = node.meta(meta::cpp_name)) return *name;
  if (node.op() == Opcode::Placeholder) return node.target().str();
  fail(&at, say(diag::new_code_needs_a_variable, node.name().str()),
       "give it a name in the source");
  return std::nullopt;
}

/// F::gelu is torch::nn::functional::gelu where the file has no F.
std::string InPlaceEditor::with_namespace(std::string call, const std::string& file) {
  if (texts_.text(file).contains("namespace F =")) return call;
  constexpr llvm::StringLiteral name = "F::";
  for (size_t at = call.find(name); at != std::string::npos; at = call.find(name, at)) {
    const bool is_word = at > 0 && (llvm::isAlnum(call[at - 1]) || call[at - 1] == '_');
    if (!is_word) call.replace(at, 1, "torch::nn::functional");
    at += name.size();
  }
  return call;
}

/// Whether the graph has a literal where the call reads something else.
bool InPlaceEditor::reads_a_literal(const Node& old, const SourceSyntax& syntax) {
  const auto reads = [&](size_t argument) {
    return argument < syntax.reads_variables.size() && syntax.reads_variables[argument];
  };
  const size_t has_object = old.op() == Opcode::CallMethod && !syntax.object.empty() ? 1 : 0;
  for (size_t slot = has_object; slot < old.args().size(); ++slot)
    if (!old.arg(slot).has_nodes() && reads(slot - has_object)) return true;
  // What the options of a function of torch::nn::functional read is not known one by one.
  return !old.kwargs().empty() &&
         std::ranges::find(syntax.reads_variables, true) != syntax.reads_variables.end();
}

namespace {

/// Whether a call is given more than values that the graph computes.
bool has_literals(const Node& call) {
  const auto is_literal = [](const Argument& argument) {
    return !argument.is_node() && !argument.is_none();
  };
  return call.op() != Opcode::CallModule &&
         (std::ranges::any_of(call.args(), is_literal) ||
          std::ranges::any_of(call.kwargs(), is_literal, &KeywordArgument::value));
}

} // namespace

/// A call as the file and the place have it.
std::string InPlaceEditor::spelled(const std::string& call, const Node& node, const Node& at,
                                   bool is_whole) {
  std::string expression = with_namespace(call, syntax_file(at));
  if (is_whole) keep_namespace(at, node, expression);
  return expression;
}

std::optional<std::string> InPlaceEditor::spell_new(const Node& node, const Node& at,
                                                    SiteChange& change, bool is_whole) {
  const SourceSyntax* written = at.meta(meta::syntax);
  if (written != nullptr && has_literals(node) && reads_a_literal(at, *written)) {
    fail(&at, say(diag::value_of_a_variable, at.target().view()));
    return std::nullopt;
  }
  std::vector<std::pair<const Node*, std::string>> inputs;
  for (const Node* input : node.all_input_nodes()) {
    const auto text = spell(Argument(const_cast<Node*>(input)), at, change);
    if (!text) return std::nullopt;
    inputs.emplace_back(input, *text);
  }
  for (const auto& [input, text] : inputs)
    cpp_.set_operand(*input, text);
  const Expected<std::string> call = cpp_.call(node);
  if (!call) {
    fail(&at, say(diag::new_code_not_written, call.error().message));
    return std::nullopt;
  }
  spelled_.insert(node.name());
  std::vector<OptionOperand> options = option_texts_.operands_of(node, cpp_);
  const auto unwritten = std::ranges::find_if(
      options, [](const OptionOperand& option) { return option.varies && option.text.empty(); });
  if (unwritten != options.end()) {
    fail(&at, say(diag::value_of_an_option, unwritten->read.option.view(),
                  unwritten->read.module.view()));
    return std::nullopt;
  }
  std::string expression =
      options.empty()
          ? spelled(*call, node, at, is_whole)
          : with_options({&node, &at, is_whole, std::move(inputs), std::move(options)}, change);
  if (node.op() == Opcode::GetAttr) return expression;
  if (is_whole || node.num_users() < 2) return pieces_.add(std::move(expression));
  return hoisted(node, at, change, expression);
}

/// Computed once, used more than once: a variable, in a statement of its own.
std::optional<std::string> InPlaceEditor::hoisted(const Node& node, const Node& at,
                                                  SiteChange& change,
                                                  const std::string& expression) {
  const SourceSyntax* place = at.meta(meta::syntax);
  const bool has_place = place != nullptr && !place->statement.empty();
  const auto indentation = has_place ? make_block(*place, change) : std::nullopt;
  if (!indentation) {
    fail(&at, say(diag::room_for_a_statement_missing));
    return std::nullopt;
  }
  const std::string file = place->file.str();
  std::string base = node.name().str();
  base.erase(base.find_last_not_of("0123456789") + 1);
  while (base.ends_with('_'))
    base.pop_back();
  // Every run of this place gives the variable the same name.
  const bool outer = std::exchange(reads_all_options_, true);
  const std::string key =
      fmt::format("{}:{}:{}", file, place->whole.begin, pieces_.expand(expression, {}));
  reads_all_options_ = outer;
  auto [name, fresh] = hoisted_names_.try_emplace({key, base});
  if (fresh) name->second = tokens(file).fresh_name(base);
  const std::string text = fmt::format("auto {} = {};{}{}", name->second, expression,
                                       tokens(file).line_end().str(), *indentation);
  change.statements.push_back({{place->statement.begin, place->statement.begin}, text});
  bound_[node.name()] = name->second;
  return name->second;
}

/// The indentation of a statement that comes before one. The only statement of an if or a loop gets
/// braces; nothing where there is no place for any.
std::optional<std::string> InPlaceEditor::make_block(const SourceSyntax& place,
                                                     SiteChange& change) {
  const SourceTokens& file = tokens(place.file.str());
  const TextRange& statement = place.statement;
  std::string here = file.indentation(statement.begin).str();
  if (file.is_in_block(statement)) return here;
  const std::optional<uint32_t> head = file.head_of(statement);
  if (!head) return std::nullopt;
  const std::string outer = file.indentation(*head).str();
  const std::string inner = outer + file.indentation_step();
  const std::string line_end = file.line_end().str();
  const bool on_own_line =
      texts_.text(place.file.str()).slice(*head, statement.begin).contains('\n');
  const Edit open = on_own_line ? Edit{{*head, *head}, " {"}
                                : Edit{{*head, statement.begin}, " {" + line_end + inner};
  if (std::ranges::find(change.statements, open) == change.statements.end()) {
    change.statements.push_back(open);
    change.statements.push_back({{statement.end, statement.end}, line_end + outer + "}"});
  }
  return on_own_line ? here : inner;
}

} // namespace fx::refactor
