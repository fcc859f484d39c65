#include "Frontend/Parse/ParsedUnit.h"

#include "Frontend/Parse/Instantiations.h"
#include "Frontend/Parse/InterpretedHeaders.h"
#include "Frontend/Parse/OpenMp.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"

#include <algorithm>

namespace fx::frontend {

namespace {

/// Sema's current scope is the parser's to set. A range-for in a template that is instantiated when
/// the parser has gone asks how deep it stands, and finds none. An explicit instantiation may name
/// private members.
template <auto Member>
struct CurrentScope {
  friend void set_current_scope(clang::Sema& sema, clang::Scope* scope) { sema.*Member = scope; }
};
void set_current_scope(clang::Sema& sema, clang::Scope* scope);
template struct CurrentScope<&clang::Sema::CurScope>;

using clang::CompilerInstance;
using clang::DiagnosticsEngine;

/// What traces may leave in the AST of one unit.
constexpr size_t max_growth = 8 << 20;

class UnitConsumer : public clang::SemaConsumer {
public:
  UnitConsumer(CompilerInstance& compiler, std::stop_token stop)
      : compiler_(compiler), stop_(std::move(stop)) {}

  // Clang itself keeps the bodies it must have: constexpr functions and deduced return types.
  bool shouldSkipFunctionBody(clang::Decl* function) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    return sources.isInSystemHeader(function->getLocation()) &&
           !is_interpreted_header(
               sources.getFilename(sources.getExpansionLoc(function->getLocation())));
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    if (stop_.stop_requested()) return false;
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
  void HandleTranslationUnit(clang::ASTContext&) override { reached_end_ = true; }
  bool reached_end() const { return reached_end_; }

private:
  CompilerInstance& compiler_;
  std::stop_token stop_;
  size_t num_waiting_ = 0;
  bool reached_end_ = false;
};

class UnitAction : public clang::ASTFrontendAction {
public:
  explicit UnitAction(std::stop_token stop) : stop_(std::move(stop)) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    auto consumer = std::make_unique<UnitConsumer>(compiler, stop_);
    consumer_ = consumer.get();
    return consumer;
  }

  /// False when Clang gave up before the first token: the precompiled header would not load.
  bool has_started() const { return consumer_ != nullptr; }
  bool has_reached_end() const { return consumer_ && consumer_->reached_end(); }

private:
  std::stop_token stop_;
  UnitConsumer* consumer_ = nullptr; // the compiler's
};

} // namespace

ParsedUnit::ParsedUnit(const std::shared_ptr<clang::CompilerInvocation>& invocation,
                       const compat::FileSystem& files, DiagnosticStyle style,
                       unsigned appended_begin, bool with_openmp, std::stop_token stop)
    : files_(files),
      diagnostics_(style, !invocation->getPreprocessorOpts().ImplicitPCHInclude.empty(),
                   appended_begin),
      compiler_(compat::make_compiler(invocation, files, diagnostics_)) {
  // A header that is not there is no reason to stop, nor to leave templates uninstantiated.
  compiler_->getDiagnostics().setFatalsAsError(true);
  auto action = std::make_unique<UnitAction>(std::move(stop));
  if (compiler_->createTarget() &&
      action->BeginSourceFile(*compiler_, compiler_->getFrontendOpts().Inputs.front())) {
    has_begun_ = true;
    if (with_openmp) refuse_openmp_of_threads(compiler_->getPreprocessor());
    llvm::consumeError(action->Execute()); // errors are among the diagnostics
  }
  if (!action->has_started()) diagnostics_.blame_precompiled_header();
  is_parsed_ = has_begun_ && action->has_reached_end();
  action_ = std::move(action);
  if (!is_parsed_) return;
  size_ = context().getASTAllocatedMemory();
  note_files();
  open_scope();
}

ParsedUnit::~ParsedUnit() {
  if (scope_) {
    compiler_->getSema().TUScope = nullptr;
    set_current_scope(compiler_->getSema(), nullptr);
  }
  if (has_begun_) action_->EndSourceFile();
}

clang::ASTContext& ParsedUnit::context() const {
  return compiler_->getASTContext();
}

