// Values of structs: named tuples.
#pragma once

#include "Call.h"

#include <string>
#include <string_view>
#include <vector>

namespace fx::runtime {

Value named_tuple(const std::string& name, const std::vector<std::string>& members,
                  std::vector<Value> items);
/// The last part of a name of C++, in letters that Python has names of.
std::string name_in_python(std::string_view name);
/// Null: the value is no named tuple that has such a member.
const Value* member_of(const Value& value, std::string_view name);
/// builtins.getattr; `other` does what it is of other values.
std::unique_ptr<const Call> make_member_call(std::unique_ptr<const Call> other);

} // namespace fx::runtime
