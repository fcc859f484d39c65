// What decides where a value of the graph does: what it follows from, in words for a message.
#pragma once

#include "fx/IR/Node.h"

#include <string>
#include <string_view>
#include <vector>

namespace fx::frontend {

struct Dependence {
  /// What is asked of a tensor or a list, without its data.
  struct Property {
    std::string_view name; // "the sizes"
    const Node* of;
    bool is_in_examples; // of --input
  };

  bool on_data = false;                // what tensors hold, or what is not known
  std::vector<const Node*> parameters; // of the traced method, that hold no tensors
  std::vector<Property> properties;

  /// "the sizes of 'x' and the dtype of 'mask'"
  std::string describe_properties() const;
};

/// What the value of `node` follows from; where `is_list`, how many items it has.
Dependence dependence_of(const Node& node, bool is_list);

/// "bool": what forward declares a parameter as.
std::string declared_type(const Node& parameter);
/// What --input may say of a parameter, "flag=true", "x=<sizes>", with the dtype where that counts;
/// empty where it has no words for such a type.
std::string input_to_give(const Node& parameter, bool with_dtype = false);

} // namespace fx::frontend
