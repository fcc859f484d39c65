#include "Frontend/Parse/Parse.h"

#include "Frontend/ClangCompat.h"
#include "Frontend/Parse/HeaderCache.h"
#include "Frontend/Parse/IncludeScan.h"
#include "Frontend/Parse/Instantiations.h"
#include "Frontend/Parse/InterpretedHeaders.h"
#include "Frontend/Parse/Invocation.h"
#include "Frontend/Parse/ParseDiagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

namespace fx::frontend {

namespace {

using clang::CompilerInstance;
using clang::DiagnosticsEngine;
using Doubt = ParseDiagnostics::Doubt;

class ModelConsumer : public clang::SemaConsumer {
public:
  using WholeUnit = llvm::function_ref<void(CompilerInstance&)>;
  ModelConsumer(CompilerInstance& compiler, WholeUnit on_ast)
      : compiler_(compiler), on_ast_(on_ast) {}

  // Clang itself keeps the bodies it must have: constexpr functions and deduced return types.
  bool shouldSkipFunctionBody(clang::Decl* function) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    return sources.isInSystemHeader(function->getLocation()) &&
           !is_interpreted_header(
               sources.getFilename(sources.getExpansionLoc(function->getLocation())));
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    // Those of the precompiled headers wait from the beginning, and are not looked at each time.
    const clang::Sema& sema = compiler_.getSema();
    const auto num_waiting = [&] {
      return sema.PendingInstantiations.size() + sema.UndefinedButUsed.size();
    };
    if (num_waiting() == num_waiting_) return true;
    postpone_library_instantiations(compiler_.getSema());
    num_waiting_ = num_waiting();
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext&) override { on_ast_(compiler_); }

private:
  CompilerInstance& compiler_;
  WholeUnit on_ast_;
  size_t num_waiting_ = 0;
};

class ModelAction : public clang::ASTFrontendAction {
public:
  explicit ModelAction(ModelConsumer::WholeUnit on_ast) : on_ast_(on_ast) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    started_ = true;
    return std::make_unique<ModelConsumer>(compiler, on_ast_);
  }

  /// False when Clang gave up before the first token: the precompiled header would not load.
  bool started() const { return started_; }

private:
  ModelConsumer::WholeUnit on_ast_;
  bool started_ = false;
};

// Parses one file, at most four times: a second time when the precompiled header turns out not to
// fit, and twice more to tell who is to blame for an error in the appended text.
class Parser {
public:
  Parser(Invocation invocation, const ParseRequest& request, DiagnosticOutput& output, OnAst on_ast)
      : invocation_(std::move(invocation)), request_(request), output_(output),
        diagnostics_(output), on_ast_(on_ast) {}

  Outcome run() {
    if (!read_main_file()) return Outcome::Failed;
    HeaderCache cache(request_.header_cache);
    if (includes_libtorch(*invocation_.files, *invocation_.compiler, invocation_.file)) {
      if (invocation_.has_libtorch)
        precompiled_header_ = cache.find_or_make(*invocation_.compiler, invocation_.files, output_);
      if (precompiled_header_.empty()) include_ivalue_first();
    }
    const auto nothing = [](CompilerInstance&, const ParseErrors&) { return Outcome::Failed; };
    attempt(request_.appended, request_.appended_name, on_ast_);
    if (diagnostics_.doubt() == Doubt::PrecompiledHeader) {
      cache.discard(precompiled_header_);
      precompiled_header_.clear();
      include_ivalue_first();
      attempt(request_.appended, request_.appended_name, on_ast_);
    }
    if (diagnostics_.doubt() == Doubt::Appended && !request_.appended_alternative.empty())
      attempt(request_.appended_alternative, request_.appended_name, on_ast_);
    if (diagnostics_.doubt() == Doubt::Appended) {
      attempt("", "", nothing);
      if (diagnostics_.errors().empty()) attempt(request_.appended, "", nothing);
      outcome_ = Outcome::NothingFound;
    }
    report_errors();
    return outcome_;
  }

private:
  bool read_main_file() {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
        invocation_.files->getBufferForFile(invocation_.file);
    if (buffer) {
      text_ = std::move(*buffer);
      return true;
    }
    output_.message(DiagnosticsEngine::Error,
                    "cannot read '" + invocation_.file + "': " + buffer.getError().message());
    return false;
  }

