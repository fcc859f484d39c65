// Functions.ts, read.
#include "Library.h"

#include "LibraryText.h"

#include <algorithm>
#include <unordered_set>

namespace fx::codegen {
namespace {

std::vector<LibraryFunction> read_functions() {
  std::vector<LibraryFunction> functions;
  for (const std::string_view file : library_functions_text) {
    for (size_t at = file.find("\ndef "); at != file.npos;) {
      const size_t next = file.find("\ndef ", at + 1);
      std::string_view text = file.substr(at + 1, next - at - 1);
      while (text.ends_with('\n'))
        text.remove_suffix(1);
      const size_t open = text.find('(');
      LibraryFunction function;
      function.name = text.substr(4, open - 4);
      function.text = text;
      read_signature(std::string(text.substr(open + 1)), function.parameters, function.result);
      functions.push_back(std::move(function));
      at = next;
    }
  }
  return functions;
}

const std::vector<LibraryFunction>& all_functions() {
  static const std::vector<LibraryFunction> functions = read_functions();
  return functions;
}

} // namespace

const LibraryFunction* find_library_function(std::string_view name) {
  const auto found = std::ranges::find(all_functions(), name, &LibraryFunction::name);
  return found == all_functions().end() ? nullptr : &*found;
}

std::vector<std::string_view> library_function_names() {
  std::vector<std::string_view> names;
  for (const LibraryFunction& function : all_functions())
    names.push_back(function.name);
  return names;
}

std::vector<const LibraryFunction*> library_functions_in(std::string_view text) {
  constexpr std::string_view prefix = "__torch__.";
  std::unordered_set<const LibraryFunction*> called;
  std::vector<std::string_view> unread{text};
  while (!unread.empty()) {
    const std::string_view part = unread.back();
    unread.pop_back();
    for (size_t at = part.find(prefix); at != part.npos; at = part.find(prefix, at + 1)) {
      const size_t start = at + prefix.size();
      const std::string_view name =
          part.substr(start, part.find_first_of("(), ]\n", start) - start);
      const LibraryFunction* function = find_library_function(name);
      if (function && called.insert(function).second) unread.push_back(function->text);
    }
  }
  std::vector<const LibraryFunction*> functions;
  for (const LibraryFunction& function : all_functions())
    if (called.contains(&function)) functions.push_back(&function);
  return functions;
}

} // namespace fx::codegen
