// Statements of the traced method that become a method of their own.
#include "ChosenStatements.h"
#include "Messages.h"

#include "fx/Passes/Pass.h"
#include "fx/Support/Identifier.h"

#include <fmt/format.h>
#include <string>

namespace fx {

namespace {

class SplitForward final : public Pass {
public:
  explicit SplitForward(std::string name) : name_(std::move(name)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    const Expected<MethodSplit> part = chosen_statements(module, context, name_);
    if (!part) return part.error();
    const ClassSyntax* of = module.modules.root().class_syntax.get();
    if (of != nullptr && of->names.contains(name_))
      return say(diag::submodule_name_taken, module.modules.root().cpp_type.view(), name_);
    module.origin.split = *part;
    context.remark(nullptr,
                   fmt::format("split-forward: {} of {} statements", part->last - part->first + 1,
                               module.origin.method_syntax->statements.size()));
    return PassResult{.modified = false};
  }

private:
  std::string name_;
};

} // namespace

extern const PassInfo split_forward_pass{
    .name = "split-forward",
    .summary = "Make a method of statements of forward",
    .description = R"(
`split-forward<name=head>` with `--refactor` and `--at=net.cpp:12-20`: the statements of the traced method that
begin there, and those between, become a method `head`, which takes the variables that they read and gives those that are
used behind them. The graph is the same. Refused: a `return` or a jump among them, but for a `return` at the
end; a template.
)",
    .parameters = {{.name = "name",
                    .kind = PassParameter::Kind::Text,
                    .description = "of the new method"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (!is_identifier(options.text("name"))) return say(diag::split_without_a_name);
      return std::make_unique<SplitForward>(options.text("name"));
    },
    .is_refactoring = true};

} // namespace fx
