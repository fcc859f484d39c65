// What clang-tidy walks: the declarations of this tree, and none of the system's headers. Some
// checks ask for the whole AST; a precompiled header of Clang's would be read to its last
// declaration for them, which takes longer than all the rest, and nothing in it is reported anyway.
//
// usage: clang-tidy-22 --load=fx-lint-scope.so FILE     (./dev lint builds and loads it)
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace {

class ScopeConsumer : public clang::ASTConsumer {
public:
  // Hears of what this parse reads, not of what comes precompiled.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    parsed_.insert(parsed_.end(), group.begin(), group.end());
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::SourceManager& sources = context.getSourceManager();
    std::erase_if(parsed_, [&](const clang::Decl* declaration) {
      return sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()));
    });
    context.setTraversalScope(parsed_);
  }

private:
  std::vector<clang::Decl*> parsed_;
};

class ScopeAction : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                        llvm::StringRef) override {
    return std::make_unique<ScopeConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
    return true;
  }
  // clang-tidy's checks are the main action.
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<ScopeAction> registered("fx-lint-scope",
                                                                 "walk our declarations alone");

} // namespace
