// The settings of at::autocast while forward runs.
//
// LibTorch's C++ has no guard for autocast: programs call the setters, often in a class of their
// own. Here the settings are followed as the program leaves them, and only what an operator runs
// under gets into the graph: as a mode that is entered and left (torch.autocast), and where the
// program does not put back what it found, as a call of the setter.
#pragma once

#include "fx/IR/Argument.h"

#include "clang/AST/Expr.h"

#include <array>
#include <vector>

namespace fx::frontend {

class GraphBuilder;
class Reporter;

class Autocast {
public:
  enum Setting : uint8_t { CpuEnabled, CpuDtype, CudaEnabled, CudaDtype, CacheEnabled };

  Autocast(GraphBuilder& graph, Reporter& report) : graph_(graph), report_(report) {}
  void begin_call();

  /// What the program has set; None: what the caller of forward has set.
  const Argument& now(Setting setting) const { return wanted_[setting]; }
  /// The same, where None is a node that asks for it.
  Argument read(const clang::Expr* where, Setting setting);
  void set(const clang::Expr* where, Setting setting, const Argument& value);
  /// Nests one deeper, or one less deep; how deep then. Callers are taken not to nest.
  int64_t nest(const clang::Expr* where, int by);
  void clear_cache(const clang::Expr* where);

  /// Whether operators that run now may run in another type than that of their operands.
  bool may_be_on() const;
  /// Whether the graph is in another state than the program.
  bool is_behind() const { return is_behind_; }
  /// Brings the graph into the state of the program.
  void catch_up();
  /// The call ends: leaves all modes. An error when forward leaves something switched on.
  bool finish();

private:
  static constexpr size_t num_settings = 5;
  using Settings = std::array<Argument, num_settings>;
  struct Mode {
    Node* guard;
    Setting enabled; // of which device
    Settings before;
  };
  /// Of the outermost mode, where the program leaves the cache as it is.
  struct Exit {
    Node* node;
    const clang::Expr* where;
    bool was_off;
  };

  /// Enters or leaves modes until the two settings of a device are those of the program.
  void adjust_device(Setting enabled);
  void enter(Setting enabled);
  void leave(size_t mode);
  /// Keeps the exits from emptying the cache.
  void keep_cache();
  /// Calls the setter.
  void assign(Setting setting);
  /// `setting` of the program, as an operand.
  Argument operand(Setting setting) const;

  GraphBuilder& graph_;
  Reporter& report_;
  Settings wanted_;                                       // of the program
  Settings actual_;                                       // of the graph
  std::array<const clang::Expr*, num_settings> set_by_{}; // the last call that set it
  std::array<Node*, num_settings> asked_{};               // what the caller had set
  std::vector<Mode> open_;
  std::vector<Exit> exits_;
  int64_t nesting_ = 0;
  const clang::Expr* nested_by_ = nullptr;
  const clang::Expr* cleared_by_ = nullptr; // since the last node
  bool is_behind_ = false;
};

} // namespace fx::frontend