void ParsedUnit::note_files() {
  const clang::SourceManager& sources = compiler_->getSourceManager();
  // The local ones: those of the precompiled header are the libraries'.
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
      continue;
    const clang::OptionalFileEntryRef file = entry.getFile().getContentCache().OrigEntry;
    if (!file) continue;
    if (const auto status = files_->status(file->getName()))
      stamps_.push_back(
          {file->getName().str(), status->getSize(), status->getLastModificationTime()});
  }
}

// The parser has gone, and its outermost scope with it; functions that Sema defines on its own
// account from here on (an assignment of arrays calls memcpy) declare builtins there.
void ParsedUnit::open_scope() {
  clang::Sema& sema = compiler_->getSema();
  scope_ = std::make_unique<clang::Scope>(nullptr, clang::Scope::DeclScope, sema.getDiagnostics());
  scope_->setEntity(context().getTranslationUnitDecl());
  sema.TUScope = scope_.get();
  set_current_scope(sema, scope_.get());
}

bool ParsedUnit::hide_from(llvm::StringRef file) {
  const clang::SourceManager& sources = compiler_->getSourceManager();
  hidden_ = {};
  if (file.empty()) return true;
  // Files get their places one behind the other, as they are read.
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile()) continue;
    const clang::OptionalFileEntryRef read = entry.getFile().getContentCache().OrigEntry;
    if (read && read->getName() == file && sources.isInMainFile(entry.getFile().getIncludeLoc()))
      hidden_ = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
  }
  return hidden_.isValid();
}

bool ParsedUnit::is_hidden(clang::SourceLocation where) const {
  const clang::SourceManager& sources = compiler_->getSourceManager();
  return hidden_.isValid() && where.isValid() && !sources.isLoadedSourceLocation(where) &&
         !sources.isBeforeInSLocAddrSpace(where, hidden_);
}

bool ParsedUnit::hides_variables() const {
  const auto has_some = [&](const auto& self, const clang::DeclContext* scope) -> bool {
    return llvm::any_of(scope->noload_decls(), [&](const clang::Decl* declaration) {
      if (!is_hidden(declaration->getLocation())) return false;
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
        return self(self, llvm::cast<clang::DeclContext>(declaration));
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      return variable && variable->isExternallyVisible() &&
             variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
    });
  };
  return has_some(has_some, context().getTranslationUnitDecl());
}

std::vector<std::string> ParsedUnit::files() const {
  std::vector<std::string> names;
  names.reserve(stamps_.size());
  for (const Stamp& stamp : stamps_)
    names.push_back(stamp.file);
  return names;
}

bool ParsedUnit::is_current() const {
  return std::ranges::all_of(errors().all(), &std::string::empty, &ParseError::missing_header) &&
         std::ranges::all_of(stamps_, [&](const Stamp& stamp) {
           const auto status = files_->status(stamp.file);
           return status && status->getSize() == stamp.size &&
                  status->getLastModificationTime() == stamp.modified;
         });
}

bool ParsedUnit::is_worn() const {
  return is_parsed_ && context().getASTAllocatedMemory() > size_ + max_growth;
}

void ParsedUnit::report(DiagnosticsEngine::Level level, clang::SourceLocation where,
                        const std::string& text, const MessageInfo* info) {
  DiagnosticsEngine& engine = compiler_->getDiagnostics();
  engine.Report(where, clang_id(engine, level, info)) << text;
}

ParsedUnit::OutputScope::OutputScope(ParsedUnit& unit, DiagnosticOutput& output) : unit_(unit) {
  unit.diagnostics_.pass_on_to(&output, unit.compiler().getLangOpts(),
                               unit.compiler().getPreprocessor());
}

ParsedUnit::OutputScope::~OutputScope() {
  unit_.diagnostics_.pass_on_to(nullptr, unit_.compiler().getLangOpts(),
                                unit_.compiler().getPreprocessor());
  // The next trace finds Clang as this one did, whatever messages there were.
  if (unit_.errors().empty()) unit_.compiler().getDiagnostics().Reset(/*soft=*/true);
}

} // namespace fx::frontend
