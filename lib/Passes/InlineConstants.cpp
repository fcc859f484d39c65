// A known value in the place of an input.
#include "fx/IR/Parser.h"

#include "Messages.h"

#include "fx/Passes/Pass.h"

namespace fx {

namespace {

class InlineConstants final : public Pass {
public:
  InlineConstants(std::string name, Argument value)
      : name_(std::move(name)), value_(std::move(value)) {}

  Expected<PassResult> run(TracedModule& module, PassContext&) override {
    const auto found = module.graph.find_nodes(Opcode::Placeholder, Symbol(name_));
    if (found.empty()) {
      std::string names;
      for (const Node* node : module.graph.placeholders())
        names += (names.empty() ? "" : ", ") + node->target().str();
      return Error{say(diag::inlined_input_missing, name_),
                   {},
                   {names.empty() ? "it has no inputs" : "its inputs: " + names}};
    }
    bool modified = false;
    for (Graph* graph : module.forward_graphs())
      for (Node* input : graph->find_nodes(Opcode::Placeholder, Symbol(name_))) {
        modified |= input->num_users() > 0;
        input->replace_all_uses_with(value_);
      }
    return PassResult{.modified = modified};
  }

private:
  std::string name_;
  Argument value_;
};

} // namespace

extern const PassInfo inline_constants_pass{
    .name = "inline-constants",
    .summary = "Put a known value in the place of an input",
    .description = R"(
Every use of the input `name` becomes `value`, written as in a graph: `inline-constants<name=scale;value=2.0>`,
`<name=mode;value="same">`. The input stays, unused, so that callers need not change; `const-fold` computes
what follows from the value. Several inputs take several runs of the pass.

torch.fx: `symbolic_trace(..., concrete_args)`, for graphs that were traced already.
)",
    .parameters = {{.name = "name", .kind = PassParameter::Kind::Text, .description = "the input"},
                   {.name = "value",
                    .kind = PassParameter::Kind::Text,
                    .description = "its value: `3`, `2.0`, `True`, `None`, `(1, 2)`, `\"text\"`"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.text("name").empty() || options.text("value").empty())
        return say(diag::inline_constants_without_a_value);
      Expected<Argument> value = parse_value(options.text("value"));
      if (!value) return say(diag::inlined_value_not_read, value.error().message);
      return std::make_unique<InlineConstants>(options.text("name"), std::move(*value));
    }};

} // namespace fx
