#include "fx/CodeGen/Emitter.h"

#include "fx/CodeGen/PythonNames.h"

#include "Comments.h"
#include "Messages.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

// A row declares its function.
#define FX_EMITTER(NAME, FUNCTION, DESCRIPTION, ...)                                               \
  Expected<std::string> FUNCTION(const TracedModule& module, const EmitOptions& options);
#include "fx/CodeGen/Emitters.def"

Expected<std::string> emit_graph(const TracedModule& module, const EmitOptions& options) {
  return print_graph(module, options.print);
}

Expected<std::string> emit_fx(const TracedModule& module, const EmitOptions&) {
  std::string text = module.folding ? "folding " + print_fx(*module.folding) : std::string();
  text += print_fx(module.graph);
  if (module.training_graph) text += "training " + print_fx(*module.training_graph);
  return text;
}

Expected<std::string> emit_table(const TracedModule& module, const EmitOptions&) {
  std::string text =
      module.folding ? "folding graph:\n" + print_table(*module.folding) + "\n" : std::string();
  text += print_table(module.graph);
  if (module.training_graph) text += "\ntraining graph:\n" + print_table(*module.training_graph);
  return text;
}

namespace {

constexpr Emitter emitter_table[] = {
#define FX_EMITTER(NAME, FUNCTION, DESCRIPTION, ...)                                               \
  {.name = NAME, .description = DESCRIPTION, .function = FUNCTION __VA_OPT__(, ) __VA_ARGS__},
#include "fx/CodeGen/Emitters.def"
};

/// "summary, dot, svg": the emitters in whose row that is true.
std::string names_of(bool Emitter::* field) {
  std::string names;
  for (const Emitter& emitter : emitter_table)
    if (emitter.*field) names += (names.empty() ? "" : ", ") + std::string(emitter.name);
  return names;
}

bool has_shapes(const TracedModule& module) {
  return std::any_of(module.graph.begin(), module.graph.end(),
                     [](const Node* node) { return node->meta(meta::tensor_meta) != nullptr; });
}

} // namespace

std::optional<Error> Emitter::check(const EmitOptions& options) const {
  if (options.depth && !has_depth)
    return say(diag::depth_without_modules, names_of(&Emitter::has_depth));
  if (options.depth == 0) return say(diag::depth_of_nothing);
  if (!options.columns.empty() && !has_columns)
    return say(diag::columns_without_a_table, names_of(&Emitter::has_columns));
  const std::vector<std::string_view> known = summary_columns();
  for (const std::string& column : options.columns)
    if (std::ranges::find(known, column) == known.end())
      return say(diag::column_unknown, column, fmt::format("{}", fmt::join(known, ", ")));
  return std::nullopt;
}

Expected<std::string> Emitter::emit(const TracedModule& module, const EmitOptions& options) const {
  if (std::optional<Error> error = check(options)) return std::move(*error);
  if (needs_shapes && !has_shapes(module)) return say(diag::shapes_needed, name);
  return function(module, options);
}

Expected<std::string> Emitter::joined(std::span<const EmittedModel> models) const {
  if (join == Join::None && models.size() > 1) return say(diag::drawing_of_several_models, name);
  std::string text;
  for (const EmittedModel& model : models) {
    if (join == Join::Comments && models.size() > 1)
      text += fmt::format("{} {}\n", comment, codegen::comment_text(model.name));
    text += model.text;
  }
  return text;
}

Expected<std::string> Emitter::finished(const std::string& text) const {
  if (is_archive_only()) return say(diag::archive_only, name, archive_suffix);
  return post_process != nullptr ? post_process(text) : Expected<std::string>(text);
}

std::span<const Emitter> emitters() {
  return emitter_table;
}

std::string emitter_names() {
  std::string names;
  for (const Emitter& emitter : emitter_table)
    names += (names.empty() ? "one of: " : ", ") + std::string(emitter.name);
  return names;
}

const Emitter* find_emitter(std::string_view name) {
  auto found = std::ranges::find(emitter_table, name, &Emitter::name);
  return found == std::end(emitter_table) ? nullptr : &*found;
}

const Emitter& emitter_of(Language language) {
  return *std::ranges::find(emitter_table, language, &Emitter::language);
}

} // namespace fx
