// VGG: layers from a configuration of numbers and "M", looked up by name, with or without batch norm.
// ROOT: VGG("vgg11", 10, true)
// INPUT: 2x3x32x32
#include <torch/torch.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

const std::map<std::string, std::vector<std::string>> configurations = {
    {"vgg11", {"8", "M", "16", "M", "32", "32", "M", "48", "48", "M", "48", "48", "M"}},
    {"vgg13", {"8", "8", "M", "16", "16", "M", "32", "32", "M", "48", "48", "M", "48", "48", "M"}},
};

torch::nn::Sequential make_layers(const std::vector<std::string>& configuration, bool batch_norm,
                                  int64_t& channels) {
  torch::nn::Sequential layers;
  for (const auto& entry : configuration) {
    if (entry == "M") {
      layers->push_back(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2).stride(2)));
      continue;
    }
    const int64_t width = std::stoi(entry);
    layers->push_back(torch::nn::Conv2d(
        torch::nn::Conv2dOptions(channels, width, 3).padding(1).bias(!batch_norm)));
    if (batch_norm) layers->push_back(torch::nn::BatchNorm2d(width));
    layers->push_back(torch::nn::ReLU(torch::nn::ReLUOptions(true)));
    channels = width;
  }
  return layers;
}

} // namespace

struct VGGImpl : torch::nn::Module {
  VGGImpl(const std::string& name, int64_t num_classes, bool batch_norm = false) {
    auto found = configurations.find(name);
    if (found == configurations.end()) throw std::invalid_argument("no such network: " + name);
    int64_t channels = 3;
    features = make_layers(found->second, batch_norm, channels);
    register_module("features", features);
    classifier = torch::nn::Sequential();
    int64_t width = channels;
    for (int64_t hidden : {40, 40}) {
      classifier->push_back(torch::nn::Linear(width, hidden));
      classifier->push_back(torch::nn::Functional(torch::relu));
      classifier->push_back(torch::nn::Dropout());
      width = hidden;
    }
    classifier->push_back("head", torch::nn::Linear(width, num_classes));
    register_module("classifier", classifier);
    initialize_weights();
  }

  void initialize_weights() {
    for (auto& module : modules(/*include_self=*/false)) {
      if (auto* conv = module->as<torch::nn::Conv2d>()) {
        torch::nn::init::kaiming_normal_(conv->weight, 0.0, torch::kFanOut, torch::kReLU);
        if (conv->options.bias()) torch::nn::init::constant_(conv->bias, 0);
      } else if (auto* linear = module->as<torch::nn::Linear>()) {
        torch::nn::init::normal_(linear->weight, 0, 0.01);
        torch::nn::init::zeros_(linear->bias);
      }
    }
  }

  torch::Tensor forward(const torch::Tensor& input) {
    torch::Tensor x = features->forward(input);
    x = x.view({x.size(0), -1});
    return classifier->forward(x);
  }

  torch::nn::Sequential features{nullptr}, classifier{nullptr};
};
TORCH_MODULE(VGG);
