#include "Frontend/Lower/Construction.h"

#include "Frontend/Lower/Views.h"

#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Shapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include "llvm/ADT/StringSet.h"

#include <fmt/format.h>
#include <unordered_set>

namespace fx::frontend {

namespace {

/// The class of LibTorch's that a leaf is, without its namespace; empty for others.
llvm::StringRef library_class_of(const ModuleNode& leaf) {
  llvm::StringRef type = leaf.cpp_type.view();
  return type.consume_front("torch::nn::") ? type : llvm::StringRef();
}

/// Whether the constructor of a leaf draws random numbers.
bool draws(const ops::LibTorch& libtorch, const ModuleNode& leaf) {
  const ops::ModuleClass* known = ops::module_class_of(leaf);
  return known != nullptr && ops::draws_initial_values({libtorch, *known, leaf.options});
}

bool is_in_tree(const ModuleNode& module, const ModuleTree& tree) {
  const ModuleNode* at = &module;
  while (at->parent)
    at = at->parent;
  return at == &tree.root();
}

/// A node that only asks for a number.
bool is_query(const Node& node) {
  return ops::tell_numbers(ops::callee_of(node).members);
}

/// Whether running a node may draw random numbers, or set where they come from.
bool draws(const Node& node) {
  const ops::Callee& callee = ops::callee_of(node);
  if (callee.python != nullptr) return callee.python->effect == ops::PythonEffect::Seed;
  if (callee.effects != nullptr)
    return callee.effects->random_in_training || callee.effects->random_in_eval;
  if (callee.is(ops::Callee::Kind::Initializer))
    return !llvm::is_contained({"constant_", "ones_", "zeros_", "eye_", "dirac_"}, callee.name);
  return llvm::any_of(callee.schemas, [](const ops::Schema& schema) { return schema.random; });
}

bool uses_any(const Node& node, const std::unordered_set<const Node*>& among) {
  return llvm::any_of(node.all_input_nodes(),
                      [&](const Node* input) { return among.contains(input); });
}

/// Whether what is computed with this node has no gradient that reaches its operands.
bool ends_gradients(const Node& node) {
  const llvm::StringRef target = node.target().view();
  if (node.is_call_function("builtins.getattr")) {
    // The first `data` of a weight is what every read of it gives.
    const bool is_read = node.arg(0).is_node() && node.arg(0).as_node()->op() == Opcode::GetAttr;
    return !is_read;
  }
  return target == "detach" || target.ends_with("_like") || target.starts_with("new_") ||
         is_query(node);
}

/// Whether the result has no gradient whatever its operands are: a truth, an index, a whole number.
bool has_no_derivative(const Node& node) {
  static const llvm::StringSet<> targets{"gt",
                                         "lt",
                                         "ge",
                                         "le",
                                         "eq",
                                         "ne",
                                         "argmax",
                                         "argmin",
                                         "any",
                                         "argsort",
                                         "nonzero",
                                         "bincount",
                                         "all",
                                         "bucketize",
                                         "searchsorted",
                                         "item",
                                         "floordiv",
                                         "floor_divide",
                                         "int",
                                         "allclose",
                                         "equal",
                                         "invert",
                                         "bool",
                                         "long",
                                         "byte",
                                         "not",
                                         "count_nonzero",
                                         "and_",
                                         "or_",
                                         "logical_not",
                                         "requires_grad_"};
  llvm::StringRef target = node.target().view();
  if (target.contains('.')) target = target.rsplit('.').second;
  if (target == "to")
    return llvm::any_of(node.args(), [](const Argument& argument) {
      if (!argument.is(Argument::Kind::Dtype)) return false;
      const llvm::StringRef type = argument.symbol().view();
      return type.contains("int") || type.contains("bool") || type.contains("long");
    });
  return target.starts_with("is") || targets.contains(target);
}

/// An option that is a whole number; `missing` where it was not set.
std::optional<int64_t> number(const ModuleNode& leaf, std::string_view name, int64_t missing) {
  const ModuleOption* option = leaf.option(name);
  if (option == nullptr) return missing;
  if (option->value.kind() != Argument::Kind::Int) return std::nullopt;
  return option->value.as_int();
}

/// One number above zero, or several.
bool has_extents(const ModuleNode& leaf, std::string_view name) {
  const ModuleOption* option = leaf.option(name);
  if (option == nullptr) return false;
  const auto is_extent = [](const Argument& item) {
    return item.kind() == Argument::Kind::Int && item.as_int() > 0;
  };
  if (!option->value.is_aggregate()) return is_extent(option->value);
  return llvm::all_of(option->value.items(), is_extent);
}

/// Only classes whose checks are known: what each of them does with its options is LibTorch's.
bool is_never_refused(const ModuleNode& leaf) {
  llvm::StringRef type = leaf.cpp_type.view();
  if (!type.consume_front("torch::nn::")) return false;
  const auto is_positive = [&](std::string_view name) {
    return number(leaf, name, 0).value_or(0) > 0;
  };
  if (type == "Linear") return is_positive("in_features") && is_positive("out_features");
  if (type == "Conv1d" || type == "Conv2d" || type == "Conv3d") {
    const std::optional<int64_t> groups = number(leaf, "groups", 1);
    const ModuleOption* padding = leaf.option("padding"); // torch::kSame asks for strides of 1
    const bool is_named =
        padding && !padding->value.is_aggregate() && padding->value.kind() != Argument::Kind::Int;
    const auto is_grouped = [&](std::string_view name) {
      const int64_t channels = number(leaf, name, 0).value_or(0);
      return channels > 0 && channels % *groups == 0;
    };
    return groups && *groups > 0 && !is_named && has_extents(leaf, "kernel_size") &&
           is_grouped("in_channels") && is_grouped("out_channels");
  }
  if (type.starts_with("BatchNorm")) return is_positive("num_features");
  if (type == "Embedding")
    return is_positive("num_embeddings") && is_positive("embedding_dim") &&
           leaf.option("padding_idx") == nullptr;
  return llvm::is_contained({"ReLU", "ReLU6", "LeakyReLU", "ELU", "SELU", "GELU", "SiLU", "Mish",
                             "Tanh", "Sigmoid", "Softplus", "Identity", "Flatten"},
                            type);
}

} // namespace

bool is_library_leaf(const ModuleNode& module) {
  return module.kind == ModuleKind::Leaf && !library_class_of(module).empty();
}

void Construction::note_added(const ModuleNode& leaf, clang::SourceLocation where,
                              std::string what) {
  added_.push_back({&leaf, where, std::move(what)});
}

bool Construction::leaves_are_plain(const ModuleNode* root, clang::SourceLocation where) {
  for (const Added& added : added_)
    if (added.leaf != root)
      return report_.error(added.where, diag::registered_in_a_library_module, added.what,
                           added.leaf->cpp_type.str());
  const auto refuse = [&](const ModuleNode& leaf, const Symbol& name) {
    return report_.error(where, diag::member_of_a_library_module, name.str(), leaf.path(),
                         leaf.cpp_type.str());
  };
  for (const ModuleNode* module : all_modules(traced_.modules)) {
    if (module == root || !is_library_leaf(*module)) continue;
    if (!module->tensors.empty()) return refuse(*module, module->tensors.front().name);
    if (!module->children.empty()) return refuse(*module, module->children.front()->name);
  }
  return true;
}

void Construction::note_made(ModuleNode& leaf, clang::SourceLocation where) {
  Node* making = traced_.init.create_node(Opcode::CallModule, Symbol("?"), {}, {}, "making");
  made_[making] = {&leaf, where};
}

bool Construction::surely_succeeds(const Node* node) const {
  const auto made = made_.find(node);
  return made != made_.end() && is_never_refused(*made->second.leaf);
}

bool Construction::note_reset(ModuleNode& leaf, clang::SourceLocation where) {
  if (llvm::any_of(weights_, [&](const auto& entry) { return entry.second.module == &leaf; }))
    return false;
  if (!draws(ops::libtorch_of(traced_), leaf)) return true;
  for (auto& [node, made] : made_)
    if (made.leaf == &leaf) made.is_dropped = true;
  note_made(leaf, where);
  return true;
}

Node* Construction::read(ModuleNode& leaf, const std::string& name, bool is_buffer,
                         clang::SourceLocation where) {
  Node*& read = reads_[{&leaf, name}];
  if (read) return read;
  Node* tensor = traced_.init.create_node(Opcode::GetAttr, Symbol("?"), {}, {}, "reading");
  report_.note_origin(tensor, where);
  read = tensor;
  if (!is_buffer) {
    read = traced_.init.create_node(Opcode::CallFunction, Symbol("builtins.getattr"),
                                    {Argument(tensor), Argument::string("data")}, {}, "reading");
    report_.note_origin(read, where);
  }
  weights_[tensor] = {&leaf, name};
  values_.insert(read);
  return read;
}

const Weight* Construction::weight(const Node* node) const {
  if (!values_.contains(node)) return nullptr;
  const auto found = weights_.find(node->op() == Opcode::GetAttr ? node : node->arg(0).as_node());
  return found == weights_.end() ? nullptr : &found->second;
}

Node* Construction::parameter(Node* node) {
  return node->op() == Opcode::GetAttr ? node : node->arg(0).as_node();
}

const Weight* Construction::origin(const Node* tensor) const {
  if (weights_.empty()) return nullptr;
  std::vector<const Node*> stack{tensor};
  std::unordered_set<const Node*> seen;
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (!seen.insert(node).second) continue;
    if (const Weight* found = weight(node)) {
      if (node->op() != Opcode::GetAttr) return found;
      continue; // a buffer
    }
    if (ends_gradients(*node)) continue;
    for (const Node* input : node->all_input_nodes())
      stack.push_back(input);
  }
  return nullptr;
}

