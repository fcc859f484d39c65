// Tracing one root: construct it, run its forward on placeholders, hand out the graph.
#pragma once

#include "Frontend/Eval/Machine.h"
#include "Frontend/Parse/ParsedUnit.h"
#include "Frontend/StatePath.h"

#include "llvm/ADT/MapVector.h"

namespace fx {
class AliasAnalysis;
}

namespace fx::frontend {

/// A buffer that keeps a tensor or a number of the state, in the trace that has it.
struct StateSlot {
  std::string name;
  clang::QualType type;      // of the number; null: a tensor
  Location* place = nullptr; // of the value, where a call begins
  Node* init = nullptr;
  Value hidden; // what stands for its value while no call runs
  // What is known of the tensor from the calls that were traced:
  bool is_shared = false;   // the constructor gave it to something else, too
  bool is_written = false;  // a call writes to what it finds
  bool is_returned = false; // a call returns what it leaves
  Node* fetched = nullptr;  // in the graph of the call that runs: the buffer,
  Node* old = nullptr;      // what it holds when the call begins,
  Node* value = nullptr;    // and the tensor that it holds when the call ends
};

/// State that forward keeps in a member or variable, and that the graph keeps in buffers.
struct StateBuffer {
  std::string description; // "the member 'hidden'"
  std::string why;         // what a later call reads it for
  clang::SourceLocation write;
  clang::SourceLocation read;
  StatePath path;
  bool is_number = false;
  /// It is a container, of which forward changes more than the elements: all of them are kept.
  bool is_list = false;
  /// A number that is not negative in any call, as far as is known.
  bool non_negative = false;

  // In the trace that has the buffers:
  Location* place = nullptr; // what the path leads to
  ModuleNode* owner = nullptr;
  std::vector<StateSlot> slots;
};

/// Owns what one trace needs: the machine, and what the machine asks.
class ModelTracer {
public:
  ModelTracer(const ParsedUnit& unit, const TraceOptions& options);
  ModelTracer(const ModelTracer&) = delete;
  ModelTracer& operator=(const ModelTracer&) = delete;

  /// Runs the expression that builds the root, then its forward. False: see report().
  bool trace_root(const clang::Expr* construction);
  bool trace_default_constructed(const clang::CXXRecordDecl* record);
  bool trace_function(const clang::FunctionDecl* function);
  /// What is traced belongs to a rule: parameters that are modules of LibTorch's are leaves without
  /// options, by their names, and conditions are computed later.
  void set_in_rule() {
    in_rule_ = true;
    machine_.set_in_rule();
  }

  /// The state that made this trace fail and that a buffer could keep: another trace may try it.
  const std::optional<StateBuffer>& wanted_buffer() const { return wanted_; }
  const std::vector<StateBuffer>& buffers() const { return buffers_; }
  void set_buffers(std::vector<StateBuffer> buffers) { buffers_ = std::move(buffers); }
  /// Notes to the error: --state=buffers would keep the number that is wanted.
  void suggest_buffers();

  TracedModule take() { return std::move(graph_.traced()); }
  Reporter& report() { return report_; }
  const Reporter& report() const { return report_; }
  bool in_constructor() const { return graph_.in_constructor(); }
  const Machine& machine() const { return machine_; }

private:
  /// Runs forward and looks at what it returned. `root` is null for a function.
  bool run_forward(const clang::Expr* where, const clang::FunctionDecl* forward, const Object* root,
                   clang::SourceLocation location);
  /// Makes a placeholder for each parameter.
  bool make_inputs(const clang::FunctionDecl* forward, llvm::SmallVector<Operand, 4>& args);
  bool make_input(const clang::ParmVarDecl* parameter, llvm::SmallVector<Operand, 4>& args);
  /// A list, `value`, of which the length is assumed is its items.
  bool unfold_assumed(const clang::ParmVarDecl* parameter, Value& value);
  /// A map of which --input gives elements has these.
  bool unfold_map(const clang::ParmVarDecl* parameter, Operand& input);
  /// The parameters of main in a program that is started without arguments.
  void make_command_line(const clang::FunctionDecl* main, llvm::SmallVector<Operand, 4>& args);
  bool make_module_input(clang::QualType type, const std::string& name, Operand& operand);
  /// A bare Sequential, whose forward is LibTorch's: one input, as torch.fx names it.
  bool make_sequential_input(llvm::SmallVector<Operand, 4>& args);
  /// The output node of the graph under construction; no `type`: a tensor.
  bool make_output(const Value& value, clang::QualType type);
  /// What a call finds of what calls before it left.
  enum class Start : uint8_t {
    Constructed, // it is the first, behind train() or eval()
    Made,        // it is the first, and nobody has called either
    Unknown,     // what they changed is not known; modules are in the modes that they left
    Left,        // what the one before left, and it changes nothing of that
  };
  /// One call of forward into `graph`.
  bool run_call(Graph& graph, bool training, Start start = Start::Constructed);

