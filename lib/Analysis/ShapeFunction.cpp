#include "ShapeFunction.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <span>
#include <unordered_map>

namespace fx {

namespace {

using Condition = ShapeValue::Condition;
using Values = std::vector<ShapeValue>;

/// Thrown by prim::RaiseException.
struct Raised {
  std::string message;
};
/// Thrown where nothing can be told of the whole result.
struct NotKnown {};

class Run {
public:
  explicit Run(SizeArithmetic& arithmetic) : arithmetic_(arithmetic) {}

  Values block(const Argument& block, Values inputs) {
    const auto parts = block.items(); // inputs, nodes, outputs
    for (size_t i = 0; i < parts[0].items().size(); ++i)
      at(parts[0].items()[i]) = i < inputs.size() ? inputs[i] : ShapeValue();
    for (const Argument& node : parts[1].items())
      run(node);
    return values(parts[2]);
  }

  std::vector<ShapeResult::Needed> take_conditions() { return std::move(conditions_); }
  /// Takes back what was required.
  void give_up() {
    if (before_) arithmetic_ = std::move(*before_);
  }

private:
  ShapeValue& at(const Argument& number) { return values_[number.as_int()]; }
  Values values(const Argument& numbers) {
    Values values;
    for (const Argument& number : numbers.items())
      values.push_back(at(number));
    return values;
  }

  void run(const Argument& node) {
    constexpr int most_steps = 1'000'000;
    if (++steps_ > most_steps) throw NotKnown();
    const auto parts = node.items(); // kind, inputs, outputs, constant, blocks
    const std::string_view kind = parts[0].symbol();
    const Values inputs = values(parts[1]);
    Values results;
    if (kind == "prim::Constant")
      results = {constant(parts[3])};
    else if (kind == "prim::If")
      results = choose(inputs.at(0), parts[4].items()[0], parts[4].items()[1]);
    else if (kind == "prim::Loop")
      results = loop(inputs, parts[4].items()[0]);
    else if (kind == "prim::RaiseException")
      throw Raised{text(inputs.at(0))};
    else if (kind == "prim::TupleUnpack" || kind == "prim::ListUnpack")
      results = *list(inputs.at(0));
    else
      results = {call(kind, inputs)};
    const auto outputs = parts[2].items();
    for (size_t i = 0; i < outputs.size(); ++i)
      at(outputs[i]) = i < results.size() ? results[i] : ShapeValue();
  }

  static ShapeValue constant(const Argument& value) {
    switch (value.kind()) {
    case Argument::Kind::None: return {ShapeValue::None()};
    case Argument::Kind::Bool: return {value.as_bool()};
    case Argument::Kind::Int: return ShapeValue::of(value.as_int());
    case Argument::Kind::Float: return {value.as_float()};
    case Argument::Kind::String: return {value.symbol().str()};
    case Argument::Kind::List:
    case Argument::Kind::Tuple: {
      Values items;
      for (const Argument& item : value.items())
        items.push_back(constant(item));
      return ShapeValue::list_of(std::move(items));
    }
    default: return {};
    }
  }

  // Conditions.

  ShapeValue compared(Condition::Kind kind, const Size& difference) {
    const Size known = arithmetic_.resolved(difference);
    const std::optional<int64_t> least = arithmetic_.least(known), most = arithmetic_.most(known);
    switch (kind) {
    case Condition::Kind::Equal:
    case Condition::Kind::NotEqual: {
      const bool wanted = kind == Condition::Kind::Equal;
      if (known.constant()) return {(*known.constant() == 0) == wanted};
      if ((least && *least > 0) || (most && *most < 0)) return {!wanted};
      if (least == 0 && most == 0) return {wanted};
      break;
    }
    case Condition::Kind::AtLeastZero:
      if (least && *least >= 0) return {true};
      if (most && *most < 0) return {false};
      break;
    case Condition::Kind::BelowZero:
      if (most && *most < 0) return {true};
      if (least && *least >= 0) return {false};
      break;
    }
    return {Condition{kind, known}};
  }

  static Condition opposite(Condition condition) {
    using Kind = Condition::Kind;
    constexpr Kind kinds[] = {Kind::NotEqual, Kind::Equal, Kind::BelowZero, Kind::AtLeastZero};
    condition.kind = kinds[static_cast<size_t>(condition.kind)];
    return condition;
  }

