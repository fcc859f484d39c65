#include "Frontend/Parse/Instantiations.h"

#include "Frontend/ClangHeaders.h"
#include "Frontend/Parse/InterpretedHeaders.h"

#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"

namespace fx::frontend {

void postpone_library_instantiations(clang::Sema& sema) {
  auto& pending = sema.PendingInstantiations;
  if (pending.empty()) return;
  const clang::SourceManager& sources = sema.getSourceManager();
  llvm::DenseMap<clang::FileID, bool> interpreted;
  const auto is_library = [&](const clang::Sema::PendingImplicitInstantiation& instantiation) {
    if (!llvm::isa<clang::FunctionDecl>(instantiation.first)) return false;
    const clang::SourceLocation place = sources.getExpansionLoc(instantiation.first->getLocation());
    if (!sources.isInSystemHeader(place)) return false;
    const auto [entry, fresh] = interpreted.try_emplace(sources.getFileID(place), false);
    if (fresh) entry->second = is_interpreted_header(sources.getFilename(place));
    return entry->second;
  };
  std::erase_if(pending, is_library);
}

} // namespace fx::frontend