  // ForwardCalls.cpp
  /// Runs forward in each mode that is asked for, and as often as it takes to know that what it
  /// keeps from call to call changes nothing.
  bool trace_modes();
  bool trace_training();
  bool check_later_calls(llvm::ArrayRef<bool> modes);
  /// Whether calls keep nothing but what they compute from constants, and find it unchanged: each
  /// computes what the first does.
  bool keeps_constants(llvm::ArrayRef<bool> modes);
  /// What the model's own train() changes of the model that the constructor made.
  std::deque<Change> changed_by_train();
  /// Says so where forward computes something else before the first of them.
  void compare_before_train(const std::deque<Change>& changed_by_train);
  std::string mode_owner(const Object& module);
  /// The graph of the model in a mode.
  const Graph& graph_in(bool training);
  /// Adds what the last call changed. True: there was something new.
  bool note_changes(bool training);
  /// What earlier calls changed is not known.
  void forget_changes();
  bool report_state(size_t said, const std::string& why, clang::SourceLocation read);

  // StateBuffers.cpp
  /// Notes that buffers could keep what stands in `place`, if they could.
  void want_buffer(Location* place, StateBuffer state);
  bool can_keep_tensor(const Location* place);
  /// Whether buffers keep what stands in `place`.
  bool is_kept(const Location* place) const;
  /// Gives each state that is to be kept its buffers, when the constructor is done.
  bool make_buffers();
  bool make_slot(StateBuffer& state, StateSlot& slot, const std::string& name);
  /// Whether nothing but the buffers holds the memory of what they keep, in all calls together.
  bool check_buffers();
  void say_buffers();
  /// Notes to an error: which numbers only a run knows because they are kept.
  void explain_numbers();
  /// The generated code has no override of train(): false, with an error, where one writes to what
  /// buffers keep.
  void hide_buffers();
  bool are_buffers_hidden();
  /// A call begins with what the buffers hold,
  void read_buffers();
  void read_slot(const StateBuffer& state, StateSlot& slot);
  /// and ends with writing them. False: one of them cannot keep what forward leaves.
  bool write_buffers();
  bool write_tensor(const StateBuffer& state, StateSlot& slot, const Value& now,
                    const AliasAnalysis& memory);
  bool write_number(const StateBuffer& state, const StateSlot& slot, const Value& now);
  /// Where the call that runs reads a tensor of a module.
  std::vector<Node*> reads_of(const ModuleNode& module, const TensorSlot& slot);
  /// An error; other state that the call has read and changed is wanted in buffers then.
  bool cannot_write(const StateBuffer& state, const Value& left, const std::string& why_not);
  /// A node that reads or writes a buffer.
  Node* state_node(const StateBuffer& state, Opcode op, std::string_view target,
                   std::vector<Argument> args);
  /// Takes back the reading of a buffer that forward does not read.
  void erase_unread(const StateSlot& slot);
  bool state_error(const StateBuffer& state, const std::string& why_not);
  bool trace_object(const clang::Expr* where, const Value& built,
                    Message<MessageKind::Error, 0> no_module);
  /// Says that the program throws, unless an error was reported. Returns false.
  bool report_exception(const char* where_it_ends);

  clang::ASTContext& context_;
  const TraceOptions& options_;
  /// What is traced: forward of `root`, a function, or a Sequential's own forward (null).
  struct Method {
    const clang::Expr* where = nullptr;
    const clang::FunctionDecl* forward = nullptr;
    const Object* root = nullptr;
    clang::SourceLocation location;
  };
  /// Something that forward changes and that lives on behind the call.
  struct KeptState {
    std::string name;
    clang::SourceLocation write;
    bool is_module = false; // the structure of a module, not a value
  };

  /// Modules that a call of forward in a mode left in another mode than it found them in.
  struct ModeLeft {
    bool on = false;
    clang::SourceLocation write;
  };
  using ModesLeft = llvm::MapVector<std::pair<const Object*, unsigned>, ModeLeft>;

  Method method_;
  CallStack frames_;
  Storage storage_;
  Reporter report_;
  GraphBuilder graph_;
  Oracle oracle_;
  Machine machine_;
  llvm::MapVector<Location*, KeptState> kept_;
  ModesLeft modes_left_;
  std::optional<StateBuffer> wanted_;
  std::vector<StateBuffer> buffers_;
  std::deque<Graph> calls_; // later calls, to be compared
  bool in_rule_ = false;
};

} // namespace fx::frontend
