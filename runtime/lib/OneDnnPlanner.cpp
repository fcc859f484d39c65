#include "OneDnnPlanner.h"

#include "fx/Runtime/Errors.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace fx::runtime {

namespace {

using onednn::Desc;
using onednn::Dims;
using onednn::Epilogue;
using onednn::Tag;
using onednn::Window;
using Kind = LayerStep::Kind;
using Place = OneDnnPlan::Slot::Place;
using Sizes = std::vector<int64_t>;

constexpr size_t alignment = 64; // a line of the cache

[[noreturn]] void fail(const char* reason) {
  throw RuntimeError(std::string("oneDNN is not asked: ") + reason);
}

/// What is no image is one of a single row, whose pixels are the vectors: so a linear layer is a
/// convolution with a kernel of one pixel.
Dims dims_of(const Sizes& sizes) {
  if (sizes.size() == 4) return {sizes.begin(), sizes.end()};
  int64_t rows = 1;
  for (size_t i = 0; i + 1 < sizes.size(); ++i)
    rows *= sizes[i];
  return {1, sizes.back(), 1, rows};
}

Window window_of(const FrozenLayer& layer) {
  if (layer.is_linear()) return {{1, 1}, {1, 1}, {1, 1}, {0, 0}};
  return {
      {layer.weight.size(2), layer.weight.size(3)}, layer.stride, layer.dilation, layer.padding};
}

/// The sizes of what a window gives.
Sizes swept(const Sizes& input, int64_t channels, const Window& window) {
  Sizes result{input[0], channels};
  for (size_t i = 0; i < 2; ++i) {
    const int64_t room =
        input[i + 2] + 2 * window.padding[i] - window.dilation[i] * (window.kernel[i] - 1) - 1;
    if (room < 0) fail("a kernel is larger than its input");
    result.push_back(room / window.stride[i] + 1);
  }
  return result;
}

Desc weight_desc(const FrozenLayer& layer, Tag plain, Tag grouped) {
  Dims dims(layer.weight.sizes().begin(), layer.weight.sizes().end());
  if (layer.is_linear()) dims.insert(dims.end(), {1, 1});
  if (layer.groups == 1) return onednn::desc(dims, plain);
  dims[0] /= layer.groups;
  dims.insert(dims.begin(), layer.groups);
  return onednn::desc(dims, grouped);
}

void set_limits(Epilogue& epilogue, const LayerStep& step) {
  const bool is_relu = step.low == 0 && std::isinf(step.high);
  epilogue.limits = is_relu ? Epilogue::Limits::Relu : Epilogue::Limits::Clip;
  epilogue.low = step.low;
  epilogue.high = is_relu ? 0 : step.high; // of no meaning for oneDNN's relu
}

size_t aligned(size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

} // namespace

Desc OneDnnPlanner::plain(const Sizes& sizes) const {
  return onednn::desc(dims_of(sizes), sizes.size() == 4 ? Tag::nchw : Tag::nhwc);
}

Desc OneDnnPlanner::any(const Sizes& sizes) const {
  if (sizes.size() != 4) return plain(sizes);
  return onednn::desc(dims_of(sizes), layout_ == ImageLayout::ChannelsLast ? Tag::nhwc : Tag::any);
}

size_t OneDnnPlanner::new_slot(Desc desc, Place place, size_t number) {
  slots.emplace_back();
  slots.back().desc = std::move(desc);
  slots.back().place = place;
  slots.back().number = number;
  return slots.size() - 1;
}

void OneDnnPlanner::add_call(dnnl::primitive primitive,
                             const dnnl::primitive_desc_base& description,
                             std::vector<std::pair<int, size_t>> operands) {
  if (const Desc scratchpad = description.scratchpad_desc(); scratchpad.get_size() > 0)
    operands.emplace_back(DNNL_ARG_SCRATCHPAD, new_slot(scratchpad));
  calls.push_back({std::move(primitive), std::move(operands)});
}

void OneDnnPlanner::define(size_t value, Sizes sizes, size_t slot) {
  values_[value] = {std::move(sizes), slot, true};
  if (is_watched_[value]) calls.push_back({{}, {{DNNL_ARG_SRC, slot}}});
}

size_t OneDnnPlanner::slot_in(size_t value, const Desc& desc) {
  const size_t own = values_[value].slot;
  if (slots[own].desc == desc) return own;
  const size_t copy = new_slot(desc);
  const auto description = onednn::reorder(slots[own].desc, desc);
  add_call(dnnl::reorder(description), description, {{DNNL_ARG_FROM, own}, {DNNL_ARG_TO, copy}});
  return copy;
}

std::optional<size_t> OneDnnPlanner::only_use(size_t value) const {
  if (is_watched_[value] || std::ranges::count(steps_.results, value) != 0) return std::nullopt;
  const std::vector<size_t> uses = steps_.uses_of(value);
  if (uses.size() != 1) return std::nullopt;
  return std::ranges::count(steps_.steps[uses[0]].inputs, value) == 1 ? std::optional(uses[0])
                                                                      : std::nullopt;
}

void OneDnnPlanner::add_limits(Tail& tail) {
  const std::optional<size_t> use = only_use(tail.result);
  if (!use || steps_.steps[*use].kind != Kind::Limits) return;
  set_limits(tail.epilogue, steps_.steps[*use]);
  tail.result = steps_.num_inputs + *use;
  is_done_[*use] = true;
}

OneDnnPlanner::Tail OneDnnPlanner::tail_of(size_t step) {
  Tail tail;
  tail.result = steps_.num_inputs + step;
  const std::optional<size_t> use = only_use(tail.result);
  if (use && steps_.steps[*use].kind == Kind::Add) {
    const std::vector<size_t>& operands = steps_.steps[*use].inputs;
    const size_t other = operands[operands[0] == tail.result ? 1 : 0];
    if (values_[other].is_known) {
      const std::vector<size_t> uses = steps_.uses_of(other);
      tail.other = other;
      // All other uses stand before this step.
      tail.other_ends =
          std::ranges::count(steps_.results, other) == 0 &&
          std::ranges::all_of(uses, [&](size_t each) { return each == *use || each < step; });
      tail.epilogue.sum = Epilogue::Sum::Other;
      tail.result = steps_.num_inputs + *use;
      is_done_[*use] = true;
    }
  }
  add_limits(tail);
  return tail;
}

void OneDnnPlanner::plan(const OneDnnPlan::Sizes& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i)
    define(i, inputs[i], new_slot(plain(inputs[i]), Place::Input, i));
  for (size_t i = 0; i < steps_.steps.size(); ++i)
    if (!is_done_[i]) plan_step(i);
  plan_results();
  place_slots();
}

