#include "Frontend/Parse/HeaderAction.h"

#include "Frontend/Parse/HeaderManifest.h"
#include "Frontend/Parse/Instantiations.h"
#include "Frontend/Parse/InterpretedHeaders.h"
#include "Frontend/Parse/Undamaged.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/Support/BuryPointer.h"

namespace fx::frontend {

namespace {

/// Function bodies are left out, but those that the evaluator runs.
class HeaderAction : public clang::GeneratePCHAction {
  class KeepBodies : public clang::ASTConsumer {
  public:
    explicit KeepBodies(clang::CompilerInstance& compiler) : compiler_(compiler) {}
    bool shouldSkipFunctionBody(clang::Decl* function) override {
      const clang::SourceManager& sources = compiler_.getSourceManager();
      return !is_interpreted_header(
          sources.getFilename(sources.getExpansionLoc(function->getLocation())));
    }

    void HandleTranslationUnit(clang::ASTContext&) override {
      postpone_library_instantiations(compiler_.getSema());
    }

  private:
    clang::CompilerInstance& compiler_;
  };

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    // The first: it comes before the header is written.
    consumers.push_back(std::make_unique<KeepBodies>(compiler));
    consumers.push_back(GeneratePCHAction::CreateASTConsumer(compiler, file));
    if (!consumers.back()) return nullptr;
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
};

} // namespace

bool precompile(std::shared_ptr<clang::CompilerInvocation> invocation,
                const compat::FileSystem& files, const std::string& header,
                const std::string& precompiled, const std::string& manifest_file,
                bool disable_free) {
  invocation->getFrontendOpts().Inputs.emplace_back(
      header, clang::InputKind(clang::Language::CXX).getHeader());
  invocation->getFrontendOpts().OutputFile = precompiled;
  clang::IgnoringDiagConsumer silent;
  // Taking the AST apart takes half a second, which a process that ends then has no use for.
  invocation->getFrontendOpts().DisableFree = disable_free;
  std::unique_ptr<clang::CompilerInstance> compiler =
      compat::make_compiler(std::move(invocation), files, silent);
  HeaderManifest manifest;
  class Action : public HeaderAction {
  public:
    explicit Action(HeaderManifest& manifest) : manifest_(manifest) {}
    void EndSourceFileAction() override {
      const clang::SourceManager& sources = getCompilerInstance().getSourceManager();
      for (auto at = sources.fileinfo_begin(); at != sources.fileinfo_end(); ++at)
        if (std::optional<FileStamp> stamp = FileStamp::of(at->first.getName().str()))
          manifest_.headers.push_back(std::move(*stamp));
      GeneratePCHAction::EndSourceFileAction();
    }

  private:
    HeaderManifest& manifest_;
  } action(manifest);
  const bool ok = compiler->ExecuteAction(action) && !compiler->getDiagnostics().hasErrorOccurred();
  if (disable_free) llvm::BuryPointer(std::move(compiler));
  if (!ok) return false;
  std::optional<FileStamp> made = FileStamp::of(precompiled);
  const std::optional<uint64_t> checksum = checksum_of(precompiled);
  if (!made || made->size == 0 || !checksum) return false;
  manifest.checksum = *checksum;
  manifest.precompiled = std::move(*made);
  std::error_code problem;
  llvm::raw_fd_ostream stream(manifest_file, problem);
  if (problem) return false;
  stream << manifest.to_text();
  stream.close();
  const bool written = !stream.has_error();
  stream.clear_error();
  return written;
}

} // namespace fx::frontend
