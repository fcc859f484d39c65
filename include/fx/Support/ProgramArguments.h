// The arguments of a program that is started, as posix_spawn takes them.
#pragma once

#include <string>
#include <vector>

namespace fx {

/// Pointers to `words`, the program's name first, and the null behind them. They hold as long as
/// the words stay as they are.
inline std::vector<char*> program_arguments(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

} // namespace fx
