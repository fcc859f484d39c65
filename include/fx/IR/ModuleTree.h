// What a model's constructor built: the tree of modules, parameters and buffers.
//
// It plays the part of torch.fx's owning module (GraphModule.root): a graph refers into it by
// dotted path, lint checks the references, and emitters rebuild constructors from it. The root is
// always present and has an empty name. Children, parameters and buffers keep the order of
// registration.
#pragma once

#include "fx/IR/Argument.h"
#include "fx/IR/Meta.h"
#include "fx/IR/MethodSyntax.h"
#include "fx/Support/NameIndex.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace fx {

class Graph;
class Node;

/// One constructor option of a module that is a leaf: `kernel_size = (3, 3)`.
struct ModuleOption {
  Symbol name; // as LibTorch's Options class spells it
  Argument value;
  /// True when it is an argument of the Options constructor, false when it was set by its setter.
  bool constructor_argument = false;
  friend bool operator==(const ModuleOption&, const ModuleOption&) = default;
};

/// A module given as an option of another, which clones it: TransformerEncoder's `encoder_layer`.
/// As the option's value it is a tuple of the type and a dict of the options.
struct ModuleLiteral {
  Symbol cpp_type; // "torch::nn::LayerNorm"
  std::vector<ModuleOption> options;

  Argument to_argument() const;
  /// The literal that a value is, or nothing: no other option has such a value.
  static std::optional<ModuleLiteral> from_argument(const Argument& value);
};

/// What the init graph makes and drops: a call of "torch.nn.Linear", with the options of the module
/// as keywords. Nothing for other nodes.
std::optional<ModuleLiteral> made_and_dropped(const Node& node);

/// Constant: a tensor that a member keeps without registering it; not in the state dict.
enum class TensorRole : uint8_t { Parameter, Buffer, Constant };
/// "parameter", "buffer", "constant": what the text form calls it.
constexpr std::string_view role_name(TensorRole role) {
  constexpr std::string_view names[] = {"parameter", "buffer", "constant"};
  return names[static_cast<size_t>(role)];
}

/// A parameter or buffer registered under a name, or a constant.
struct TensorSlot {
  Symbol name;
  TensorRole role = TensorRole::Parameter;
  bool requires_grad = true;
  /// Of a buffer: whether the state has it. One that is not saved is what forward keeps from call
  /// to call without having registered it.
  bool persistent = true;
  /// The node of TracedModule::init that computes the initial value; null: registered undefined.
  Node* init = nullptr;
  SourceRange location;

  /// Whether the state dict has it.
  bool is_saved() const { return role != TensorRole::Constant && persistent; }
};

/// A parameter or buffer that a module of LibTorch's own holds.
struct LeafTensor {
  Symbol name;
  TensorRole role = TensorRole::Parameter;
  bool requires_grad = true;
  TensorMeta tensor;
};

enum class ModuleKind : uint8_t {
  User,      // a class whose body was traced through, or a plain torch::nn::Module
  Leaf,      // a call_module target: torch::nn::Conv2d, or a user class named by --leaf
  Container, // Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict
  Function,  // torch::nn::Functional: a child that holds a function, without state
  Graph,     // a part of the model with a graph of its own, made by a pass: a call_module target
};

/// How the source spells what makes a module of LibTorch's, for edits in place. Only where it is
/// written out in a file.
struct ModuleSyntax {
  struct Place {
    Symbol file; // absolute
    TextRange range;
    friend bool operator==(const Place&, const Place&) = default;
  };
  /// "torch::nn::ReLU(true)", "std::make_shared<torch::nn::ReLUImpl>()". Empty: a declaration makes
  /// it.
  Place whole;
  /// The class as it is written there: "torch::nn::ReLU".
  TextRange type;
  /// What the class is given, with its brackets: "(true)", of a declaration "{true}"; empty:
  /// nothing.
  Place arguments;
  /// Options whose values read a variable (see SourceSyntax): another object may have others.
  std::vector<Symbol> variable_options;
  /// Any of its options may have another: how these are set cannot be told one by one.
  bool any_option_varies = false;
  /// Where members that hold it are declared: their types.
  std::vector<Place> members;

