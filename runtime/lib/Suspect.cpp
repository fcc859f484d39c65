#include "Suspect.h"

#include "ExampleValues.h"
#include "Observe.h"
#include "TensorDifference.h"
#include "TraceState.h"

#include "fx/Runtime/Interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace fx::runtime {

void ObservedValues::add(const Value& value) {
  for_each_tensor(value, [&](const at::Tensor& tensor) {
    const Untraced untraced;
    tensors_[tensor.sizes().vec()].push_back(copy(Value(tensor)).toTensor());
  });
}

void ObservedValues::run(const std::function<Value()>& program, const Args& inputs,
                         const NamedTensors& state) {
  for (const Value& input : inputs)
    add(input);
  for (const auto& [name, tensor] : state)
    add(Value(tensor));
  add(observe_operators(program, [this](const Value& results) { add(results); }));
}

bool ObservedValues::has_tensor(const at::Tensor& tensor) const {
  const auto known = tensors_.find(tensor.sizes().vec());
  if (known == tensors_.end()) return false;
  const at::Tensor found = tensor.detach();
  return std::any_of(known->second.begin(), known->second.end(), [&](const at::Tensor& value) {
    return compare_tensors(value.detach(), found, options_, "").text.empty();
  });
}

bool ObservedValues::has(const Value& value) const {
  bool all = true;
  for_each_tensor(value, [&](const at::Tensor& tensor) { all = all && has_tensor(tensor); });
  return all;
}

namespace {

class Search : public Interpreter {
public:
  Search(const GraphModule& graph, const ObservedValues& observed)
      : Interpreter(graph), observed_(observed) {}

  Value run_node(Node& node) override {
    Value result = Interpreter::run_node(node);
    if (suspect.node.empty() && !observed_.has(result)) {
      std::ostringstream line;
      line << node;
      suspect.node = node.name().str();
      suspect.text =
          fmt::format("The first node whose value the module does not compute is '{}': {}",
                      suspect.node, line.str());
      if (const SourceRange* range = node.meta(meta::source_range); range && range->line != 0)
        suspect.text += fmt::format(", from {}:{}", range->file.view(), range->line);
    }
    return result;
  }

  Suspect suspect;

private:
  const ObservedValues& observed_;
};

} // namespace

Suspect find_suspect(const GraphModule& graph, Args inputs, const ObservedValues& observed) {
  Search search(graph, observed);
  search.run(std::move(inputs));
  return std::move(search.suspect);
}

} // namespace fx::runtime
