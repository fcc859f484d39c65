// The classes of Modules/*.tsl, made with options.
#include "../Messages.h"
#include "LibraryTables.h"

#include <algorithm>
#include <charconv>

namespace fx::codegen {
namespace {

using Values = std::vector<std::string>;

std::string filled(LibraryText text, const Values& values) {
  std::string result;
  for (const LibraryPiece& piece : text) {
    result += piece.text;
    if (piece.value < 0) continue;
    std::string_view value = values[static_cast<size_t>(piece.value)];
    if (piece.in_name && value.starts_with('"')) value = value.substr(1, value.size() - 2);
    result += value;
  }
  return result;
}

bool holds(const LibraryTest& test, const Values& values) {
  const std::string left = filled(test.left, values);
  switch (test.kind) {
  case LibraryTest::Kind::True: return (left == "True") != test.negated;
  case LibraryTest::Kind::Equals: return (left == filled(test.right, values)) != test.negated;
  case LibraryTest::Kind::None: return (left == "None") != test.negated;
  case LibraryTest::Kind::String: return left.starts_with('"') != test.negated;
  }
  return false;
}

bool holds(LibraryCondition condition, const Values& values) {
  if (condition.empty()) return true;
  for (size_t i = 0; i < condition.size();) {
    bool holds_together = true;
    do
      holds_together &= holds(condition[i++], values);
    while (i < condition.size() && !condition[i].begins_alternative);
    if (holds_together) return true;
  }
  return false;
}

/// A number, or the length of a list.
int count_of(std::string_view text) {
  if (text.starts_with('['))
    return text == "[]" ? 0 : static_cast<int>(std::ranges::count(text, ',')) + 1;
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// One number for a list of known length: "1" -> "[1, 1]" for int[2].
std::string spread(const std::string& text, int length) {
  if (length == 0 || text.starts_with('[') || text.starts_with('"') || text == "None" ||
      text.starts_with("annotate"))
    return text;
  std::string list = "[" + text;
  for (int left = length; left > 1; --left)
    list += ", " + text;
  return list + "]";
}

/// Makes the members and the body of a class.
class ModuleMaker {
public:
  ModuleMaker(Values& values, LibraryModule& module) : values_(values), module_(module) {}

  void run(std::span<const LibraryStep> steps, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const LibraryStep& step = steps[i];
      switch (step.kind) {
      case LibraryStep::Kind::Line: module_.body += filled(step.text, values_) + "\n"; break;
      case LibraryStep::Kind::Parameter:
      case LibraryStep::Kind::Buffer:
        module_.tensors.push_back({filled(step.text, values_),
                                   step.kind == LibraryStep::Kind::Parameter,
                                   holds(step.condition, values_)});
        break;
      case LibraryStep::Kind::Child: add_child(*step.child); break;
      case LibraryStep::Kind::If:
        // Behind an @if that does not hold: what follows its @else or @end.
        if (!holds(step.condition, values_)) i = step.next;
        break;
      case LibraryStep::Kind::Else: i = step.next; break;
      case LibraryStep::Kind::For:
        for (int round = 0, count = count_of(filled(step.text, values_)); round < count; ++round) {
          values_[step.variable] = std::to_string(round);
          run(steps, i + 1, step.next);
        }
        i = step.next;
        break;
      case LibraryStep::Kind::End: break;
      }
    }
  }

private:
  void add_child(const LibraryChildRow& row) {
    LibraryChild child{filled(row.name, values_), row.module, {}, {}};
    for (const LibrarySetting& setting : row.settings)
      child.options.emplace(setting.option, filled(setting.value, values_));
    if (!row.count.empty()) child.count = count_of(filled(row.count, values_));
    module_.children.push_back(std::move(child));
  }

  Values& values_;
  LibraryModule& module_;
};

const LibraryClass* find_class(std::string_view name) {
  const auto found = std::ranges::lower_bound(library_classes, name, {}, &LibraryClass::name);
  return found != library_classes.end() && found->name == name ? &*found : nullptr;
}

} // namespace

bool has_library_module(std::string_view name) {
  return find_class(name) != nullptr;
}

std::optional<std::string_view> library_option_type(std::string_view name,
                                                    std::string_view option) {
  const LibraryClass* found = find_class(name);
  if (!found) return std::nullopt;
  const auto row = std::ranges::find(found->options, option, &LibraryOption::name);
  if (row == found->options.end()) return std::nullopt;
  return row->type;
}

Expected<LibraryModule> make_library_module(std::string_view name, const OptionTexts& options) {
  const LibraryClass* found = find_class(name);
  if (!found) return Error{"TorchScript has no module " + std::string(name), {}, {}};
  Values values;
  for (const LibraryOption& option : found->options) {
    const auto given = options.find(option.name);
    if (given == options.end() && !option.has_default)
      return say(diag::torchscript_option_needed, name, option.name);
    values.push_back(
        spread(given == options.end() ? filled(option.default_text, values) : given->second,
               option.length));
  }
  values.resize(values.size() + found->variables);
  LibraryModule module;
  ModuleMaker maker(values, module);
  maker.run(found->members, 0, found->members.size());
  maker.run(found->body, 0, found->body.size());
  module.signature = found->signature;
  module.parameters = found->parameters;
  module.result = found->result();
  return module;
}

} // namespace fx::codegen
