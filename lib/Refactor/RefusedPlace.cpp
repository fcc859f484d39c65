#include "RefusedPlace.h"

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

} // namespace fx::refactor
