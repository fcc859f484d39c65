import torch
from torch import nn


class Relu(nn.Module):
    """torch::nn::Functional(torch::relu): a child without state, traced through."""

    def forward(self, x):
        return torch.relu(x)


class VGG(nn.Module):
    def __init__(self):
        super().__init__()
        layers, channels = [], 3
        for entry in [8, "M", 16, "M", 32, 32, "M", 48, 48, "M", 48, 48, "M"]:
            if entry == "M":
                layers.append(nn.MaxPool2d(2, stride=2))
                continue
            layers += [nn.Conv2d(channels, entry, 3, padding=1, bias=False),
                       nn.BatchNorm2d(entry), nn.ReLU(True)]
            channels = entry
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Linear(48, 40), Relu(), nn.Dropout(),
                                        nn.Linear(40, 40), Relu(), nn.Dropout())
        self.classifier.add_module("head", nn.Linear(40, 10))

    def forward(self, input):
        x = self.features(input)
        x = x.view(x.size(0), -1)
        return self.classifier(x)
