#include "fx/Driver/ConfigValues.h"

#include "Messages.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::driver {

namespace {

using Values = std::vector<frontend::ConfigValue>;
using Path = std::vector<std::string>;

constexpr unsigned max_depth = 100; // of lists and maps in each other

void add(const Path& path, std::variant<bool, int64_t, double, std::string> value, Values& values) {
  values.push_back({path, std::move(value)});
}

void add_json(const llvm::json::Value& value, Path& path, Values& values) {
  if (const auto* object = value.getAsObject()) {
    for (const auto& [key, part] : *object) {
      path.push_back(key.str());
      add_json(part, path, values);
      path.pop_back();
    }
  } else if (const auto* array = value.getAsArray()) {
    for (size_t i = 0; i < array->size(); ++i) {
      path.push_back(std::to_string(i));
      add_json((*array)[i], path, values);
      path.pop_back();
    }
  } else if (const auto on = value.getAsBoolean()) {
    add(path, *on, values);
  } else if (const auto integer = value.getAsInteger()) {
    add(path, *integer, values);
  } else if (const auto number = value.getAsNumber()) {
    add(path, *number, values);
  } else if (const auto text = value.getAsString()) {
    add(path, text->str(), values);
  }
}

/// A scalar means what YAML's core schema says of it.
void add_scalar(const llvm::yaml::ScalarNode& scalar, const Path& path, Values& values) {
  llvm::SmallString<64> storage;
  const llvm::StringRef text = scalar.getValue(storage);
  const bool is_quoted = llvm::StringRef("\"'").contains(scalar.getRawValue().take_front());
  int64_t integer = 0;
  double number = 0;
  if (is_quoted && !scalar.getRawValue().empty())
    add(path, text.str(), values);
  else if (text.empty() || text == "null" || text == "~")
    return;
  else if (text.equals_insensitive("true") || text.equals_insensitive("false"))
    add(path, text.equals_insensitive("true"), values);
  else if (!text.getAsInteger(0, integer))
    add(path, integer, values);
  else if (!text.getAsDouble(number))
    add(path, number, values);
  else
    add(path, text.str(), values);
}

void add_yaml(llvm::yaml::Node* node, Path& path, Values& values) {
  if (path.size() > max_depth) return;
  if (auto* map = llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(node)) {
    for (llvm::yaml::KeyValueNode& entry : *map) {
      const auto* key = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(entry.getKey());
      llvm::SmallString<64> storage;
      path.push_back(key ? key->getValue(storage).str() : std::string());
      add_yaml(entry.getValue(), path, values);
      path.pop_back();
    }
  } else if (auto* list = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(node)) {
    size_t i = 0;
    for (llvm::yaml::Node& part : *list) {
      path.push_back(std::to_string(i++));
      add_yaml(&part, path, values);
      path.pop_back();
    }
  } else if (const auto* scalar = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(node)) {
    add_scalar(*scalar, path, values);
  }
}

Expected<Values> of_yaml(const std::string& file, llvm::StringRef text) {
  llvm::SourceMgr sources;
  std::string problem;
  unsigned line = 0;
  const auto keep_first = [&](const llvm::SMDiagnostic& diagnostic) {
    if (problem.empty()) {
      problem = diagnostic.getMessage().str();
      line = static_cast<unsigned>(std::max(diagnostic.getLineNo(), 0));
    }
  };
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic& diagnostic, void* keep) {
        (*static_cast<decltype(keep_first)*>(keep))(diagnostic);
      },
      const_cast<void*>(static_cast<const void*>(&keep_first)));
  llvm::yaml::Stream stream(text, sources, /*ShowColors=*/false);
  Values values;
  Path path;
  if (llvm::yaml::document_iterator document = stream.begin(); document != stream.end())
    add_yaml((*document).getRoot(), path, values);
  if (stream.failed() || !problem.empty())
    return say(diag::options_not_readable, file, fmt::format("line {}: {}", line, problem));
  return values;
}

} // namespace

Expected<Values> read_config_values(const std::string& file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer) return say(diag::options_not_readable, file, buffer.getError().message());
  const llvm::StringRef text = (*buffer)->getBuffer();
  if (!llvm::StringRef(file).ends_with(".json")) return of_yaml(file, text);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) return say(diag::options_not_readable, file, llvm::toString(value.takeError()));
  Values values;
  Path path;
  add_json(*value, path, values);
  return values;
}

} // namespace fx::driver
