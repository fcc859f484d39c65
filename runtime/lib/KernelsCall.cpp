#include "KernelsCall.h"

#include "Examples.h"

#include "../../lib/Ops/Kernels/Calls.h"

namespace fx::runtime {

namespace {

class KernelsCall : public Call {
public:
  explicit KernelsCall(const Node& node) : node_(node) {}

  Value run(Operands operands) const override {
    ops::kernels::Examples arguments;
    arguments.reserve(operands.size());
    const size_t positional = node_.args().size();
    for (size_t i = 0; i < operands.size(); ++i) {
      const std::string_view name =
          i < positional ? std::string_view() : node_.kwargs()[i - positional].name.view();
      arguments.push_back({name, to_example(operands[i])});
    }
    return from_example(ops::kernels::call(own_kernels(), node_, arguments, FxLive));
  }

private:
  const Node& node_;
};

} // namespace

std::unique_ptr<const Call> make_kernels_call(const Node& node) {
  return std::make_unique<KernelsCall>(node);
}

} // namespace fx::runtime
