// Modules.ts, read, and its classes made with options.
#include "LibraryText.h"

#include <algorithm>
#include <charconv>

namespace fx::codegen {
namespace {

struct Template {
  std::vector<std::string> names;
  std::vector<LibraryOption> options;
  std::vector<std::string> lines; // without those of the options
};

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Puts values in the place of $names. The longest name that is known counts: $layer_reverse is
/// $layer and "_reverse". In the middle of a name the quotes of a string go.
std::string substitute(std::string_view text, const OptionTexts& values) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      result += text[i];
      continue;
    }
    size_t end = i + 1;
    while (end < text.size() && is_part_of_name(text[end]))
      ++end;
    auto found = values.end();
    for (; end > i + 1 && found == values.end(); --end)
      found = values.find(text.substr(i + 1, end - i - 1));
    if (found == values.end()) {
      result += '$';
      continue;
    }
    std::string_view value = found->second;
    const bool is_inside =
        !result.empty() && (is_part_of_name(result.back()) || result.back() == '.');
    if (is_inside && value.starts_with('"')) value = value.substr(1, value.size() - 2);
    result += value;
    i = end;
  }
  return result;
}

bool holds_one(std::string text) {
  const bool negated = text.starts_with("not ");
  if (negated) text.erase(0, 4);
  bool result = text == "True";
  if (const size_t at = text.find(" == "); at != text.npos)
    result = text.substr(0, at) == text.substr(at + 4);
  else if (text.ends_with(" is None"))
    result = text.starts_with("None ");
  else if (text.ends_with(" is str"))
    result = text.starts_with('"');
  return result != negated;
}

bool holds(std::string_view condition) {
  const auto alternatives = split_outside_brackets(condition, " or ");
  return std::ranges::any_of(alternatives, [](const std::string& alternative) {
    return std::ranges::all_of(split_outside_brackets(alternative, " and "), holds_one);
  });
}

