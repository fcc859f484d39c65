// The module tree: `module Net { conv1: torch::nn::Conv2d(...) ... }`
#include "GraphParser.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

std::string GraphParser::parse_name(std::string_view what) {
  cursor_.skip_space();
  if (cursor_.peek() == '"' && options_.dialect == TextDialect::Graph) return cursor_.quoted();
  const std::string name(cursor_.word());
  if (name.empty()) cursor_.fail_expected(what);
  return name;
}

std::string GraphParser::parse_class() {
  cursor_.skip_blanks();
  if (cursor_.peek() == '"') return cursor_.quoted();
  // Words and ::, and whatever stands between < and >.
  const std::string_view rest = cursor_.rest();
  int depth = 0;
  size_t size = 0;
  for (; size < rest.size() && rest[size] != '\n'; ++size) {
    const char c = rest[size];
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) break;
    if (depth == 0 && c != '>' && !is_word_character(c) &&
        (c != ':' || rest.substr(size, 2) != "::")) {
      if (c == ':' && size > 0 && rest[size - 1] == ':') continue;
      break;
    }
  }
  if (size == 0) cursor_.fail_expected("a class");
  if (depth > 0) cursor_.fail(say(diag::template_arguments_not_closed));
  cursor_.move_to(cursor_.offset() + size);
  return std::string(rest.substr(0, size));
}

void GraphParser::parse_module() {
  cursor_.word();
  TracedModule& module = current_.module;
  module.class_name = parse_class();
  cursor_.skip_blanks();
  if (cursor_.accept(":")) module.modules.root().cpp_type = Symbol(parse_class());
  cursor_.skip_blanks();
  if (cursor_.accept("[")) {
    cursor_.skip_space();
    const std::string_view mode = cursor_.peek_word();
    if (mode != "training" && mode != "eval") cursor_.fail_expected("'training' or 'eval'");
    cursor_.word();
    (mode == "training" ? module.training : module.eval_only) = true;
    cursor_.expect("]", fmt::format("after '{}'", mode));
  }
  cursor_.expect("{", "after the name of the module");
  parse_contents(module.modules.root());
}

void GraphParser::parse_contents(ModuleNode& root) {
  std::vector<ModuleNode*> levels{&root};
  while (!levels.empty()) {
    cursor_.skip_space();
    if (cursor_.at_end())
      cursor_.fail(say(diag::expected_in_a_graph, "'}' at the end of the module"));
    if (cursor_.accept("}")) {
      levels.pop_back();
      continue;
    }
    try {
      ModuleNode& module = *levels.back();
      const std::string_view word = cursor_.peek_word();
      const bool is_child = cursor_.rest().substr(word.size()).starts_with(":");
      constexpr TensorRole roles[] = {TensorRole::Parameter, TensorRole::Buffer,
                                      TensorRole::Constant};
      const auto* role = std::ranges::find(roles, word, role_name);
      if (!is_child && role != std::end(roles)) {
        cursor_.word();
        parse_tensor(module, *role);
      } else if (!is_child && word == "graph") {
        if (module.kind != ModuleKind::Graph) cursor_.fail(say(diag::graph_of_another_module));
        cursor_.word();
        cursor_.expect("(");
        cursor_.expect(")");
        cursor_.expect(":", "after the graph's head");
        parse_nodes(*module.graph, current_.inner_offsets_[module.graph.get()]);
      } else if (ModuleNode* child = parse_child(module)) {
        levels.push_back(child);
      }
    } catch (const SyntaxError& error) {
      report(error);
      if (too_many_errors()) return cursor_.move_to(cursor_.text().size());
      recover_from(error.offset);
    }
    if (levels.size() > max_nesting) {
      const size_t inner = cursor_.offset();
      cursor_.move_to(cursor_.text().size()); // which of the brackets behind it are whose is moot
      TextCursor::fail_at(inner, say(diag::text_nested_too_deeply, "modules", max_nesting));
    }
  }
}

