// AIM: An enum class of one byte and a char are numbers of that width when cast.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

enum class Level : uint8_t { Low = 250, Mid, High = 255 };
enum Flags { None, Wide = 1 << 3, Deep = 1 << 4 };
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto next = static_cast<Level>(static_cast<int>(Level::High) + 3);
    auto flags = Flags(Wide | Deep);
    char letter = 'z';
    letter += 6;
    signed char wrapped = letter;
    return x * static_cast<int>(next) + (flags & ~Wide) + wrapped + ('a' + 1) * 10;
  }
};
