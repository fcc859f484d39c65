#include "Frontend/Lower/GraphBuilder.h"

#include "Frontend/Lower/Construction.h"
#include "Frontend/Lower/Device.h"
#include "Frontend/Lower/EarlierCall.h"
#include "Frontend/Lower/Views.h"
#include "Frontend/Values/ListViews.h"
#include "Frontend/Values/Names.h"
#include "Frontend/Values/Variants.h"
#include "fx/Frontend/StoredValues.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

GraphBuilder::GraphBuilder(ASTContext& context, const TraceOptions& options, Reporter& report,
                           const CallStack& calls)
    : context_(context), options_(options), report_(report), calls_(calls),
      construction_(std::make_unique<Construction>(traced_, report)) {}
GraphBuilder::~GraphBuilder() = default;

void GraphBuilder::begin_call(Graph& graph, bool training) {
  if (forward_ == nullptr) {
    mode_was_asked_ = false; // what constructors ask is always true
    erase_unused_conversions();
  }
  forward_ = &graph;
  training_ = training;
  num_made_.clear();
  entered_.clear();
  autocast_.begin_call();
  parameter_nodes_.clear();
  module_stack_.clear();
}

namespace {

/// A node that only asks for a number, and that has no user.
bool is_query(const Node& node) {
  const std::string_view target = node.target();
  const bool asks =
      node.op() == Opcode::CallMethod
          ? target == "size" || target == "dim" || target == "numel" || target == "stride"
          : node.op() == Opcode::CallFunction &&
                (target.starts_with("operator.") || target == "builtins.getattr" ||
                 target == "builtins.len" || target == "builtins.float");
  return asks && node.users().empty();
}

} // namespace

void GraphBuilder::erase_queries_after(const Node* last) {
  while (!graph().empty() && graph().back() != last && is_query(*graph().back()))
    graph().erase_node(graph().back());
}

void GraphBuilder::erase_unused_after(const Node* last) {
  // A get_attr node is what the next use of the parameter takes, too.
  while (!graph().empty() && graph().back() != last && graph().back()->users().empty() &&
         graph().back()->op() != Opcode::GetAttr)
    graph().erase_node(graph().back());
}

void GraphBuilder::erase_after(const Node* last) {
  while (!graph().empty() && graph().back() != last)
    graph().erase_node(graph().back());
}

void GraphBuilder::erase_unused_conversions() {
  std::vector<Node*> conversions;
  for (Node* node : graph())
    if (node->is_call_function("builtins.float")) conversions.push_back(node);
  for (Node* node : llvm::reverse(conversions))
    if (node->users().empty()) graph().erase_node(node);
}

const Object* GraphBuilder::current_module() const {
  for (const Frame& frame : llvm::reverse(calls_))
    if (const Object* self = frame.self; self && self->kind == Object::Kind::Module &&
                                         (self->module->parent || self->module == adopted_root_))
      return self;
  return nullptr;
}

bool GraphBuilder::is_registered(const ModuleNode& module) const {
  if (module.parent == nullptr) return false;
  for (const ModuleNode* node = &module; node; node = node->parent)
    if (adopted_modules_.contains(node)) return false;
  return true;
}

fx::SourceRange GraphBuilder::source_range(clang::SourceRange range) const {
  return frontend::source_range(context_, range);
}

void GraphBuilder::note_stored(const Value& value, clang::SourceRange place) const {
  if (!options_.stored_values || !value.is_node() || place.getBegin().isMacroID()) return;
  std::vector<fx::SourceRange> places;
  if (const auto* earlier = value.node()->meta(stored_in)) places = *earlier;
  places.push_back(source_range(place));
  value.node()->set_meta(stored_in, std::move(places));
}

Node* GraphBuilder::emit(const Expr* expr, Opcode op, std::string_view target,
                         std::vector<Argument> args, std::vector<KeywordArgument> kwargs) {
  if (autocast_.is_behind()) autocast_.catch_up();
  if (expr && !blobs_.empty() && target.ends_with('_') && !args.empty() && args[0].is_node())
    is_current(expr->getExprLoc(), args[0].as_node(), /*writes=*/true);
  Node* node = graph().create_node(op, target, std::move(args), std::move(kwargs));
  if (in_constructor()) {
    if (expr && gradients_.on && construction_->writes_to_parameter(*node))
      report_.error(expr->getExprLoc(), diag::parameter_written_in_place);
    construction_->note_computed(node, gradients_.on);
  }
  if (may_reshape(*node)) ++num_reshapes_;
  if (expr) {
    node->set_meta(meta::source_range, source_range(expr->getSourceRange()));
    report_.note_origin(node, expr->getExprLoc());
    if (options_.syntax)
      if (std::optional<SourceSyntax> syntax = syntax_of(expr))
        node->set_meta(meta::syntax, std::move(*syntax));
  }
  std::vector<fx::SourceRange> calls;
  for (const Frame& frame : calls_)
    if (frame.call.isValid()) calls.push_back(source_range(frame.call));
  if (!calls.empty()) node->set_meta(meta::call_stack, std::move(calls));
  if (!module_stack_.empty()) node->set_meta(meta::module_stack, module_stack_);
  if (!module_stack_.empty() && options_.stored_values) node->set_meta(module_calls, module_calls_);
  if (listener_) listener_->on_node(expr, node);
  return node;
}

