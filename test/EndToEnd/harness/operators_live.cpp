// Traces every call of operators.py live, without and with example inputs, and compares what the
// graph computes of other tensors with what LibTorch computes of them.
//
//     operators_live <table of those that are known to fail>
//
// A row of the table is "without" or "always", a part of the call, and why.
#include <fx/fx.h>

#include <torch/torch.h>

#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using Tensors = std::vector<torch::Tensor>;

struct Case {
  const char* call;
  const char* inputs; // "2x3 3:int64<5"
  void (*run)(const Tensors& in, Tensors& out);
};

const Case cases[] = {
#include FX_CASES
};

/// "2x3", or "3x3:int64<5" for integers below 5.
torch::Tensor input_of(const std::string& spec) {
  const size_t type = spec.find(':');
  std::vector<int64_t> sizes;
  std::istringstream text(spec.substr(0, type));
  for (std::string size; std::getline(text, size, 'x');)
    sizes.push_back(std::stoll(size));
  if (type == spec.npos) return torch::randn(sizes);
  return torch::randint(std::stoll(spec.substr(spec.find('<') + 1)), sizes, torch::kInt64);
}

fx::Args inputs_of(const Case& row, int seed) {
  torch::manual_seed(seed);
  fx::Args inputs;
  std::istringstream specs(row.inputs);
  for (std::string spec; specs >> spec;)
    inputs.emplace_back(input_of(spec));
  return inputs;
}

fx::TracedFunction function_of(const Case& row) {
  using Parameter = fx::TracedFunction::Parameter;
  const size_t count = inputs_of(row, 0).size();
  return {std::vector<Parameter>(count, {Parameter::Kind::Tensor, "at::Tensor"}),
          [&row](const fx::Args& args) -> fx::Value {
            Tensors in, out;
            for (const fx::Value& value : args)
              in.push_back(value.toTensor());
            row.run(in, out);
            return out;
          }};
}

bool is_same(const Tensors& result, const Tensors& expected) {
  return std::equal(result.begin(), result.end(), expected.begin(), expected.end(),
                    [](const torch::Tensor& a, const torch::Tensor& b) {
                      return a.dtype() == b.dtype() && a.sizes() == b.sizes() &&
                             torch::allclose(a, b, 0, 0, /*equal_nan=*/true);
                    });
}

std::string first_line(const char* text) {
  std::string line;
  std::getline(std::istringstream(text), line);
  return line;
}

/// Empty: the graph computes the same.
std::string failure(const Case& row, bool with_examples) {
  try {
    fx::TraceOptions options;
    if (with_examples) options.example_inputs = inputs_of(row, 0);
    const fx::TracedFunction function = function_of(row);
    fx::GraphModule traced = fx::symbolic_trace(function, options);
    const Tensors expected = function.call(inputs_of(row, 1)).toTensorVector();
    const Tensors result = traced->run(inputs_of(row, 1)).toTensorVector();
    return is_same(result, expected) ? "" : "the results differ";
  } catch (const std::exception& error) {
    return first_line(error.what());
  }
}

struct Known {
  bool always;
  std::string part;
  bool was_met = false;
};

std::vector<Known> read_table(const char* path) {
  std::vector<Known> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string when, part;
    std::getline(words >> when >> std::ws, part);
    rows.push_back({when == "always", part});
  }
  return rows;
}

} // namespace

int main(int, char** arguments) {
  std::vector<Known> known = read_table(arguments[1]);
  int unknown = 0;
  for (const bool with_examples : {false, true}) {
    size_t same = 0;
    for (const Case& row : cases) {
      const std::string why = failure(row, with_examples);
      if (why.empty()) {
        ++same;
        continue;
      }
      bool is_known = false;
      for (Known& each : known)
        if ((each.always || !with_examples) &&
            std::string_view(row.call).find(each.part) != std::string_view::npos)
          is_known = each.was_met = true;
      if (is_known) continue;
      ++unknown;
      std::cout << row.call << ": " << why << "\n";
    }
    std::cout << (with_examples ? "with" : "without") << " example inputs " << same << " of "
              << std::size(cases) << " calls\n";
  }
  for (const Known& each : known)
    if (!each.was_met) std::cout << "no longer fails: " << each.part << "\n";
  return unknown == 0 ? 0 : 1;
}
