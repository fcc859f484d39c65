// Look-up of operators, binding of arguments, out=.
#include "Support/Operators.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace fx::testing {

namespace {

struct Signature {
  std::vector<std::string> parameters;
  size_t positional = 0; // how many may be given by position
  bool variadic = false; // the last of these takes the rest
  size_t out = SIZE_MAX;
  Value (*run)(Call&) = nullptr;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

Signature parse(const Operator& entry) {
  Signature signature;
  signature.run = entry.run;
  bool keyword_only = false;
  for (std::string& word : split(entry.parameters)) {
    if (word == "*") {
      keyword_only = true;
      continue;
    }
    if (word[0] == '*') {
      signature.variadic = true;
      word.erase(0, 1);
    }
    if (word == "out") signature.out = signature.parameters.size();
    signature.parameters.push_back(std::move(word));
    if (!keyword_only) ++signature.positional;
    keyword_only |= signature.variadic;
  }
  return signature;
}

const Signature* find(const std::string& name) {
  static const auto table = [] {
    std::unordered_map<std::string, Signature> table;
    for (const auto entries : {arithmetic_operators(), view_operators(), creation_operators()})
      for (const Operator& entry : entries)
        for (const std::string& name : split(entry.names))
          if (!table.emplace(name, parse(entry)).second)
            throw std::logic_error("two operators named " + name);
    return table;
  }();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

std::vector<Value> bind(const Signature& signature, const std::vector<Value>& args,
                        const std::vector<std::pair<std::string, Value>>& kwargs) {
  std::vector<Value> operands(signature.parameters.size());
  std::vector<bool> given(operands.size());
  for (size_t i = 0; i < args.size(); ++i) {
    const bool rest = signature.variadic && i + 1 >= signature.positional;
    if (rest && !args[i].is_sequence()) {
      operands[signature.positional - 1] = Value::aggregate(
          Value::Kind::Tuple, std::vector<Value>(args.begin() + ptrdiff_t(i), args.end()));
      given[signature.positional - 1] = true;
      break;
    }
    if (i >= signature.positional) throw EvaluationError("too many positional arguments");
    operands[i] = args[i];
    given[i] = true;
  }
  for (const auto& [name, value] : kwargs) {
    // The schemas' name of what functions call input.
    const bool is_self = name == "self" && signature.parameters.front() == "input";
    const auto found =
        is_self ? signature.parameters.begin() : std::ranges::find(signature.parameters, name);
    if (found == signature.parameters.end())
      throw EvaluationError(fmt::format("no parameter '{}'", name));
    const size_t index = size_t(found - signature.parameters.begin());
    if (given[index]) throw EvaluationError(fmt::format("two values for '{}'", name));
    operands[index] = value;
    given[index] = true;
  }
  return operands;
}

} // namespace

Value call_operator(const std::string& name, const std::vector<Value>& args,
                    const std::vector<std::pair<std::string, Value>>& kwargs,
                    std::mt19937_64& generator) {
  const Signature* signature = find(name);
  if (signature == nullptr) throw EvaluationError(fmt::format("unknown operator {}", name));
  try {
    Call call{generator, bind(*signature, args, kwargs)};
    Value result = signature->run(call);
    if (signature->out == SIZE_MAX || !call.has(signature->out)) return result;
    write_result(call.tensor(signature->out), result);
    return call[signature->out];
  } catch (const EvaluationError& error) {
    throw EvaluationError(fmt::format("{}: {}", name, error.what()));
  }
}

Shape to_shape(const Value& value) {
  if (!value.is_sequence()) return {value.as_int()};
  Shape shape;
  for (const Value& item : value.items)
    shape.push_back(item.as_int());
  return shape;
}

size_t wrap_dimension(int64_t dimension, int64_t rank) {
  const int64_t range = std::max<int64_t>(rank, 1);
  if (dimension < -range || dimension >= range)
    throw EvaluationError(fmt::format("dimension {} of {}", dimension, rank));
  return size_t(dimension < 0 ? dimension + range : dimension);
}

void write_result(const Tensor& target, const Value& result) {
  const Tensor& source = result.as_tensor();
  if (source.sizes != target.sizes)
    throw EvaluationError("the result has another shape than what it is written to");
  if (source.dtype() > target.dtype())
    throw EvaluationError("the dtype of the result cannot be cast to that it is written to");
  target.write(source.read());
}

double draw(std::mt19937_64& generator) {
  return double(generator() >> 11) * 0x1p-53;
}

} // namespace fx::testing