void OneDnnPlanner::plan_step(size_t step) {
  const LayerStep& planned = steps_.steps[step];
  for (const size_t input : planned.inputs)
    if ((values_[input].sizes.size() == 4) != planned.is_of_images() &&
        (planned.is_of_images() || planned.kind == Kind::Layer))
      fail("a tensor has another number of dimensions");
  switch (planned.kind) {
  case Kind::Layer: return plan_layer(step);
  case Kind::Add: return plan_addition(step);
  case Kind::Limits: return plan_limits(step);
  case Kind::Concat: return plan_concat(step);
  default: return plan_pool(step);
  }
}

void OneDnnPlanner::plan_layer(size_t step) {
  const LayerStep& planned = steps_.steps[step];
  const FrozenLayer& layer = planned.layer;
  const Sizes& input = values_[planned.inputs[0]].sizes;
  const Window window = window_of(layer);
  Sizes sizes = input;
  if (layer.is_linear())
    sizes.back() = layer.weight.size(0);
  else
    sizes = swept(input, layer.weight.size(0), window);
  if (dims_of(input)[1] != layer.weight.size(1) * layer.groups) fail("channels do not fit");
  const Desc bias = layer.bias ? onednn::desc({layer.weight.size(0)}, Tag::x) : Desc();
  const Dims end = window.end_padding(dims_of(input), dims_of(sizes));
  Tail tail = tail_of(step);
  if (tail.other && values_[*tail.other].sizes != sizes) fail("an addition broadcasts");
  const auto describe = [&](const Epilogue& epilogue) {
    return onednn::convolution(any(input), weight_desc(layer, Tag::any, Tag::any), bias, any(sizes),
                               window, end, epilogue);
  };
  auto description = describe(tail.epilogue.without_sum());
  size_t added = 0;
  if (tail.other) {
    // Into the memory of what is added, where nothing needs that any more.
    added = slot_in(*tail.other, description.dst_desc());
    const bool is_copy = added != values_[*tail.other].slot;
    const bool ends = is_copy || (tail.other_ends && slots[added].place == Place::Block);
    tail.epilogue.sum = ends ? Epilogue::Sum::InPlace : Epilogue::Sum::Other;
    tail.epilogue.other = slots[added].desc;
    description = describe(tail.epilogue);
    if (description.dst_desc() != slots[added].desc) fail("an addition changes the layout");
  }
  std::vector<std::pair<int, size_t>> operands;
  operands.emplace_back(DNNL_ARG_SRC, slot_in(planned.inputs[0], description.src_desc()));
  const auto add_weight = [&](int argument, const at::Tensor& tensor, const Desc& is,
                              const Desc& wanted, size_t number) {
    operands.emplace_back(argument, new_slot(wanted, Place::Weight));
    slots.back().weight = weights_.find(number, tensor, is, wanted);
  };
  add_weight(DNNL_ARG_WEIGHTS, layer.weight, weight_desc(layer, Tag::oihw, Tag::goihw),
             description.weights_desc(), 2 * step);
  if (layer.bias) add_weight(DNNL_ARG_BIAS, *layer.bias, bias, bias, 2 * step + 1);
  const bool in_place = tail.epilogue.sum == Epilogue::Sum::InPlace;
  const size_t result = in_place ? added : new_slot(description.dst_desc());
  if (tail.epilogue.sum == Epilogue::Sum::Other)
    operands.emplace_back(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, added);
  operands.emplace_back(DNNL_ARG_DST, result);
  add_call(dnnl::convolution_forward(description), description, std::move(operands));
  define(tail.result, std::move(sizes), result);
}

