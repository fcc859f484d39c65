// Variables that exist before the program begins: namespaces' variables and static members.
#include "Frontend/Eval/Machine.h"

#include <map>

using namespace clang;

namespace fx::frontend {

namespace {

/// The definitions of variables that have an initialiser to run, in order. What the headers of
/// libraries define is not among them.
void find_dynamic(const Machine& machine, const DeclContext* scope,
                  std::vector<const VarDecl*>& found) {
  for (const Decl* declaration : scope->noload_decls()) {
    if (!machine.is_user_code(declaration)) continue;
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration)) {
      find_dynamic(machine, llvm::cast<DeclContext>(declaration), found);
      continue;
    }
    if (const auto* record = dyn_cast<CXXRecordDecl>(declaration);
        record && record->isThisDeclarationADefinition() && !record->isDependentContext()) {
      find_dynamic(machine, record, found); // inline static members
      continue;
    }
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (variable == nullptr || !variable->hasGlobalStorage() || variable->isInvalidDecl() ||
        variable->isThisDeclarationADefinition() != VarDecl::Definition ||
        variable->getTLSKind() != VarDecl::TLS_None ||
        isa<VarTemplatePartialSpecializationDecl>(variable) ||
        variable->getDescribedVarTemplate() != nullptr ||
        variable->getTemplateSpecializationKind() == TSK_ImplicitInstantiation)
      continue;
    const Expr* init = variable->getInit();
    if (init == nullptr || init->isValueDependent() || init->isTypeDependent() ||
        variable->isConstexpr() || variable->hasConstantInitialization())
      continue;
    found.push_back(variable);
  }
}

} // namespace

void Machine::initialize_globals() {
  std::vector<const VarDecl*> variables;
  find_dynamic(*this, context_.getTranslationUnitDecl(), variables);
  const auto priority = [](const VarDecl* variable) {
    const auto* attribute = variable->getAttr<InitPriorityAttr>();
    return attribute ? attribute->getPriority() : 65535U;
  };
  std::multimap<unsigned, const VarDecl*> in_order; // equals stay in the order of the file
  for (const VarDecl* global : variables)
    in_order.emplace(priority(global), global);
  for (const auto& [order, global] : in_order) {
    const size_t said = report_.diagnostics().size();
    const size_t depth = frames_.size();
    const size_t steps = steps_;
    const unsigned nesting = expression_depth_;
    const size_t missing = missing_bodies_.size();
    const Node* last = graph_.last();
    Location* location = nullptr;
    if (variable(global->getInit(), global, location) && missing_bodies_.size() == missing)
      continue;
    // It may be of no use to the model; whoever uses it hears why it cannot be initialised.
    report_.forget(said);
    missing_bodies_.resize(missing);
    exception_.reset();
    frames_.resize(depth);
    steps_ = steps;
    expression_depth_ = nesting;
    graph_.erase_queries_after(last);
    globals_.erase(llvm::cast<ValueDecl>(global->getCanonicalDecl()));
  }
}

} // namespace fx::frontend
