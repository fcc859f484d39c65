#include "AutocastWatch.h"

#include "Autocast.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace fx_kernels {

namespace {

struct Operand {
  const c10::TensorImpl* tensor = nullptr; // null: undefined
  const void* memory = nullptr;            // null: it has none of its own
  int64_t dtype = -1;
};

const void* memory_of(const c10::TensorImpl& tensor) {
  return tensor.has_storage() ? tensor.storage().unsafeGetStorageImpl() : nullptr;
}

/// An operator while it is watched.
struct Event {
  std::string name;
  std::vector<Operand> operands;
  std::vector<size_t> inner; // the operators that it calls, through the dispatcher
  /// Autocast has a kernel for it, which runs now: it casts and calls the operator again.
  bool is_autocast = false;
  bool is_below = false; // inside of such a kernel
  bool is_view = false;  // it gives a view, of whatever type its operand is
};

void add_operands(const c10::IValue& value, std::vector<Operand>& operands) {
  if (value.isTensor()) {
    const at::Tensor& tensor = value.toTensor();
    Operand operand;
    if (tensor.defined()) {
      operand.tensor = tensor.unsafeGetTensorImpl();
      operand.memory = memory_of(*operand.tensor);
      operand.dtype = static_cast<int64_t>(tensor.scalar_type());
    }
    operands.push_back(operand);
  } else if (value.isList()) {
    for (const c10::IValue& item : value.toListRef())
      add_operands(item, operands);
  }
}

bool gives_views(const c10::FunctionSchema& schema) {
  return !schema.returns().empty() &&
         std::all_of(schema.returns().begin(), schema.returns().end(), [](const auto& result) {
           return result.alias_info() != nullptr && !result.alias_info()->isWrite();
         });
}

/// Watches the thread that makes it, from its construction to its end.
class AutocastWatch {
public:
  explicit AutocastWatch(int32_t dtype)
      : was_on_(fx::runtime::is_autocast_on(true)), old_type_(fx::runtime::autocast_type(true)),
        generator_(at::detail::getDefaultCPUGenerator()) {
    {
      const std::lock_guard<std::mutex> lock(generator_.mutex());
      state_ = generator_.get_state();
    }
    current() = this;
    at::autocast::increment_nesting();
    fx::runtime::set_autocast(true, dtype >= 0);
    if (dtype >= 0) fx::runtime::set_autocast_type(true, static_cast<at::ScalarType>(dtype));
    handle_ = at::addThreadLocalCallback(at::RecordFunctionCallback(&begin, &end)
                                             .needsInputs(true)
                                             .scopes({at::RecordScope::FUNCTION}));
  }
  AutocastWatch(const AutocastWatch&) = delete;
  AutocastWatch& operator=(const AutocastWatch&) = delete;
  ~AutocastWatch() {
    at::removeCallback(handle_);
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    fx::runtime::set_autocast(true, was_on_);
    fx::runtime::set_autocast_type(true, old_type_);
    current() = nullptr;
    const std::lock_guard<std::mutex> lock(generator_.mutex());
    generator_.set_state(state_);
  }

  /// One in each thread; null: nobody watches.
  static AutocastWatch*& current() {
    static thread_local AutocastWatch* watch = nullptr;
    return watch;
  }

  /// What was seen: FxKernelsApi::stop_autocast.
  c10::IValue report(FxTensor* const* tensors, size_t count) {
    std::string text;
    casts_.clear();
    for (const size_t root : roots_)
      write(root, text);
    std::vector<int64_t> types(count, -1);
    for (size_t i = 0; i < count; ++i)
      types[i] = take_cast(reinterpret_cast<const c10::TensorImpl*>(tensors[i]));
    // What is left are tensors that came to be on the way.
    bool casts_inside = casts_differently_;
    for (const auto& left : casts_)
      casts_inside = casts_inside || left.second.from != left.second.to;
    const bool is_one = roots_.size() == 1 && events_[roots_.front()].is_autocast;
    return c10::ivalue::Tuple::create(
        {c10::IValue(text), c10::IValue(is_one), c10::IValue(casts_inside), c10::IValue(types)});
  }

private:
  struct Place : at::ObserverContext {};

  static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
    if (current() != nullptr) current()->add(function);
    return std::make_unique<Place>();
  }
  static void end(const at::RecordFunction&, at::ObserverContext*) {
    if (current() != nullptr && !current()->open_.empty()) current()->open_.pop_back();
  }

