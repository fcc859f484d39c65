#include "fx/Runtime/ShapeProp.h"

#include "ValueMeta.h"

#include "fx/IR/MemoryLayout.h"
#include "fx/IR/Printer.h"

#include <ATen/core/QuantizerBase.h>
#include <ATen/core/Tensor.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

namespace fx {

namespace meta {

const MetaKey<Argument>& tensor_metadata() {
  return free_meta_key("tensor_metadata");
}

const MetaKey<Value> example_value{{"example_value"}};

} // namespace meta

namespace {

Argument numbers(const std::vector<int64_t>& values) {
  return Argument::tuple({values.begin(), values.end()});
}

Argument quantization_of(const torch::Tensor& tensor) {
  if (!tensor.is_quantized()) return {};
  const auto list = [](const torch::Tensor& values) {
    const torch::Tensor doubles = values.to(torch::kCPU, torch::kDouble).contiguous();
    std::vector<Argument> items;
    for (int64_t i = 0; i < doubles.numel(); ++i) {
      const double number = doubles.data_ptr<double>()[i];
      items.push_back(values.is_floating_point() ? Argument(number)
                                                 : Argument(static_cast<int64_t>(number)));
    }
    return Argument::list(std::move(items));
  };
  const at::QScheme scheme = tensor.qscheme();
  std::vector<std::pair<Argument, Argument>> items{
      {Argument("qscheme"), Argument::string(toString(scheme))}};
  if (scheme == at::kPerTensorAffine || scheme == at::kPerTensorSymmetric) {
    items.emplace_back(Argument("scale"), Argument(tensor.q_scale()));
    items.emplace_back(Argument("zero_point"), Argument(tensor.q_zero_point()));
  } else {
    items.emplace_back(Argument("scale"), list(tensor.q_per_channel_scales()));
    items.emplace_back(Argument("zero_point"), list(tensor.q_per_channel_zero_points()));
    items.emplace_back(Argument("axis"), Argument(tensor.q_per_channel_axis()));
  }
  return Argument::dict(std::move(items));
}

Argument described(const TensorMetadata& metadata) {
  std::vector<std::pair<Argument, Argument>> items{
      {Argument("shape"), numbers(metadata.tensor.shape)},
      {Argument("dtype"), Argument::dtype(metadata.tensor.dtype)},
      {Argument("stride"), numbers(metadata.tensor.stride)},
      {Argument("memory_format"), metadata.memory_format.empty()
                                      ? Argument()
                                      : Argument::memory_format(metadata.memory_format)},
      {Argument("device"), Argument::device(metadata.device)}};
  if (metadata.requires_grad)
    items.emplace_back(Argument("requires_grad"), Argument(*metadata.requires_grad));
  if (metadata.is_quantized()) items.emplace_back(Argument("qparams"), metadata.qparams);
  return Argument::dict(std::move(items));
}

/// The value with what is noted of tensors in their place; `found`: there were any.
Argument noted(const Value& value, const runtime::MetadataOf& metadata_of, bool& found) {
  const auto each = [&](const auto& items) {
    std::vector<Argument> parts;
    for (const Value& item : items)
      parts.push_back(noted(item, metadata_of, found));
    return parts;
  };
  if (value.isTensor()) {
    if (!value.toTensor().defined()) return {};
    found = true;
    return described(metadata_of(value.toTensor()));
  }
  if (value.isTuple()) return Argument::tuple(each(value.toTupleRef().elements()));
  if (value.isTensorList() ||
      (value.isList() && !value.isIntList() && !value.isDoubleList() && !value.isBoolList()))
    return Argument::list(each(value.toListRef()));
  if (value.isGenericDict()) {
    std::vector<std::pair<Argument, Argument>> items;
    for (const auto& entry : value.toGenericDict())
      items.emplace_back(fx::to_argument(entry.key()), noted(entry.value(), metadata_of, found));
    return Argument::dict(std::move(items));
  }
  try {
    return fx::to_argument(value);
  } catch (const RuntimeError&) {
    return Argument::string(value.tagKind()); // a guard, an object: no literal
  }
}

const Argument* item(const Argument& dict, std::string_view name) {
  const auto items = dict.items();
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    if (items[i].is(Argument::Kind::String) && items[i].symbol().view() == name)
      return &items[i + 1];
  return nullptr;
}

} // namespace

TensorMetadata tensor_metadata(const torch::Tensor& tensor) {
  TensorMetadata metadata;
  metadata.tensor = {tensor.sizes().vec(), runtime::dtype_of(tensor), {}};
  if (tensor.layout() == torch::kStrided) {
    metadata.tensor.stride = tensor.strides().vec();
    for (const auto format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast,
                              at::MemoryFormat::ChannelsLast3d})
      if (metadata.memory_format.empty() && tensor.is_contiguous(format))
        for (const MemoryLayout& row : all_memory_formats())
          if (row.number == static_cast<int>(format)) metadata.memory_format = row.name;
  }
  metadata.requires_grad = tensor.requires_grad();
  metadata.device = tensor.device().str();
  metadata.qparams = quantization_of(tensor);
  return metadata;
}

