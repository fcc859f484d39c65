#include "CppHelpers.h"

namespace fx::codegen {
namespace {

// As CPython computes them: rounded down, the rest with the sign of the divisor.
constexpr std::string_view floor_division_text = R"(
  static int64_t python_floordiv(int64_t a, int64_t b) {
    TORCH_CHECK(b != 0, "integer division or modulo by zero");
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
  }
)";

constexpr std::string_view float_floor_division_text = R"(
  static double python_floordiv_float(double a, double b) {
    TORCH_CHECK(b != 0, "float floor division by zero");
    double rest = std::fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return std::copysign(0.0, a / b);
    const double whole = std::floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
  }
)";

constexpr std::string_view modulo_text = R"(
  static int64_t python_mod(int64_t a, int64_t b) {
    TORCH_CHECK(b != 0, "integer division or modulo by zero");
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
)";

constexpr std::string_view float_modulo_text = R"(
  static double python_mod_float(double a, double b) {
    TORCH_CHECK(b != 0, "float modulo");
    const double rest = std::fmod(a, b);
    if (rest == 0) return std::copysign(0.0, b);
    return (b < 0) != (rest < 0) ? rest + b : rest;
  }
)";

// The names in @ are those of AutocastCalls.
constexpr std::string_view autocast_text = R"(
  // As Python's torch.autocast: from its construction to its end.
  class Autocast {
  public:
    Autocast(bool on_cpu, c10::optional<at::ScalarType> dtype, bool enabled)
        : device_(on_cpu ? at::kCPU : at::kCUDA),
          was_enabled_(@is_enabled@),
          was_dtype_(@dtype@) {
      at::autocast::increment_nesting();
      set(enabled, dtype.value_or(was_dtype_));
    }
    ~Autocast() {
      if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
      set(was_enabled_, was_dtype_);
    }
    Autocast(const Autocast&) = delete;
    Autocast& operator=(const Autocast&) = delete;

  private:
    void set(bool enabled, at::ScalarType dtype) const {
      @set_enabled@;
      @set_dtype@;
    }
    at::DeviceType device_;
    bool was_enabled_;
    at::ScalarType was_dtype_;
  };
)";

/// What torch.autocast asks of at::autocast.
struct AutocastCalls {
  std::string_view is_enabled, dtype, set_enabled, set_dtype;
};

constexpr AutocastCalls calls_of_any_device{"at::autocast::is_autocast_enabled(device_)",
                                            "at::autocast::get_autocast_dtype(device_)",
                                            "at::autocast::set_autocast_enabled(device_, enabled)",
                                            "at::autocast::set_autocast_dtype(device_, dtype)"};

// Before LibTorch 2.4 each device had functions of its own, which 2.4 deprecates.
constexpr AutocastCalls calls_of_each_device{
    "on_cpu ? at::autocast::is_cpu_enabled() : at::autocast::is_enabled()",
    "on_cpu ? at::autocast::get_autocast_cpu_dtype() : at::autocast::get_autocast_gpu_dtype()",
    "(device_ == at::kCPU ? at::autocast::set_cpu_enabled : at::autocast::set_enabled)(enabled)",
    "(device_ == at::kCPU ? at::autocast::set_autocast_cpu_dtype\n"
    "                           : at::autocast::set_autocast_gpu_dtype)(dtype)"};

/// The first one whose functions in at::autocast take the type of the device.
constexpr ops::LibTorchVersion devices_of_autocast{2, 4, 0};

std::string autocast_definition(ops::LibTorchVersion libtorch) {
  const AutocastCalls& calls =
      libtorch < devices_of_autocast ? calls_of_each_device : calls_of_any_device;
  std::string text(autocast_text);
  for (const auto& [name, call] : {std::pair("@is_enabled@", calls.is_enabled),
                                   {"@dtype@", calls.dtype},
                                   {"@set_enabled@", calls.set_enabled},
                                   {"@set_dtype@", calls.set_dtype}})
    text.replace(text.find(name), std::string_view(name).size(), call);
  return text;
}

} // namespace

std::string CppHelpers::definitions(ops::LibTorchVersion libtorch) const {
  std::string text;
  if (floor_division) text += floor_division_text;
  if (float_floor_division) text += float_floor_division_text;
  if (modulo) text += modulo_text;
  if (float_modulo) text += float_modulo_text;
  if (autocast) text += autocast_definition(libtorch);
  return text;
}

std::string CppHelpers::includes() const {
  return autocast || autocast_settings ? "#include <ATen/autocast_mode.h>\n" : "";
}

void CppHelpers::reserve(Identifiers& scope) {
  for (const std::string_view name :
       {"python_floordiv", "python_floordiv_float", "python_mod", "python_mod_float", "Autocast"})
    scope.reserve(name);
}

} // namespace fx::codegen