Value GraphBuilder::get_item(const Expr* expr, Node* node, int64_t index) {
  return Value::node(
      emit(expr, Opcode::CallFunction, "operator.getitem", {Argument(node), Argument(index)}));
}

bool GraphBuilder::tensor_node(const Expr* where, const Value& value, Node*& node) {
  Argument argument;
  if (!lower(where, value, argument)) return false;
  if (!argument.is_node())
    return argument.is_none() ? report_.error(where, diag::undefined_tensor)
                              : report_.error(where, diag::tensor_expected);
  node = argument.as_node();
  return true;
}

ModuleNode* GraphBuilder::made_before(const Expr* expr, ModuleNode& module) {
  ModuleNode*& earlier = made_in_forward_[{expr, num_made_[expr]++}];
  const auto same_option = [](const ModuleOption& a, const ModuleOption& b) {
    return a.name == b.name && a.value == b.value;
  };
  if (earlier && earlier->cpp_type == module.cpp_type &&
      llvm::equal(earlier->options, module.options, same_option))
    return earlier;
  earlier = &module;
  return nullptr;
}

bool GraphBuilder::all_guards_left() {
  for (const auto& [guard, where] : entered_)
    return report_.error(where, diag::mode_outlives_forward);
  return autocast_.finish();
}

void GraphBuilder::note_left(const Object* guard) {
  const auto found = replaced_gradients_.find(guard);
  if (found == replaced_gradients_.end()) return;
  gradients_ = found->second;
  replaced_gradients_.erase(found);
}

bool GraphBuilder::gradients_are_on() {
  return gradients_.on || report_.error(gradients_.changed, diag::gradients_left_off);
}

void GraphBuilder::note_written_outside(const Node* tensor, clang::SourceLocation where,
                                        std::string how) {
  written_outside_.try_emplace(base_of(tensor), where, std::move(how));
}

bool GraphBuilder::is_moved(const Value& before, const Value& now) {
  if (!now.is_node()) return false;
  const Node& moved = before_moves(*now.node());
  if (moved.op() != Opcode::GetAttr) return false;
  const TensorSlot* slot = traced_.modules.find_tensor(moved.target());
  if (slot == nullptr || slot->role == TensorRole::Parameter) return false;
  // On another device each call would write to a copy of its own.
  const auto writes = [&](const Node* node) {
    const Node* written = written_tensor(*node);
    const Node* base = written ? base_of(written) : nullptr;
    return base && base->op() == Opcode::GetAttr && base->target() == moved.target();
  };
  if (llvm::any_of(moved.graph(), writes)) return false;
  if (before.is(Value::Kind::TensorSlot))
    return &in_tree(*before.module()).tensors[before.index()] == slot;
  return before.is_node() && slot->init == before.node();
}

bool GraphBuilder::is_known(clang::SourceLocation where, const Node* tensor) {
  if (written_outside_.empty() || tensor == nullptr) return true;
  const auto found = written_outside_.find(base_of(tensor));
  if (found == written_outside_.end()) return true;
  report_.error(where, diag::values_of_a_tensor_not_known, found->second.second);
  report_.note(found->second.first, "here");
  return false;
}

bool GraphBuilder::is_current(clang::SourceLocation where, const Node* tensor, bool writes) {
  const auto found = blobs_.find(base_of(tensor));
  if (found == blobs_.end() || (found->second.isInvalid() && !writes)) return true;
  report_.error(where, diag::memory_shared_with_a_variable);
  if (found->second.isValid()) report_.note(found->second, "the variable is written to here");
  return false;
}

/// Whether `where` is x.detach() or x.data(), which leave the gradients of x behind.
static bool takes_values_alone(const Expr* where) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(where->IgnoreParenImpCasts());
  const CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  return method && method->getIdentifier() &&
         (method->getName() == "detach" || method->getName() == "data");
}