  void add(const at::RecordFunction& function) {
    Event event;
    event.is_below =
        c10::impl::tls_local_dispatch_key_set().excluded_.has(c10::DispatchKey::AutocastCPU);
    if (const auto name = function.operator_name()) {
      event.name = c10::toString(*name);
      const auto handle = c10::Dispatcher::singleton().findOp(*name);
      event.is_autocast = !event.is_below && handle &&
                          handle->hasKernelForDispatchKey(c10::DispatchKey::AutocastCPU);
      event.is_view = handle && gives_views(handle->schema());
    } else {
      event.name = function.name();
    }
    for (const c10::IValue& input : function.inputs())
      add_operands(input, event.operands);
    const size_t at = events_.size();
    (open_.empty() ? roots_ : events_[open_.back()].inner).push_back(at);
    events_.push_back(std::move(event));
    open_.push_back(at);
  }

  /// The operators and the types of their operands, without autocast's kernels and their casts.
  void write(size_t at, std::string& text) {
    const Event& event = events_[at];
    size_t called = events_.size();
    if (event.is_autocast)
      for (const size_t inner : event.inner)
        if (events_[inner].is_below && events_[inner].name == event.name) called = inner;
    // None of its operands is on the CPU: the kernel was passed by.
    if (called == events_.size()) return write_itself(at, text);
    note_casts(event, events_[called]);
    for (const size_t inner : event.inner)
      if (inner == called || events_[inner].name.compare(0, 8, "aten::to") != 0) write(inner, text);
  }

  void write_itself(size_t at, std::string& text) {
    text += events_[at].name;
    if (!events_[at].is_view)
      for (const Operand& operand : events_[at].operands)
        text += ' ' + std::to_string(operand.dtype);
    text += " (";
    for (const size_t inner : events_[at].inner)
      write(inner, text);
    text += ")\n";
  }

  /// The type that a tensor is cast to, itself or as a view of it; -1: to none.
  int64_t take_cast(const c10::TensorImpl* tensor) {
    int64_t type = -1;
    const void* memory = memory_of(*tensor);
    for (auto at = casts_.begin(); at != casts_.end();) {
      const Cast& cast = at->second;
      const bool is_of_tensor = at->first == tensor || (memory != nullptr && cast.memory == memory);
      if (is_of_tensor && cast.from != cast.to) {
        if (type >= 0 && type != cast.to) casts_differently_ = true;
        type = cast.to;
      }
      if (is_of_tensor)
        at = casts_.erase(at);
      else
        ++at;
    }
    return type;
  }

  void note_casts(const Event& outer, const Event& inner) {
    if (outer.operands.size() != inner.operands.size()) {
      casts_differently_ = true;
      return;
    }
    for (size_t i = 0; i < outer.operands.size(); ++i) {
      const Operand& from = outer.operands[i];
      const Operand& to = inner.operands[i];
      if (from.tensor == nullptr) continue;
      const auto cast = casts_.emplace(from.tensor, Cast{from.memory, from.dtype, to.dtype});
      if (cast.first->second.to != to.dtype) casts_differently_ = true;
    }
  }

  struct Cast {
    const void* memory;
    int64_t from, to;
  };

  bool was_on_;
  at::ScalarType old_type_;
  at::Generator generator_;
  at::Tensor state_;
  at::CallbackHandle handle_ = 0;
  std::vector<Event> events_;
  std::vector<size_t> roots_, open_;
  std::unordered_map<const c10::TensorImpl*, Cast> casts_; // from a type to the same one too
  bool casts_differently_ = false;                         // the same tensor to two types
};

} // namespace

FxAnswer* fill_tensor(FxPlace place, FxTensor* tensor) {
  // Not in inference mode: a call may write to it.
  return answer(FxAsIs, [&](Answer& result) { result.give(tensor_at(place, tensor)); });
}

void start_autocast(int32_t dtype) {
  delete AutocastWatch::current();
  new AutocastWatch(dtype); // NOLINT(cppcoreguidelines-owning-memory): current() has it
}

FxAnswer* stop_autocast(FxTensor* const* tensors, size_t count) {
  const std::unique_ptr<AutocastWatch> watch(AutocastWatch::current());
  return answer(FxAsIs, [&](Answer& result) {
    if (watch == nullptr) throw Unknown("nothing is watched");
    result.give(watch->report(tensors, count));
  });
}

} // namespace fx_kernels