void Construction::note_parameter(const Node* tensor, bool is_trained) {
  if (is_trained)
    trained_.insert(tensor);
  else
    trained_.erase(tensor);
}

bool Construction::writes_to_parameter(const Node& call) const {
  const llvm::StringRef target = call.target().view();
  const Node* written = written_tensor(call);
  if (written == nullptr || keeps_numbers(target)) return false;
  const auto is_trained = [&](const Node& tensor) {
    return trained_.contains(&tensor) ||
           (values_.contains(&tensor) && tensor.op() != Opcode::GetAttr &&
            !frozen_.contains(tensor.arg(0).as_node()));
  };
  for (const Node* base = base_of(written); written != base; written = written->arg(0).as_node()) {
    if (is_trained(*written)) return true;
    if (ends_gradients(*written)) return false;
  }
  return is_trained(*written);
}

void Construction::note_computed(const Node* node, bool with_gradients) {
  const auto of_a_trial = [&](const Node* input) { return trials_.contains(input); };
  const Node* written = written_tensor(*node);
  if (!trials_.empty() && llvm::any_of(node->all_input_nodes(), of_a_trial) &&
      (written == nullptr || of_a_trial(written))) {
    trials_[node] = nullptr;
    return;
  }
  const auto flows = [&](const Node* input) {
    return trained_.contains(input) || flowing_.contains(input);
  };
  const llvm::StringRef target = node->target().view();
  if (target == "requires_grad_" && node->args().size() == 2 && node->arg(0).is_node()) {
    if (node->arg(1) == Argument(false))
      frozen_.insert(node->arg(0).as_node());
    else
      frozen_.erase(node->arg(0).as_node());
  }
  // What changes a parameter in place, without gradients, is that parameter.
  if (target.ends_with("_") && written && trained_.contains(written)) {
    trained_.insert(node);
    return;
  }
  if (with_gradients && !ends_gradients(*node) && !has_no_derivative(*node) &&
      llvm::any_of(node->all_input_nodes(), flows))
    flowing_.insert(node);
}