  // LibTorch's headers name a vector of IValue before it is complete, which Clang's C++20 library
  // checks refuse, unless ivalue.h comes first.
  void include_ivalue_first() {
    if (!invocation_.has_libtorch || !invocation_.compiler->getLangOpts().CPlusPlus20) return;
    auto& includes = invocation_.compiler->getPreprocessorOpts().Includes;
    includes.insert(includes.begin(), "ATen/core/ivalue.h");
  }

  // Errors that have to do with what was traced were said where it came upon them.
  void report_errors() {
    const ParseErrors& errors = diagnostics_.errors();
    if (outcome_ != Outcome::Again && outcome_ != Outcome::NotTogether)
      for (const std::string& message : request_.repairs->messages())
        output_.message(DiagnosticsEngine::Remark, message);
    if (errors.empty() || outcome_ == Outcome::Again || outcome_ == Outcome::NotTogether) return;
    if (outcome_ == Outcome::NothingFound) {
      output_.errors(errors);
      return;
    }
    output_.message(DiagnosticsEngine::Remark,
                    fmt::format("passed over {} error{} outside of what is traced, the first: {}",
                                errors.size(), errors.size() == 1 ? "" : "s", errors.first().line));
  }

  bool find_clashes(CompilerInstance& instance) {
    const clang::SourceManager& sources = instance.getSourceManager();
    std::vector<Clash>& clashes = *request_.clashes;
    clashes.clear();
    llvm::DenseMap<clang::SourceLocation, std::string> own;
    for (const ParseError& error : diagnostics_.errors().all()) {
      if (!error.is_redefinition) continue;
      if (own.empty()) add_own_names(instance.getASTContext().getTranslationUnitDecl(), own);
      const clang::SourceLocation place = error.places.front();
      clashes.push_back(
          {sources.getFilename(sources.getExpansionLoc(place)).str(), own.lookup(place)});
    }
    return !clashes.empty();
  }

  /// The names of a file's own, by where they are declared.
  static void add_own_names(const clang::DeclContext* context,
                            llvm::DenseMap<clang::SourceLocation, std::string>& own) {
    for (const clang::Decl* declaration : context->decls()) {
      if (const auto* inner = llvm::dyn_cast<clang::NamespaceDecl>(declaration))
        add_own_names(inner, own);
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
      if (named && !named->getLocation().isMacroID() && named->getIdentifier() &&
          named->getFormalLinkage() == clang::Linkage::Internal)
        own[named->getLocation()] = named->getName().str();
    }
  }

  void attempt(llvm::StringRef appended, llvm::StringRef doubtful_file, OnAst on_ast) {
    do {
      repaired_ = false;
      attempt_once(appended, doubtful_file, on_ast);
    } while (repaired_);
  }

  void attempt_once(llvm::StringRef appended, llvm::StringRef doubtful_file, OnAst on_ast) {
    auto invocation = std::make_shared<clang::CompilerInvocation>(*invocation_.compiler);
    clang::PreprocessorOptions& preprocessor = invocation->getPreprocessorOpts();
    preprocessor.ImplicitPCHInclude = precompiled_header_;
    // The manifest beside it has been checked already, header by header.
    preprocessor.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
    for (const std::string& macro : request_.repairs->macros())
      preprocessor.addMacroDef(macro);
    for (const auto& [file, text] : request_.repairs->files())
      if (file != invocation_.file)
        preprocessor.addRemappedFile(file,
                                     llvm::MemoryBuffer::getMemBufferCopy(text, file).release());
    if (!appended.empty() || !request_.more_files.empty() ||
        request_.repairs->files().contains(invocation_.file))
      preprocessor.addRemappedFile(invocation_.file, extended_text(appended).release());
    diagnostics_.start(!precompiled_header_.empty(), doubtful_file);

    auto compiler = compat::make_compiler(invocation, invocation_.files, diagnostics_);
    // A header that is not there is no reason to stop, nor to leave templates uninstantiated.
    compiler->getDiagnostics().setFatalsAsError(true);
    outcome_ = Outcome::NothingFound;
    const auto whole = [&](CompilerInstance& instance) {
      repaired_ = request_.repairs->find(diagnostics_.errors(), instance.getSourceManager(),
                                         text_->getBuffer());
      // Files that do not go together are left out first: the repairs stay.
      if (!request_.more_files.empty() && find_clashes(instance)) {
        repaired_ = false;
        outcome_ = Outcome::NotTogether;
        return;
      }
      if (repaired_ || diagnostics_.doubt() != Doubt::None || diagnostics_.errors().has_directive())
        return;
      diagnostics_.trust();
      outcome_ = on_ast(instance, diagnostics_.errors());
    };
    ModelAction action(whole);
    compiler->ExecuteAction(action);
    if (!action.started() && !precompiled_header_.empty()) diagnostics_.blame_precompiled_header();
  }

