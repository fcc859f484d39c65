#include "Plugin.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/Ops/Spelling.h"

namespace fx::ops::kernels {

namespace {

using Kind = Argument::Kind;

FxValue number(FxKind kind, int64_t value) {
  FxValue result{};
  result.kind = kind;
  result.number = value;
  return result;
}

FxValue only(FxKind kind) {
  return number(kind, 0);
}

int number_of(const MemoryLayout* layout) {
  return layout ? layout->number : -1;
}

std::string_view text_of(const FxValue& value) {
  return {value.text, value.count};
}

} // namespace

int32_t dtype_number(std::string_view name) {
  const ElementType* type = find_element_type(name);
  return type ? type->number : -1;
}

std::string_view dtype_name(int64_t number) {
  for (const ElementType& known : all_element_types())
    if (known.number == number) return known.name;
  return {};
}

FxValue Encoder::sequence(FxKind kind, std::vector<FxValue> items) {
  const std::vector<FxValue>& kept = items_.emplace_back(std::move(items));
  FxValue result{};
  result.kind = kind;
  result.count = kept.size();
  result.items = kept.data();
  return result;
}

FxValue Encoder::encode_text(FxKind kind, std::string_view text) {
  FxValue result{};
  result.kind = kind;
  result.count = text.size();
  result.text = text.data();
  return result;
}

FxValue Encoder::encode_string(const Argument& argument) {
  const FxValue string = encode_text(FxString, argument.symbol().view());
  std::string tag = words_ ? words_->cpp_enum(argument.symbol().view()) : "";
  if (tag.empty()) return string;
  constexpr std::string_view library = "torch::";
  const std::string& kept = tags_.emplace_back(tag.substr(library.size()));
  return sequence(FxWord, {string, encode_text(FxString, kept)});
}

FxValue Encoder::encode(const Argument& argument) {
  switch (argument.kind()) {
  case Kind::None: return only(FxNone);
  case Kind::Bool: return number(FxBool, argument.as_bool() ? 1 : 0);
  case Kind::Int: return number(FxInt, argument.as_int());
  case Kind::Float: {
    FxValue result = only(FxFloat);
    result.fraction = argument.as_float();
    return result;
  }
  case Kind::String: return encode_string(argument);
  case Kind::Dtype: return number(FxDtype, dtype_number(argument.symbol()));
  case Kind::Device: return encode_text(FxDevice, argument.symbol().view());
  case Kind::Layout: return number(FxLayout, number_of(find_layout(argument.symbol())));
  case Kind::MemoryFormat:
    return number(FxMemoryFormat, number_of(find_memory_format(argument.symbol())));
  case Kind::Ellipsis: return only(FxEllipsis);
  case Kind::Slice:
  case Kind::List:
  case Kind::Tuple: {
    std::vector<FxValue> items;
    items.reserve(argument.items().size());
    for (const Argument& item : argument.items())
      items.push_back(encode(item));
    return sequence(argument.is(Kind::Slice)  ? FxSlice
                    : argument.is(Kind::List) ? FxList
                                              : FxTuple,
                    std::move(items));
  }
  case Kind::Complex:
  case Kind::Range:
  case Kind::Dict:
  case Kind::Node: break;
  }
  return only(FxOther);
}

FxValue Encoder::encode(const Example& example) {
  if (const Argument* literal = example.literal()) return encode(*literal);
  if (const Tensor* tensor = example.tensor()) {
    FxValue result = only(FxTensorValue);
    result.tensor = tensor->get();
    return result;
  }
  const Sequence& items = *example.sequence();
  std::vector<FxValue> encoded;
  encoded.reserve(items.items.size());
  for (const Example& item : items.items)
    encoded.push_back(encode(item));
  return sequence(items.is_tuple ? FxTuple : FxList, std::move(encoded));
}

FxValue Encoder::list(std::span<const Example* const> items) {
  std::vector<FxValue> encoded;
  encoded.reserve(items.size());
  for (const Example* item : items)
    encoded.push_back(encode(*item));
  return sequence(FxList, std::move(encoded));
}

std::vector<FxNamed> Encoder::encode_named(const LibTorch& libtorch, const Examples& arguments,
                                           std::span<const std::string_view> positional) {
  words_ = &libtorch;
  std::vector<FxNamed> named;
  named.reserve(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view own = arguments[i].name;
    const std::string_view name = own.empty() && i < positional.size() ? positional[i] : own;
    named.push_back({text(cpp_option(name)), encode(arguments[i].value)});
  }
  return named;
}

Plugin::Owned Plugin::checked(FxAnswer* answer) const {
  Owned owned(answer, Drop{&api_});
  const std::string why(view(answer->text));
  switch (answer->status) {
  case FxDone:
  case FxNotTaken: return owned;
  case FxUnknown: throw Unknown(why);
  case FxFailed: throw std::runtime_error(why);
  default: throw Refused(why, static_cast<FxStatus>(answer->status));
  }
}

Example Plugin::value(FxAnswer* answer) const {
  std::optional<Example> result = value_if_taken(answer);
  if (!result) throw Unknown("a call that LibTorch does not have");
  return std::move(*result);
}

std::optional<Example> Plugin::value_if_taken(FxAnswer* answer) const {
  const Owned owned = checked(answer);
  if (owned->status == FxNotTaken) return std::nullopt;
  return decode(owned->value);
}

Plugin::Module Plugin::module(FxAnswer* answer) const {
  const Owned owned = checked(answer);
  return {owned->module, api_.drop_module};
}

Plugin::Archive Plugin::archive(FxAnswer* answer) const {
  const Owned owned = checked(answer);
  return {owned->archive, api_.drop_archive};
}

std::string Plugin::bytes(FxAnswer* answer) const {
  return std::string(text_of(checked(answer)->value));
}

Plugin::NamedTensors Plugin::named_tensors(const Example& pairs) {
  NamedTensors tensors;
  for (const Example& pair : items_of(pairs)) {
    const std::vector<Example> parts = items_of(pair);
    tensors.emplace_back(parts[0].literal()->symbol().str(), *parts[1].tensor());
  }
  return tensors;
}

Example Plugin::decode(const FxValue& value) const {
  switch (value.kind) {
  case FxBool: return {Argument(value.number != 0)};
  case FxInt: return {Argument(value.number)};
  case FxFloat: return {Argument(value.fraction)};
  case FxString: return {Argument::string(text_of(value))};
  case FxDevice: return {Argument::device(text_of(value))};
  case FxDtype: return {Argument::dtype(dtype_name(value.number))};
  case FxTensorValue:
    api_.keep_tensor(value.tensor);
    return {Tensor(value.tensor, api_.drop_tensor)};
  case FxList:
  case FxTuple: {
    Sequence result{{}, value.kind == FxTuple};
    result.items.reserve(value.count);
    for (size_t i = 0; i < value.count; ++i)
      result.items.push_back(decode(value.items[i]));
    return {std::move(result)};
  }
  default: return {Argument()};
  }
}

std::optional<TensorMeta> Plugin::meta(const Tensor& tensor) const {
  const FxTensorFacts known = facts(tensor);
  if (known.strides == nullptr) return std::nullopt;
  TensorMeta meta;
  meta.shape.assign(known.sizes, known.sizes + known.dimensions);
  meta.stride.assign(known.strides, known.strides + known.dimensions);
  meta.dtype = dtype_name(known.dtype);
  return meta;
}

} // namespace fx::ops::kernels
