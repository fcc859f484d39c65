// Finding roots: by name, by expression, by looking at what the file constructs.
#include "Frontend/Roots.h"

#include "Frontend/ModelTracer.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// The user's module classes and the constructions of them outside of modules.
class RootFinder : public RecursiveASTVisitor<RootFinder> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCXXRecordDecl(CXXRecordDecl* record) {
    if (record->isThisDeclarationADefinition() && !record->isDependentType() &&
        !record->isLambda() && is_module_class(record) && !record->isAbstract() &&
        !derives_from(record, "torch::nn::ModuleHolder"))
      classes.push_back(record);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl* function) {
    if (!isa<CXXMethodDecl>(function) && !function->isDependentContext() &&
        function->doesThisDeclarationHaveABody())
      functions.push_back(function);
    return true;
  }

  /// Net net(10); auto net = std::make_shared<Net>(10); in a function that is no method.
  bool VisitVarDecl(VarDecl* variable) {
    const Expr* init = variable->getInit();
    if (init == nullptr || variable->isInvalidDecl() || init->isValueDependent() ||
        isa<ParmVarDecl>(variable) || variable->getType()->isReferenceType() ||
        variable->getType()->isPointerType())
      return true;
    if (variable->getDeclContext()->isRecord()) return true;
    if (const CXXRecordDecl* record = module_type(variable->getType()))
      constructions.push_back({record, init});
    return true;
  }

  struct Construction {
    const CXXRecordDecl* record;
    const Expr* init;
  };
  std::vector<CXXRecordDecl*> classes;
  std::vector<FunctionDecl*> functions;
  std::vector<Construction> constructions;

private:
  /// The user's module class a type is, holds or points to.
  const CXXRecordDecl* module_type(QualType type) const {
    const CXXRecordDecl* record = record_of(type);
    if (is_handle_class(record)) record = record_of(handle_target(record));
    return record && is_module_class(record) && !is_torch_library(record) ? record : nullptr;
  }
};

bool has_usable_default_constructor(const CXXRecordDecl* record) {
  if (record->needsImplicitDefaultConstructor()) return true;
  return llvm::any_of(record->ctors(), [](const CXXConstructorDecl* constructor) {
    return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
           constructor->getAccess() != AS_private;
  });
}

bool has_forward(const CXXRecordDecl* record) {
  for (const CXXMethodDecl* method : record->methods())
    if (method->getDeclName().isIdentifier() && method->getName() == "forward") return true;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()); parent && has_forward(parent))
      return true;
  return false;
}

std::string holder_spelling(const CXXRecordDecl* record) {
  std::string name = record->getQualifiedNameAsString();
  if (llvm::StringRef(name).ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

void report(CompilerInstance& compiler, clang::SourceLocation where, DiagnosticsEngine::Level level,
            const std::string& text) {
  DiagnosticsEngine& engine = compiler.getDiagnostics();
  engine.Report(where, engine.getDiagnosticIDs()->getCustomDiagID(
                           static_cast<DiagnosticIDs::Level>(level), "%0"))
      << text;
}

/// "10, 3" for a constructor (int64_t classes, int64_t channels): an example to type.
std::string example_arguments(const CXXRecordDecl* record) {
  const CXXConstructorDecl* chosen = nullptr;
  for (const CXXConstructorDecl* constructor : record->ctors())
    if (!constructor->isCopyOrMoveConstructor() && !constructor->isDeleted() &&
        (!chosen || constructor->getMinRequiredArguments() < chosen->getMinRequiredArguments()))
      chosen = constructor;
  if (chosen == nullptr) return "...";
  std::string text;
  for (unsigned i = 0; i < chosen->getMinRequiredArguments(); ++i) {
    const ParmVarDecl* parameter = chosen->getParamDecl(i);
    if (!text.empty()) text += ", ";
    text += fmt::format("<{}>", parameter->getNameAsString().empty()
                                    ? parameter->getType().getAsString()
                                    : parameter->getNameAsString());
  }
  return text;
}

/// `buffers` and `wanted`, which may be one of them in another way, or have some as its parts.
std::vector<StateBuffer> with_buffer(std::vector<StateBuffer> buffers, const StateBuffer& wanted) {
  std::erase_if(buffers,
                [&](const StateBuffer& other) { return wanted.path.is_around(other.path); });
  buffers.push_back(wanted);
  for (StateBuffer& buffer : buffers) {
    buffer.place = nullptr;
    buffer.owner = nullptr;
    buffer.slots.clear();
  }
  return buffers;
}

/// "net.cpp:12:5: the condition of this 'if' ..."
std::string first_error(const Reporter& report, const SourceManager& sources) {
  for (const PendingDiagnostic& diagnostic : report.diagnostics()) {
    if (diagnostic.level != DiagnosticsEngine::Error) continue;
    const PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(diagnostic.location));
    return place.isInvalid() ? diagnostic.message
                             : fmt::format("{}:{}:{}: {}", place.getFilename(), place.getLine(),
                                           place.getColumn(), diagnostic.message);
  }
  return "no reason was given";
}

} // namespace