  /// From now on it is so: the function refuses anything else.
  void require(const Condition& condition) {
    const ShapeValue still = compared(condition.kind, condition.difference);
    if (const bool* known = std::get_if<bool>(&still.value)) {
      if (!*known) throw Raised{"these sizes contradict each other"};
      return;
    }
    const Condition& open = std::get<Condition>(still.value);
    if (!before_) before_ = arithmetic_;
    conditions_.push_back({condition_text(open), open});
    if (open.kind == Condition::Kind::Equal)
      arithmetic_.unify(open.difference);
    else if (open.kind == Condition::Kind::AtLeastZero)
      arithmetic_.bound(open.difference);
    else if (open.kind == Condition::Kind::BelowZero)
      arithmetic_.bound(arithmetic_.add(Size(-1), open.difference, -1));
  }

  /// The parts with factors above 0 on the left.
  std::string condition_text(const Condition& condition) const {
    Size left, right;
    for (const auto& [product, factor] : condition.difference.terms()) {
      const Size term = condition.difference.only(product);
      if (factor > 0)
        left = arithmetic_.add(left, term);
      else
        right = arithmetic_.add(right, term, -1);
    }
    // "N == 4", not "4 == N".
    const bool is_equality =
        condition.kind == Condition::Kind::Equal || condition.kind == Condition::Kind::NotEqual;
    if (is_equality && left.constant() && !right.constant()) std::swap(left, right);
    constexpr std::string_view signs[] = {"==", "!=", ">=", "<"};
    return fmt::format("{} {} {}", arithmetic_.text(left),
                       signs[static_cast<size_t>(condition.kind)], arithmetic_.text(right));
  }
  /// The results of the block that runs. Where that is not known, the function goes on where it
  /// does not refuse, and what both blocks give is known where they agree.
  Values choose(const ShapeValue& condition, const Argument& then, const Argument& otherwise) {
    if (const bool* known = std::get_if<bool>(&condition.value))
      return block(*known ? then : otherwise, {});
    const Condition* open = std::get_if<Condition>(&condition.value);
    if (open == nullptr && !condition.is_unknown()) throw NotKnown();
    std::optional<std::string> refusals[2];
    Values results[2];
    const size_t conditions = conditions_.size();
    for (const int which : {0, 1}) {
      const size_t writes = writes_;
      try {
        results[which] = block(which == 0 ? then : otherwise, {});
      } catch (const Raised& raised) {
        refusals[which] = raised.message;
      }
      // What only one of the two does to a list, or needs, cannot be told.
      if (writes_ != writes || conditions_.size() != conditions) throw NotKnown();
    }
    if (refusals[0] && refusals[1]) throw Raised{*refusals[0]};
    if (refusals[0] || refusals[1]) {
      if (open != nullptr)
        require(refusals[0] ? opposite(*open) : *open);
      else if (std::get<ShapeValue::Unknown>(condition.value).is_decided_by_names)
        conditions_.push_back(
            {"sizes that LibTorch does not refuse: " + refusals[refusals[0] ? 0 : 1].value_or(""),
             std::nullopt});
      return results[refusals[0] ? 1 : 0];
    }
    for (size_t i = 0; i < results[0].size(); ++i)
      results[0][i] = merged(open, results[0][i], results[1].at(i));
    return results[0];
  }

  /// What a value is that is one of two.
  ShapeValue merged(const Condition* open, const ShapeValue& then, const ShapeValue& otherwise) {
    const bool *yes = std::get_if<bool>(&then.value), *no = std::get_if<bool>(&otherwise.value);
    if (yes != nullptr && no != nullptr) {
      if (*yes == *no) return then;
      if (open != nullptr) return {*yes ? *open : opposite(*open)};
    }
    // `and` of a condition and itself, `or` likewise.
    const auto* same = std::get_if<Condition>(&then.value);
    if (same && open && no && !*no && same->kind == open->kind &&
        same->difference == open->difference)
      return then;
    if (then.size() && otherwise.size() &&
        arithmetic_.resolved(*then.size()) == arithmetic_.resolved(*otherwise.size()))
      return then;
    if (then.is_none() && otherwise.is_none()) return then;
    if (then.list() && otherwise.list() && *then.list() == *otherwise.list()) return then;
    const bool is_by_names = open != nullptr || is_by_name(then) || is_by_name(otherwise);
    return {ShapeValue::Unknown{is_by_names}};
  }

