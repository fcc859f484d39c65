#include "AllOperators.h"

#include <torch/torch.h>

#include <fmt/format.h>

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <span>
#include <sstream>

namespace fx::testing {
namespace {

using c10::OperatorHandle;
using torch::Tensor;

/// "3x3", "3x3:int64<5" for integers below 5, "3x3:11" for the type of that number; nothing before
/// the colon: of no dimensions.
Tensor tensor_of(const std::string& spec) {
  const size_t type = spec.find(':');
  std::vector<int64_t> sizes;
  std::istringstream text(spec.substr(0, type));
  for (std::string size; std::getline(text, size, 'x');)
    sizes.push_back(std::stoll(size));
  if (type == spec.npos) return torch::rand(sizes) + 0.1;
  if (spec.find('<') == spec.npos)
    return torch::zeros(sizes, static_cast<c10::ScalarType>(std::stoi(spec.substr(type + 1))));
  return torch::randint(std::stoll(spec.substr(spec.find('<') + 1)), sizes, torch::kInt64);
}

/// What `self`, the other tensors, and those called index are.
struct Kind {
  const char *self, *other, *index;
};
const Kind kinds[] = {{"3x3", "3x3", "3x3:int64<3"},
                      {"3x3:int64<5", "3x3:int64<5", "3x3:int64<3"},
                      {"3", "3", "3:int64<3"},
                      {"3x3", "3", "3:int64<3"},
                      {"3x3", "3x3:int64<3", "3:int64<3"},
                      {"2x4x6x6", "4x4x3x3", "2x4x3x3:int64<36"},
                      {"2x3x3", "2x3x3", "2x3x3:int64<3"},
                      {"2x4x6", "4x4x3", "2x4x3:int64<6"}};

const std::map<std::string, int64_t> ints{{"dim", 0},
                                          {"dim0", 0},
                                          {"dim1", 1},
                                          {"dim2", 1},
                                          {"axis", 0},
                                          {"axis0", 0},
                                          {"axis1", 1},
                                          {"start_dim", 0},
                                          {"k", 2},
                                          {"chunks", 2},
                                          {"repeats", 2},
                                          {"split_size", 2},
                                          {"sections", 3},
                                          {"source", 0},
                                          {"destination", 1},
                                          {"reduction", 1},
                                          {"num_classes", 6},
                                          {"N", 3},
                                          {"upscale_factor", 2},
                                          {"downscale_factor", 2},
                                          {"start", 0},
                                          {"end", 2},
                                          {"diagonal", 1},
                                          {"offset", 1},
                                          {"minlength", 7},
                                          {"groups", 1},
                                          {"bins", 4}};
const std::map<std::string, std::vector<int64_t>> int_lists{
    {"dim", {0, 1}},
    {"dims", {0, 1}},
    {"stride", {1, 1}},
    {"padding", {1, 1}},
    {"dilation", {1, 1}},
    {"size", {3, 3}},
    {"shape", {3, 3}},
    {"output_padding", {0, 0}},
    {"shifts", {1, 2}},
    {"pad", {1, 1}},
    // histogramdd reads one for each number of a row, however many there are.
    {"bins", {4, 4, 4, 4, 4, 4}}};
const std::map<std::string, const char*> texts{{"rounding_mode", "floor"},
                                               {"reduce", "sum"},
                                               {"ord", "fro"},
                                               {"UPLO", "U"},
                                               {"indexing", "ij"}};

/// Of other backends and layouts, and recurrent cells with lists of weights: some of them crash on
/// what they are not made for, and so do many that write to an operand and are LibTorch's own, by
/// their underscore. What leaves memory unset gives other numbers each time. No fact of LibTorch's
/// tells any of this.
bool is_tried(const std::string& name, bool is_functional) {
  if (!is_functional && name.starts_with("aten::_")) return false;
  static const std::regex others(
      "backward|quant|cudnn|miopen|mkldnn|fbgemm|sparse|csr|coo|fake_|mps|values|crow|ccol|nested|"
      "vulkan|slow_conv|thnn|lstm|gru|rnn|xnnpack|segment|record_stream|set_|empty|resize|"
      "linalg_lstsq|searchsorted|_amp_|_cuda|_fused|_validate|_debug|_test|batch_norm_");
  return !std::regex_search(name, others);
}

struct NoValue {};

/// The type behind Optional, and whether there was one.
const c10::Type& plain_type(const c10::Argument& argument, bool& is_optional) {
  const c10::Type* type = argument.real_type().get();
  is_optional = false;
  while (const auto* optional = type->castRaw<c10::OptionalType>()) {
    is_optional = true;
    type = optional->getElementType().get();
  }
  return *type;
}

class Filler {
public:
  Filler(const OperatorHandle& op, const Kind& kind, double scalar)
      : kind_(kind), scalar_(scalar), call_{op, {}, {}} {}

