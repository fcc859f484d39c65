// Two layers, for cases that are about what stands around calls of them. Cases include it into
// namespaces of their own, once each.
struct TwoLayers : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  TwoLayers() {
    register_module("first", first);
    register_module("second", second);
  }
};
