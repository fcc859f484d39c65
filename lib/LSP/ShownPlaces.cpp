#include "ShownSymbols.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace fx::lsp {

namespace {

/// `register_module("fc"`, or the whole call where the name is computed.
SourceRange head_of(const check::ClassPlaces::Registration& registration) {
  SourceRange head = registration.call;
  if (registration.name.line != 0) {
    head.end_line = registration.name.end_line;
    head.end_column = registration.name.end_column;
  }
  return head;
}

class PlaceWriter {
public:
  explicit PlaceWriter(ShownFiles& files) : files_(files) {}

  void add(const check::ClassPlaces& places);
  void add(const TracedModule& model);

private:
  using ClassPlaces = check::ClassPlaces;

  /// What is registered at one place is one subject, also of several models.
  std::string subject_of(const SourceRange& place) const { return lsp::subject_of(files_, place); }
  void add(const SourceRange& place, const std::string& subject, bool is_declaration = false);
  void add(const ClassPlaces::Member& member, const std::string& subject);
  std::string subject_of(const ModuleNode& module) const;
  void add_call(const Node& node, const ModuleTree& modules);

  ShownFiles& files_;
  std::set<std::string> registered_;                          // subjects
  std::map<std::string, std::vector<SourceRange>> by_member_; // what names them so
  std::set<std::pair<std::string, std::string>> added_;
};

void PlaceWriter::add(const SourceRange& place, const std::string& subject, bool is_declaration) {
  if (place.line == 0) return;
  const std::string where =
      fmt::format("{}-{}:{}", subject_of(place), place.end_line, place.end_column);
  if (!added_.emplace(where, subject).second) return;
  files_.shown(files_.absolute(place.file.view()))
      .places.push_back({files_.range(place), subject, is_declaration});
}

void PlaceWriter::add(const ClassPlaces::Member& member, const std::string& subject) {
  add(member.declaration, subject, /*is_declaration=*/true);
  for (const SourceRange& use : member.uses)
    add(use, subject);
  by_member_[subject].insert(by_member_[subject].end(), member.uses.begin(), member.uses.end());
}

/// What a Sequential is given where it is registered has no place of its own.
std::string PlaceWriter::subject_of(const ModuleNode& module) const {
  const ModuleNode* at = &module;
  while (at->parent->kind == ModuleKind::Container && contains(at->parent->location, at->location))
    at = at->parent;
  return subject_of(at->location);
}

void PlaceWriter::add(const ClassPlaces& places) {
  std::set<size_t> registered;
  for (const ClassPlaces::Registration& each : places.registrations) {
    const std::string subject = subject_of(each.call);
    registered_.insert(subject);
    add(head_of(each), subject);
    add(each.name, subject);
    if (each.member == ClassPlaces::Registration::none) continue;
    registered.insert(each.member);
    add(places.members[each.member], subject);
  }
  for (size_t i = 0; i < places.members.size(); ++i)
    if (!registered.contains(i)) add(places.members[i], subject_of(places.members[i].declaration));
}

void PlaceWriter::add_call(const Node& node, const ModuleTree& modules) {
  const SourceRange* range = node.meta(meta::source_range);
  if (range == nullptr) return;
  for (const ModuleNode* module = modules.find(node.target().view()); module && module->parent;
       module = module->parent) {
    if (module->location.line != 0) {
      const std::string subject = subject_of(*module);
      // The name of the member in it says it better.
      if (std::ranges::none_of(by_member_[subject],
                               [&](const SourceRange& name) { return contains(*range, name); }))
        add(*range, subject);
    }
    // A call of what a container holds is one of the container.
    if (module->parent->kind != ModuleKind::Container) break;
  }
}

void PlaceWriter::add(const TracedModule& model) {
  for (const ModuleNode* module : all_modules(model.modules))
    // One that is not registered has the place of its class.
    if (module->parent != nullptr && module->registered && module->location.line != 0)
      if (const std::string subject = subject_of(*module); !registered_.contains(subject))
        add(module->location, subject);
  for (const Graph* graph : model.forward_graphs())
    for (const Node* node : *graph)
      if (node->op() == Opcode::CallModule) add_call(*node, model.modules);
}

} // namespace

std::string subject_of(ShownFiles& files, const SourceRange& place) {
  return fmt::format("{}:{}:{}", files.absolute(place.file.view()), place.line, place.column);
}

void show_places(std::span<const TracedModule> models, std::span<const check::ClassPlaces> classes,
                 ShownFiles& files) {
  PlaceWriter writer(files);
  for (const check::ClassPlaces& places : classes)
    writer.add(places);
  for (const TracedModule& model : models)
    writer.add(model);
}

} // namespace fx::lsp
