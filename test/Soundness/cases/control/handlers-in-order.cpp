// AIM: The first handler that fits is taken; a nested one rethrows to the outer.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct General {
  int code;
};
struct Special : General {
  Special() : General{6} {}
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int log = 0;
    for (int i = 0; i < 3; ++i) {
      try {
        try {
          if (i == 0) throw Special{};
          if (i == 1) throw General{3};
          throw 'c';
        } catch (const Special& s) {
          log = log * 10 + 1;
          throw General{8};
        } catch (General& g) {
          log = log * 10 + 2;
          g.code += 1;
          throw;
        }
      } catch (const General& g) {
        log = log * 10 + g.code;
      } catch (...) {
        log = log * 10 + 5;
      }
    }
    return x + log;
  }
};