  /// Whether another object may have another value of an option.
  bool may_vary(Symbol option) const {
    return any_option_varies ||
           std::ranges::find(variable_options, option) != variable_options.end();
  }
};

/// What the source gives the constructor of a module of the user's.
struct MakingSyntax {
  ModuleSyntax::Place arguments; // with their brackets
  size_t given = 0;              // how many they are
};

/// How the source registers a module.
struct RegistrationSyntax {
  /// The literal that names it, with its quotes; empty: it is named in another way.
  ModuleSyntax::Place name;
  /// The statement of a constructor that registers it, and makes it at most: with its semicolon.
  ModuleSyntax::Place statement;
  /// The member of the owner that holds it; empty: none does.
  std::string member;
};

/// Where the source writes the class of a module of the user's, for edits of its members.
struct ClassSyntax {
  using Place = ModuleSyntax::Place;
  /// An expression that makes a module for a member or a Sequential.
  struct Making {
    TextRange whole;     // "torch::nn::Linear(2, 3)"; empty: the declaration makes it
    TextRange arguments; // with their brackets; empty: it is given nothing, or a helper makes it
    std::string type;    // as C++ names it anywhere: "torch::nn::Linear"
    std::string name;    // of a child of a Sequential that has one
    bool reads_variables = false; // see SourceSyntax
  };
  /// What the code does with a member that holds a module, where it names it.
  struct Use {
    enum class Kind : uint8_t {
      Other,
      Null,       // it gets nullptr
      Made,       // it gets a module that is made there
      Registered, // register_module("fc", fc);
      Pushed,     // layers->push_back(torch::nn::ReLU());
      Called,     // fc->forward(x), fc(x)
    };
    enum class Where : uint8_t { Declaration, Initializer, Statement, Expression };
    Kind kind = Kind::Other;
    Where where = Where::Expression;
    Place name;
    TextRange object; // "fc", "this->fc"
    /// In the same file: the declarator, the initializer, the statement with its semicolon, or the
    /// call.
    TextRange whole;
    Place function;        // whose body or initializers it stands in
    TextRange register_by; // "register_module", "this->register_module"; empty: it does not
    TextRange literal;     // what it is registered as
    Making made;
    /// Of a Sequential that is made: what it gets; nothing where that is not known.
    std::optional<std::vector<Making>> children;
    /// The children are arguments in parentheses, which a compiler may make in any order.
    bool has_any_order = false;
    std::vector<TextRange> arguments; // of a call
  };
  struct Field {
    std::string name;
    TextRange declaration;   // with its semicolon; one declaration may declare several
    TextRange declarator;    // the name, and what it starts with
    std::vector<Place> uses; // its name, wherever the files that were read have it
    std::string type;        // as C++ writes it
    std::vector<MethodSyntax::Name> names; // in what it starts with
    TextRange type_range;                  // the type as it is written
    std::vector<Use> what_uses;            // the uses, in the same order
  };
  /// One that is written and makes the members itself.
  struct Constructor {
    Place whole;
    TextRange body;           // its braces, in the same file
    TextRange parameter_list; // with its brackets
    /// Where the class declares it and has the body elsewhere, and the parameters there.
    Place declaration;
    TextRange declared_list;
    std::vector<TextRange> initializers; // as they are written, in order
    bool returns = false;                // before its end, perhaps
    /// What each of the initializers is for, and names.
    struct Initializer {
      std::string field; // empty: a base
      std::vector<MethodSyntax::Name> names;
    };
    std::vector<Initializer> initialized;
    std::vector<MethodSyntax::Parameter> parameters;
    /// Those of the body itself, in order. Nothing where a macro has a part in one.
    std::optional<std::vector<MethodSyntax::Statement>> statements;
  };
  /// What code of the class makes an object of a class by, as a holder or by make_shared.
  struct Construction {
    struct Given {
      TextRange range;  // empty: a macro has a part in it, or it is a default
      std::string type; // as C++ writes it
      bool is_literal = false;
    };
    Place whole;
    std::string made; // the class that is written there: "Block", "BlockImpl"
    std::vector<Given> arguments;
  };
  /// A literal that names a child in a call of register_module, replace_module or
  /// unregister_module, in whatever method and branch.
  struct ChildName {
    std::string name;
    Place literal;
    bool registers = false;
  };
  /// A std::vector of modules of one class, as a member, and what makes a torch::nn::ModuleList of
  /// it.
  struct ModuleVector {
    struct Change {
      Place place;
      std::string text;
    };
    std::string member;
    std::vector<Change> changes;   // of its type and of what uses it or its elements
    std::vector<Place> statements; // that go: they register its elements, or reserve room for them
    /// The first statement of the only constructor that adds or registers elements.
    Place first;
    /// Code that a ModuleList cannot take the place of, and why; empty: there is none.
    SourceRange unlike;
    std::string why;
  };
  std::string name; // "zoo::BlockImpl"
  Place braces;
  std::vector<Field> fields; // in order
  std::vector<Constructor> constructors;
  /// A constructor is defined in a file that was not read, or by a macro.
  bool has_other_constructors = false;
  /// Those with a body, with it, that may call what members hold: neither static nor const.
  std::vector<Place> methods;
  std::vector<Place> lambdas; // in methods
  std::vector<ChildName> child_names;
  std::vector<ModuleVector> module_vectors;
  std::vector<Construction> constructions;
  /// From its first word to its closing brace; empty: it is a template or none of a namespace, or a
  /// macro has a part in it.
  TextRange declaration;
  std::vector<std::string> bases;   // by their whole names: "torch::nn::Module"
  std::vector<std::string> friends; // classes and functions: "zoo::NetImpl"
  /// Null: it has none, several, a virtual one, or one that MethodSyntax cannot tell of.
  std::shared_ptr<const MethodSyntax> forward;
  std::vector<std::string> methods_named; // all its methods and constructors, but implicit ones
  /// Other literals of the files that were read which name a child: "fc.weight".
  std::vector<ChildName> keys;
  /// What its members, those of its bases and of classes derived from it, and the variables of its
  /// methods are called, and what its code names without a class or namespace.
  std::set<std::string, std::less<>> names;
};

