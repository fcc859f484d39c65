#include "Frontend/Parse/Parse.h"

#include "Frontend/Parse/IncludeScan.h"
#include "Frontend/Parse/Invocation.h"
#include "Frontend/Parse/LibTorchCache.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

namespace fx::frontend {

namespace {

using Suspect = ParseDiagnostics::Suspect;

class Parser {
public:
  Parser(Invocation invocation, const ParseRequest& request, const ParseContext& context)
      : invocation_(std::move(invocation)), request_(request), context_(context),
        repairs_(request.repairs) {}

  std::unique_ptr<ParsedUnit> run() {
    if (!read_main_file()) return nullptr;
    if (!invocation_.runtime_header.empty() ||
        includes_libtorch(*invocation_.files, *invocation_.compiler, invocation_.file)) {
      if (invocation_.libtorch.are_whole())
        precompiled_header_ = context_.header_cache.find_or_make(
            *invocation_.compiler, invocation_.files, context_.output);
      if (precompiled_header_.empty()) include_ivalue_first();
    }
    if (!invocation_.runtime_header.empty()) add_runtime_headers();
    attempt(request_.appended);
    if (suspect() == Suspect::PrecompiledHeader) {
      context_.header_cache.discard(precompiled_header_);
      precompiled_header_.clear();
      include_ivalue_first();
      attempt(request_.appended);
    }
    if (suspect() == Suspect::Appended && !request_.appended_alternative.empty())
      attempt(request_.appended_alternative);
    const bool is_users = suspect() == Suspect::None;
    if (suspect() == Suspect::Appended) {
      const ParseErrors said = unit_->errors();
      attempt({});
      // What the file lacks at its end is wrong by itself, and what follows there from it is not
      // said.
      if (!has_others(unit_->errors(), said)) attempt(request_.appended);
      clashes_.clear();
    }
    if (!can_read_runtime_headers() || !set_libtorch()) return nullptr;
    unit_->set_findings({std::move(repairs_), std::move(clashes_),
                         is_users && unit_->is_parsed() && !unit_->errors().has_directive()});
    return std::move(unit_);
  }

private:
  Suspect suspect() const { return unit_->diagnostics().suspect(); }

  static bool has_others(const ParseErrors& errors, const ParseErrors& than) {
    return !llvm::all_of(errors.all(), [&](const ParseError& error) {
      return llvm::any_of(than.all(),
                          [&](const ParseError& other) { return other.line == error.line; });
    });
  }

  bool read_main_file() {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
        invocation_.files->getBufferForFile(invocation_.file);
    if (buffer) {
      text_ = std::move(*buffer);
      return true;
    }
    context_.output.message(diag::cannot_read, invocation_.file, buffer.getError().message());
    return false;
  }

  // LibTorch's headers name a vector of IValue before it is complete, which Clang's C++20 library
  // checks refuse, unless ivalue.h comes first.
  void include_ivalue_first() {
    if (!invocation_.libtorch.are_whole() || !invocation_.compiler->getLangOpts().CPlusPlus20)
      return;
    auto& includes = invocation_.compiler->getPreprocessorOpts().Includes;
    includes.insert(includes.begin(), "ATen/core/ivalue.h");
  }