void GraphParser::parse_tensor(ModuleNode& module, TensorRole role) {
  TensorSlot slot;
  slot.role = role;
  slot.requires_grad = role == TensorRole::Parameter;
  cursor_.skip_space();
  const size_t begin = cursor_.offset();
  slot.name = Symbol(parse_name("the name of a tensor"));
  if (module.tensor(slot.name) != nullptr || module.child(slot.name) != nullptr)
    TextCursor::fail_at(begin, say(diag::member_registered_twice, slot.name.str()));
  cursor_.skip_blanks();
  std::optional<InitReference> reference;
  if (cursor_.accept(":")) {
    cursor_.expect("undefined");
  } else {
    cursor_.expect("=", "or ': undefined' after a tensor's name");
    cursor_.skip_blanks();
    const size_t offset = cursor_.offset();
    cursor_.expect("%", "before the name of a node of the init graph");
    reference = InitReference{&module, module.tensors.size(), std::string(cursor_.word()), offset};
  }
  cursor_.skip_blanks();
  if (cursor_.accept("{")) {
    do {
      cursor_.skip_space();
      const size_t flag_begin = cursor_.offset();
      const std::string_view flag = cursor_.word();
      if (flag != "requires_grad" && flag != "persistent")
        TextCursor::fail_at(flag_begin,
                            say(diag::expected_in_a_graph, "'requires_grad' or 'persistent'"));
      cursor_.expect("=");
      cursor_.skip_blanks();
      const std::string_view value = cursor_.word();
      if (value != "True" && value != "False")
        cursor_.fail(say(diag::expected_in_a_graph, "True or False"));
      (flag == "persistent" ? slot.persistent : slot.requires_grad) = value == "True";
      if (!slot.persistent && role != TensorRole::Buffer)
        TextCursor::fail_at(flag_begin, say(diag::parameter_not_saved));
      cursor_.skip_blanks();
    } while (cursor_.accept(","));
    cursor_.expect("}");
  }
  cursor_.skip_blanks();
  if (cursor_.peek_word() == "loc") {
    cursor_.word();
    slot.location = parse_location();
  }
  module.tensors.push_back(slot);
  if (reference) init_references_.push_back(*reference);
}

void GraphParser::parse_options(ModuleNode& module, bool constructor) {
  const std::string_view end = constructor ? ")" : "}";
  cursor_.skip_space();
  while (!cursor_.accept(end)) {
    ModuleOption option;
    option.name = Symbol(parse_name("an option"));
    cursor_.expect("=", "after an option");
    cursor_.skip_blanks();
    const size_t offset = cursor_.offset();
    bool has_nodes = false;
    option.value = parse_argument(cursor_, [&](std::string_view, size_t) -> Node* {
      has_nodes = true;
      return nullptr;
    });
    if (has_nodes) {
      option.value = {};
      option_references_.push_back({&module, module.options.size(), offset});
    }
    option.constructor_argument = constructor;
    module.options.push_back(std::move(option));
    cursor_.skip_space();
    if (!cursor_.accept(",") && !cursor_.rest().starts_with(end))
      cursor_.fail_expected(fmt::format("',' or '{}'", end));
    cursor_.skip_space();
  }
}

void GraphParser::parse_alias(ModuleNode& parent, std::string_view name) {
  cursor_.word();
  cursor_.expect("of", "after 'alias'");
  cursor_.skip_blanks();
  const size_t offset = cursor_.offset();
  std::string path;
  if (cursor_.peek() == '"') {
    path = cursor_.quoted();
  } else {
    path = cursor_.rest().substr(0, cursor_.rest().find_first_of(" \t\r\n"));
    cursor_.move_to(offset + path.size());
  }
  ModuleTree& tree = current_.module.modules;
  ModuleNode& module = tree.create({}, ModuleKind::User);
  tree.attach(parent, module, Symbol(name));
  alias_references_.push_back({&module, std::move(path), offset});
}

ModuleNode& GraphParser::parse_module_class(ModuleNode& parent, std::string_view name) {
  const bool registered =
      cursor_.peek_word() != "unregistered" || !cursor_.rest().starts_with("unregistered ");
  if (!registered) {
    cursor_.word();
    cursor_.skip_blanks();
  }
  ModuleKind kind = ModuleKind::User;
  if (cursor_.peek_word() == "graph" && cursor_.rest().starts_with("graph ")) {
    cursor_.word();
    kind = ModuleKind::Graph;
  }
  const std::string type = parse_class();
  if (kind == ModuleKind::User && type.starts_with("torch::nn::") && type != "torch::nn::Module")
    kind = ModuleKind::Container;
  ModuleTree& tree = current_.module.modules;
  ModuleNode& module = tree.create(Symbol(type), kind);
  module.registered = registered;
  tree.attach(parent, module, Symbol(name));
  if (kind == ModuleKind::Graph) module.graph = std::make_shared<Graph>();
  if (cursor_.accept("(")) {
    if (kind == ModuleKind::Graph) cursor_.fail(say(diag::module_with_a_graph_and_options));
    module.kind = type == "torch::nn::Functional" ? ModuleKind::Function : ModuleKind::Leaf;
    parse_options(module, true);
  }
  return module;
}

