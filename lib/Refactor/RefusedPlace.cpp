#include "RefusedPlace.h"

#include "Messages.h"

#include "llvm/ADT/StringExtras.h"

namespace fx::refactor {

Error refused_at(FileTexts& texts, const ClassSyntax::Place& place, Saying said,
                 std::string advice) {
  Error error(std::move(said));
  const llvm::StringRef before = texts.text(place.file.str()).take_front(place.range.begin);
  error.location = {place.file.str(), static_cast<uint32_t>(before.count('\n') + 1),
                    static_cast<uint32_t>(before.size() - (before.rfind('\n') + 1) + 1)};
  if (!advice.empty()) error.notes.push_back(std::move(advice));
  return error;
}

std::optional<Error> refuse_children(FileTexts& texts, const ClassSyntax& of) {
  std::vector<ClassSyntax::Place> code = of.methods;
  code.push_back(of.braces);
  for (const ClassSyntax::Constructor& constructor : of.constructors)
    code.push_back(constructor.whole);
  for (const ClassSyntax::Place& place : code) {
    const llvm::StringRef text = texts.text(place.file.str());
    for (size_t at = text.find("children", place.range.begin); at < place.range.end;
         at = text.find("children", at + 1)) {
      const llvm::StringRef before = text.take_front(at);
      const bool is_name =
          before.ends_with("named_") || !(llvm::isAlnum(before.back()) || before.ends_with("_"));
      if (is_name && text.drop_front(at + 8).ltrim().starts_with("("))
        return refused_at(texts, {place.file, {static_cast<uint32_t>(at), place.range.end}},
                          say(diag::children_are_others),
                          "go through modules() and look at their classes");
    }
  }
  return std::nullopt;
}

} // namespace fx::refactor
