// How oneDNN computes a part of a graph for inputs of certain sizes.
#pragma once

#include "LayerSteps.h"
#include "OneDnn.h"

#include <ATen/core/Tensor.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fx::runtime {

/// Weights of layers in the layouts that plans want, each once. Not thread-safe.
class OneDnnWeights {
public:
  /// `step`: the number of the layer.
  dnnl::memory find(size_t step, const at::Tensor& weight, const onednn::Desc& plain,
                    const onednn::Desc& wanted);

private:
  std::unordered_map<size_t, std::vector<std::pair<onednn::Desc, dnnl::memory>>> by_step_;
};

/// In which layout images are.
enum class ImageLayout : uint8_t { Blocked, ChannelsLast };

/// Primitives in order, and the place of each value in one block of memory. Immutable but for that:
/// several threads may run it, each in a block of its own, which is kept for the next run.
class OneDnnPlan {
public:
  using Sizes = std::vector<std::vector<int64_t>>;

  /// `watched`: values_to_watch(). dnnl::error, or RuntimeError: it cannot be done for these sizes.
  OneDnnPlan(const LayerSteps& steps, const std::vector<size_t>& watched, const Sizes& inputs,
             ImageLayout layout, OneDnnWeights& weights);
  ~OneDnnPlan();

  /// The results, contiguous; nothing: a number that is watched is too large, or none. `inputs` are
  /// contiguous and have the sizes of the plan.
  std::optional<std::vector<at::Tensor>> run(const std::vector<at::Tensor>& inputs) const;

  /// It has given what LibTorch gives.
  bool is_proven() const { return is_proven_; }
  void set_proven() const { is_proven_ = true; }

  /// A memory that primitives read and write.
  struct Slot {
    enum class Place : uint8_t { Block, Input, Result, Weight };
    onednn::Desc desc;
    Place place = Place::Block;
    size_t number = 0;                      // of the input or result
    dnnl::memory weight;                    // of Place::Weight
    size_t offset = 0, first = 0, last = 0; // in the block, for the calls from first to last
  };
  /// A primitive; without one, a look at the numbers of a slot.
  struct Call {
    dnnl::primitive primitive;
    std::vector<std::pair<int, size_t>> operands; // DNNL_ARG_*, slot
  };

private:
  struct Session;
  std::unique_ptr<Session> take_session() const;

  std::vector<Slot> slots_;
  std::vector<Call> calls_;
  Sizes result_sizes_;
  size_t block_size_ = 0;
  mutable std::atomic<bool> is_proven_ = false;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Session>> sessions_; // that no thread runs
};

} // namespace fx::runtime
