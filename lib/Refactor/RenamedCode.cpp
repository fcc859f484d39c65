#include "RenamedCode.h"

#include <algorithm>

namespace fx::refactor {

std::string renamed_code(llvm::StringRef text, const TextRange& range,
                         const std::vector<MethodSyntax::Name>& names, const NewNames& now) {
  std::vector<Edit> edits;
  const auto add = [&](const TextRange& at, const std::string& name) {
    const Edit edit{{at.begin - range.begin, at.end - range.begin}, name};
    // An expression may have its names in two forms of the syntax.
    if (range.contains(at) && std::ranges::find(edits, edit) == edits.end()) edits.push_back(edit);
  };
  for (const MethodSyntax::Name& name : names) {
    const auto& all = name.kind == MethodSyntax::Name::Kind::Field ? now.fields : now.variables;
    const bool is_renamed = name.kind == MethodSyntax::Name::Kind::Field ||
                            name.kind == MethodSyntax::Name::Kind::Variable;
    if (const auto found = all.find(name.of.name); is_renamed && found != all.end())
      add(name.range, found->second);
  }
  for (const Edit& literal : now.literals)
    add(literal.range, literal.text);
  std::ranges::sort(edits, {}, &Edit::range);
  return apply_edits(text.slice(range.begin, range.end), edits);
}

} // namespace fx::refactor