bool GraphBuilder::stands_alone(clang::SourceLocation where, const Node* tensor) {
  if (construction_->is_of_a_trial(tensor)) return report_.error(where, diag::result_of_a_trial);
  const Node* base = base_of(tensor);
  const Weight* shared = construction_->weight(base);
  for (const Node* user : base->users())
    if (shared == nullptr && base->op() == Opcode::GetAttr) shared = construction_->weight(user);
  if (shared)
    return report_.error(where, diag::tensor_shared_with_a_weight, shared->name,
                         shared->module->cpp_type.str());
  if (const Weight* origin = construction_->origin(tensor))
    return report_.error(where, diag::gradients_into_a_weight, origin->name,
                         origin->module->cpp_type.str());
  if (construction_->has_own_origin(tensor))
    return report_.error(where, diag::gradients_into_a_parameter);
  return true;
}

bool GraphBuilder::lower_weight(const Expr* where, const Node* tensor, Argument& argument) {
  const Weight& weight = *construction_->weight(tensor);
  if (weight.module->parent == nullptr)
    return report_.error(where, diag::tensor_of_an_unregistered_module);
  const std::string path = fmt::format("{}.{}", weight.module->path(), weight.name);
  const std::vector<Node*> fetched = graph().find_nodes(Opcode::GetAttr, Symbol(path));
  argument = Argument(fetched.empty() ? emit(where, Opcode::GetAttr, path, {}) : fetched.front());
  return true;
}

Value GraphBuilder::adopt_constant(const Expr* where, Node* tensor) {
  const auto* member = dyn_cast<MemberExpr>(where->IgnoreParenImpCasts());
  const Object* self = calls_.back().self;
  const bool own = member && self && self->kind == Object::Kind::Module;
  ModuleNode& owner = own ? in_tree(*self->module) : traced_.modules.root();
  const std::string wanted = own ? member->getMemberDecl()->getNameAsString() : "_tensor_constant0";
  std::string name = wanted;
  for (int i = 1; owner.child(name) || owner.tensor(name); ++i)
    name = own ? fmt::format("{}_{}", wanted, i) : fmt::format("_tensor_constant{}", i);
  report_.loss(where->getExprLoc(), diag::unregistered_tensor, name);
  TensorSlot slot;
  slot.name = name;
  slot.role = TensorRole::Constant;
  slot.requires_grad = false;
  slot.init = tensor;
  slot.location = source_range(where->getSourceRange());
  owner.tensors.push_back(slot);
  const Value value = Value::tensor_slot(&owner, static_cast<uint32_t>(owner.tensors.size() - 1));
  note_registered(tensor, value);
  return value;
}

/// A struct of the user's is the tuple of its members, in their order, those of bases first.
bool GraphBuilder::lower_struct(const Expr* where, const Object& object, Argument& argument) {
  if (llvm::is_contained(lowering_, &object))
    return report_.error(where, diag::object_holds_itself);
  lowering_.push_back(&object);
  const auto done = llvm::scope_exit([this] { lowering_.pop_back(); });
  std::vector<Argument> items;
  const auto add = [&](auto&& recurse, const CXXRecordDecl* record) -> bool {
    for (const CXXBaseSpecifier& base : record->bases())
      if (const CXXRecordDecl* parent = record_of(base.getType());
          parent && !recurse(recurse, parent->getDefinition()))
        return false;
    return llvm::all_of(record->fields(), [&](const FieldDecl* field) {
      const auto at = object.fields.find(llvm::cast<FieldDecl>(field->getCanonicalDecl()));
      Argument item;
      const bool unset =
          at == object.fields.end() || at->second->value().is(Value::Kind::Uninitialized);
      if (!unset && !lower(where, at->second->value(), item)) return false;
      items.push_back(std::move(item));
      return true;
    });
  };
  if (!add(add, object.type->getDefinition())) return false;
  argument = Argument::tuple(std::move(items));
  return true;
}

namespace {

bool is_map(const Object& object) {
  return object.kind == Object::Kind::Map ||
         (object.type && qualified_name(object.type) == "torch::OrderedDict");
}

} // namespace

/// std::map, OrderedDict and their like are a dict.
bool GraphBuilder::lower_map(const Expr* where, const Object& object, Argument& argument) {
  std::vector<const Value*> parts;
  for (const Location* element : object.elements) {
    if (object.kind == Object::Kind::Map)
      parts.push_back(&element->value());
    else if (element->value().is_object())
      for (const Location* part : element->value().object()->elements)
        parts.push_back(&part->value());
  }
  std::vector<std::pair<Argument, Argument>> items;
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    Argument key;
    Argument item;
    if (!lower(where, *parts[i], key) || !lower(where, *parts[i + 1], item)) return false;
    if (key.is_node()) return report_.error(where, diag::unknown_key_of_a_dict);
    items.emplace_back(std::move(key), std::move(item));
  }
  argument = Argument::dict(std::move(items));
  return true;
}

bool GraphBuilder::lower(const Operand& operand, Argument& argument) {
  return lower(operand.expr, operand.value, argument);
}

