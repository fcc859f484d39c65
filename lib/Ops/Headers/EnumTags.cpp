// The tags of torch/enum.h, which options have where Python's have strings.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <algorithm>
#include <cctype>

namespace fx::ops::headers {

namespace {

// Where Python's spelling of a tag is not the tag in lower case.
constexpr std::pair<std::string_view, std::string_view> exceptions[] = {
    {"NearestExact", "nearest-exact"},
    {"FanIn", "fan_in"},
    {"FanOut", "fan_out"},
    {"LeakyReLU", "leaky_relu"},
    {"ConvTranspose1D", "conv_transpose1d"},
    {"ConvTranspose2D", "conv_transpose2d"},
    {"ConvTranspose3D", "conv_transpose3d"},
    {"RNN_TANH", "RNN_TANH"},
    {"RNN_RELU", "RNN_RELU"},
    {"LSTM", "LSTM"},
    {"GRU", "GRU"},
};

std::string python_spelling(std::string_view tag) {
  for (const auto& [name, spelling] : exceptions)
    if (name == tag) return std::string(spelling);
  std::string result(tag);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

} // namespace

std::vector<std::pair<std::string, std::string>> read_enum_tags(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> result;
  constexpr std::string_view macro = "TORCH_ENUM_DECLARE(";
  for_each(text, macro, [&](size_t at) {
    // Its own definition is no tag.
    const size_t begin = at - macro.size();
    if (begin > 0 && text[begin - 1] != '\n') return at;
    const std::string_view name = word_at(text, at);
    result.emplace_back("k" + std::string(name), python_spelling(name));
    return at;
  });
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

} // namespace fx::ops::headers
