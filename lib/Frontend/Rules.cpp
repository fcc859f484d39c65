#include "fx/Frontend/Rules.h"

#include "Frontend/ModelTracer.h"
#include "Frontend/SessionState.h"
#include "Frontend/SourceNotes.h"

#include <algorithm>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// The functions of one namespace that make a rule.
struct RuleFunctions {
  std::string name;
  std::vector<const FunctionDecl*> patterns;
  const FunctionDecl* replacement = nullptr;
  const FunctionDecl* condition = nullptr;
  const VarDecl* message = nullptr;
  bool exact = false;
};

/// constexpr char message[] = "...";
const StringLiteral* text_of(const VarDecl& variable) {
  const Expr* value = variable.getInit();
  return value == nullptr ? nullptr : dyn_cast<StringLiteral>(value->IgnoreParenImpCasts());
}

void add_rules(const DeclContext* context, const SourceManager& sources,
               std::vector<RuleFunctions>& rules) {
  for (const Decl* declaration : context->decls()) {
    const clang::SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
    if (place.isInvalid() || sources.isInSystemHeader(place) ||
        sources.isLoadedSourceLocation(place))
      continue;
    const auto* space = dyn_cast<NamespaceDecl>(declaration);
    if (space == nullptr) continue;
    RuleFunctions rule;
    rule.name = space->getNameAsString();
    rule.exact = is_noted_exact(*space, sources);
    for (const Decl* inner : space->decls()) {
      if (const auto* variable = dyn_cast<VarDecl>(inner);
          variable && variable->getName() == "message" && text_of(*variable))
        rule.message = variable;
      const auto* function = dyn_cast<FunctionDecl>(inner);
      if (function == nullptr || !function->doesThisDeclarationHaveABody()) continue;
      const std::string name = function->getNameAsString();
      if (llvm::StringRef(name).starts_with("pattern"))
        rule.patterns.push_back(function);
      else if (name == "replacement")
        rule.replacement = function;
      else if (name == "condition")
        rule.condition = function;
    }
    if (!rule.patterns.empty() || rule.replacement) rules.push_back(std::move(rule));
    add_rules(space, sources, rules);
  }
}

class RuleReader {
public:
  RuleReader(ParsedUnit& unit, const TraceOptions& options) : unit_(unit), options_(options) {}

  bool read(const RuleFunctions& functions, RewriteRule& rule) {
    rule.name = functions.name;
    if (functions.message != nullptr) rule.message = text_of(*functions.message)->getString().str();
    if (functions.patterns.empty())
      return report(functions.replacement->getLocation(), diag::half_a_rule, rule.name,
                    "a function 'pattern'");
    // What is told of is not replaced too.
    if ((functions.replacement != nullptr) == (functions.message != nullptr))
      return report(functions.patterns.front()->getLocation(), diag::half_a_rule, rule.name,
                    functions.message == nullptr ? "a function 'replacement', or a 'message'"
                                                 : "'replacement' or 'message', and has both");
    for (const FunctionDecl* pattern : functions.patterns) {
      RewriteCase& alternative = rule.cases.emplace_back();
      alternative.exact =
          functions.exact || is_noted_exact(*pattern, unit_.context().getSourceManager());
      if (!trace(pattern, alternative.pattern) || !makes_no_module(*pattern, alternative.pattern) ||
          (functions.replacement != nullptr &&
           (!trace(functions.replacement, alternative.replacement) ||
            !has_settled_options(*functions.replacement, alternative.replacement) ||
            !align(*functions.replacement, *pattern, alternative))))
        return false;
    }
    rule.location = location(functions.patterns.front());
    return functions.condition == nullptr || trace(functions.condition, rule.condition.emplace());
  }

private:
  template <unsigned N, class... Arguments>
  bool report(clang::SourceLocation where, Message<MessageKind::Error, N> message,
              const Arguments&... arguments) {
    unit_.report(DiagnosticsEngine::Error, where, say(message, arguments...).text, message.info);
    return false;
  }