class ModuleNode {
public:
  Symbol name;     // the last part of the path
  Symbol cpp_type; // "torch::nn::Conv2d" for LibTorch's (the holder), "BasicBlockImpl" for users'
  ModuleKind kind = ModuleKind::User;
  std::vector<ModuleOption> options;
  std::vector<ModuleNode*> children;
  std::vector<TensorSlot> tensors;
  /// Kind Leaf: the tensors that LibTorch says it holds; nothing where LibTorch was not asked
  /// (without --input, and in the text form).
  std::optional<std::vector<LeafTensor>> leaf_tensors;
  /// Kind Leaf: tensors that a pass gave it and whose first values do not matter, for weights are
  /// loaded into them.
  std::vector<Symbol> loaded_tensors;
  ModuleNode* parent = nullptr;
  /// Kind Graph: what a call of it runs. Its paths start at this module. Null for every other kind.
  std::shared_ptr<fx::Graph> graph;
  /// Of a rule's pattern or replacement: the module that the pattern's input of this name matched.
  bool is_input = false;
  /// False when a member of the original keeps it without registering it: it is not in the state,
  /// and train(), eval() and to() of the model do not reach it.
  bool registered = true;
  /// The constructor of the container that it is in was given it, and `location` is where that is.
  bool is_given = false;
  /// The same module registered earlier elsewhere; null for the first (and usual only) place.
  ModuleNode* alias_of = nullptr;
  SourceRange location;
  /// Kind Leaf: where --rewrite asks for it; else null.
  std::shared_ptr<ModuleSyntax> syntax;
  /// Kind User: the same of what its constructor is given; null: it is not written out.
  std::shared_ptr<const MakingSyntax> making;
  /// The same of its registration, by register_module in a method of its owner.
  std::shared_ptr<RegistrationSyntax> registration;
  /// Kind User: the same of its class, which other modules share.
  std::shared_ptr<const ClassSyntax> class_syntax;
  /// Kind User: what its members of ClassSyntax::module_vectors hold, in order, by the member.
  std::map<std::string, std::vector<ModuleNode*>> module_vectors;

