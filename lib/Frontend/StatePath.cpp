#include "Frontend/StatePath.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace clang;

namespace fx::frontend {

const Location* pointee_of(const Location* place) {
  constexpr int max_depth = 64;
  for (int depth = 0; depth < max_depth; ++depth) {
    const Value& value = place->value();
    if (!value.is(Value::Kind::Pointer) || value.target() == nullptr) return place;
    place = value.target();
  }
  return place;
}

const Object* object_at(const Location* place) {
  const Value& value = pointee_of(place)->value();
  return value.is_object() ? value.object() : nullptr;
}

namespace {

using Fields = std::vector<std::pair<const FieldDecl*, Location*>>;

/// The members in the order of the file.
Fields fields_of(const Object& object) {
  Fields fields(object.fields.begin(), object.fields.end());
  std::ranges::sort(fields, {}, [](const auto& entry) {
    return std::pair(entry.first->getLocation().getRawEncoding(), entry.first->getFieldIndex());
  });
  return fields;
}

/// Looks for a place among the parts of what stands in another.
class StateSearch {
public:
  explicit StateSearch(const Location* wanted) : wanted_(wanted) {}

  bool visit(const Location* place) {
    if (place == wanted_ || pointee_of(place) == wanted_) return true;
    const Object* object = object_at(place);
    if (object == nullptr || !seen_.insert(object).second) return false;
    if (object->self == wanted_) return true;
    for (const auto& [field, part] : fields_of(*object))
      if (visit(part, field)) return true;
    for (size_t i = 0; i < object->elements.size(); ++i)
      if (visit(object->elements[i], i)) return true;
    return false;
  }

  std::vector<StatePath::Step> steps;

private:
  bool visit(const Location* part, StatePath::Step step) {
    steps.push_back(step);
    if (visit(part)) return true;
    steps.pop_back();
    return false;
  }

  const Location* wanted_;
  llvm::SmallPtrSet<const Object*, 32> seen_;
};

/// What a pointer or a handle of this type leads to in the end, null where that is not known.
QualType pointee_type(QualType type) {
  while (!type.isNull()) {
    type = type.getNonReferenceType();
    if (type->isPointerType())
      type = type->getPointeeType();
    else if (const CXXRecordDecl* record = type->getAsCXXRecordDecl(); is_handle_class(record))
      type = handle_target(record);
    else
      return type.getUnqualifiedType();
  }
  return {};
}

/// The type of an element of what is declared as `type`, through pointers.
QualType element_type(QualType type, size_t index) {
  type = pointee_type(type);
  if (type.isNull()) return {};
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) return array->getElementType();
  const auto* list = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record_of(type));
  if (list == nullptr) return {};
  llvm::SmallVector<QualType, 4> types;
  for (const TemplateArgument& argument : list->getTemplateArgs().asArray()) {
    if (argument.getKind() == TemplateArgument::Type) types.push_back(argument.getAsType());
    if (argument.getKind() != TemplateArgument::Pack) continue;
    for (const TemplateArgument& part : argument.pack_elements())
      if (part.getKind() == TemplateArgument::Type) types.push_back(part.getAsType());
  }
  const bool is_tuple = list->getName() == "tuple" || list->getName() == "pair";
  const size_t at = is_tuple ? index : 0;
  return at < types.size() ? types[at] : QualType();
}

/// Looks for what could make an initialiser give another value at another time.
class InitialiserReader : public RecursiveASTVisitor<InitialiserReader> {
public:
  explicit InitialiserReader(const Machine& machine) : machine_(machine) {}
  bool VisitCXXThisExpr(CXXThisExpr* /*expr*/) { return false; }
  bool VisitLambdaExpr(LambdaExpr* /*expr*/) { return false; }
  bool VisitDeclRefExpr(DeclRefExpr* expr) {
    const ValueDecl* named = expr->getDecl();
    if (isa<EnumConstantDecl>(named)) return true;
    return !machine_.is_user_code(named) && (isa<FunctionDecl>(named) || is_constant(named));
  }
  bool VisitMemberExpr(MemberExpr* expr) { return !machine_.is_user_code(expr->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr* expr) {
    return !machine_.is_user_code(expr->getConstructor());
  }

private:
  static bool is_constant(const ValueDecl* named) {
    const auto* variable = dyn_cast<VarDecl>(named);
    return variable && variable->getType().isConstQualified();
  }

  const Machine& machine_;
};

} // namespace