  fx::SourceRange location(const FunctionDecl* function) const {
    const PresumedLoc place =
        unit_.context().getSourceManager().getPresumedLoc(function->getLocation());
    fx::SourceRange range;
    if (place.isInvalid()) return range;
    range.file = place.getFilename();
    range.line = place.getLine();
    range.column = place.getColumn();
    return range;
  }

  bool trace(const FunctionDecl* function, TracedModule& module) {
    ModelTracer tracer(unit_, options_);
    tracer.set_in_rule();
    const bool ok = tracer.trace_function(function);
    tracer.report().emit_diagnostics();
    if (ok) module = tracer.take();
    return ok;
  }

  /// What a pattern calls is what it is given.
  bool makes_no_module(const FunctionDecl& pattern, const TracedModule& traced) {
    for (const ModuleNode* module : traced.modules.root().children)
      if (!module->is_input)
        return report(pattern.getLocation(), diag::pattern_makes_a_module, module->cpp_type.str());
    return true;
  }

  /// The modules that a replacement makes do not depend on the place.
  bool has_settled_options(const FunctionDecl& replacement, const TracedModule& traced) {
    for (const ModuleNode* module : traced.modules.root().children)
      for (const ModuleOption& option : module->options)
        if (option.value.has_nodes())
          return report(replacement.getLocation(), diag::rule_option_of_a_place, option.name.str(),
                        module->cpp_type.str());
    return true;
  }

  /// The replacement gets the inputs of the pattern, in its order, those too that it does not need.
  bool align(const FunctionDecl& replacement, const FunctionDecl& pattern,
             RewriteCase& alternative) {
    Graph& graph = alternative.replacement.graph;
    std::map<std::string, Node*, std::less<>> own;
    for (Node* node : graph.placeholders())
      own.emplace(node->target().str(), node);
    Node* first = graph.front();
    while (first->op() == Opcode::Placeholder)
      first = first->next();
    const auto point = graph.inserting_before(first);
    for (const Node* input : alternative.pattern.graph.placeholders()) {
      const auto found = own.find(input->target().view());
      if (found == own.end()) {
        graph.placeholder(input->target());
        continue;
      }
      Node* moved = graph.placeholder(input->target());
      found->second->replace_all_uses_with(moved);
      graph.erase_node(found->second);
      own.erase(found);
    }
    if (!own.empty())
      return report(replacement.getLocation(), diag::rule_input_missing, own.begin()->first,
                    pattern.getNameAsString());
    return true;
  }

  ParsedUnit& unit_;
  const TraceOptions& options_;
};

bool read_rules(ParsedUnit& unit, const std::string& file, DiagnosticOutput& output,
                std::vector<RewriteRule>& rules) {
  const ParsedUnit::OutputScope scope(unit, output);
  std::vector<RuleFunctions> found;
  add_rules(unit.context().getTranslationUnitDecl(), unit.context().getSourceManager(), found);
  // Messages about the model are not meant for the rules.
  const TraceOptions options;
  RuleReader reader(unit, options);
  for (const RuleFunctions& functions : found)
    if (!reader.read(functions, rules.emplace_back())) return false;
  if (found.empty()) output.message(diag::no_rule, file);
  return !found.empty();
}

} // namespace

llvm::Expected<std::vector<RewriteRule>> trace_rules(Session& session, const std::string& file,
                                                     DiagnosticSink& sink) {
  DiagnosticOutput output(sink, session.options().style);
  ParseRequest request;
  request.file = file;
  std::vector<RewriteRule> rules;
  const std::unique_ptr<ParsedUnit> unit = session.state().parse(request, output, {});
  bool ok = false;
  if (unit) {
    // A rule that is passed over would be missed without a word.
    const bool is_whole = unit->findings().is_traceable && unit->errors().empty();
    ok = is_whole && read_rules(*unit, file, output, rules);
    report_errors(*unit, !is_whole, {}, output);
  }
  if (!ok) return llvm::createStringError(llvm::inconvertibleErrorCode(), "no rules were read");
  return rules;
}

} // namespace fx::frontend
