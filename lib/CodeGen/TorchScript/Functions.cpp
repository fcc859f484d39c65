// The functions of Functions/*.tsl.
#include "Library.h"

#include <algorithm>
#include <unordered_set>

namespace fx::codegen {

const LibraryFunction* find_library_function(std::string_view name) {
  const auto found = std::ranges::find(library_functions(), name, &LibraryFunction::name);
  return found == library_functions().end() ? nullptr : &*found;
}

std::vector<const LibraryFunction*> library_functions_in(std::string_view text) {
  constexpr std::string_view prefix = "__torch__.";
  std::unordered_set<const LibraryFunction*> called;
  std::vector<const LibraryFunction*> unread;
  const auto add = [&](std::string_view name) {
    const LibraryFunction* function = find_library_function(name);
    if (function && called.insert(function).second) unread.push_back(function);
  };
  for (size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at + 1)) {
    const size_t start = at + prefix.size();
    add(text.substr(start, text.find_first_of("(), ]\n", start) - start));
  }
  while (!unread.empty()) {
    const LibraryFunction* function = unread.back();
    unread.pop_back();
    std::ranges::for_each(function->calls, add);
  }
  std::vector<const LibraryFunction*> functions;
  for (const LibraryFunction& function : library_functions())
    if (called.contains(&function)) functions.push_back(&function);
  return functions;
}

} // namespace fx::codegen