  static bool is_by_name(const ShapeValue& value) {
    const auto* unknown = std::get_if<ShapeValue::Unknown>(&value.value);
    return std::holds_alternative<Condition>(value.value) ||
           (unknown != nullptr && unknown->is_decided_by_names);
  }

  Values loop(const Values& inputs, const Argument& body) {
    const std::optional<int64_t> trips =
        inputs.at(0).size() ? arithmetic_.resolved(*inputs[0].size()).constant() : std::nullopt;
    if (!trips) throw NotKnown();
    ShapeValue goes_on = inputs.at(1);
    Values carried(inputs.begin() + 2, inputs.end());
    for (int64_t i = 0; i < *trips; ++i) {
      const bool* known = std::get_if<bool>(&goes_on.value);
      if (known == nullptr) throw NotKnown();
      if (!*known) break;
      Values given{ShapeValue::of(i)};
      given.insert(given.end(), carried.begin(), carried.end());
      Values results = block(body, std::move(given));
      goes_on = results.at(0);
      carried.assign(results.begin() + 1, results.end());
    }
    return carried;
  }

  // Calls.

  static const ShapeValue::List& list(const ShapeValue& value) {
    if (value.list() == nullptr) throw NotKnown();
    return *value.list();
  }

  static std::optional<double> number(const ShapeValue& value) {
    if (const double* fraction = std::get_if<double>(&value.value)) return *fraction;
    if (value.size() && value.size()->constant())
      return static_cast<double>(*value.size()->constant());
    return std::nullopt;
  }

  std::string text(const ShapeValue& value) const {
    if (const std::string* string = std::get_if<std::string>(&value.value)) return *string;
    if (value.size()) return arithmetic_.text(*value.size());
    if (const bool* flag = std::get_if<bool>(&value.value)) return *flag ? "True" : "False";
    if (value.list()) {
      std::string items;
      for (const ShapeValue& item : **value.list())
        items += (items.empty() ? "" : ", ") + text(item);
      return "[" + items + "]";
    }
    return "?";
  }

  /// "size {} and {}" with values in it.
  std::string format(const Values& inputs) const {
    std::string result, pattern = text(inputs.at(0));
    size_t next = 1, from = 0;
    for (size_t at = pattern.find("{}"); at != std::string::npos; at = pattern.find("{}", from)) {
      result += pattern.substr(from, at - from) + (next < inputs.size() ? text(inputs[next]) : "");
      ++next;
      from = at + 2;
    }
    return result + pattern.substr(from);
  }

  /// The place of an item; throws where it is not known, or there is none.
  static size_t place(const ShapeValue& index, size_t count) {
    const std::optional<int64_t> at =
        index.size() ? index.size()->constant() : std::optional<int64_t>();
    if (!at) throw NotKnown();
    const int64_t wrapped = *at < 0 ? *at + static_cast<int64_t>(count) : *at;
    if (wrapped < 0 || wrapped >= static_cast<int64_t>(count))
      throw Raised{fmt::format("there is no dimension {} of {}", *at, count)};
    return static_cast<size_t>(wrapped);
  }

  ShapeValue compare(std::string_view sign, const ShapeValue& a, const ShapeValue& b) {
    using Kind = Condition::Kind;
    if (a.list() && b.list()) return compare_lists(sign, **a.list(), **b.list());
    if (a.size() && b.size()) {
      const Size difference = arithmetic_.subtract(*a.size(), *b.size());
      const Size turned = arithmetic_.subtract(*b.size(), *a.size());
      if (sign == "eq") return compared(Kind::Equal, difference);
      if (sign == "ne") return compared(Kind::NotEqual, difference);
      if (sign == "ge") return compared(Kind::AtLeastZero, difference);
      if (sign == "lt") return compared(Kind::BelowZero, difference);
      if (sign == "le") return compared(Kind::AtLeastZero, turned);
      return compared(Kind::BelowZero, turned); // gt
    }
    const std::optional<double> left = number(a), right = number(b);
    if (!left || !right) return {};
    if (sign == "eq") return {*left == *right};
    if (sign == "ne") return {*left != *right};
    if (sign == "ge") return {*left >= *right};
    if (sign == "lt") return {*left < *right};
    return {sign == "le" ? *left <= *right : *left > *right};
  }