  /// Dotted path from the root; empty for the root.
  std::string path() const;
  ModuleNode* child(std::string_view name) const;
  const TensorSlot* tensor(std::string_view name) const;
  /// Gives the module these tensors in place of its own. Who changes `tensors` itself adds at the
  /// end, and gives what is there no other name.
  void set_tensors(const std::vector<TensorSlot>& others);
  const ModuleOption* option(std::string_view name) const;

private:
  friend class ModuleTree;
  // An index of the first children and tensors by name, made on demand when there are many.
  mutable NameIndex child_index_, tensor_index_;
  void forget_index();
};

class ModuleTree {
public:
  ModuleTree();
  ModuleTree(const ModuleTree&) = delete;
  ModuleTree(ModuleTree&&) noexcept = default;
  ModuleTree& operator=(ModuleTree&&) noexcept = default;

  ModuleNode& root() { return *root_; }
  const ModuleNode& root() const { return *root_; }
  /// A module owned by this tree and not attached to it yet.
  ModuleNode& create(Symbol cpp_type, ModuleKind kind);
  /// Makes `child` a child of `parent`, last in order. The caller checked that the name is free.
  void attach(ModuleNode& parent, ModuleNode& child, Symbol name);
  /// The module at a dotted path, or null; "" is the root.
  ModuleNode* find(std::string_view path) const;
  /// The parameter or buffer at a dotted path ("layer1.0.weight"), or null.
  const TensorSlot* find_tensor(std::string_view path) const;

  /// The caller checked that the name is free, and gives graphs that refer to it the new path.
  void rename(ModuleNode& module, Symbol name);
  /// Takes `child` out of its parent and makes it a child of `parent` at this place among the
  /// children. The caller as above.
  void move(ModuleNode& child, ModuleNode& parent, size_t place, Symbol name);

  /// Takes `child` out of its parent; the tree still owns it. Modules that are aliases of it, or of
  /// what it contains, must have been taken out before.
  void detach(ModuleNode& child);
  /// The same for all below the root for which `unwanted` holds, in one walk.
  void detach_if(const std::function<bool(const ModuleNode&)>& unwanted);
  /// An alias of a module that is not below the root becomes that module: its first place was in an
  /// object that is gone.
  void settle_aliases();

private:
  std::deque<ModuleNode> modules_; // stable addresses
  ModuleNode* root_;
};

/// Visits every module that is attached, the root first, parents before children, in order of
/// registration. `visit` may change what it is given, but not the tree. Iterative.
template <class Visit>
void for_each_module(const ModuleTree& tree, const Visit& visit) {
  struct Level {
    const ModuleNode* module;
    size_t next; // of its children
  };
  auto& root = const_cast<ModuleNode&>(tree.root());
  visit(root);
  std::vector<Level> stack{{&root, 0}};
  while (!stack.empty()) {
    Level& level = stack.back();
    if (level.next == level.module->children.size()) {
      stack.pop_back();
      continue;
    }
    ModuleNode* child = level.module->children[level.next++];
    visit(*child);
    if (!child->children.empty()) stack.push_back({child, 0});
  }
}
/// The same as a list, which holds while the tree changes.
std::vector<ModuleNode*> all_modules(const ModuleTree& tree);
/// The nodes of the init graph that compute parameters, buffers and options of modules: in effect
/// what that graph returns.
std::unordered_set<const Node*> initial_values(const ModuleTree& tree);
/// The graphs of the graph modules in a tree, innermost first.
std::vector<std::shared_ptr<Graph>> inner_graphs(const ModuleTree& tree);

} // namespace fx
