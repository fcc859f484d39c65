import torch
from torch import nn


class Relu(nn.Module):
    """torch::nn::Functional(torch::relu): a child without state, traced through."""

    def forward(self, x):
        return torch.relu(x)


class DenseLayer(nn.Sequential):
    def __init__(self, channels, growth_rate, bn_size):
        super().__init__()
        width = bn_size * growth_rate
        self.add_module("norm1", nn.BatchNorm2d(channels))
        self.add_module("relu1", Relu())
        self.add_module("conv1", nn.Conv2d(channels, width, 1, bias=False))
        self.add_module("norm2", nn.BatchNorm2d(width))
        self.add_module("relu2", Relu())
        self.add_module("conv2", nn.Conv2d(width, growth_rate, 3, padding=1, bias=False))

    def forward(self, x):
        new_features = super().forward(x)
        new_features = torch.dropout(new_features, 0.1, self.training)
        return torch.cat([x, new_features], 1)


class DenseBlock(nn.Sequential):
    def __init__(self, layers, channels):
        super().__init__()
        for i in range(layers):
            self.add_module(f"denselayer{i + 1}", DenseLayer(channels + i * 8, 8, 2))


class Transition(nn.Sequential):
    def __init__(self, channels):
        super().__init__()
        self.add_module("norm", nn.BatchNorm2d(channels))
        self.add_module("relu", nn.ReLU())
        self.add_module("conv", nn.Conv2d(channels, channels // 2, 1, bias=False))
        self.add_module("pool", nn.AvgPool2d(2, stride=2))


class DenseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential()
        self.features.add_module("conv0", nn.Conv2d(3, 12, 3, padding=1, bias=False))
        self.features.add_module("norm0", nn.BatchNorm2d(12))
        self.features.add_module("relu0", nn.ReLU(True))
        channels = 12
        for i, layers in enumerate([2, 3, 2], 1):
            self.features.add_module(f"denseblock{i}", DenseBlock(layers, channels))
            channels += layers * 8
            if i < 3:
                self.features.add_module(f"transition{i}", Transition(channels))
                channels //= 2
        self.features.add_module("norm_last", nn.BatchNorm2d(channels))
        self.classifier = nn.Linear(channels, 10)

    def forward(self, x):
        f = self.features(x)
        out = torch.relu_(f)
        out = torch._C._nn.adaptive_avg_pool2d(out, (1, 1))
        out = out.view(f.size(0), -1)
        return self.classifier(out)
