// Short ways to write graphs in tests.
#pragma once

#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/PassManager.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sstream>

namespace fx::testing {

/// A line of a graph: "m:neg" is a method, "module:conv" a module, anything else a function.
inline std::string node(const std::string& name, const std::string& callee, const std::string& args,
                        const std::string& kwargs = {}) {
  std::string op = "call_function", target = callee;
  if (callee.starts_with("m:")) op = "call_method", target = callee.substr(2);
  if (callee.starts_with("module:")) op = "call_module", target = callee.substr(7);
  const bool single = !args.empty() && args.find(',') == std::string::npos;
  const bool one_list = args.starts_with("[") && args.find(']') == args.size() - 1;
  return fmt::format("%{} : = {}[target={}](args = ({}{}), kwargs = {{{}}})\n", name, op, target,
                     args, single || one_list ? "," : "", kwargs);
}

inline std::string returns(const std::string& value) {
  return "return " + value + "\n";
}

/// Several lines in short: "a = m:sum(%x, {dim: 1}); b = torch.relu(%a); return %b". Braces stand
/// around keyword arguments; a step that begins with '%' is a line as it is.
inline std::string steps(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find("; "), text.size());
    const std::string step(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
    if (step.starts_with("return ") || step.starts_with("%")) {
      lines += step + "\n";
      continue;
    }
    const size_t equals = step.find(" = "), open = step.find('('), braces = step.find(", {");
    const size_t close = step.size() - 1, arguments_end = std::min(braces, close);
    EXPECT_TRUE(equals < open && open < close && step[close] == ')') << step;
    lines += node(step.substr(0, equals), step.substr(equals + 3, open - equals - 3),
                  step.substr(open + 1, arguments_end - open - 1),
                  braces < close ? step.substr(braces + 3, close - braces - 4) : "");
  }
  return lines;
}

/// "x y": placeholders; then the lines of the body.
inline std::string graph_text(const std::string& inputs, const std::string& body) {
  std::string text = "graph():\n";
  std::istringstream names(inputs);
  for (std::string name; names >> name;)
    text += fmt::format("%{} : = placeholder[target={}]\n", name, name);
  return text + body;
}

/// The same in short: "x y: a = m:neg(%x); return %a", with what `steps` reads behind the colon.
inline std::string graph_text(const std::string& program) {
  const size_t colon = program.find(": ");
  return graph_text(program.substr(0, colon), steps(program.substr(colon + 2)));
}

inline TracedModule parse(const std::string& text) {
  Expected<TracedModule> parsed = parse_graph(text, {.file = "text"});
  EXPECT_TRUE(parsed) << parsed.error().to_string() << text;
  return parsed ? std::move(*parsed) : TracedModule();
}

/// The text of the forward graph with nodes numbered, so that names do not matter.
inline std::string normalized(const TracedModule& module) {
  Graph copy;
  std::unordered_map<const Node*, Node*> made;
  for (const Node* node : module.graph) {
    const auto map = [&](Node* input) { return Argument(made.at(input)); };
    std::vector<Argument> args;
    for (const Argument& argument : node->args())
      args.push_back(map_nodes(argument, map));
    std::vector<KeywordArgument> kwargs;
    for (const KeywordArgument& keyword : node->kwargs())
      kwargs.push_back({keyword.name, map_nodes(keyword.value, map)});
    made[node] = copy.create_node(node->op(), node->target(), std::move(args), std::move(kwargs),
                                  node->op() == Opcode::Output ? "output" : "n");
  }
  return print_graph(copy);
}

/// Runs a pipeline; the model afterwards is lint clean.
inline bool run_passes(TracedModule& module, const std::string& pipeline) {
  const Expected<PassManager> manager = PassManager::parse(pipeline);
  EXPECT_TRUE(manager) << manager.error().message;
  const Expected<bool> changed = manager->run(module);
  EXPECT_TRUE(changed) << changed.error().message;
  EXPECT_TRUE(lint(module).empty()) << print_graph(module);
  return changed && *changed;
}

} // namespace fx::testing