void OneDnnPlanner::plan_addition(size_t step) {
  const std::vector<size_t>& inputs = steps_.steps[step].inputs;
  if (values_[inputs[0]].sizes != values_[inputs[1]].sizes) fail("an addition broadcasts");
  // One that was computed here lies better than an input.
  const bool swaps = slots[values_[inputs[0]].slot].place == Place::Input;
  const size_t first = values_[inputs[swaps ? 1 : 0]].slot;
  const Desc desc = slots[first].desc;
  const size_t second = slot_in(inputs[swaps ? 0 : 1], desc);
  const auto description = onednn::addition(desc, desc);
  const size_t result = new_slot(desc);
  add_call(dnnl::binary(description), description,
           {{DNNL_ARG_SRC_0, first}, {DNNL_ARG_SRC_1, second}, {DNNL_ARG_DST, result}});
  define(steps_.num_inputs + step, values_[inputs[0]].sizes, result);
}

void OneDnnPlanner::plan_limits(size_t step) {
  const LayerStep& planned = steps_.steps[step];
  const size_t input = values_[planned.inputs[0]].slot;
  Epilogue epilogue;
  set_limits(epilogue, planned);
  const auto description = onednn::limits(slots[input].desc, epilogue);
  const size_t result = new_slot(slots[input].desc);
  add_call(dnnl::eltwise_forward(description), description,
           {{DNNL_ARG_SRC, input}, {DNNL_ARG_DST, result}});
  define(steps_.num_inputs + step, values_[planned.inputs[0]].sizes, result);
}