bool StatePath::is_around(const StatePath& other) const {
  return variable == other.variable && steps.size() <= other.steps.size() &&
         std::equal(steps.begin(), steps.end(), other.steps.begin());
}

std::optional<StatePath> StatePath::container() const {
  if (steps.empty() || !std::holds_alternative<size_t>(steps.back())) return std::nullopt;
  StatePath outer = *this;
  outer.steps.pop_back();
  return outer;
}

QualType StatePath::type() const {
  QualType type = variable ? variable->getType() : QualType();
  for (const Step& step : steps) {
    const auto* field = std::get_if<const FieldDecl*>(&step);
    if (field)
      type = (*field)->getType();
    else
      type = element_type(type, std::get<size_t>(step));
  }
  return pointee_type(type);
}

std::string StatePath::name(size_t skipped) const {
  std::string name = variable ? variable->getNameAsString() : "";
  const auto add = [&](const std::string& part) {
    name += (name.empty() || part.empty() ? "" : "_") + part;
  };
  for (const Step& step : llvm::drop_begin(steps, skipped)) {
    const auto* field = std::get_if<const FieldDecl*>(&step);
    add(field ? (*field)->getNameAsString() : std::to_string(std::get<size_t>(step)));
  }
  return name.empty() || llvm::isDigit(name.front()) ? "state_" + name : name;
}

std::optional<StatePath> find_state(Machine& machine, const Object* root, const Location* place) {
  StateSearch in_model(place);
  if (in_model.visit(root->self)) return StatePath{nullptr, std::move(in_model.steps)};
  std::vector<std::pair<const VarDecl*, const Location*>> variables;
  for (const auto& [declaration, of_variable] : machine.globals())
    if (const auto* variable = dyn_cast<VarDecl>(declaration))
      variables.emplace_back(variable, of_variable);
  std::ranges::sort(variables, {},
                    [](const auto& entry) { return entry.first->getLocation().getRawEncoding(); });
  for (const auto& [variable, of_variable] : variables)
    if (StateSearch in_variable(place); in_variable.visit(of_variable))
      return StatePath{variable, std::move(in_variable.steps)};
  return std::nullopt;
}

bool follow_state(Machine& machine, const Expr* where, const Object* root, const StatePath& path,
                  StatePlace& found) {
  GraphBuilder& graph = machine.graph();
  Location* place = root->self;
  found = {};
  found.owner = &graph.traced().modules.root();
  if (path.variable && !machine.variable(where, path.variable, place)) return false;
  for (size_t i = 0; i < path.steps.size(); ++i) {
    const Object* object = object_at(place);
    if (object == nullptr) return true;
    if (object->kind == Object::Kind::Module && !path.variable) {
      ModuleNode& module = graph.in_tree(*object->module);
      if (module.parent) {
        found.owner = &module;
        found.steps_to_owner = i;
      }
    }
    if (const auto* field = std::get_if<const FieldDecl*>(&path.steps[i])) {
      place = object->fields.lookup(*field);
    } else {
      const size_t index = std::get<size_t>(path.steps[i]);
      place = index < object->elements.size() ? object->elements[index] : nullptr;
    }
    if (place == nullptr) return true;
  }
  found.place = const_cast<Location*>(pointee_of(place)); // every place is one of the storage's
  return true;
}

size_t num_holders(const Machine& machine, const Object* root, const Node* tensor) {
  size_t count = 0;
  std::vector<const Object*> objects{root};
  llvm::SmallPtrSet<const Object*, 32> seen{root};
  const auto visit = [&](const Location* place) {
    count += place->value().is_node() && place->value().node() == tensor;
    if (const Object* object = object_at(place); object && seen.insert(object).second)
      objects.push_back(object);
  };
  for (const auto& [variable, place] : machine.globals())
    visit(place);
  for (size_t i = 0; i < objects.size(); ++i) {
    for (const auto& [field, place] : objects[i]->fields)
      visit(place);
    for (const Location* place : objects[i]->elements)
      visit(place);
  }
  return count;
}

bool is_initialised_alike(const Machine& machine, const VarDecl* variable) {
  const Expr* init = variable->getAnyInitializer();
  return init == nullptr || variable->hasConstantInitialization() ||
         InitialiserReader(machine).TraverseStmt(const_cast<Expr*>(init));
}

} // namespace fx::frontend