std::optional<TensorMetadata> tensor_metadata(const Node& node) {
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  const Argument* noted = node.meta(meta::tensor_metadata());
  if (tensor == nullptr || noted == nullptr || !noted->is(Argument::Kind::Dict))
    return std::nullopt;
  TensorMetadata metadata;
  metadata.tensor = *tensor;
  if (const Argument* grad = item(*noted, "requires_grad"))
    metadata.requires_grad = grad->as_bool();
  if (const Argument* format = item(*noted, "memory_format");
      format && format->is(Argument::Kind::MemoryFormat))
    metadata.memory_format = format->symbol();
  if (const Argument* device = item(*noted, "device")) metadata.device = device->symbol();
  if (const Argument* quantized = item(*noted, "qparams")) metadata.qparams = *quantized;
  return metadata;
}

std::ostream& operator<<(std::ostream& stream, const TensorMetadata& metadata) {
  stream << fmt::format("{}[{}]", metadata.tensor.dtype.view(),
                        fmt::join(metadata.tensor.shape, ", "));
  if (!metadata.memory_format.empty()) stream << ' ' << metadata.memory_format.view();
  stream << ' ' << metadata.device.view();
  if (metadata.requires_grad && *metadata.requires_grad) stream << " requires_grad";
  if (metadata.is_quantized()) stream << ' ' << python_repr(metadata.qparams);
  return stream;
}

namespace runtime {

/// Without a copy of the sizes, of the tensors that most models have.
bool ValueNotes::is_like_last(const at::Tensor& tensor) const {
  return last_ && tensor.layout() == at::kStrided && !tensor.is_quantized() &&
         tensor.scalar_type() == last_->dtype && tensor.device() == last_->device &&
         tensor.requires_grad() == last_->metadata.requires_grad &&
         !last_->metadata.is_quantized() && tensor.sizes().equals(last_->tensor->shape) &&
         tensor.strides().equals(last_->tensor->stride);
}

void ValueNotes::note_tensor(Node& node, const at::Tensor& tensor) {
  if (!is_like_last(tensor)) {
    TensorMetadata metadata = metadata_of_(tensor);
    auto noted = std::make_shared<const TensorMeta>(metadata.tensor);
    auto text = std::make_shared<const Argument>(described(metadata));
    last_ = {std::move(metadata), std::move(noted), std::move(text), tensor.scalar_type(),
             tensor.device()};
  }
  node.share_meta(meta::tensor_meta, last_->tensor);
  node.share_meta(key_, last_->text);
}

void ValueNotes::note(Node& node, const Value& value) {
  if (value.isTensor() && value.toTensor().defined()) return note_tensor(node, value.toTensor());
  bool found = false;
  Argument noted_value = noted(value, metadata_of_, found);
  node.erase_meta(meta::tensor_meta);
  if (found)
    node.set_meta(key_, std::move(noted_value));
  else
    node.erase_meta(key_);
}

} // namespace runtime

ShapeProp::ShapeProp(GraphModule module, bool keep_values)
    : Interpreter(std::move(module)), keep_values_(keep_values),
      notes_(std::make_shared<runtime::ValueNotes>(
          [](const torch::Tensor& tensor) { return fx::tensor_metadata(tensor); })) {}

Value ShapeProp::run_node(Node& node) {
  Value result = Interpreter::run_node(node);
  notes_->note(node, result);
  if (keep_values_) node.set_meta(meta::example_value, result);
  return result;
}

} // namespace fx
