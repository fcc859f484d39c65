// A call of a module that is to be fx::call in the source (fx/Runtime/Calls.h): what the rule
// leaf-modules asks of an edit.
#pragma once

#include "fx/IR/Meta.h"

#include <string>

namespace fx {

struct LeafCall {
  /// What the source names is no module and no holder, but leads to one: fx::call(*object, x).
  bool is_dereferenced = false;
  /// What leads from there to the module: ".get<BlockImpl>()".
  std::string access;
  friend bool operator==(const LeafCall&, const LeafCall&) = default;
};

namespace meta {
/// Of a call_module node that is one node because the rule makes it one.
extern const MetaKey<LeafCall> leaf_call;
} // namespace meta

} // namespace fx
