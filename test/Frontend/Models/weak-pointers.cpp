// lock() and expired() tell whether a std::shared_ptr to the object is left.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Unknown -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <torch/torch.h>

struct Config {
  int scale = 3;
};
struct Watcher {
  std::weak_ptr<Config> config;
  int scale() const {
    auto locked = config.lock();
    return locked ? locked->scale : 1;
  }
};
struct Net : torch::nn::Module {
  std::shared_ptr<Config> kept = std::make_shared<Config>();
  std::shared_ptr<Config> reset = std::make_shared<Config>();
  std::vector<std::shared_ptr<Config>> list{std::make_shared<Config>(), std::make_shared<Config>()};
  Watcher of_kept, of_reset, of_local, of_first, of_last, of_none;
  Net() {
    auto local = std::make_shared<Config>();
    of_local.config = local;
    of_kept.config = kept;
    of_reset.config = reset;
    of_first.config = list[0];
    of_last.config = list[1];
    if (of_local.config.expired() || of_reset.config.expired()) kept->scale = 9;
    reset.reset();
    list.pop_back();
  }
  // CHECK: operator.add{{.*}} 331131
  // CHECK: operator.add{{.*}} 3112
  torch::Tensor forward(torch::Tensor x) {
    x = x + (of_kept.scale() * 100000 + of_first.scale() * 10000 + of_last.scale() * 1000 +
             of_none.scale() * 100 + of_kept.scale() * 10 + of_local.scale());
    Watcher inner, moved;
    int sum = 0;
    {
      auto scoped = std::make_shared<Config>();
      inner.config = scoped;
      sum += inner.scale() * 1000;
    }
    sum += inner.config.expired() ? 100 : 200;
    auto owner = std::make_shared<Config>();
    moved.config = owner;
    auto next = std::move(owner);
    sum += moved.config.expired() ? 20 : 10;
    next = nullptr;
    sum += moved.config.expired() ? 2 : 1;
    return x + sum;
  }
};

struct Unknown : torch::nn::Module {
  std::weak_ptr<Config> weak;
  torch::Tensor forward(torch::Tensor x) {
    auto* holder = new std::shared_ptr<Config>(std::make_shared<Config>());
    weak = *holder;
    // UNKNOWN: [[@LINE+1]]:{{[0-9]+}}: error: whether an owner of this object still lives is not known here
    return weak.lock() ? x : x + 1;
  }
};
