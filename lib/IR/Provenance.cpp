#include "fx/IR/Provenance.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

namespace meta {
const MetaKey<NodeSources> from_node{{"from_node"}};
} // namespace meta

bool operator==(const NodeSource& a, const NodeSource& b) {
  return a.name == b.name && a.target == b.target && a.pass_name == b.pass_name &&
         a.action == b.action &&
         std::ranges::equal(a.from_node, b.from_node,
                            [](const auto& x, const auto& y) { return x == y || *x == *y; });
}

std::string_view to_string(NodeSource::Action action) {
  switch (action) {
  case NodeSource::Action::Create: return "create";
  case NodeSource::Action::Replace: return "replace";
  case NodeSource::Action::CreateAndReplace: return "create+replace";
  }
  return {};
}

std::shared_ptr<const NodeSource> source_of(const Node& from, NodeSource::Action action,
                                            std::string pass_name) {
  NodeSource source{.name = from.name(),
                    .target = from.target(),
                    .pass_name = std::move(pass_name),
                    .action = action,
                    .from_node = {}};
  if (const NodeSources* before = from.meta(meta::from_node)) {
    uint32_t steps = 1;
    for (const auto& step : *before)
      steps += step->num_steps;
    if (steps <= NodeSource::max_steps) {
      source.from_node = *before;
      source.num_steps = steps;
    }
  }
  return std::make_shared<const NodeSource>(std::move(source));
}

void add_source(Node& node, const Node& from, NodeSource::Action action) {
  // What was copied with the meta is the history of `from`, which the step has.
  node.set_meta(meta::from_node, NodeSources{source_of(from, action)});
}

namespace {

void print(std::string& text, const NodeSource& source, size_t indent) {
  text += fmt::format("{:{}}(name={}, pass_name={}, action={})\n", "", indent, source.name.view(),
                      source.pass_name, to_string(source.action));
  for (const auto& before : source.from_node)
    print(text, *before, indent + 4);
}

} // namespace

std::string print_provenance(const Node& node) {
  std::string text;
  if (const NodeSources* sources = node.meta(meta::from_node))
    for (const auto& source : *sources)
      print(text, *source, 0);
  return text;
}

} // namespace fx
