#include "Frontend/Parse/Repairs.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace fx::frontend {

namespace {

struct Repair {
  llvm::StringRef message;
  llvm::StringRef found;
  llvm::StringRef instead;
  const char* told;
};

constexpr Repair repairs[] = {
#define FX_REPAIR(MESSAGE, FOUND, INSTEAD, TOLD) {MESSAGE, FOUND, INSTEAD, TOLD},
#include "Frontend/Parse/LibTorchNames.def"
};

struct Define {
  llvm::StringRef message;
  const char* macro;
  const char* told;
};

constexpr Define defines[] = {
#define FX_DEFINE(MESSAGE, MACRO, TOLD) {MESSAGE, MACRO, TOLD},
#include "Frontend/Parse/LibTorchNames.def"
};

/// The length of `wanted` at the start of `text`, with blanks between; nothing when it differs.
std::optional<size_t> match(llvm::StringRef text, llvm::StringRef wanted) {
  size_t at = 0;
  for (const char c : wanted) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
      ++at;
    if (at == text.size() || text[at] != c) return std::nullopt;
    ++at;
  }
  return at;
}

} // namespace

bool Repairs::find(const ParseErrors& errors, const clang::SourceManager& sources,
                   llvm::StringRef main_text) {
  bool any = false;
  for (const ParseError& error : errors.all())
    for (const Define& define : defines)
      if (llvm::StringRef(error.diagnostic.message).starts_with(define.message) &&
          !llvm::is_contained(macros_, define.macro)) {
        macros_.emplace_back(define.macro);
        messages_.emplace_back(define.told);
        any = true;
      }
  for (const ParseError& error : errors.all())
    for (const Repair& repair : repairs) {
      if (!llvm::StringRef(error.diagnostic.message).starts_with(repair.message)) continue;
      const auto [file, offset] = sources.getDecomposedExpansionLoc(error.places.front());
      const auto entry = sources.getFileEntryRefForID(file);
      if (!entry) continue;
      auto [at, fresh] = files_.try_emplace(entry->getName().str());
      if (fresh)
        at->second =
            (file == sources.getMainFileID() ? main_text : sources.getBufferData(file)).str();
      std::string& text = at->second;
      const std::optional<size_t> length =
          offset < text.size() ? match(llvm::StringRef(text).drop_front(offset), repair.found)
                               : std::nullopt;
      if (!length) continue;
      std::string instead = repair.instead.str();
      instead.insert(instead.size() - 1, *length - instead.size(), ' ');
      text.replace(offset, *length, instead);
      any = true;
      if (!llvm::is_contained(messages_, repair.told)) messages_.emplace_back(repair.told);
    }
  return any;
}

const Renamed* renamed(llvm::StringRef message) {
  static constexpr Renamed table[] = {
#define FX_RENAMED(NAME, ADVICE, INSTEAD) {NAME, ADVICE, INSTEAD},
#include "Frontend/Parse/LibTorchNames.def"
  };
  const auto* found = llvm::find_if(
      table, [&](const Renamed& row) { return message.contains(("'" + row.name + "'").str()); });
  return found != std::end(table) ? found : nullptr;
}

} // namespace fx::frontend
