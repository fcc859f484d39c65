// What stands between the callers of a GraphModule and its graph: torch.fx's CodeGen and
// _PyTreeCodeGen (torch/fx/graph.py), and torch.utils._pytree for values.
//
//     struct ListCodeGen : fx::CodeGen {
//       fx::Args process_inputs(fx::Args inputs) const override {
//         return inputs.at(0).toListRef().vec(); // forward takes one list of tensors
//       }
//     };
//     traced->set_codegen(std::make_shared<ListCodeGen>());
#pragma once

#include "fx/Runtime/Value.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fx {

class CodeGen {
public:
  CodeGen() = default;
  virtual ~CodeGen();
  CodeGen(const CodeGen&) = delete;
  CodeGen& operator=(const CodeGen&) = delete;

  /// What the graph runs on, out of what the module was called with.
  virtual Args process_inputs(Args inputs) const { return inputs; }
  /// What the module gives, out of what the graph gave.
  virtual Value process_outputs(Value outputs) const { return outputs; }

  /// How forward begins in Python, without indentation: "def forward(self, x, y):", where `inputs`
  /// are the placeholders as they stand there, annotations and defaults included. What is added
  /// binds the names of the placeholders.
  virtual std::string gen_fn_def(const std::vector<std::string>& inputs) const;
  /// The last word on a text that GraphModule::code() gives (Graph.on_generate_code).
  virtual std::string on_generate_code(std::string_view language, std::string code) const {
    return code;
  }
};

/// The leaves of a value, from left to right, and the value with PH() for each of them
/// (pytree.tree_flatten). Lists, tuples, structs and dictionaries are taken apart.
std::pair<Args, Value> tree_flatten(const Value& value);
/// The value of the form `spec` with these leaves. RuntimeError: there are more, or fewer.
Value tree_unflatten(const Args& leaves, const Value& spec);

/// Of a graph whose placeholders are leaves: the module takes arguments of the forms `in_specs`,
/// and gives what its graph gives, leaves again, as a value of the form `out_spec`; a spec that is
/// PH() is a leaf.
class PyTreeCodeGen : public CodeGen {
public:
  PyTreeCodeGen(std::vector<Value> in_specs, Value out_spec)
      : in_specs_(std::move(in_specs)), out_spec_(std::move(out_spec)) {}

  /// RuntimeError: an argument has another form, and which.
  Args process_inputs(Args inputs) const override;
  Value process_outputs(Value outputs) const override;

private:
  std::vector<Value> in_specs_;
  Value out_spec_;
};

} // namespace fx
