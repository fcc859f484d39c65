// The values that a traced function is called with.
#include "ExampleValues.h"
#include "Record.h"
#include "Results.h"

#include "fx/IR/Printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fx {

namespace {

using Kind = TracedFunction::Parameter::Kind;

struct PlaceholderMark : torch::CustomClassHolder {
  std::map<std::string, Value> meta;
};

const PlaceholderMark* mark_of(const Value& value) {
  return value.isCapsule() ? dynamic_cast<const PlaceholderMark*>(value.toCapsule().get())
                           : nullptr;
}
bool is_mark(const Value& value) {
  return mark_of(value) != nullptr;
}

Value made_mark(std::map<std::string, Value> meta) {
  auto mark = c10::make_intrusive<PlaceholderMark>();
  mark->meta = std::move(meta);
  return Value::make_capsule(std::move(mark));
}

/// Whether it has tensors alone, in tuples and structs.
bool is_of_tensors(const ValueType& type) {
  if (type.is(ValueType::Kind::Tensor)) return true;
  return (type.is(ValueType::Kind::Tuple) || type.is(ValueType::Kind::Struct)) &&
         std::all_of(type.items.begin(), type.items.end(), is_of_tensors);
}

/// Python's text of a literal.
std::string text_of(const Value& value) {
  if (value.isBool()) return value.toBool() ? "True" : "False";
  if (value.isInt()) return std::to_string(value.toInt());
  if (value.isDouble()) return python_float(value.toDouble());
  return value.isString() ? value.toStringRef() : "None";
}

class Inputs {
public:
  Inputs(Tracer& tracer, const TracedFunction& function, const TraceOptions& options)
      : tracer_(tracer), function_(function), options_(options) {}

  Args make() {
    const size_t count = function_.parameters.size();
    if (!options_.example_inputs.empty() && options_.example_inputs.size() != count)
      throw TraceError(fmt::format("Tracing expected {} arguments but got {} example inputs", count,
                                   options_.example_inputs.size()));
    if (options_.input_names.size() > count)
      throw TraceError(fmt::format("Tracing expected {} arguments but got {} names", count,
                                   options_.input_names.size()));
    name_all(count);
    for (const auto& [key, value] : options_.concrete_args) {
      const bool is_known =
          key.number() >= 0 ? static_cast<size_t>(key.number()) < count
                            : std::find(names_.begin(), names_.end(), key.name()) != names_.end();
      if (!is_known)
        throw TraceError(
            fmt::format("Tracing expected {} arguments, and none is the concrete argument {}",
                        count, key.number() >= 0 ? std::to_string(key.number()) : key.name()));
    }
    // All placeholders come before what is computed of them.
    Args placeholders;
    for (const std::string& name : names_) {
      placeholders.push_back(tracer_.create_proxy(Opcode::Placeholder, name, {}, {}, name));
      if (runtime::ProxyTensor* proxy = runtime::ProxyTensor::of(placeholders.back()))
        proxy->claim_gradient();
    }
    Args values;
    for (size_t i = 0; i < count; ++i)
      values.push_back(value_of(i, placeholders[i]));
    return values;
  }

private:
  void name_all(size_t count) {
    std::set<std::string> used;
    for (size_t i = 0; i < count; ++i) {
      std::string name = i < options_.input_names.size() ? options_.input_names[i]
                         : i < function_.names.size()    ? function_.names[i]
                                                         : "";
      const std::string base = name.empty() ? "input" : name;
      name = base;
      for (int number = 1; !used.insert(name).second; ++number)
        name = fmt::format("{}_{}", base, number);
      names_.push_back(std::move(name));
    }
  }

  const Value* concrete(size_t index) const {
    auto found = options_.concrete_args.find(InputKey(static_cast<int>(index)));
    if (found == options_.concrete_args.end())
      found = options_.concrete_args.find(InputKey(names_[index]));
    return found == options_.concrete_args.end() ? nullptr : &found->second;
  }

  /// What stands for "to be traced" may say more of the node.
  static void mark(const Value& placeholder, const Value& mark) {
    if (const std::optional<Proxy> proxy = Proxy::of(placeholder))
      for (const auto& [name, value] : mark_of(mark)->meta)
        proxy->node().set_meta(free_meta_key(name), to_argument(value));
  }

  Value value_of(size_t index, const Value& placeholder) {
    const TracedFunction::Parameter& parameter = function_.parameters[index];
    const Value* example =
        options_.example_inputs.empty() ? nullptr : &options_.example_inputs[index];
    if (example) show(placeholder, *example);
    const Value* given = concrete(index);
    if (given && is_mark(*given))
      mark(placeholder, *given);
    else if (given)
      return specialized(names_[index], placeholder, *given);
    if (parameter.kind == Kind::Tensor && (!example || example->isTensor())) return placeholder;
    if (parameter.kind == Kind::Other && is_of_tensors(parameter.type))
      return taken_apart(placeholder, parameter.type);
    if (example) return specialized(names_[index], placeholder, *example);
    throw TraceError(fmt::format(
        "argument {} is a {}, which a tensor that is traced cannot stand for. Give its value in "
        "TraceOptions::concrete_args, or one to trace with in TraceOptions::example_inputs",
        names_[index], parameter.cpp_type));
  }

