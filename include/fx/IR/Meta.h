// What is known about a node beyond its computation: torch.fx's Node.meta with typed keys.
//
// A key is a static object; its type is checked at compile time. The store is allocated on first
// use: a node without meta pays one pointer.
#pragma once

#include "fx/IR/Argument.h"
#include "fx/Support/Symbol.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fx {

struct MetaKeyBase {
  const char* name;
  /// One of free_meta_key(): what it holds is an Argument.
  bool is_free = false;
};

/// A typed key of the meta store; two keys are the same when they are the same object.
template <class T>
struct MetaKey : MetaKeyBase {};

/// Values by their keys. A value does not change: copies of a store share it, with the nodes of
/// copies of a graph and with whoever keeps it.
class MetaStore {
public:
  struct Entry {
    const MetaKeyBase* key = nullptr;
    std::shared_ptr<const void> value;
    /// The value of a free key; null: the key is none.
    const Argument* free() const {
      return key->is_free ? static_cast<const Argument*>(value.get()) : nullptr;
    }
  };

  /// The value stored under `key`, or null.
  template <class T>
  const T* get(const MetaKey<T>& key) const {
    const Entry* entry = find(key);
    return entry ? static_cast<const T*>(entry->value.get()) : nullptr;
  }
  /// The same, to keep.
  template <class T>
  std::shared_ptr<const T> share(const MetaKey<T>& key) const {
    const Entry* entry = find(key);
    return entry ? std::static_pointer_cast<const T>(entry->value) : nullptr;
  }
  template <class T>
  void set(const MetaKey<T>& key, T value) {
    put(key, std::make_shared<const T>(std::move(value)));
  }
  /// A value that others hold too; not null.
  template <class T>
  void set(const MetaKey<T>& key, std::shared_ptr<const T> value) {
    put(key, std::move(value));
  }
  bool has(const MetaKeyBase& key) const { return find(key) != nullptr; }
  void erase(const MetaKeyBase& key) {
    const auto removed = std::ranges::remove(mutable_entries(), &key, &Entry::key);
    if (!removed.empty()) pop_back();
  }
  bool empty() const { return entries().empty(); }
  /// In the order in which they were first set.
  std::span<const Entry> entries() const {
    return more_.empty() ? std::span(first_).first(num_first_) : std::span(more_);
  }

private:
  std::span<Entry> mutable_entries() {
    return more_.empty() ? std::span(first_).first(num_first_) : std::span(more_);
  }
  const Entry* find(const MetaKeyBase& key) const {
    for (const Entry& entry : entries())
      if (entry.key == &key) return &entry;
    return nullptr;
  }
  void put(const MetaKeyBase& key, std::shared_ptr<const void> value) {
    for (Entry& entry : mutable_entries())
      if (entry.key == &key) {
        entry.value = std::move(value);
        return;
      }
    push_back({&key, std::move(value)});
  }
  void push_back(Entry entry) {
    if (more_.empty() && num_first_ < first_.size()) {
      first_[num_first_++] = std::move(entry);
      return;
    }
    if (more_.empty())
      more_.assign(std::make_move_iterator(first_.begin()), std::make_move_iterator(first_.end()));
    num_first_ = 0;
    more_.push_back(std::move(entry));
  }
  void pop_back() {
    if (more_.empty())
      first_[--num_first_] = {};
    else
      more_.pop_back();
  }

  // Most nodes have no more: where they come from, their modules, their shapes, what made them.
  std::array<Entry, 4> first_{};
  uint32_t num_first_ = 0;
  std::vector<Entry> more_; // where there are more: all
};

