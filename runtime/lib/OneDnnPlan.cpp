#include "OneDnnPlan.h"

#include "OneDnnPlanner.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cmath>

namespace fx::runtime {

namespace {

using onednn::cpu;
using onednn::Desc;
using Place = OneDnnPlan::Slot::Place;

/// Whether all are numbers of at most greatest_watched. Compilers turn blocks of a fixed size into
/// vectors.
bool are_small(const float* numbers, size_t count) {
  constexpr size_t block = 64;
  size_t at = 0;
  for (; at + block <= count; at += block) {
    int too_large = 0;
    for (size_t i = 0; i < block; ++i)
      too_large |= static_cast<int>(!(std::abs(numbers[at + i]) <= greatest_watched));
    if (too_large != 0) return false;
  }
  return std::all_of(numbers + at, numbers + count,
                     [](float number) { return std::abs(number) <= greatest_watched; });
}

} // namespace

dnnl::memory OneDnnWeights::find(size_t step, const at::Tensor& weight, const Desc& plain,
                                 const Desc& wanted) {
  auto& known = by_step_[step];
  const auto found = std::ranges::find(known, wanted, &std::pair<Desc, dnnl::memory>::first);
  if (found != known.end()) return found->second;
  const at::Tensor numbers = weight.detach().contiguous();
  dnnl::memory given(plain, cpu(), numbers.data_ptr());
  dnnl::memory made(wanted, cpu());
  dnnl::stream stream(cpu());
  dnnl::reorder(given, made).execute(stream, given, made);
  stream.wait();
  known.emplace_back(wanted, made);
  return made;
}

/// The memory of one run.
struct OneDnnPlan::Session {
  at::Tensor block;
  std::vector<dnnl::memory> memory;                            // by slot
  std::vector<std::unordered_map<int, dnnl::memory>> operands; // by call
};

OneDnnPlan::OneDnnPlan(const LayerSteps& steps, const std::vector<size_t>& watched,
                       const Sizes& inputs, ImageLayout layout, OneDnnWeights& weights) {
  OneDnnPlanner planner(steps, watched, layout, weights);
  planner.plan(inputs);
  slots_ = std::move(planner.slots);
  calls_ = std::move(planner.calls);
  result_sizes_ = std::move(planner.result_sizes);
  block_size_ = planner.block_size;
}

OneDnnPlan::~OneDnnPlan() = default;

std::unique_ptr<OneDnnPlan::Session> OneDnnPlan::take_session() const {
  {
    const std::lock_guard lock(mutex_);
    if (!sessions_.empty()) {
      std::unique_ptr<Session> session = std::move(sessions_.back());
      sessions_.pop_back();
      return session;
    }
  }
  auto session = std::make_unique<Session>();
  session->block = at::empty({static_cast<int64_t>(block_size_)}, at::kByte);
  auto* begin = static_cast<char*>(session->block.data_ptr());
  for (const Slot& slot : slots_) {
    void* place = slot.place == Place::Block ? begin + slot.offset : DNNL_MEMORY_NONE;
    session->memory.push_back(slot.place == Place::Weight ? slot.weight
                                                          : dnnl::memory(slot.desc, cpu(), place));
  }
  for (const Call& call : calls_) {
    session->operands.emplace_back();
    for (const auto& [argument, slot] : call.operands)
      session->operands.back().emplace(argument, session->memory[slot]);
  }
  return session;
}

std::optional<std::vector<at::Tensor>>
OneDnnPlan::run(const std::vector<at::Tensor>& inputs) const {
  std::unique_ptr<Session> session = take_session();
  std::vector<at::Tensor> results;
  for (const std::vector<int64_t>& sizes : result_sizes_)
    results.push_back(at::empty(sizes, at::kFloat));
  for (size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.place != Place::Input && slot.place != Place::Result) continue;
    const at::Tensor& tensor =
        slot.place == Place::Input ? inputs[slot.number] : results[slot.number];
    session->memory[i].set_data_handle(tensor.data_ptr());
  }
  dnnl::stream stream(cpu());
  bool is_right = true;
  for (size_t i = 0; i < calls_.size() && is_right; ++i) {
    if (calls_[i].primitive) {
      calls_[i].primitive.execute(stream, session->operands[i]);
      continue;
    }
    const size_t slot = calls_[i].operands[0].second;
    const dnnl::memory& numbers = session->memory[slot];
    is_right = are_small(static_cast<const float*>(numbers.get_data_handle()),
                         slots_[slot].desc.get_size() / sizeof(float));
  }
  stream.wait();
  const std::lock_guard lock(mutex_);
  sessions_.push_back(std::move(session));
  return is_right ? std::optional(std::move(results)) : std::nullopt;
}

} // namespace fx::runtime