/// Whether a module writes to its operand, as far as that is known.
static bool writes_to_operand(const ModuleNode& leaf) {
  const ModuleOption* inplace = leaf.option("inplace");
  return !is_library_leaf(leaf) || (inplace && inplace->value == Argument(true));
}

bool Construction::is_kept(const Node& tensor,
                           const std::unordered_set<const Node*>& initial) const {
  if (initial.contains(&tensor) || weights_.contains(&tensor) || values_.contains(&tensor))
    return true;
  return llvm::any_of(tensor.users(), [&](const Node* user) {
    return !trials_.contains(user) && !is_query(*user);
  });
}

/// What a trial writes to in place may be memory of a tensor that the model keeps.
bool Construction::trials_write_to_their_own() {
  const auto initial = initial_values(traced_.modules);
  for (const auto& [node, leaf] : trials_) {
    const Node* written = leaf == nullptr ? written_tensor(*node)
                          : writes_to_operand(*leaf) && !node->all_input_nodes().empty()
                              ? node->all_input_nodes().front()
                              : nullptr;
    std::vector<const Node*> stack;
    if (written) stack.push_back(written);
    std::unordered_set<const Node*> seen;
    while (!stack.empty()) {
      const Node* tensor = stack.back();
      stack.pop_back();
      if (!seen.insert(tensor).second) continue;
      if (trials_.contains(tensor)) {
        // A module may hand on what it was given.
        for (const Node* input : tensor->all_input_nodes())
          stack.push_back(input);
      } else if (is_kept(*tensor, initial) || is_kept(*base_of(tensor), initial)) {
        return report_.error(report_.origin(node), diag::result_of_a_trial);
      }
    }
  }
  return true;
}