int to_int(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// A number, or the length of a list.
int count_of(const std::string& text) {
  if (!text.starts_with('[')) return to_int(text);
  return static_cast<int>(
      split_outside_brackets(std::string_view(text).substr(1, text.size() - 2), ",").size());
}

/// The line of the @else or @end that belongs to the @if or @for in line `at`.
size_t find_end(const std::vector<std::string>& lines, size_t at, bool stops_at_else) {
  int depth = 0;
  for (size_t i = at + 1; i < lines.size(); ++i) {
    const std::string line = trimmed(lines[i]);
    if (line.starts_with("@if ") || line.starts_with("@for ")) ++depth;
    if (depth == 0 && (line == "@end" || (stops_at_else && line == "@else"))) return i;
    if (line == "@end") --depth;
  }
  return lines.size();
}

void expand(const std::vector<std::string>& lines, size_t begin, size_t end, OptionTexts& values,
            std::vector<std::string>& result) {
  for (size_t i = begin; i < end; ++i) {
    const std::string line = trimmed(lines[i]);
    if (line.starts_with("@if ")) {
      const size_t close = find_end(lines, i, /*stops_at_else=*/false);
      const size_t otherwise = find_end(lines, i, /*stops_at_else=*/true);
      if (holds(substitute(line.substr(4), values)))
        expand(lines, i + 1, otherwise, values, result);
      else if (otherwise < close)
        expand(lines, otherwise + 1, close, values, result);
      i = close;
    } else if (line.starts_with("@for ")) {
      const size_t close = find_end(lines, i, /*stops_at_else=*/false);
      const size_t in = line.find(" in ");
      const std::string variable = line.substr(5, in - 5);
      const int count = count_of(substitute(line.substr(in + 4), values));
      for (int step = 0; step < count; ++step) {
        values[variable] = std::to_string(step);
        expand(lines, i + 1, close, values, result);
      }
      values.erase(variable);
      i = close;
    } else {
      result.push_back(substitute(lines[i], values));
    }
  }
}

/// Whether a bracket is open: then the line goes on.
bool is_open(std::string_view line) {
  return std::ranges::count(line, '(') > std::ranges::count(line, ')') ||
         std::ranges::count(line, '[') > std::ranges::count(line, ']');
}

std::vector<Template> read_templates() {
  std::vector<Template> templates;
  for (const std::string_view file : library_modules_text) {
    Template* current = nullptr;
    for (size_t at = 0; at < file.size();) {
      size_t end = file.find('\n', at);
      std::string line(file.substr(at, end - at));
      while (is_open(line) && !line.starts_with('#')) {
        const size_t next = file.find('\n', end + 1);
        line += " " + trimmed(file.substr(end + 1, next - end - 1));
        end = next;
      }
      at = end == file.npos ? file.size() : end + 1;
      const std::string text = trimmed(line);
      const bool is_class = line.starts_with("class ");
      if (text.empty() || text.starts_with('#') || (!current && !is_class)) continue;
      if (is_class) {
        current = &templates.emplace_back();
        current->names = split_outside_brackets(line.substr(6, line.size() - 7), ",");
      } else if (text.starts_with("options ")) {
        for (const std::string& part : split_outside_brackets(text.substr(8), ",")) {
          const size_t colon = part.find(':');
          const size_t equals = part.find(" = ");
          LibraryOption option{part.substr(0, colon),
                               trimmed(part.substr(colon + 1, equals - colon - 1)), std::nullopt};
          if (equals != part.npos) option.default_text = part.substr(equals + 3);
          current->options.push_back(std::move(option));
        }
      } else {
        current->lines.push_back(std::move(line));
      }
    }
  }
  return templates;
}

struct Class {
  const Template* origin;
  std::vector<LibraryOption> options;
  OptionTexts values; // $D, $class
};

std::map<std::string, Class, std::less<>> read_classes() {
  static const std::vector<Template> templates = read_templates();
  std::map<std::string, Class, std::less<>> classes;
  for (const Template& origin : templates)
    for (const std::string& name : origin.names) {
      Class made{&origin, origin.options, {{"class", name}}};
      if (const size_t digit = name.find_first_of("0123456789"); digit != name.npos)
        made.values["D"] = name.substr(digit, 1);
      for (LibraryOption& option : made.options) {
        option.type = substitute(option.type, made.values);
        // "int[2*3]"
        if (const size_t times = option.type.find('*'); times != std::string::npos)
          option.type = "int[" + std::to_string(2 * to_int(option.type.substr(times + 1))) + "]";
      }
      classes.emplace(name, std::move(made));
    }
  return classes;
}

const Class* find_class(std::string_view name) {
  static const std::map<std::string, Class, std::less<>> classes = read_classes();
  const auto found = classes.find(name);
  return found == classes.end() ? nullptr : &found->second;
}

/// One number for a list of known length: "1" -> "[1, 1]" for int[2].
std::string expanded(const std::string& text, std::string_view type) {
  const size_t open = type.find('[');
  if (open == type.npos || text.starts_with('[') || text.starts_with('"') || text == "None" ||
      text.starts_with("annotate"))
    return text;
  std::string list = "[" + text;
  for (int left = to_int(type.substr(open + 1)); left > 1; --left)
    list += ", " + text;
  return list + "]";
}

/// "name: Class(a = b)" behind the word "child".
LibraryChild read_child(const std::string& text) {
  const size_t colon = text.find(':');
  const size_t open = text.find('(');
  LibraryChild child{
      text.substr(0, colon), trimmed(text.substr(colon + 1, open - colon - 1)), {}, {}};
  for (const std::string& part :
       split_outside_brackets(text.substr(open + 1, text.rfind(')') - open - 1), ",")) {
    const size_t equals = part.find(" = ");
    child.options[part.substr(0, equals)] = part.substr(equals + 3);
  }
  return child;
}

void read_member(const std::string& line, LibraryModule& module) {
  const size_t blank = line.find(' ');
  const std::string word = line.substr(0, blank);
  const std::string rest = line.substr(blank + 1);
  if (word == "parameter" || word == "buffer") {
    const size_t condition = rest.find(" if ");
    module.tensors.push_back({rest.substr(0, condition), word == "parameter",
                              condition == rest.npos || holds(rest.substr(condition + 4))});
  } else if (word == "child") {
    module.children.push_back(read_child(rest));
  } else if (word == "children") {
    const size_t end = rest.find(": ");
    const size_t count = rest.find(' ');
    LibraryChild child = read_child(rest.substr(0, count) + rest.substr(end));
    child.count = count_of(rest.substr(count + 1, end - count - 1));
    module.children.push_back(std::move(child));
  }
}

} // namespace

const std::vector<LibraryOption>* find_library_options(std::string_view name) {
  const Class* found = find_class(name);
  return found ? &found->options : nullptr;
}

std::optional<LibraryModule> make_library_module(std::string_view name, OptionTexts options,
                                                 std::string& problem) {
  const Class* found = find_class(name);
  if (!found) {
    problem = "TorchScript has no module " + std::string(name);
    return std::nullopt;
  }
  OptionTexts values = found->values;
  for (const LibraryOption& option : found->options) {
    const auto given = options.find(option.name);
    if (given == options.end() && !option.default_text) {
      problem = std::string(name) + " needs the option " + option.name;
      return std::nullopt;
    }
    values[option.name] =
        expanded(given == options.end() ? substitute(*option.default_text, values) : given->second,
                 option.type);
  }
  std::vector<std::string> lines;
  expand(found->origin->lines, 0, found->origin->lines.size(), values, lines);
  LibraryModule module;
  for (const std::string& line : lines) {
    const std::string text = trimmed(line);
    if (text.starts_with("forward(")) {
      module.signature = text.substr(std::string_view("forward(").size());
      read_signature(module.signature, module.parameters, module.result);
    } else if (module.signature.empty()) {
      read_member(text, module);
    } else {
      module.body += line + "\n";
    }
  }
  return module;
}

} // namespace fx::codegen