/// The meta of a node; null while it has none. A copy costs nothing before one of the two is
/// written to: copies of a graph mostly keep what they were made with.
class SharedMeta {
public:
  SharedMeta() = default;
  SharedMeta(const SharedMeta& other) : owned_(other.owned_) {
    if (owned_) owned_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  SharedMeta(SharedMeta&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
  SharedMeta& operator=(SharedMeta other) noexcept {
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~SharedMeta() {
    if (owned_ && owned_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete owned_;
  }

  const MetaStore* get() const { return owned_ ? &owned_->store : nullptr; }
  /// To write to: nobody else's.
  MetaStore& own() {
    if (!owned_)
      owned_ = new Owned;
    else if (owned_->owners.load(std::memory_order_acquire) > 1)
      *this = SharedMeta(new Owned{owned_->store});
    return owned_->store;
  }

private:
  struct Owned {
    MetaStore store;
    std::atomic<uint32_t> owners = 1;
  };
  explicit SharedMeta(Owned* owned) : owned_(owned) {}
  Owned* owned_ = nullptr;
};

/// The key of this name for values that only their writer understands: torch.fx's free-form
/// node.meta["name"]. The same name gives the same key. Thread-safe.
const MetaKey<Argument>& free_meta_key(std::string_view name);

/// A half-open range of source text. Lines and columns count from 1.
struct SourceRange {
  Symbol file;
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// The bytes [begin, end) of a file; none when the two are equal.
struct TextRange {
  uint32_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
  bool contains(const TextRange& other) const { return begin <= other.begin && other.end <= end; }
  friend auto operator<=>(const TextRange&, const TextRange&) = default;
};

/// How the source spells what a node computes, for edits in place. Only for expressions that are
/// written out in a file, not for those that a macro expands to.
struct SourceSyntax {
  Symbol file;     // absolute
  TextRange whole; // "torch::relu(x)", "conv1->forward(x)", "x + y"
  /// "torch::relu", "forward"; empty for operators. Where it is all, a function stands there, which
  /// something else calls: torch::nn::Functional(torch::relu).
  TextRange callee;
  TextRange object; // "conv1", "x" of x.view(...); empty for functions and operators
  std::vector<TextRange> arguments; // as written: defaults are not among them
  /// For each argument that is a list in braces, its items; empty for the others.
  std::vector<std::vector<TextRange>> items;
  /// The statement around it, with its semicolon; empty where code in it decides whether it runs.
  TextRange statement;
  /// When the statement only assigns the value to an existing variable, or discards it: `x =
  /// <whole>;`, `<whole>;`.
  TextRange assigned; // "x"
  bool is_statement = false;
  /// For each argument, whether it reads a variable, or what a function of the program's gives,
  /// beside tensors: another object, or another call, may have another value there than the one in
  /// the graph.
  std::vector<bool> reads_variables;
  /// When a function returns the value, and declares a reference as its result: "torch::Tensor&".
  TextRange reference;
};

/// What is known of a tensor without running anything (torch.fx's TensorMetadata).
struct TensorMeta {
  std::vector<int64_t> shape;
  Symbol dtype;                // "float32"
  std::vector<int64_t> stride; // empty: not known
  friend bool operator==(const TensorMeta&, const TensorMeta&) = default;
};

/// One level of the module nesting a node was traced in: torch.fx's nn_module_stack.
struct ModuleFrame {
  Symbol path;     // "layer1.0", empty for the root
  Symbol cpp_type; // "BasicBlockImpl"
  /// How many of meta::call_stack lead into it: the last of them calls it. 0: not known.
  uint32_t num_calls = 0;
};

/// A member of a struct: its name, its C++ type, and the constant it starts with, None for `{}`.
struct StructMember {
  std::string name;
  std::string cpp_type;
  std::optional<Argument> initial;
};

/// A struct of the user's that forward takes or returns: what a program that stands alone has to
/// define to take and return it too.
struct StructLayout {
  std::string cpp_type;              // as cpp_type spells it: "zoo::Box"
  std::string scope;                 // what of that are namespaces: "zoo"
  std::vector<StructMember> members; // those of bases first
};

// One object each in libfx-core, so that a plugin and a program mean the same key.
namespace meta {
/// Where in the user's source the node comes from.
extern const MetaKey<SourceRange> source_range;
/// How the source spells the node; where --rewrite asks for it.
extern const MetaKey<SourceSyntax> syntax;
/// Calls from forward down to the node's expression, outermost first.
extern const MetaKey<std::vector<SourceRange>> call_stack;
/// Modules entered, outermost first.
extern const MetaKey<std::vector<ModuleFrame>> module_stack;
/// The C++ type of the node's value: "at::Tensor", "std::tuple<at::Tensor, at::Tensor>".
extern const MetaKey<std::string> cpp_type;
/// How forward declares a parameter or what it returns, where that is not `cpp_type`: references
/// ("const at::Tensor &"), and structs by their names where the graph has the tuple of the members.
extern const MetaKey<std::string> declared_type;
/// The structs in `declared_type` or `cpp_type`; one that another has as a member comes first.
extern const MetaKey<std::vector<StructLayout>> structs;
/// Shape, dtype and strides of the node's value.
extern const MetaKey<TensorMeta> tensor_meta;
/// The name of the C++ variable the value was first stored in.
extern const MetaKey<std::string> cpp_name;
} // namespace meta

} // namespace fx