  ShapeValue compare_lists(std::string_view sign, const Values& a, const Values& b) {
    const bool is_equal = sign == "eq";
    if (a.size() != b.size()) return {!is_equal};
    ShapeValue open{true};
    for (size_t i = 0; i < a.size(); ++i) {
      const ShapeValue same = compare("eq", a[i], b[i]);
      if (const bool* known = std::get_if<bool>(&same.value)) {
        if (!*known) return {!is_equal};
        continue;
      }
      if (!std::holds_alternative<bool>(open.value)) return {};
      open = same;
    }
    if (is_equal || open.is_unknown()) return open;
    if (const bool* known = std::get_if<bool>(&open.value)) return {!*known};
    return {opposite(std::get<Condition>(open.value))};
  }

  ShapeValue compute(std::string_view name, const ShapeValue& a, const ShapeValue& b) {
    if (a.is_unknown() || b.is_unknown()) return {};
    const auto* joined = std::get_if<std::string>(&a.value);
    if (name == "add" && joined) return {*joined + text(b)};
    if (name == "add" && a.list() && b.list()) {
      Values items = **a.list();
      items.insert(items.end(), (*b.list())->begin(), (*b.list())->end());
      return ShapeValue::list_of(std::move(items));
    }
    if (a.size() && b.size()) {
      const Size x = arithmetic_.resolved(*a.size()), y = arithmetic_.resolved(*b.size());
      if (name == "add") return {arithmetic_.add(x, y)};
      if (name == "sub") return {arithmetic_.subtract(x, y)};
      if (name == "mul") return {arithmetic_.multiply(x, y)};
      if (name == "max") return {arithmetic_.maximum(x, y)};
      if (name == "min") return {arithmetic_.minimum(x, y)};
      const bool is_remainder = name == "remainder";
      if (name == "floordiv" || is_remainder) {
        const std::optional<Size> result =
            is_remainder ? arithmetic_.remainder(x, y) : arithmetic_.divide(x, y);
        if (!result) throw Raised{"a size is divided by 0"};
        return {*result};
      }
    }
    const std::optional<double> left = number(a), right = number(b);
    if (!left || !right) return {};
    if (name == "add") return {*left + *right};
    if (name == "sub") return {*left - *right};
    if (name == "mul") return {*left * *right};
    if (name == "div" && *right != 0) return {*left / *right};
    return {};
  }

  ShapeValue call(std::string_view kind, const Values& inputs) {
    const std::string_view name = kind.substr(kind.find("::") + 2);
    for (const std::string_view sign : {"eq", "ne", "ge", "lt", "le", "gt"})
      if (name == sign) return compare(sign, inputs.at(0), inputs.at(1));
    for (const std::string_view operation :
         {"add", "sub", "mul", "div", "floordiv", "remainder", "max", "min"})
      if (name == operation) return compute(operation, inputs.at(0), inputs.at(1));
    if (kind == "prim::ListConstruct" || kind == "prim::TupleConstruct")
      return ShapeValue::list_of(inputs);
    if (kind == "prim::unchecked_cast") return inputs.at(0);
    if (kind == "prim::Uninitialized") return {};
    if (name == "format") return {format(inputs)};
    if (name == "__is__" || name == "__isnot__") {
      const bool wants_none = inputs.at(1).is_none();
      if (!wants_none || inputs[0].is_unknown()) return {};
      return {inputs[0].is_none() == (name == "__is__")};
    }
    if (name == "__not__") return negated(inputs.at(0));
    if (name == "neg" && inputs.at(0).size())
      return {arithmetic_.subtract(Size(), *inputs[0].size())};
    if (name == "__range_length" || name == "__derive_index") return range(name, inputs);
    if (name == "Int" || name == "ceil") return rounded(name, inputs.at(0));
    return of_list(name, inputs);
  }

  ShapeValue negated(const ShapeValue& value) const {
    if (const bool* known = std::get_if<bool>(&value.value)) return {!*known};
    if (const auto* open = std::get_if<Condition>(&value.value)) return {opposite(*open)};
    return {ShapeValue::Unknown{is_by_name(value)}};
  }

