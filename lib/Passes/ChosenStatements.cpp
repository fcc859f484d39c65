#include "ChosenStatements.h"

#include "Messages.h"

#include <algorithm>

namespace fx {

Expected<MethodSplit> chosen_statements(const TracedModule& module, const PassContext& context,
                                        const std::string& name) {
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
  return MethodSplit{name, first, last};
}

} // namespace fx