ModuleNode* GraphParser::parse_child(ModuleNode& parent) {
  const size_t begin = cursor_.offset();
  const std::string name = parse_name("a module, 'parameter', 'buffer' or '}'");
  if (parent.child(name) != nullptr || parent.tensor(name) != nullptr)
    TextCursor::fail_at(begin, say(diag::member_registered_twice, name));
  cursor_.expect(":", "after the name of a module");
  cursor_.skip_blanks();
  const bool is_unregistered = cursor_.rest().starts_with("unregistered alias of ");
  if (is_unregistered) {
    cursor_.word();
    cursor_.skip_blanks();
  }
  if (cursor_.peek_word() == "alias") {
    parse_alias(parent, name);
    alias_references_.back().module->registered = !is_unregistered;
    return nullptr;
  }
  ModuleNode& module = parse_module_class(parent, name);
  const auto block_follows = [&] {
    // Options stand in the line of the module, its contents in the lines below.
    cursor_.skip_blanks();
    return cursor_.peek() == '\n' || cursor_.peek() == '#' || cursor_.rest().starts_with("//");
  };
  cursor_.skip_blanks();
  if (cursor_.accept("{")) {
    if (block_follows()) return &module;
    parse_options(module, false);
    cursor_.skip_blanks();
  }
  if (cursor_.peek_word() == "loc") {
    cursor_.word();
    module.location = parse_location();
    cursor_.skip_blanks();
  }
  return cursor_.accept("{") ? &module : nullptr;
}

void GraphParser::resolve_references() {
  std::unordered_map<std::string_view, Node*> names;
  for (Node* node : current_.module.init)
    names.emplace(node->name().view(), node);
  for (const InitReference& reference : init_references_) {
    const auto found = names.find(reference.name);
    if (found == names.end())
      report({reference.offset, say(diag::init_node_missing, reference.name), {}});
    else
      reference.module->tensors[reference.slot].init = found->second;
  }
  const size_t end = cursor_.offset();
  const auto resolve = [&](std::string_view name, size_t offset) -> Node* {
    if (const auto found = names.find(name); found != names.end()) return found->second;
    TextCursor::fail_at(offset, say(diag::init_node_missing, name));
  };
  for (const OptionReference& reference : option_references_) {
    cursor_.move_to(reference.offset);
    try {
      reference.module->options[reference.option].value = parse_argument(cursor_, resolve);
    } catch (const SyntaxError& error) {
      report(error);
    }
  }
  cursor_.move_to(end);
  for (const AliasReference& reference : alias_references_) {
    ModuleNode* target = current_.module.modules.find(reference.path);
    if (target == nullptr || target == reference.module || target->alias_of != nullptr)
      report({reference.offset, say(diag::module_alias_of_nothing, reference.path), {}});
    else
      reference.module->alias_of = target;
  }
  if (!alias_references_.empty()) check_aliases();
}

/// By an alias a module may be in itself, or in more than can be nested: writers follow them.
void GraphParser::check_aliases() {
  struct Visit {
    const ModuleNode* module;
    size_t next_child = 0;
    size_t height = 1;
  };
  constexpr size_t open = 0;
  std::vector<Visit> path{{&current_.module.modules.root()}};
  std::unordered_map<const ModuleNode*, size_t> heights{{path.front().module, open}};
  while (!path.empty()) {
    Visit& visit = path.back();
    if (visit.next_child == visit.module->children.size()) {
      const size_t height = heights[visit.module] = visit.height;
      path.pop_back();
      if (height > max_nesting) {
        const size_t offset = alias_references_.back().offset;
        return report({offset, say(diag::text_nested_too_deeply, "modules", max_nesting), {}});
      }
      if (!path.empty()) path.back().height = std::max(path.back().height, height + 1);
      continue;
    }
    const ModuleNode* child = visit.module->children[visit.next_child++];
    const ModuleNode* real = child->alias_of != nullptr ? child->alias_of : child;
    const auto [known, is_new] = heights.try_emplace(real, open);
    if (is_new) {
      path.push_back({real});
    } else if (known->second != open) {
      visit.height = std::max(visit.height, known->second + 1);
    } else {
      const auto alias = std::ranges::find(alias_references_, child, &AliasReference::module);
      return report({alias->offset, say(diag::module_in_itself, alias->path), {}});
    }
  }
}

} // namespace fx
