#include "fx/Verify/Package.h"

#include "Messages.h"
#include "Program.h"
#include "Python.h"

#include "fx/Frontend/InputSpec.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>
#include <map>

namespace fx::verify {

namespace {

using frontend::DynamicSize;
using frontend::InputSpec;

/// Writes the Python file with the inputs that torch.export takes.
class ExportInputs {
public:
  std::optional<Error> add(const Node& input);
  std::string text() const;

private:
  std::optional<Error> add_sizes(const Node& input, const InputSpec& spec);

  std::map<std::string, DynamicSize> sizes_;
  std::string arguments_;
  std::string shapes_;
};

std::string items(const InputSpec& spec, std::string (*text)(const InputSpec&)) {
  std::string joined;
  for (const InputSpec& item : spec.items)
    joined += text(item) + ", ";
  return spec.kind == InputSpec::Kind::List ? "[" + joined + "]" : "(" + joined + ")";
}

std::string argument(const InputSpec& spec) {
  switch (spec.kind) {
  case InputSpec::Kind::Tensor:
    return fmt::format("torch.zeros([{}], dtype=torch.{})", fmt::join(spec.tensor.shape, ", "),
                       spec.tensor.dtype.view());
  case InputSpec::Kind::Literal: return python_literal(spec.literal);
  case InputSpec::Kind::List:
  case InputSpec::Kind::Tuple: break;
  }
  return items(spec, argument);
}

std::string shape(const InputSpec& spec) {
  if (spec.kind == InputSpec::Kind::Literal) return "None";
  if (spec.kind != InputSpec::Kind::Tensor) return items(spec, shape);
  std::string text;
  for (const DynamicSize& size : spec.dynamic)
    text += fmt::format("{}: sizes[\"{}\"], ", size.dimension, size.name);
  return "{" + text + "}";
}

std::string bound(const std::optional<int64_t>& number) {
  return number ? fmt::format("{}", *number) : "None";
}

std::optional<Error> ExportInputs::add_sizes(const Node& input, const InputSpec& spec) {
  const std::string_view name = input.target();
  for (const DynamicSize& size : spec.dynamic) {
    const int64_t example = spec.tensor.shape[size.dimension];
    if (example < 2)
      return say(diag::package_size_too_small, name, size.name, example, name, size.name);
    DynamicSize& known = sizes_.try_emplace(size.name, size).first->second;
    const bool has_range = size.least || size.most;
    if (has_range && !known.least && !known.most) known = size;
    if (has_range && (known.least != size.least || known.most != size.most))
      return say(diag::package_size_twice, size.name);
  }
  for (const InputSpec& item : spec.items)
    if (auto error = add_sizes(input, item)) return error;
  return std::nullopt;
}

std::optional<Error> ExportInputs::add(const Node& input) {
  const InputSpec* spec = input.meta(frontend::example_input);
  if (!spec) return say(diag::package_needs_example, input.target().view(), input.target().view());
  arguments_ += argument(*spec) + ", ";
  shapes_ += shape(*spec) + ", ";
  return add_sizes(input, *spec);
}

std::string ExportInputs::text() const {
  std::string sizes;
  for (const auto& [name, size] : sizes_)
    sizes += fmt::format("    \"{0}\": torch.export.Dim(\"{0}\", min={1}, max={2}),\n", name,
                         bound(size.least), bound(size.most));
  return fmt::format("import torch\nsizes = {{\n{}}}\narguments = ({})\nshapes = ({})\n", sizes,
                     arguments_, shapes_);
}

/// Inputs behind the last that has an example may be left out, when they have a default.
Expected<std::string> inputs_of(const TracedModule& model) {
  const std::vector<Node*> placeholders = model.graph.placeholders();
  size_t count = placeholders.size();
  while (count > 0 && !placeholders[count - 1]->args().empty() &&
         !placeholders[count - 1]->meta(frontend::example_input))
    --count;
  ExportInputs inputs;
  for (size_t i = 0; i < count; ++i)
    if (auto error = inputs.add(*placeholders[i])) return *error;
  return inputs.text();
}

std::string contents(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

llvm::Error run(const TracedModule& model, const PythonModel& python, const std::string& inputs,
                const TemporaryFolder& folder) {
  llvm::Expected<std::string> program = find_python("--emit=pt2", folder);
  if (!program) return program.takeError();
  const std::pair<const char*, std::string> files[] = {
      {"regenerated.py", python.text}, {"inputs.py", inputs}, {"package.py", package_script}};
  for (const auto& [name, text] : files)
    if (llvm::Error problem = write(folder.file(name), text)) return problem;
  llvm::SmallString<256> weights(python.weights);
  if (!weights.empty()) (void)llvm::sys::fs::make_absolute(weights);
  llvm::Expected<Run> done =
      run_command(".",
                  {*program, "-B", folder.file("package.py"), folder.file(""), python.class_name,
                   model.training ? "train" : "eval", std::string(weights)},
                  folder);
  if (!done) return done.takeError();
  if (done->code == 0) return llvm::Error::success();
  std::string why = contents(folder.file("refused"));
  if (why.empty()) why = fmt::format("{} ended with {}:\n{}", *program, done->code, done->output);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

} // namespace

Expected<std::string> make_package(const TracedModule& model, const PythonModel& python) {
  const Expected<std::string> inputs = inputs_of(model);
  if (!inputs) return inputs.error();
  const TemporaryFolder folder;
  if (llvm::Error problem = run(model, python, *inputs, folder))
    return say(diag::package_not_made, llvm::toString(std::move(problem)));
  return contents(folder.file("model.pt2"));
}

} // namespace fx::verify