  static ShapeValue rounded(std::string_view name, const ShapeValue& value) {
    if (value.size()) return value;
    const double* fraction = std::get_if<double>(&value.value);
    constexpr double most = 9e15;
    if (fraction == nullptr || !(std::abs(*fraction) < most)) return {};
    return ShapeValue::of(
        static_cast<int64_t>(name == "ceil" ? std::ceil(*fraction) : std::trunc(*fraction)));
  }

  /// aten::__range_length(start, stop, step), aten::__derive_index(index, start, step).
  static ShapeValue range(std::string_view name, const Values& inputs) {
    int64_t numbers[3] = {};
    for (int i = 0; i < 3; ++i) {
      const Size* size = inputs.at(static_cast<size_t>(i)).size();
      if (size == nullptr || !size->constant()) throw NotKnown();
      numbers[i] = *size->constant();
    }
    if (name == "__derive_index") return ShapeValue::of(numbers[1] + numbers[0] * numbers[2]);
    if (numbers[2] <= 0) throw NotKnown();
    return ShapeValue::of(
        std::max<int64_t>(0, (numbers[1] - numbers[0] + numbers[2] - 1) / numbers[2]));
  }

  ShapeValue of_list(std::string_view name, const Values& inputs) {
    if (inputs.empty() || inputs[0].list() == nullptr) {
      // Nothing is known of it, and it may have been written to.
      if (name == "append" || name == "insert" || name == "_set_item" || name == "len")
        throw NotKnown();
      return {};
    }
    Values& items = **inputs[0].list();
    if (name == "len") return ShapeValue::of(static_cast<int64_t>(items.size()));
    if (name == "__getitem__") return items[place(inputs.at(1), items.size())];
    if (name == "append") {
      ++writes_;
      items.push_back(inputs.at(1));
      return inputs[0];
    }
    if (name == "_set_item") {
      ++writes_;
      items[place(inputs.at(1), items.size())] = inputs.at(2);
      return inputs[0];
    }
    if (name == "insert") {
      ++writes_;
      const std::optional<int64_t> at =
          inputs.at(1).size() ? inputs[1].size()->constant() : std::optional<int64_t>();
      if (!at || *at < 0 || *at > static_cast<int64_t>(items.size())) throw NotKnown();
      items.insert(items.begin() + *at, inputs.at(2));
      return inputs[0];
    }
    throw NotKnown();
  }

  SizeArithmetic& arithmetic_;
  std::unordered_map<int64_t, ShapeValue> values_;
  std::vector<ShapeResult::Needed> conditions_;
  std::optional<SizeArithmetic> before_; // what was known of names, where that has changed
  size_t writes_ = 0;
  int steps_ = 0;
};

/// A copy, as functions change lists.
ShapeValue copied(const ShapeValue& value) {
  if (value.list() == nullptr) return value;
  std::vector<ShapeValue> items;
  for (const ShapeValue& item : **value.list())
    items.push_back(copied(item));
  return ShapeValue::list_of(std::move(items));
}

} // namespace

ShapeResult run_shape_function(const Argument& function, std::vector<ShapeValue> inputs,
                               SizeArithmetic& arithmetic) {
  for (ShapeValue& input : inputs)
    input = copied(input);
  Run run(arithmetic);
  const auto not_known = [&] {
    run.give_up();
    return ShapeResult{};
  };
  try {
    const std::vector<ShapeValue> results = run.block(function, std::move(inputs));
    if (results.empty()) return {};
    return {.value = results.size() == 1 ? results[0] : ShapeValue::list_of(results),
            .refusal = {},
            .conditions = run.take_conditions()};
  } catch (const Raised& raised) {
    run.give_up();
    constexpr std::string_view prefix = "AssertionError: ";
    return {.value = {},
            .refusal = raised.message.starts_with(prefix) ? raised.message.substr(prefix.size())
                                                          : raised.message,
            .conditions = {}};
  } catch (const NotKnown&) {
    return not_known();
  } catch (const SizeOverflow&) {
    return not_known();
  } catch (const std::out_of_range&) {
    return not_known(); // a function of another form than those that are known
  }
}

} // namespace fx
