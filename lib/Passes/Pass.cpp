#include "fx/Passes/Pass.h"

#include "Messages.h"

#include "fx/Passes/PassManager.h"

#include <algorithm>
#include <charconv>

namespace fx {

bool PassOptions::flag(std::string_view name) const {
  return text(name) == "true";
}

int64_t PassOptions::integer(std::string_view name) const {
  const std::string& digits = text(name);
  int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

const std::string& PassOptions::text(std::string_view name) const {
  static const std::string empty;
  const auto found = values_.find(name);
  return found == values_.end() ? empty : found->second;
}

bool PassOptions::has_input(std::string_view name) const {
  return std::ranges::any_of(inputs_, [&](const auto& input) { return input.first == name; });
}

SourceLocation source_location(const Node& node) {
  const SourceRange* range = node.meta(meta::source_range);
  if (range == nullptr) return {};
  return {range->file.str(), range->line, range->column};
}

Expected<std::shared_ptr<ops::Kernels>> no_kernels() {
  return say(diag::kernels_missing);
}

namespace {

std::string parameter_names(const PassInfo& info) {
  std::string names;
  for (const PassParameter& parameter : info.parameters)
    names += (names.empty() ? "" : ", ") + std::string(parameter.name);
  if (!info.input_values.empty()) names += (names.empty() ? "" : ", ") + std::string("INPUT=...");
  return names.empty() ? "it has none" : "its parameters: " + names;
}

const PassParameter* find_parameter(const PassInfo& info, std::string_view name) {
  for (const PassParameter& parameter : info.parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

bool is_integer(std::string_view text) {
  int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

/// Stores one `name=value`, `flag` or `no-flag`; says what is wrong with it.
std::optional<Saying> set_option(const PassInfo& info, std::string_view part,
                                 PassOptions& options) {
  const size_t equals = part.find('=');
  std::string_view name = part.substr(0, equals);
  std::string value =
      equals == std::string_view::npos ? "true" : std::string(part.substr(equals + 1));
  const PassParameter* parameter = find_parameter(info, name);
  if (parameter == nullptr && equals == std::string_view::npos && name.starts_with("no-")) {
    name.remove_prefix(3);
    parameter = find_parameter(info, name);
    if (parameter != nullptr && parameter->kind != PassParameter::Kind::Flag) parameter = nullptr;
    value = "false";
  }
  if (parameter == nullptr && !info.input_values.empty() && equals != std::string_view::npos) {
    if (name.empty())
      return say(diag::pass_parameter_unknown, info.name, name, parameter_names(info));
    if (options.has_input(name)) return say(diag::pass_parameter_given_twice, name, info.name);
    options.add_input(name, std::move(value));
    return std::nullopt;
  }
  if (parameter == nullptr)
    return say(diag::pass_parameter_unknown, info.name, name, parameter_names(info));
  if (options.has(name)) return say(diag::pass_parameter_given_twice, name, info.name);
  switch (parameter->kind) {
  case PassParameter::Kind::Flag:
    if (value != "true" && value != "false")
      return say(diag::pass_parameter_of_a_flag, name, info.name);
    break;
  case PassParameter::Kind::Int:
    if (!is_integer(value)) return say(diag::pass_parameter_of_an_integer, name, info.name);
    break;
  case PassParameter::Kind::Text:
    if (equals == std::string_view::npos)
      return say(diag::pass_parameter_without_a_value, name, info.name);
    break;
  }
  options.set(name, std::move(value));
  return std::nullopt;
}

} // namespace

Expected<PassOptions> parse_pass_options(const PassInfo& info, std::string_view text) {
  PassOptions options;
  while (!text.empty()) {
    const size_t end = text.find(';');
    if (auto problem = set_option(info, text.substr(0, end), options)) return std::move(*problem);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  for (const PassParameter& parameter : info.parameters)
    if (!options.has(parameter.name) && !parameter.default_value.empty())
      options.set(parameter.name, std::string(parameter.default_value));
  return options;
}

Expected<PassResult> GraphPass::run(TracedModule& module, PassContext& context) {
  if (context.on_init_graph) return run_on_graph(module.init, module, context);
  PassResult total{.modified = false, .preserved = PreservedAnalyses::all()};
  const auto run_one = [&](Graph& graph) -> std::optional<Error> {
    context.before_graph(graph);
    const Expected<PassResult> result = run_on_graph(graph, module, context);
    if (!result) return result.error();
    if (!result->modified) return std::nullopt;
    total.modified = true;
    total.preserved.intersect(result->preserved);
    context.analyses.invalidate(result->preserved);
    return std::nullopt;
  };
  // Those inside first: what they do may matter to the graphs that call them.
  for (const std::shared_ptr<Graph>& inner : inner_graphs(module.modules))
    if (auto error = run_one(*inner)) return *error;
  if (auto error = run_one(module.graph)) return *error;
  // A pass may have made the training graph just now.
  if (module.training_graph)
    if (auto error = run_one(*module.training_graph)) {
      error->notes.emplace_back("in the training graph");
      return *error;
    }
  return total;
}

namespace {

class FunctionPass final : public Pass {
public:
  explicit FunctionPass(std::function<Expected<PassResult>(TracedModule&, PassContext&)> run)
      : run_(std::move(run)) {}
  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    return run_(module, context);
  }

private:
  std::function<Expected<PassResult>(TracedModule&, PassContext&)> run_;
};

} // namespace

std::unique_ptr<Pass>
make_pass(std::function<Expected<PassResult>(TracedModule&, PassContext&)> run) {
  return std::make_unique<FunctionPass>(std::move(run));
}

} // namespace fx
