// Autocast of the CPU, by an object that puts back what was there before. Cases include it into
// namespaces of their own, once each.
struct Autocast {
  explicit Autocast(bool on = true)
      : was_(at::autocast::is_cpu_enabled()), dtype_(at::autocast::get_autocast_cpu_dtype()) {
    at::autocast::set_cpu_enabled(on);
    at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
    at::autocast::increment_nesting();
  }
  ~Autocast() {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(was_);
    at::autocast::set_autocast_cpu_dtype(dtype_);
  }
  Autocast(const Autocast&) = delete;

private:
  bool was_;
  at::ScalarType dtype_;
};