  // Those of the command come first. They are the system's wherever they are found: models say what
  // their functions mean. The cache of LibTorch's headers knows nothing of them.
  void add_runtime_headers() {
    clang::HeaderSearchOptions& search = invocation_.compiler->getHeaderSearchOpts();
    for (const char* folder : {"fx/fx.h", "fx/Runtime/", "fx/IR/", "fx/Support/", "fx/Ops/",
                               "fx/Analysis/", "fx/Passes/", "fx/CodeGen/"})
      search.AddSystemHeaderPrefix(folder, /*IsSystemHeader=*/true);
    for (const std::string& folder : context_.runtime_headers)
      search.AddPath(folder, clang::frontend::After, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
  }

  /// False, with a message: the command asks for a C++ that they are not written in.
  bool can_read_runtime_headers() const {
    if (invocation_.runtime_header.empty() || invocation_.compiler->getLangOpts().CPlusPlus20 ||
        unit_->errors().empty())
      return true;
    context_.output.message(diag::runtime_headers_need_cxx20, invocation_.file,
                            invocation_.runtime_header);
    return false;
  }

  /// False, with a message: what LibTorch declares cannot be read.
  bool set_libtorch() {
    const ops::HeaderFolders& folders = invocation_.libtorch;
    if (!folders.are_whole()) {
      if (!folders.api.empty()) context_.output.message(diag::libtorch_without_base, folders.api);
      return true;
    }
    bool is_first_use = false;
    Expected<std::shared_ptr<const ops::LibTorch>> found =
        find_libtorch(folders, context_.cache_folder, &is_first_use);
    if (!found) {
      context_.output.message(diag::libtorch_headers_not_read, found.error().message);
      return false;
    }
    if (is_first_use) note_python_torch(**found);
    unit_->set_libtorch(folders, *found);
    return true;
  }

  void note_python_torch(const ops::LibTorch& libtorch) {
    const ops::LibTorchVersion own = libtorch.version();
    const ops::LibTorchVersion taken = libtorch.python_torch();
    if (own.major != taken.major || own.minor != taken.minor)
      context_.output.message(diag::python_torch_taken_for_another, own.major, own.minor,
                              taken.major, taken.minor);
  }

  std::vector<Clash> find_clashes() const {
    const clang::SourceManager& sources = unit_->context().getSourceManager();
    std::vector<Clash> clashes;
    llvm::DenseMap<clang::SourceLocation, std::string> own;
    for (const ParseError& error : unit_->errors().all()) {
      if (!error.is_redefinition) continue;
      if (own.empty()) add_own_names(unit_->context().getTranslationUnitDecl(), own);
      const clang::SourceLocation place = error.places.front();
      clashes.push_back(
          {sources.getFilename(sources.getExpansionLoc(place)).str(), own.lookup(place)});
    }
    return clashes;
  }

  /// The names of a file's own, by where they are declared. None of them is in the precompiled
  /// header, which has 100,000 declarations.
  static void add_own_names(const clang::DeclContext* context,
                            llvm::DenseMap<clang::SourceLocation, std::string>& own) {
    for (const clang::Decl* declaration : context->noload_decls()) {
      if (const auto* inner = llvm::dyn_cast<clang::NamespaceDecl>(declaration))
        add_own_names(inner, own);
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
      if (named && !named->getLocation().isMacroID() && named->getIdentifier() &&
          named->getFormalLinkage() == clang::Linkage::Internal)
        own[named->getLocation()] = named->getName().str();
    }
  }

  void attempt(llvm::StringRef appended) {
    for (bool again = true; again;) {
      parse_once(appended);
      if (!unit_->is_parsed()) return;
      again =
          repairs_.find(unit_->errors(), unit_->context().getSourceManager(), text_->getBuffer());
      // Files that do not go together are left out first: the repairs stay.
      if (!request_.more_files.empty()) clashes_ = find_clashes();
      if (!clashes_.empty()) return;
    }
  }

  void parse_once(llvm::StringRef appended) {
    auto invocation = std::make_shared<clang::CompilerInvocation>(*invocation_.compiler);
    invocation->getFrontendOpts().DisableFree = context_.disable_free;
    // Each takes 6 ms among LibTorch's names. Where a header is not there, errors are many, and
    // most of them no typos.
    invocation->getDiagnosticOpts().SpellCheckingLimit = 10;
    clang::PreprocessorOptions& preprocessor = invocation->getPreprocessorOpts();
    preprocessor.ImplicitPCHInclude = precompiled_header_;
    // The manifest beside it has been checked already, header by header.
    preprocessor.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
    for (const std::string& macro : repairs_.macros())
      preprocessor.addMacroDef(macro);
    for (const auto& [file, text] : repairs_.files())
      if (file != invocation_.file)
        preprocessor.addRemappedFile(file,
                                     llvm::MemoryBuffer::getMemBufferCopy(text, file).release());
    unsigned appended_begin = 0;
    if (!appended.empty() || !request_.more_files.empty() ||
        repairs_.files().contains(invocation_.file)) {
      std::string text = extended_text();
      if (!appended.empty()) {
        appended_begin = static_cast<unsigned>(text.size());
        text += fmt::format("# 1 \"{}\"\n{}", request_.appended_name, appended.str());
      }
      preprocessor.addRemappedFile(
          invocation_.file, llvm::MemoryBuffer::getMemBufferCopy(text, invocation_.file).release());
    }
    unit_.reset(); // one at a time: they are large
    unit_ = std::make_unique<ParsedUnit>(invocation, invocation_.files, context_.output.style(),
                                         appended_begin, invocation_.with_openmp, context_.stop);
  }

  // Two line ends: the file's last line may end in a backslash.
  std::string extended_text() const {
    const auto repaired = repairs_.files().find(invocation_.file);
    std::string text =
        (repaired == repairs_.files().end() ? text_->getBuffer().str() : repaired->second) + "\n\n";
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
    return text;
  }

  Invocation invocation_;
  const ParseRequest& request_;
  const ParseContext& context_;
  std::unique_ptr<llvm::MemoryBuffer> text_;
  std::string precompiled_header_;
  std::unique_ptr<ParsedUnit> unit_;
  Repairs repairs_;
  std::vector<Clash> clashes_;
};

class IgnoringSink : public DiagnosticSink {
public:
  void on_diagnostic(const fx::Diagnostic&) override {}
};

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

std::unique_ptr<ParsedUnit> parse(const ParseRequest& request, const ParseContext& context) {
  std::optional<Invocation> invocation = make_invocation(
      context.database, context.files, request.file, context.libtorch, context.output);
  if (!invocation) return nullptr;
  // What is wrong with the command of a further file is no error of the first.
  IgnoringSink unheard;
  DiagnosticOutput of_others(unheard, {});
  for (const std::string& file : request.more_files)
    if (const auto other =
            make_invocation(context.database, context.files, file, context.libtorch, of_others))
      add_flags(*invocation->compiler, *other->compiler);
  for (const std::string& folder : request.folders)
    invocation->compiler->getHeaderSearchOpts().AddPath(
        folder, clang::frontend::Angled, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
  return Parser(std::move(*invocation), request, context).run();
}

} // namespace fx::frontend
