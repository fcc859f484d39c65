// Statements of the traced method that become a method of their own.
#include "Messages.h"

#include "fx/Passes/Pass.h"
#include "fx/Support/Identifier.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace fx {

namespace {

class SplitForward final : public Pass {
public:
  explicit SplitForward(std::string name) : name_(std::move(name)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    const MethodSyntax* method = module.origin.method_syntax.get();
    if (method == nullptr) return say(diag::split_without_source);
    const std::vector<MethodSyntax::Statement>& all = method->statements;
    size_t first = all.size(), last = 0;
    for (size_t i = 0; i < all.size(); ++i) {
      if (!context.is_meant_statement(all[i].place)) continue;
      first = std::min(first, i);
      last = i;
    }
    if (first > last || (first == 0 && last + 1 == all.size()))
      return say(diag::split_of_nothing, module.origin.method);
    for (size_t i = first; i <= last; ++i)
      if (all[i].leaves && !(all[i].returns && i + 1 == all.size()))
        return say(diag::split_with_a_jump, module.origin.method);
    const ClassSyntax* of = module.modules.root().class_syntax.get();
    if (of != nullptr && of->names.contains(name_))
      return say(diag::submodule_name_taken, module.modules.root().cpp_type.view(), name_);
    module.origin.split = {name_, first, last};
    context.remark(nullptr,
                   fmt::format("split-forward: {} of {} statements", last - first + 1, all.size()));
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
