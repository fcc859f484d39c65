// AIM: A guard that is made in room of its own ends where its destructor is called.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <new>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    alignas(torch::AutoGradMode) unsigned char room[sizeof(torch::AutoGradMode)];
    auto* p = new (room) torch::AutoGradMode(false);
    auto y = first(x);
    p->~AutoGradMode();
    return y + second(x);
  }
};