  /// The parts of a tuple or struct of tensors: what C++ does not use is no node.
  Value taken_apart(const Value& whole, const ValueType& type) {
    const std::optional<Proxy> proxy = Proxy::of(whole);
    if (type.is(ValueType::Kind::Tensor) || !proxy) return whole;
    std::vector<Value> parts;
    parts.reserve(type.items.size());
    for (size_t i = 0; i < type.items.size(); ++i)
      parts.push_back(taken_apart(type.is(ValueType::Kind::Struct)
                                      ? runtime::get_member(*proxy, i, type.members[i])
                                      : runtime::get_item(*proxy, i),
                                  type.items[i]));
    return c10::ivalue::Tuple::create(std::move(parts));
  }

  static void show(const Value& placeholder, const Value& example) {
    runtime::ProxyTensor* proxy = runtime::ProxyTensor::of(placeholder);
    if (proxy == nullptr) return;
    std::optional<c10::Device> device;
    runtime::for_each_tensor(example, [&](const at::Tensor& tensor) { device = tensor.device(); });
    if (const std::optional<Value> known = runtime::example_of(example))
      runtime::describe(*proxy, *known, device);
  }

  /// What the function gets for a value that is given; the graph checks what is no tensor.
  Value specialized(const std::string& name, const Value& placeholder, const Value& value) {
    if (is_mark(value)) {
      mark(placeholder, value);
      return placeholder;
    }
    if (value.isTensor()) {
      // A tensor among examples is traced; as a concrete argument it is a constant.
      return runtime::this_thread().tracer != nullptr && is_example(value) ? placeholder : value;
    }
    if (value.isTuple() || value.isList()) return sequence(name, placeholder, value);
    if (value.isGenericDict()) return dictionary(name, placeholder, value);
    if (value.isNone()) {
      check(placeholder, "operator.is_", value,
            fmt::format("{} has been specialized to have value None but got another value", name));
    } else if (value.isBool() || value.isInt() || value.isDouble() || value.isString()) {
      check(placeholder, "operator.eq", value,
            fmt::format("{} has been specialized to have value {} but got another value", name,
                        text_of(value)));
    }
    return value;
  }

  bool is_example(const Value& value) const {
    bool found = false;
    for (const Value& example : options_.example_inputs)
      runtime::for_each_tensor(example, [&](const at::Tensor& tensor) {
        found = found || tensor.is_same(value.toTensor());
      });
    return found;
  }

  void check(const Value& input, const char* comparison, const Value& value,
             const std::string& text) {
    const Value is_so = tracer_.create_proxy(Opcode::CallFunction, comparison, {input, value}, {});
    tracer_.create_proxy(Opcode::CallFunction, "torch._assert", {is_so, Value(text)}, {});
  }

  Value sequence(const std::string& name, const Value& placeholder, const Value& value) {
    const std::optional<Proxy> whole = Proxy::of(placeholder);
    std::vector<Value> given, made;
    if (value.isTuple())
      given = value.toTupleRef().elements();
    else
      given = value.toListRef().vec();
    for (size_t i = 0; i < given.size(); ++i)
      made.push_back(specialized(fmt::format("{}_{}", name, i + 1),
                                 whole ? runtime::get_item(*whole, i) : placeholder, given[i]));
    if (value.isTuple()) return c10::ivalue::Tuple::create(std::move(made));
    return to_list(made);
  }

  Value dictionary(const std::string& name, const Value& placeholder, const Value& value) {
    std::vector<Value> made;
    for (const auto& entry : value.toGenericDict()) {
      const Value part = tracer_.create_proxy(Opcode::CallFunction, "operator.getitem",
                                              {placeholder, entry.key()}, {});
      if (!options_.example_inputs.empty() && !entry.value().isCapsule()) show(part, entry.value());
      made.push_back(entry.key());
      made.push_back(
          specialized(fmt::format("{}_{}", name, text_of(entry.key())), part, entry.value()));
    }
    return rebuild_value(Argument::dict({}), std::move(made));
  }

  Tracer& tracer_;
  const TracedFunction& function_;
  const TraceOptions& options_;
  std::vector<std::string> names_;
};

} // namespace

Value PH() {
  return made_mark({});
}

Value PHWithMeta(std::map<std::string, Value> meta) {
  return made_mark(std::move(meta));
}

Args Tracer::create_args_for_root(const TracedFunction& function, const TraceOptions& options) {
  return Inputs(*this, function, options).make();
}

} // namespace fx