void OneDnnPlanner::plan_pool(size_t step) {
  const LayerStep& planned = steps_.steps[step];
  const Sizes& input = values_[planned.inputs[0]].sizes;
  Window window{planned.kernel, planned.stride, {1, 1}, planned.padding};
  auto kind = dnnl::algorithm::pooling_max;
  if (planned.kind == Kind::AdaptivePool) {
    kind = dnnl::algorithm::pooling_avg_exclude_padding;
    window.padding = {0, 0};
    for (size_t i = 0; i < 2; ++i) {
      if (planned.size[i] <= 0 || input[i + 2] % planned.size[i] != 0)
        fail("windows of an adaptive pool have different sizes");
      window.kernel.push_back(input[i + 2] / planned.size[i]);
    }
    window.stride = window.kernel;
  } else if (planned.kind == Kind::AveragePool) {
    kind = planned.counts_padding ? dnnl::algorithm::pooling_avg_include_padding
                                  : dnnl::algorithm::pooling_avg_exclude_padding;
  }
  Sizes sizes = swept(input, input[1], window);
  const size_t source = values_[planned.inputs[0]].slot;
  const Dims end = window.end_padding(dims_of(input), dims_of(sizes));
  const auto description = onednn::pooling(kind, slots[source].desc,
                                           onednn::desc(dims_of(sizes), Tag::any), window, end);
  const size_t result = new_slot(description.dst_desc());
  add_call(dnnl::pooling_forward(description), description,
           {{DNNL_ARG_SRC, source}, {DNNL_ARG_DST, result}});
  define(steps_.num_inputs + step, std::move(sizes), result);
}

void OneDnnPlanner::plan_concat(size_t step) {
  const LayerStep& planned = steps_.steps[step];
  Sizes sizes = values_[planned.inputs[0]].sizes;
  sizes[1] = 0;
  std::vector<Desc> parts;
  std::vector<std::pair<int, size_t>> operands;
  for (const size_t input : planned.inputs) {
    const Sizes& part = values_[input].sizes;
    if (part[0] != sizes[0] || part[2] != sizes[2] || part[3] != sizes[3])
      fail("parts have different sizes");
    sizes[1] += part[1];
    operands.emplace_back(DNNL_ARG_MULTIPLE_SRC + static_cast<int>(parts.size()),
                          values_[input].slot);
    parts.push_back(slots[values_[input].slot].desc);
  }
  const auto description = onednn::concat(parts, 1);
  const size_t result = new_slot(description.dst_desc());
  operands.emplace_back(DNNL_ARG_DST, result);
  add_call(dnnl::concat(description), description, std::move(operands));
  define(steps_.num_inputs + step, std::move(sizes), result);
}

void OneDnnPlanner::plan_results() {
  for (size_t i = 0; i < steps_.results.size(); ++i) {
    const Value& value = values_[steps_.results[i]];
    const Desc wanted = plain(value.sizes);
    result_sizes.push_back(value.sizes);
    Slot& own = slots[value.slot];
    // Computed where it is returned, unless something else is there before or behind it.
    const bool is_alone = std::ranges::count(values_, value.slot, &Value::slot) == 1;
    if (own.desc == wanted && own.place == Place::Block && is_alone) {
      own.place = Place::Result;
      own.number = i;
      continue;
    }
    const size_t copy = new_slot(wanted, Place::Result, i);
    const auto description = onednn::reorder(own.desc, wanted);
    add_call(dnnl::reorder(description), description,
             {{DNNL_ARG_FROM, value.slot}, {DNNL_ARG_TO, copy}});
  }
}

void OneDnnPlanner::place_slots() {
  std::vector<bool> is_used(slots.size());
  for (size_t i = 0; i < calls.size(); ++i)
    for (const auto& [argument, slot] : calls[i].operands) {
      if (!is_used[slot]) slots[slot].first = i;
      slots[slot].last = i;
      is_used[slot] = true;
    }
  std::vector<size_t> order;
  for (size_t i = 0; i < slots.size(); ++i)
    if (is_used[i] && slots[i].place == Place::Block) order.push_back(i);
  std::ranges::sort(order, {}, [&](size_t slot) { return slots[slot].first; });
  std::map<size_t, size_t> taken; // from offset, the slot that is there
  for (const size_t slot : order) {
    std::erase_if(taken,
                  [&](const auto& item) { return slots[item.second].last < slots[slot].first; });
    const size_t bytes = aligned(slots[slot].desc.get_size());
    size_t offset = 0;
    for (const auto& [begin, other] : taken) {
      if (begin >= offset + bytes) break;
      offset = begin + aligned(slots[other].desc.get_size());
    }
    slots[slot].offset = offset;
    taken.emplace(offset, slot);
    block_size = std::max(block_size, offset + bytes);
  }
}

} // namespace fx::runtime