  // Two line ends: the file's last line may end in a backslash.
  std::unique_ptr<llvm::MemoryBuffer> extended_text(llvm::StringRef appended) const {
    const auto repaired = request_.repairs->files().find(invocation_.file);
    std::string text = (repaired == request_.repairs->files().end() ? text_->getBuffer().str()
                                                                    : repaired->second) +
                       "\n\n";
    for (const std::string& file : request_.more_files) {
      const auto renamed = request_.renamed.find(file);
      const auto none = std::map<std::string, std::string>();
      const auto& names = renamed == request_.renamed.end() ? none : renamed->second;
      for (const auto& [name, other] : names)
        text += fmt::format("#define {} {}\n", name, other);
      text += fmt::format("#include \"{}\"\n", file);
      for (const auto& [name, other] : names)
        text += fmt::format("#undef {}\n", name);
    }
    if (!appended.empty())
      text += fmt::format("# 1 \"{}\"\n{}", request_.appended_name, appended.str());
    return llvm::MemoryBuffer::getMemBufferCopy(text, invocation_.file);
  }

  Invocation invocation_;
  const ParseRequest& request_;
  DiagnosticOutput& output_;
  ParseDiagnostics diagnostics_;
  OnAst on_ast_;
  std::unique_ptr<llvm::MemoryBuffer> text_;
  std::string precompiled_header_;
  bool repaired_ = false;
  Outcome outcome_ = Outcome::NothingFound;
};

/// The file system with other contents in some files.
compat::FileSystem with_edits(const compat::FileSystem& below, const ParseRequest& request) {
  auto edited = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [file, text] : request.edited_files)
    edited->addFile(file, 0, llvm::MemoryBuffer::getMemBufferCopy(text, file));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(below);
  files->pushOverlay(edited);
  return files;
}

/// Include folders and macros that another file's command has besides.
void add_flags(clang::CompilerInvocation& compiler, const clang::CompilerInvocation& other) {
  auto& folders = compiler.getHeaderSearchOpts().UserEntries;
  for (const auto& entry : other.getHeaderSearchOpts().UserEntries)
    if (llvm::none_of(folders, [&](const auto& known) { return known.Path == entry.Path; }))
      folders.push_back(entry);
  auto& macros = compiler.getPreprocessorOpts().Macros;
  for (const auto& macro : other.getPreprocessorOpts().Macros)
    if (!llvm::is_contained(macros, macro)) macros.push_back(macro);
}

} // namespace

Outcome parse(const clang::tooling::CompilationDatabase& database, const ParseRequest& request,
              DiagnosticOutput& output, OnAst on_ast) {
  ParseDiagnostics diagnostics(output);
  diagnostics.trust();
  std::optional<Invocation> invocation = make_invocation(database, request.file, diagnostics);
  if (!invocation) return Outcome::Failed;
  if (!request.edited_files.empty()) invocation->files = with_edits(invocation->files, request);
  for (const std::string& file : request.more_files)
    if (const auto other = make_invocation(database, file, diagnostics))
      add_flags(*invocation->compiler, *other->compiler);
  for (const std::string& folder : request.folders)
    invocation->compiler->getHeaderSearchOpts().AddPath(
        folder, clang::frontend::Angled, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
  return Parser(std::move(*invocation), request, output, on_ast).run();
}

bool is_library_header(const CompilerInstance& compiler, llvm::StringRef path) {
  clang::FileManager& files = compiler.getFileManager();
  clang::OptionalFileEntryRef file = files.getOptionalFileRef(path);
  if (!file) return false;
  clang::HeaderSearch& headers = compiler.getPreprocessor().getHeaderSearchInfo();
  return clang::SrcMgr::isSystem(headers.getFileDirFlavor(*file));
}

} // namespace fx::frontend
