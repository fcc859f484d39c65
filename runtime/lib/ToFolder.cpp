// A GraphModule as a project of its own: torch.fx's GraphModule.to_folder.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"
#include "fx/Runtime/GraphModule.h"

#include <torch/serialize.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace fx {

namespace {

constexpr std::string_view cmake = R"(cmake_minimum_required(VERSION 3.18)
project($NAME CXX)
find_package(Torch REQUIRED)
add_executable($NAME main.cpp)
target_compile_features($NAME PRIVATE cxx_std_17)
target_link_libraries($NAME PRIVATE ${TORCH_LIBRARIES})
)";

constexpr std::string_view cpp_program =
    R"(// Runs $CLASS with its weights: $NAME WEIGHTS [INPUTS [RESULTS]]
// INPUTS holds a std::vector<torch::Tensor> that torch::save wrote; so does RESULTS.
#include "$NAME.h"

#include <iostream>

namespace {

void add(std::vector<torch::Tensor>& all, const torch::Tensor& tensor) {
  all.push_back(tensor);
}
template <class... T>
void add(std::vector<torch::Tensor>& all, const std::tuple<T...>& values) {
  std::apply([&](const auto&... value) { (add(all, value), ...); }, values);
}
template <class T>
void add(std::vector<torch::Tensor>& all, const std::vector<T>& values) {
  for (const auto& value : values)
    add(all, value);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " WEIGHTS [INPUTS [RESULTS]]\n";
    return 2;
  }
  $CLASS model;
  torch::load(model, argv[1]);
  model->$MODE();
  if (argc < 3) return 0;
  std::vector<torch::Tensor> inputs, results;
  torch::load(inputs, argv[2]);
  torch::NoGradGuard no_gradients;
  add(results, model->forward($INPUTS));
  if (argc > 3)
    torch::save(results, argv[3]);
  else
    std::cout << results << '\n';
}
)";

constexpr std::string_view python_program =
    R"("""Runs $CLASS with its weights: main.py WEIGHTS [INPUTS [RESULTS]]

INPUTS holds a std::vector<torch::Tensor> that C++'s torch::save wrote; RESULTS gets a list that
torch.load reads.
"""
import sys

import torch

from $NAME import $CLASS, load_weights


def flat(value):
    return [t for item in value for t in flat(item)] if isinstance(value, (list, tuple)) else [value]


if len(sys.argv) < 2:
    sys.exit(f"usage: {sys.argv[0]} WEIGHTS [INPUTS [RESULTS]]")
model = load_weights($CLASS(), sys.argv[1]).$MODE()
if len(sys.argv) > 2:
    inputs = list(torch.jit.load(sys.argv[2]).state_dict().values())
    with torch.no_grad():
        results = flat(model(*inputs))
    if len(sys.argv) > 3:
        torch.save(results, sys.argv[3])
    else:
        print(results)
)";

void replace_all(std::string& text, std::string_view name, std::string_view by) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + by.size()))
    text.replace(at, name.size(), by);
}

std::string checked(Expected<std::string> text) {
  if (!text) throw RuntimeError(text.error().to_string());
  return std::move(*text);
}

/// "inputs.at(0), inputs.at(1)": one for each input without a default.
std::string inputs_of(const Graph& graph) {
  std::string inputs;
  size_t count = 0;
  for (const Node* input : graph.placeholders())
    if (input->args().empty())
      inputs += fmt::format("{}inputs.at({})", count == 0 ? "" : ", ", count), ++count;
  return inputs;
}

class Project {
public:
  Project(const GraphModuleImpl& module, std::filesystem::path folder, std::string name)
      : module_(module), model_(module.describe()), folder_(std::move(folder)),
        name_(std::move(name)) {}

  void write() {
    // What cannot be written in a language fails before there are files.
    const std::string header = checked(emit_cpp(model_, options_));
    const std::string python = checked(emit_python(model_, options_));
    std::filesystem::create_directories(folder_);
    write(name_ + ".fx", print_graph(model_));
    write(name_ + ".h", header);
    write(name_ + ".py", python);
    write("CMakeLists.txt", filled(cmake, ""));
    write("main.cpp", filled(cpp_program, cpp_class_name(model_, options_)));
    write("main.py", filled(python_program, python_class_name(model_, options_)));
  }

private:
  void write(const std::string& file, const std::string& text) const {
    std::ofstream stream(folder_ / file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream)
      throw RuntimeError(fmt::format("{}: the file cannot be written", (folder_ / file).string()));
  }

  std::string filled(std::string_view text, std::string_view class_name) const {
    std::string result(text);
    replace_all(result, "$NAME", name_);
    replace_all(result, "$CLASS", class_name);
    replace_all(result, "$MODE", module_.is_training() ? "train" : "eval");
    replace_all(result, "$INPUTS", inputs_of(model_.graph));
    return result;
  }

  const GraphModuleImpl& module_;
  const TracedModule model_;
  const std::filesystem::path folder_;
  const std::string name_;
  const EmitOptions options_;
};

} // namespace

void GraphModuleImpl::to_folder(const std::string& folder, const std::string& name,
                                const std::vector<torch::Tensor>& inputs) const {
  const bool is_word =
      !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (!is_word || name == "main")
    throw RuntimeError(fmt::format("'{}' is no name for a module of Python: take letters, digits "
                                   "and underscores",
                                   name));
  try {
    Project(*this, folder, name).write();
  } catch (const std::filesystem::filesystem_error& error) {
    throw RuntimeError(error.what());
  }
  const std::string beside = folder + "/";
  // An archive is written out of a module that is there, and changes nothing of it.
  torch::serialize::OutputArchive weights;
  static_cast<const torch::nn::Module&>(*this).save(weights);
  weights.save_to(beside + name + ".pt");
  if (!inputs.empty()) torch::save(inputs, beside + "inputs.pt");
}

} // namespace fx