bool Construction::erase_trials() {
  if (trials_.empty()) return true;
  const std::vector<Node*> nodes(traced_.init.begin(), traced_.init.end());
  for (const Node* node : nodes)
    if (!trials_.contains(node) && llvm::any_of(node->all_input_nodes(), [&](const Node* input) {
          return trials_.contains(input);
        }))
      return report_.error(report_.origin(node), diag::result_of_a_trial);
  if (!trials_write_to_their_own()) return false;
  for (Node* node : llvm::reverse(nodes)) {
    if (!trials_.contains(node)) continue;
    if (trials_.lookup(node) == nullptr && draws(*node))
      report_.remark(report_.origin(node), diag::random_numbers_of_a_lost_module);
    traced_.init.erase_node(node);
  }
  trials_.clear();
  return true;
}

/// `weight.data()` in the program: the values of the weight, which a read has by itself.
void Construction::erase_repeated_reads() {
  for (const Node* value : values_)
    for (Node* user : std::vector<Node*>(value->users().begin(), value->users().end()))
      if (user->is_call_function("builtins.getattr") && !values_.contains(user) &&
          user->arg(1) == Argument::string("data")) {
        user->replace_all_uses_with(user->arg(0).as_node());
        traced_.init.erase_node(user);
      }
}

/// Whether nothing comes of `data` but what is written through it, so that it may be the tensor
/// itself.
static bool is_only_written_through(const Node& data, const std::unordered_set<const Node*>& kept) {
  return llvm::all_of(data.users(), [&](const Node* user) {
    if (kept.contains(user) || user->args().empty() || !user->arg(0).is_node() ||
        user->arg(0).as_node() != &data)
      return false;
    const auto inputs = user->all_input_nodes();
    if (llvm::count(inputs, &data) != 1) return false;
    const llvm::StringRef target = user->target().view();
    const bool writes = target.ends_with("_") || target == "operator.setitem";
    // data() has a shape and flags of its own.
    const bool changes_itself = target == "requires_grad_" ||
                                llvm::any_of(ops::schemas_on_tensors(*user), ops::may_change_shape);
    if (writes && changes_itself) return false;
    if (!writes && user->users().empty() && !is_query(*user)) return false;
    return is_only_written_through(*user, kept);
  });
}

