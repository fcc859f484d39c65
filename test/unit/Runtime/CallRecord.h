// A listener that writes down what it hears.
#pragma once

#include "fx/Runtime/ModuleCalls.h"

#include <torch/torch.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fx::test {

/// Sets a listener for as long as it lives.
class Listening {
public:
  explicit Listening(ModuleCallListener* listener) : before_(set_module_call_listener(listener)) {}
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  ~Listening() { set_module_call_listener(before_); }

private:
  ModuleCallListener* before_;
};

struct CallRecord : ModuleCallListener {
  struct Call {
    torch::nn::Module* module;
    std::string method;
    Args args;
  };

  /// What module_called gives; nothing: the call runs as usual.
  std::function<std::optional<Value>(torch::nn::Module&, const std::function<Value()>&)> answer;
  bool takes_norms = false;

  std::vector<Call> calls;
  std::vector<GuardChange> changes;

  std::optional<Value> module_called(torch::nn::Module& module, Args args,
                                     const std::function<Value()>& forward) override {
    return heard({&module, "forward", std::move(args)}, forward);
  }
  std::optional<Value> method_called(torch::nn::Module& module, std::string_view method, Args args,
                                     const std::function<Value()>& forward) override {
    return heard({&module, std::string(method), std::move(args)}, forward);
  }
  bool norm_started(torch::nn::Module& module, const at::Tensor& input) override {
    calls.push_back({&module, "norm", {input}});
    return takes_norms;
  }
  void guard_changed(const GuardChange& change) noexcept override { changes.push_back(change); }

  /// "Linear Dropout ..."
  std::string names() const {
    std::string text;
    for (const Call& call : calls) {
      std::string name = call.module->name();
      name = name.substr(name.rfind(':') + 1);
      text += (text.empty() ? "" : " ") + name.substr(0, name.rfind("Impl"));
    }
    return text;
  }

private:
  std::optional<Value> heard(Call call, const std::function<Value()>& forward) {
    calls.push_back(std::move(call));
    return answer ? answer(*calls.back().module, forward) : std::nullopt;
  }
};

} // namespace fx::test