Outcome trace_roots(CompilerInstance& compiler, const ParseErrors& errors,
                    const TraceOptions& options, const char* root_function,
                    llvm::function_ref<bool(const std::vector<MissingBody>&)> find_bodies,
                    TraceResult& traced) {
  ASTContext& context = compiler.getASTContext();
  const SourceManager& sources = context.getSourceManager();
  RootFinder finder;
  std::vector<Decl*> user_declarations;
  for (Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
    if (location.isValid() && !sources.isInSystemHeader(location) &&
        !sources.isLoadedSourceLocation(location))
      user_declarations.push_back(declaration);
  }
  for (Decl* declaration : user_declarations)
    finder.TraverseDecl(declaration);

  bool again = false; // with more files
  using Tracer = std::unique_ptr<ModelTracer>;
  // State that a later call reads may be kept in a buffer: in a trace that has it.
  const auto keep_state = [&](auto&& start, const TraceOptions& with, Tracer& tracer) {
    constexpr int max_states = 256;
    bool ok = false;
    for (int i = 0; !ok && i < max_states && tracer->wanted_buffer() &&
                    (with.state_buffers || !tracer->wanted_buffer()->is_number);
         ++i) {
      std::vector<StateBuffer> buffers = with_buffer(tracer->buffers(), *tracer->wanted_buffer());
      tracer = std::make_unique<ModelTracer>(compiler, errors, with);
      tracer->set_buffers(std::move(buffers));
      ok = start(*tracer);
    }
    return ok;
  };
  TraceOptions keeping_numbers = options;
  keeping_numbers.state_buffers = true;
  const auto run = [&](auto&& start, bool loud) {
    auto tracer = std::make_unique<ModelTracer>(compiler, errors, options);
    const bool ok = start(*tracer) || keep_state(start, options, tracer);
    if (!ok && tracer->wanted_buffer() && !options.state_buffers) {
      auto other = std::make_unique<ModelTracer>(compiler, errors, keeping_numbers);
      other->set_buffers(with_buffer(tracer->buffers(), *tracer->wanted_buffer()));
      if (start(*other) || keep_state(start, keeping_numbers, other)) tracer->suggest_buffers();
    }
    again |= find_bodies(tracer->machine().missing_bodies());
    if (loud && !again) tracer->report().emit_diagnostics();
    return std::make_pair(ok && !again, std::move(tracer));
  };

  if (!options.root.empty()) {
    const FunctionDecl* function = nullptr;
    for (const FunctionDecl* candidate : finder.functions)
      if (candidate->getNameAsString() == root_function) function = candidate;
    if (function) {
      const auto* body = dyn_cast<CompoundStmt>(function->getBody());
      const auto* statement =
          body && !body->body_empty() ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
      if (statement == nullptr || statement->getRetValue() == nullptr) {
        report(compiler, function->getLocation(), DiagnosticsEngine::Error,
               "--root must be one C++ expression");
        return Outcome::Failed;
      }
      auto [ok, tracer] =
          run([&](ModelTracer& e) { return e.trace_root(statement->getRetValue()); }, true);
      if (again) return Outcome::Again;
      if (ok) traced.models.push_back(tracer->take());
      return ok ? Outcome::Traced : Outcome::Failed;
    }
    // A name: of a class, its holder, or a function.
    const CXXRecordDecl* record = nullptr;
    for (const CXXRecordDecl* candidate : finder.classes) {
      const std::string name = candidate->getQualifiedNameAsString();
      const std::string holder = holder_spelling(candidate);
      for (const std::string& spelling : {name, holder})
        if (spelling == options.root || llvm::StringRef(spelling).ends_with("::" + options.root))
          record = candidate;
    }
    const FunctionDecl* free_function = nullptr;
    for (const FunctionDecl* candidate : finder.functions)
      if (candidate->getQualifiedNameAsString() == options.root) free_function = candidate;
    if (record == nullptr && free_function == nullptr) {
      report(compiler, {}, DiagnosticsEngine::Error,
             fmt::format("--root: there is no module class or function '{}' in this file",
                         options.root));
      for (const CXXRecordDecl* candidate : finder.classes)
        report(compiler, candidate->getLocation(), DiagnosticsEngine::Note,
               fmt::format("candidate: --root='{}({})'", holder_spelling(candidate),
                           example_arguments(candidate)));
      return Outcome::NothingFound;
    }
    if (record && !has_usable_default_constructor(record)) {
      report(compiler, record->getLocation(), DiagnosticsEngine::Error,
             fmt::format("--root: '{}' has no constructor without arguments", options.root));
      report(compiler, record->getLocation(), DiagnosticsEngine::Note,
             fmt::format("say how to construct it: --root='{}({})'", holder_spelling(record),
                         example_arguments(record)));
      return Outcome::NothingFound;
    }
    auto [ok, tracer] = run(
        [&](ModelTracer& e) {
          return record ? e.trace_default_constructed(record) : e.trace_function(free_function);
        },
        true);
    if (again) return Outcome::Again;
    if (ok) traced.models.push_back(tracer->take());
    return ok ? Outcome::Traced : Outcome::Failed;
  }

  // Without --root: what can be constructed. A class that is part of another root is no root.
  struct Attempt {
    const CXXRecordDecl* record;
    bool ok;
    std::unique_ptr<ModelTracer> tracer;
    std::string reason;
  };
  std::vector<Attempt> attempts;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> parts;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> done;
  const auto attempt = [&](const CXXRecordDecl* record, bool is_guess, auto&& start) {
    const auto* key = llvm::cast<CXXRecordDecl>(record->getCanonicalDecl());
    if (done.contains(key)) return;
    auto [ok, tracer] = run(start, false);
    for (const CXXRecordDecl* part : tracer->machine().constructed_classes())
      if (part != key) parts.insert(part);
    // A construction in a function may use locals nobody knows here: that is no error of the model.
    if (!ok && is_guess && tracer->in_constructor()) return;
    done.insert(key);
    attempts.push_back({key, ok, std::move(tracer), {}});
  };
  for (const CXXRecordDecl* record : finder.classes)
    if (has_forward(record) && has_usable_default_constructor(record))
      attempt(record, false, [&](ModelTracer& e) { return e.trace_default_constructed(record); });
  for (const RootFinder::Construction& construction : finder.constructions)
    if (has_forward(construction.record))
      attempt(construction.record, true,
              [&](ModelTracer& e) { return e.trace_root(construction.init); });

  if (again) return Outcome::Again;
  bool any = false;
  bool ok = true;
  for (Attempt& result : attempts) {
    if (parts.contains(result.record)) continue;
    any = true;
    ok &= result.ok;
    if (!result.ok) result.reason = first_error(result.tracer->report(), sources);
    result.tracer->report().emit_diagnostics();
    if (result.ok) traced.models.push_back(result.tracer->take());
  }
  const auto tell = [&](const CXXRecordDecl* record, bool was_traced, const std::string& reason) {
    const std::string name = record->getQualifiedNameAsString();
    const bool failed_to = !was_traced && !llvm::StringRef(reason).starts_with("not constructed");
    traced.classes.push_back({name, was_traced, failed_to, reason});
  };
  for (const Attempt& result : attempts)
    if (!parts.contains(result.record)) tell(result.record, result.ok, result.reason);
  for (const CXXRecordDecl* record : finder.classes) {
    const auto* key = llvm::cast<CXXRecordDecl>(record->getCanonicalDecl());
    if (has_forward(record) && !done.contains(key) && !parts.contains(key))
      tell(record, false,
           fmt::format("not constructed: --root='{}({})'", holder_spelling(record),
                       example_arguments(record)));
  }
  if (options.keep_going && any) {
    for (const Attempt& result : attempts)
      traced.num_failed += !result.ok && !parts.contains(result.record);
    return traced.models.empty() ? Outcome::Failed : Outcome::Traced;
  }
  if (any) return ok ? Outcome::Traced : Outcome::Failed;
  if (finder.classes.empty()) {
    const clang::SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
    report(compiler, start, DiagnosticsEngine::Error,
           "no module in this file: it defines no class derived from torch::nn::Module");
    report(compiler, start, DiagnosticsEngine::Note,
           "to trace a plain function of tensors, name it: --root=<function>");
    return Outcome::NothingFound;
  }
  report(
      compiler, finder.classes.front()->getLocation(), DiagnosticsEngine::Error,
      "no module of this file can be constructed without arguments, and the file constructs none");
  for (const CXXRecordDecl* candidate : finder.classes)
    if (has_forward(candidate))
      report(compiler, candidate->getLocation(), DiagnosticsEngine::Note,
             fmt::format("candidate: --root='{}({})'", holder_spelling(candidate),
                         example_arguments(candidate)));
  return Outcome::NothingFound;
}

} // namespace fx::frontend