  OperatorCall call(bool all_arguments) {
    for (const c10::Argument& argument : call_.op.schema().arguments())
      call_.arguments.push_back(argument.default_value() && !all_arguments
                                    ? *argument.default_value()
                                    : value_of(argument));
    return call_;
  }

private:
  Value tensor(const std::string& spec) {
    call_.specs.push_back(spec);
    return tensor_of(spec);
  }

  Value value_of(const c10::Argument& argument) {
    const std::string& name = argument.name();
    bool is_optional = false;
    const c10::Type& type = plain_type(argument, is_optional);
    const auto otherwise = [&]() -> Value {
      if (is_optional) return {};
      if (argument.default_value()) return *argument.default_value();
      throw NoValue();
    };
    switch (type.kind()) {
    case c10::TypeKind::TensorType:
      return tensor(name == "self" || name == "input"       ? kind_.self
                    : name.find("ind") != std::string::npos ? kind_.index
                                                            : kind_.other);
    case c10::TypeKind::BoolType: return name == "pin_memory" ? otherwise() : Value(true);
    case c10::TypeKind::FloatType: return 0.5;
    case c10::TypeKind::ScalarTypeType:
      return static_cast<int64_t>(c10::ScalarType::Double); // an int of the schema
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType: {
      const auto found = ints.find(name);
      return found == ints.end() ? int64_t{1} : found->second;
    }
    case c10::TypeKind::NumberType:
      if (name == "alpha") return scalar_ + 1;
      return scalar_ == 2 ? Value(int64_t{2}) : Value(scalar_);
    case c10::TypeKind::StringType: {
      const auto found = texts.find(name);
      return found == texts.end() ? otherwise() : Value(std::string(found->second));
    }
    case c10::TypeKind::ListType: return list_of(argument, type, otherwise);
    default: return otherwise();
    }
  }

  Value list_of(const c10::Argument& argument, const c10::Type& type,
                const std::function<Value()>& otherwise) {
    const c10::Type& item = *type.castRaw<c10::ListType>()->getElementType();
    if (item.kind() == c10::TypeKind::TensorType)
      return std::vector<Tensor>{tensor(kind_.self).toTensor(), tensor(kind_.self).toTensor()};
    if (item.kind() != c10::TypeKind::IntType && item.kind() != c10::TypeKind::SymIntType)
      return otherwise();
    const auto found = int_lists.find(argument.name());
    std::vector<int64_t> numbers =
        found == int_lists.end() ? std::vector<int64_t>{2, 2} : found->second;
    if (argument.N()) numbers.resize(static_cast<size_t>(*argument.N()), numbers.back());
    return numbers;
  }

  const Kind& kind_;
  double scalar_;
  OperatorCall call_;
};

/// While it lives, new memory of tensors is full of one byte, and so is what lies behind it: what an
/// operator leaves unset shows, and what it reads beyond its operands, where it else depends on what
/// the memory held before.
class FilledMemory final : public c10::Allocator {
public:
  explicit FilledMemory(int byte) : allocator_(c10::GetCPUAllocator()), byte_(byte) {
    c10::SetCPUAllocator(this, priority);
  }
  ~FilledMemory() override { c10::SetCPUAllocator(allocator_, priority); }
  FilledMemory(const FilledMemory&) = delete;
  FilledMemory& operator=(const FilledMemory&) = delete;