/// Whether `tensor`, or what it was made of, requires gradients before it is registered: nothing
/// but its data can be written to then.
static bool was_made_trained(const Node& tensor, llvm::DenseSet<const Node*>& seen) {
  if (!seen.insert(&tensor).second) return false;
  const auto switches = [](const Node& node) {
    return node.target().view().starts_with("requires_grad") ||
           llvm::any_of(node.kwargs(), [](const KeywordArgument& keyword) {
             return keyword.name.view() == "requires_grad" &&
                    !(keyword.value.is(Argument::Kind::Bool) && !keyword.value.as_bool());
           });
  };
  if (switches(tensor)) return true;
  if (llvm::any_of(tensor.users(), [&](const Node* user) { return switches(*user); })) return true;
  return llvm::any_of(tensor.all_input_nodes(),
                      [&](const Node* input) { return was_made_trained(*input, seen); });
}

void Construction::erase_plain_data() {
  const auto kept = initial_values(traced_.modules);
  const std::vector<Node*> nodes(traced_.init.begin(), traced_.init.end());
  for (Node* node : llvm::reverse(nodes)) {
    if (!node->is_call_function("builtins.getattr") || !(node->arg(1) == Argument::string("data")))
      continue;
    if (values_.contains(node) || kept.contains(node)) continue;
    Node* tensor = node->arg(0).as_node();
    llvm::DenseSet<const Node*> seen;
    if (tensor->op() == Opcode::GetAttr || !is_only_written_through(*node, kept) ||
        (!node->users().empty() && was_made_trained(*tensor, seen)))
      continue;
    node->replace_all_uses_with(tensor);
    traced_.init.erase_node(node);
  }
}

/// Reads that nothing came of, and questions about weights that were answered otherwise.
void Construction::erase_unused_reads() {
  if (weights_.empty()) return;
  const auto kept = initial_values(traced_.modules);
  std::vector<Node*> nodes(traced_.init.begin(), traced_.init.end());
  for (Node* node : llvm::reverse(nodes)) {
    if (!node->users().empty() || kept.contains(node)) continue;
    const bool asks = is_query(*node) && node->arg(0).is_node() && weight(node->arg(0).as_node());
    if (!asks && node->op() != Opcode::GetAttr && !weight(node)) continue;
    weights_.erase(node);
    values_.erase(node);
    traced_.init.erase_node(node);
  }
}

bool Construction::is_loaded(const Weight& weight) const {
  for (const ModuleNode* module = weight.module; module; module = module->parent)
    if (loaded_.contains(module)) return true;
  return false;
}

/// Weights of modules that the model has get their paths. What is done to weights of others is
/// without effect, but for the random numbers that it draws.
bool Construction::name_reads() {
  if (weights_.empty()) return true;
  const auto kept = initial_values(traced_.modules);
  std::unordered_set<const Node*> lost;
  std::unordered_set<const Node*> loaded; // of the lost ones: what a file holds
  llvm::DenseSet<clang::SourceLocation> said;
  const std::vector<Node*> nodes(traced_.init.begin(), traced_.init.end());
  for (Node* node : nodes) {
    if (const auto found = weights_.find(node); found != weights_.end()) {
      const Weight& weight = found->second;
      if (is_in_tree(*weight.module, traced_.modules)) {
        const std::string path = fmt::format("{}.{}", weight.module->path(), weight.name);
        node->set_target(Symbol(path));
        traced_.init.rename(node, name_for_target(path, /*is_function=*/false));
        for (Node* user : node->users())
          if (values_.contains(user)) traced_.init.rename(user, node->name().str() + "_data");
      } else {
        lost.insert(node);
        if (is_loaded(weight)) loaded.insert(node);
      }
      continue;
    }
    if (!uses_any(*node, lost)) continue;
    const bool from_file = llvm::all_of(node->all_input_nodes(), [&](const Node* input) {
      return !lost.contains(input) || loaded.contains(input);
    });
    const bool writes_another = node->target().view().ends_with('_') && !node->args().empty() &&
                                node->arg(0).is_node() && !lost.contains(node->arg(0).as_node());
    if (writes_another && from_file) {
      if (const clang::SourceLocation place = report_.origin(node); said.insert(place).second)
        report_.loss(place, diag::values_of_a_file);
      node->replace_all_uses_with(node->arg(0).as_node());
      traced_.init.erase_node(node);
      continue;
    }
    if (writes_another || kept.contains(node))
      return report_.error(report_.origin(node), diag::initial_value_of_a_lost_module);
    if (draws(*node)) report_.remark(report_.origin(node), diag::random_numbers_of_a_lost_module);
    lost.insert(node);
    if (from_file) loaded.insert(node);
  }
  for (Node* node : llvm::reverse(nodes))
    if (lost.contains(node)) {
      weights_.erase(node);
      traced_.init.erase_node(node);
    }
  return true;
}

