#include "Frontend/Parse/Instantiations.h"

#include "Frontend/ClangHeaders.h"
#include "Frontend/Parse/InterpretedHeaders.h"

#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"

namespace fx::frontend {

void postpone_library_instantiations(clang::Sema& sema) {
  if (sema.PendingInstantiations.empty() && sema.UndefinedButUsed.empty()) return;
  const clang::SourceManager& sources = sema.getSourceManager();
  llvm::DenseMap<clang::FileID, bool> interpreted;
  const auto is_library = [&](const clang::Decl* declaration) {
    if (!llvm::isa<clang::FunctionDecl>(declaration)) return false;
    const clang::SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
    if (!sources.isInSystemHeader(place)) return false;
    const auto [entry, fresh] = interpreted.try_emplace(sources.getFileID(place), false);
    if (fresh) entry->second = is_interpreted_header(sources.getFilename(place));
    return entry->second;
  };
  std::erase_if(sema.PendingInstantiations,
                [&](const auto& pending) { return is_library(pending.first); });
  // Of what has no linkage, Clang would say that it is used and never defined.
  sema.UndefinedButUsed.remove_if([&](const auto& used) { return is_library(used.first); });
}

} // namespace fx::frontend