  c10::DataPtr allocate(size_t size) const override {
    if (size == 0) return allocator_->allocate(0);
    c10::DataPtr memory = allocator_->allocate(size + behind);
    std::memset(memory.get(), byte_, size + behind);
    return memory;
  }
  c10::DeleterFnPtr raw_deleter() const override { return allocator_->raw_deleter(); }

private:
  static constexpr uint8_t priority = 100; // over LibTorch's own
  static constexpr size_t behind = 1024;

  c10::Allocator* allocator_;
  int byte_;
};

/// Whether LibTorch computes it, of several tensors, and the same of the same.
bool works(const OperatorCall& call) {
  try {
    for (const int seed : {1, 2, 3}) {
      std::vector<std::vector<Tensor>> results;
      for (const int byte : {0, 0x41}) { // of a bool too: false and true
        const FilledMemory memory(byte);
        const Args inputs = call.inputs(seed);
        results.push_back(copies(call.run(inputs)));
      }
      if (results[0].empty() || !same(results[0], results[1])) return false;
      for (const Tensor& tensor : results[0])
        if (tensor.layout() != torch::kStrided || tensor.is_quantized()) return false;
    }
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

std::vector<OperatorCall> calls_of(const OperatorHandle& op) {
  std::vector<OperatorCall> found;
  for (const bool all : {false, true}) {
    const size_t before = found.size();
    for (const Kind& kind : kinds)
      for (const double scalar : {2.0, 0.5}) {
        if (found.size() > before) continue;
        try {
          const OperatorCall call = Filler(op, kind, scalar).call(all);
          if (works(call)) found.push_back(call);
        } catch (const NoValue&) {
          continue; // there is nothing to call it with
        }
      }
  }
  return found;
}

bool is_out(const c10::Argument& argument) {
  return argument.kwarg_only() && argument.alias_info() && argument.alias_info()->isWrite();
}

/// The same of one that writes into tensors of the caller's: those get the sizes and types that the
/// operator without them gives. Kernels do not look at all types, and write over what is behind.
std::vector<OperatorCall> calls_of_out(const OperatorHandle& op,
                                       std::span<const OperatorHandle> others) {
  std::vector<c10::Argument> rest;
  std::ranges::copy_if(op.schema().arguments(), std::back_inserter(rest), std::not_fn(is_out));
  const auto is_counterpart = [&](const OperatorHandle& other) {
    return other.schema().name() == op.schema().name() && !other.schema().is_mutable() &&
           std::ranges::equal(other.schema().arguments(), rest,
                              [](const c10::Argument& a, const c10::Argument& b) {
                                return a.name() == b.name() && *a.type() == *b.type();
                              });
  };
  const auto other = std::ranges::find_if(others, is_counterpart);
  if (other == others.end()) return {};
  std::vector<OperatorCall> found;
  for (OperatorCall call : calls_of(*other)) {
    const std::vector<Tensor> results = call.run(call.inputs(1)).toTensorVector();
    const size_t num_outs = op.schema().arguments().size() - rest.size();
    if (results.size() != num_outs || rest.size() != call.arguments.size()) continue;
    call.op = op;
    for (const Tensor& result : results) {
      call.specs.push_back(fmt::format("{}:{}", fmt::join(result.sizes(), "x"),
                                       static_cast<int>(result.scalar_type())));
      call.arguments.emplace_back(result);
    }
    if (works(call)) found.push_back(std::move(call));
  }
  return found;
}

OperatorForm form_of(const c10::FunctionSchema& schema) {
  if (std::ranges::any_of(schema.arguments(), is_out)) return OperatorForm::Out;
  return schema.is_mutable() ? OperatorForm::Inplace : OperatorForm::Functional;
}

std::vector<OperatorHandle> all_operators() {
  std::vector<c10::OperatorName> names = c10::Dispatcher::singleton().getAllOpNames();
  std::ranges::sort(names, {}, [](const c10::OperatorName& name) { return toString(name); });
  std::vector<OperatorHandle> operators;
  for (const c10::OperatorName& name : names)
    if (name.name.starts_with("aten::"))
      if (const auto op = c10::Dispatcher::singleton().findSchema(name)) operators.push_back(*op);
  return operators;
}

/// A literal; an int that stands for a type is a type in Python.
Argument literal(const Value& value, const c10::Argument& argument) {
  const c10::Type* type = argument.real_type().get();
  if (const auto* optional = type->castRaw<c10::OptionalType>())
    type = optional->getElementType().get();
  if (value.isInt() && type->kind() == c10::TypeKind::ScalarTypeType)
    return Argument::dtype(value.toInt() == static_cast<int64_t>(torch::kDouble) ? "float64"
                                                                                 : "float32");
  return to_argument(value);
}

} // namespace

Args OperatorCall::inputs(int seed) const {
  torch::manual_seed(seed);
  Args made;
  for (const std::string& spec : specs)
    made.emplace_back(tensor_of(spec));
  return made;
}

TracedFunction OperatorCall::function() const {
  using Parameter = TracedFunction::Parameter;
  return {std::vector<Parameter>(specs.size(), {Parameter::Kind::Tensor, "at::Tensor"}),
          [this](Args given) { return run(std::move(given)); }};
}

Value OperatorCall::run(Args given) const {
  torch::jit::Stack stack;
  size_t next = 0;
  for (const Value& argument : arguments) {
    if (argument.isTensor()) {
      stack.push_back(given[next++]);
    } else if (argument.isTensorList()) {
      std::vector<Tensor> list;
      for (size_t i = 0; i < argument.toListRef().size(); ++i)
        list.push_back(given[next++].toTensor());
      stack.emplace_back(list);
    } else {
      stack.push_back(argument);
    }
  }
  op.callBoxed(&stack);
  std::vector<Tensor> results;
  for (const Value& result : stack) {
    if (result.isTensorList())
      for (const Tensor& tensor : result.toTensorVector())
        results.push_back(tensor);
    else if (result.isTensor() && result.toTensor().defined())
      results.push_back(result.toTensor());
  }
  return results;
}

std::vector<OperatorHandle> operators_of_form(OperatorForm form) {
  std::vector<OperatorHandle> operators = all_operators();
  std::erase_if(operators, [&](const OperatorHandle& op) {
    return form_of(op.schema()) != form ||
           !is_tried(op.schema().name(), form == OperatorForm::Functional);
  });
  return operators;
}

std::vector<OperatorCall> calls_of(const OperatorHandle& op, OperatorForm form) {
  static const std::vector<OperatorHandle> all = all_operators();
  return form == OperatorForm::Out ? calls_of_out(op, all) : calls_of(op);
}

GraphModule module_of(const OperatorCall& call, Symbol target) {
  Graph graph;
  const auto input = [&](const Value&) -> std::optional<Argument> {
    return Argument(graph.placeholder("x"));
  };
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& value = call.arguments[i];
    const c10::Argument& argument = call.op.schema().arguments()[i];
    const Argument operand =
        value.isTensor() || value.isTensorList()
            ? to_argument(
                  value,
                  [&](const Value& item) { return item.isTensor() ? input(item) : std::nullopt; })
            : literal(value, argument);
    if (!argument.kwarg_only())
      args.push_back(operand);
    else if (!argument.default_value() || value != *argument.default_value())
      kwargs.push_back({Symbol(argument.name()), operand});
  }
  graph.output(graph.call_function(target, std::move(args), std::move(kwargs)));
  return GraphModule(AttributeMap{}, std::move(graph));
}

std::string overload_target(const OperatorHandle& op) {
  const std::string& overload = op.schema().overload_name();
  return fmt::format("torch.ops.aten.{}.{}", op.schema().name().substr(sizeof("aten::") - 1),
                     overload.empty() ? "default" : overload);
}

bool same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Tensor& x, const Tensor& y) {
    return x.dtype() == y.dtype() && x.sizes() == y.sizes() &&
           torch::allclose(torch::view_as_real(x.to(torch::kComplexDouble)).nan_to_num(),
                           torch::view_as_real(y.to(torch::kComplexDouble)).nan_to_num(), 1e-6,
                           1e-6);
  });
}

/// Values before they are written to.
std::vector<Tensor> copies(const Value& tensors) {
  std::vector<Tensor> made;
  for (const Tensor& tensor : tensors.toTensorVector())
    made.push_back(tensor.clone());
  return made;
}

} // namespace fx::testing