/// Whether random numbers are drawn in the order in which generated code draws them by itself: the
/// nodes of the init graph, then the modules in the order of the tree.
bool Construction::is_default_order() const {
  if (!weights_.empty()) return false;
  std::vector<const ModuleNode*> by_tree;
  std::unordered_set<const ModuleNode*> made;
  for (const auto& [node, making] : made_)
    made.insert(making.leaf);
  for (const ModuleNode* module : all_modules(traced_.modules))
    if (module->kind == ModuleKind::Leaf && made.contains(module) &&
        draws(ops::libtorch_of(traced_), *module))
      by_tree.push_back(module);
  size_t next = 0;
  for (const Node* node : traced_.init) {
    if (const auto found = made_.find(node); found != made_.end()) {
      const ModuleNode* leaf = found->second.leaf;
      if (!draws(ops::libtorch_of(traced_), *leaf) || options_.contains(leaf)) continue;
      if (found->second.is_dropped) return false;
      if (next == by_tree.size() || by_tree[next] != leaf) return false;
      ++next;
    } else if (next > 0 && draws(*node)) {
      return false;
    }
  }
  return true;
}

/// A module that the model does not have is made all the same: it draws random numbers.
void Construction::discard(Node* making, const Made& made) {
  const ModuleNode& leaf = *made.leaf;
  const llvm::StringRef type = library_class_of(leaf);
  if (type.empty()) {
    report_.remark(made.where, diag::module_not_in_the_model, leaf.cpp_type.str());
    return;
  }
  std::vector<KeywordArgument> options;
  options.reserve(leaf.options.size());
  for (const ModuleOption& option : leaf.options)
    options.push_back({option.name, option.value});
  const auto point = traced_.init.inserting_before(making);
  Node* made_anew = traced_.init.create_node(
      Opcode::CallFunction, Symbol(fmt::format("torch.nn.{}", std::string_view(type))), {},
      std::move(options));
  report_.note_origin(made_anew, made.where);
}

bool Construction::settle() {
  if (!erase_trials()) return false;
  erase_repeated_reads();
  erase_plain_data();
  erase_unused_reads();
  if (!name_reads()) return false;
  std::unordered_set<const ModuleNode*> written;
  for (const auto& [node, weight] : weights_)
    written.insert(weight.module);
  const bool is_default = is_default_order();
  const std::vector<Node*> nodes(traced_.init.begin(), traced_.init.end());
  for (Node* node : nodes) {
    const auto found = made_.find(node);
    if (found == made_.end()) continue;
    const Made made = found->second;
    const bool counts = draws(ops::libtorch_of(traced_), *made.leaf) || written.contains(made.leaf);
    if (!is_default && counts && !made.is_dropped && is_in_tree(*made.leaf, traced_.modules)) {
      const std::string path = made.leaf->path();
      node->set_target(Symbol(path));
      traced_.init.rename(node, name_for_target(path, /*is_function=*/false));
      continue;
    }
    if (!is_default && draws(ops::libtorch_of(traced_), *made.leaf) &&
        !options_.contains(made.leaf))
      discard(node, made);
    traced_.init.erase_node(node);
  }
  made_.clear();
  return true;
}

} // namespace fx::frontend
