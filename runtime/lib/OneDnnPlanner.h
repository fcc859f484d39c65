// From the steps of a part to the calls of primitives.
#pragma once

#include "OneDnnPlan.h"

namespace fx::runtime {

/// Gives each value a layout and a place, and puts additions and limits into the primitives before
/// them.
class OneDnnPlanner {
public:
  OneDnnPlanner(const LayerSteps& steps, const std::vector<size_t>& watched, ImageLayout layout,
                OneDnnWeights& weights)
      : steps_(steps), layout_(layout), weights_(weights), values_(steps.num_values()),
        is_watched_(steps.num_values()), is_done_(steps.steps.size()) {
    for (const size_t value : watched)
      is_watched_[value] = true;
  }

  /// RuntimeError, dnnl::error.
  void plan(const OneDnnPlan::Sizes& inputs);

  std::vector<OneDnnPlan::Slot> slots;
  std::vector<OneDnnPlan::Call> calls;
  OneDnnPlan::Sizes result_sizes;
  size_t block_size = 0;

private:
  using Slot = OneDnnPlan::Slot;
  struct Value {
    std::vector<int64_t> sizes;
    size_t slot = 0;
    bool is_known = false;
  };
  /// What follows a step and is done with it.
  struct Tail {
    size_t result = 0;           // the value that comes out
    std::optional<size_t> other; // what is added
    bool other_ends = false;     // nothing else reads it any more
    onednn::Epilogue epilogue;
  };

  void plan_step(size_t step);
  void plan_layer(size_t step);
  void plan_addition(size_t step);
  void plan_limits(size_t step);
  void plan_pool(size_t step);
  void plan_concat(size_t step);
  void plan_results();
  void place_slots();

  Tail tail_of(size_t step);
  /// The only step that uses a value that nobody else sees; nothing: there is none.
  std::optional<size_t> only_use(size_t value) const;
  void add_limits(Tail& tail);

  onednn::Desc plain(const std::vector<int64_t>& sizes) const;
  onednn::Desc any(const std::vector<int64_t>& sizes) const;
  size_t new_slot(onednn::Desc desc, Slot::Place place = Slot::Place::Block, size_t number = 0);
  /// The slot of a value in a layout: its own, or one that it is copied to now.
  size_t slot_in(size_t value, const onednn::Desc& desc);
  void add_call(dnnl::primitive primitive, const dnnl::primitive_desc_base& description,
                std::vector<std::pair<int, size_t>> operands);
  void define(size_t value, std::vector<int64_t> sizes, size_t slot);

  const LayerSteps& steps_;
  ImageLayout layout_;
  OneDnnWeights& weights_;
  std::vector<Value> values_;
  std::vector<bool> is_watched_;
  std::vector<bool> is_done_; // as the tail of an earlier step
};

} // namespace fx::runtime
