// Mutates graph texts by their words, so that most of what comes out is still read: a flipped byte
// seldom is, and then no emitter sees it.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

/// What graphs are made of and seldom holds anywhere else.
constexpr std::string_view words[] = {
    "()",
    "(%x,)",
    "(%x, %x)",
    "(%x, 0)",
    "(%x, %x, %x)",
    "{}",
    "{dim: 1}",
    "{self: %x}",
    "None",
    "-1",
    "0",
    "9223372036854775807",
    "-9223372036854775808",
    "1e308",
    "nan",
    "inf",
    "(1+2j)",
    "True",
    "\"\"",
    "\"a\\nb\"",
    "\"\\x00\"",
    "slice(None, None, None)",
    "slice(-1, 9223372036854775807, 0)",
    "range(0, 9223372036854775807, 1)",
    "Ellipsis",
    "torch.float32",
    "torch.strided",
    "device(\"cuda:0\")",
    "[[], [[]]]",
    "((),)",
    "placeholder",
    "output",
    "get_attr",
    "call_function",
    "call_method",
    "call_module",
    "operator.getitem",
    "operator.setitem",
    "operator.iadd",
    "operator.pow",
    "operator.neg",
    "builtins.getattr",
    "builtins.len",
    "builtins.max",
    "torch.cat",
    "torch._assert",
    "torch.no_grad",
    "torch.set_grad_enabled",
    "torch.functional.tensordot",
    "torch.nn.functional.conv2d",
    "torch.nn.functional.cross_entropy",
    "torch.nn.init.normal_",
    "torch.tensor",
    "__enter__",
    "__exit__",
    "size",
    "sizes",
    "item",
    "view",
    "relu_",
    "int64_t",
    "torch::Tensor",
    "std::vector<int64_t>",
    "std::tuple<torch::Tensor, int64_t>",
    "c10::optional<torch::Tensor>",
    "std::map<std::string, torch::Tensor>",
    "c10::IntArrayRef",
    "torch::nn::Conv2d",
    "torch::nn::Sequential",
    "torch::nn::LSTM",
    "torch::nn::ModuleList",
    "torch::nn::Dropout2d",
    "alias of",
    "unregistered",
    "parameter",
    "buffer",
    "constant",
    "graph",
    "module Net {\n}\n",
    "init():\n",
    "training graph():\n",
    "[eval]",
    "[training]",
    "loc(\"a\\nb.cpp\":1:1-2:2)",
    "meta = {cpp_type: \"int64_t\"}",
    "meta = {tensor_meta: {shape: [2, 3], dtype: torch.float32}}"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("_.:%", c) != nullptr;
}

/// The words of a text, its strings and what stands in brackets for themselves.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (text[i] == '"') {
      while (end < text.size() && text[end] != '"' && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
      ++end;
    } else if (is_word(text[i])) {
      while (end < text.size() && is_word(text[end]))
        ++end;
    }
    end = std::min(end, text.size());
    tokens.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

/// The place behind the bracket that closes the one at `open`.
size_t close_of(const std::vector<std::string>& tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].find_first_of("([{") == 0) ++depth;
    if (tokens[i].find_first_of(")]}") == 0 && --depth == 0) return i + 1;
  }
  return open + 1;
}

class Mutation {
public:
  Mutation(std::vector<std::string>& tokens, unsigned seed) : tokens_(tokens), random_(seed) {}

  void apply() {
    const size_t at = word();
    switch (below(7)) {
    case 0: tokens_[at] = known(); break;
    case 1: tokens_[at] = tokens_[word()]; break;
    case 2: std::swap(tokens_[at], tokens_[word()]); break;
    case 3: tokens_[at].clear(); break;
    case 4: replace_brackets(); break;
    case 5: copy_line(at); break;
    default: erase_line(at); break;
    }
  }

private:
  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }
  std::string known() { return std::string(words[below(std::size(words))]); }
  size_t word() {
    size_t at = below(tokens_.size());
    for (int i = 0; i < 20 && !is_word(tokens_[at][0]) && tokens_[at][0] != '"'; ++i)
      at = below(tokens_.size());
    return at;
  }
  void replace_brackets() {
    for (size_t i = below(tokens_.size()); i < tokens_.size(); ++i) {
      if (tokens_[i].find_first_of("([") != 0) continue;
      const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(i);
      tokens_.erase(begin, tokens_.begin() + static_cast<std::ptrdiff_t>(close_of(tokens_, i)));
      tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(i), known());
      return;
    }
  }
  std::pair<std::ptrdiff_t, std::ptrdiff_t> line(size_t at) const {
    size_t begin = at, end = at;
    while (begin > 0 && tokens_[begin - 1] != "\n")
      --begin;
    while (end < tokens_.size() && tokens_[end] != "\n")
      ++end;
    return {static_cast<std::ptrdiff_t>(begin),
            static_cast<std::ptrdiff_t>(std::min(end + 1, tokens_.size()))};
  }
  void copy_line(size_t at) {
    const auto [begin, end] = line(at);
    const std::vector<std::string> copied(tokens_.begin() + begin, tokens_.begin() + end);
    const std::ptrdiff_t to = line(below(tokens_.size())).first;
    tokens_.insert(tokens_.begin() + to, copied.begin(), copied.end());
  }
  void erase_line(size_t at) {
    const auto [begin, end] = line(at);
    tokens_.erase(tokens_.begin() + begin, tokens_.begin() + end);
  }

  std::vector<std::string>& tokens_;
  std::minstd_rand random_;
};

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  if (size == 0 || seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::vector<std::string> tokens = split({reinterpret_cast<const char*>(data), size});
  for (unsigned i = 0; i <= seed / 8 % 3 && !tokens.empty(); ++i) {
    Mutation(tokens, seed + i).apply();
    std::erase(tokens, std::string());
  }
  std::string text;
  for (const std::string& token : tokens)
    text += token;
  text.resize(std::min(text.size(), max_size));
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
