// What a model does not need once it is trained: --rules=inference
#include <torch/torch.h>

namespace inference {

namespace no_dropout {
// In evaluation the last argument, is_training(), is false.
torch::Tensor pattern(torch::Tensor x, double p) {
  return torch::dropout(x, p, false);
}
torch::Tensor pattern_alpha(torch::Tensor x, double p) {
  return torch::alpha_dropout(x, p, false);
}
torch::Tensor pattern_feature(torch::Tensor x, double p) {
  return torch::feature_dropout(x, p, false);
}
torch::Tensor pattern_feature_alpha(torch::Tensor x, double p) {
  return torch::feature_alpha_dropout(x, p, false);
}
torch::Tensor pattern_2d(torch::nn::Dropout2d dropout, torch::Tensor x) {
  return dropout(x);
}
torch::Tensor pattern_3d(torch::nn::Dropout3d dropout, torch::Tensor x) {
  return dropout(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x;
}
} // namespace no_dropout

namespace no_identity {
torch::Tensor pattern(torch::nn::Identity identity, torch::Tensor x) {
  return identity(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x;
}
} // namespace no_identity

} // namespace inference