/// A tensor or number of the graph, or of the constructor's.
bool GraphBuilder::lower_node(const Expr* where, const Value& value, Argument& argument) {
  if (!written_outside_.empty() && !is_known(where->getExprLoc(), value.node())) return false;
  if (!blobs_.empty() && !is_current(where->getExprLoc(), value.node(), false)) return false;
  if (&value.node()->graph() == &graph()) {
    argument = Argument(value.node());
    return true;
  }
  if (&value.node()->graph() != &traced_.init) {
    Node* repeated = earlier_call_ ? earlier_call_->repeat(*this, where, *value.node()) : nullptr;
    if (repeated == nullptr) return report_.error(where, diag::tensor_of_an_earlier_call);
    argument = Argument(repeated);
    return true;
  }
  // The tensor given to register_buffer is the buffer, under whatever name it is kept.
  if (auto slot = registered_.find(value.node()); slot != registered_.end())
    return lower(where, slot->second, argument);
  if (construction_->weight(value.node())) return lower_weight(where, value.node(), argument);
  const bool is_of_a_trial = construction_->is_of_a_trial(value.node());
  return ((takes_values_alone(where) && !is_of_a_trial) ||
          stands_alone(where->getExprLoc(), value.node())) &&
         lower(where, adopt_constant(where, value.node()), argument);
}

/// A parameter or buffer of a module.
bool GraphBuilder::lower_slot(const Expr* where, const Value& value, Argument& argument) {
  const TensorSlot& slot = in_tree(*value.module()).tensors[value.index()];
  if (!written_outside_.empty() && !is_known(where->getExprLoc(), slot.init)) return false;
  if (!blobs_.empty() && slot.init && !is_current(where->getExprLoc(), slot.init, false))
    return false;
  if (in_constructor()) {
    argument = slot.init ? Argument(slot.init) : Argument();
    return true;
  }
  const std::string prefix = in_tree(*value.module()).path();
  const std::string path =
      prefix.empty() ? slot.name.str() : fmt::format("{}.{}", prefix, slot.name.str());
  if (slot.role != TensorRole::Parameter) {
    argument = Argument(emit(where, Opcode::GetAttr, path, {}));
    return true;
  }
  // torch.fx fetches a parameter once a graph.
  Node*& node = parameter_nodes_[{value.module(), value.index()}];
  if (node == nullptr) node = emit(where, Opcode::GetAttr, path, {});
  argument = Argument(node);
  return true;
}

/// A list or tuple.
bool GraphBuilder::lower_sequence(const Expr* where, const Object& object, Argument& argument) {
  std::vector<Argument> items;
  bool has_node = false;
  for (const Location* element : object.elements) {
    Argument item;
    if (!lower(where, element->value(), item)) return false;
    has_node |= item.is_node() || item.is(Argument::Kind::List) || item.is(Argument::Kind::Tuple);
    items.push_back(std::move(item));
  }
  argument = has_node && !object.is_tuple ? Argument::list(std::move(items))
                                          : Argument::tuple(std::move(items));
  return true;
}

bool GraphBuilder::lower(const Expr* where, const Value& given, Argument& argument) {
  const Value value = chosen(given);
  switch (value.kind()) {
  case Value::Kind::None: argument = Argument(); return true;
  case Value::Kind::Int:
    if (!value.is_signed() && value.width() == 64 && value.as_int() < 0)
      return report_.error(where, diag::unsigned_number_too_large);
    argument = value.is_bool() ? Argument(value.as_int() != 0) : Argument(value.as_int());
    return true;
  case Value::Kind::Float: argument = Argument(value.as_double()); return true;
  case Value::Kind::String: argument = Argument::string(value.text()); return true;
  case Value::Kind::Constant: argument = value.argument(); return true;
  case Value::Kind::Node: return lower_node(where, value, argument);
  case Value::Kind::TensorSlot: return lower_slot(where, value, argument);
  case Value::Kind::Object: {
    const Object& object = *value.object();
    if (object.kind == Object::Kind::Class && object.type && is_in_user_file(context_, object.type))
      return lower_struct(where, object, argument);
    if (is_map(object)) return lower_map(where, object, argument);
    if (const Value* number = only_number(object)) return lower(where, *number, argument);
    if (object.kind == Object::Kind::Sequence) return lower_sequence(where, object, argument);
    break;
  }
  case Value::Kind::Pointer: return lower(where, value.target()->value(), argument);
  case Value::Kind::Opaque: return report_.not_known(where, value, "this argument of an operator");
  case Value::Kind::Uninitialized: return report_.error(where, diag::argument_without_a_value);
  default: break;
  }
  return report_.error(where, diag::value_not_for_a_graph);
}

} // namespace fx::frontend
