import torch
from torch import nn


class BasicBlock(nn.Module):
    def __init__(self, channels, width, stride=1, downsample=None):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        if downsample is not None:
            self.downsample = downsample

    def forward(self, x):
        residual = x.clone()
        x = torch.relu(self.bn1(self.conv1(x)))
        x = self.bn2(self.conv2(x))
        if hasattr(self, "downsample"):
            residual = self.downsample(residual)
        x = x.add_(residual)
        return torch.relu_(x)


class ResNet18(nn.Module):
    def __init__(self):
        super().__init__()
        self.inplanes = 8
        self.conv1 = nn.Conv2d(3, 8, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.layer1 = self.make_layer(8, 2)
        self.layer2 = self.make_layer(16, 2, 2)
        self.layer3 = self.make_layer(32, 2, 2)
        self.layer4 = self.make_layer(64, 2, 2)
        self.fc = nn.Linear(64, 10)

    def make_layer(self, width, blocks, stride=1):
        downsample = None
        if stride != 1 or self.inplanes != width:
            downsample = nn.Sequential(nn.Conv2d(self.inplanes, width, 1, stride, bias=False),
                                       nn.BatchNorm2d(width))
        layers = [BasicBlock(self.inplanes, width, stride, downsample)]
        self.inplanes = width
        layers += [BasicBlock(width, width) for _ in range(1, blocks)]
        return nn.Sequential(*layers)

    def forward(self, x):
        x = torch.relu(self.bn1(self.conv1(x)))
        x = torch.max_pool2d(x, 3, 2, 1)
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        x = x.mean((2, 3), True)
        x = x.view(x.size(0), -1)
        return self.fc(x)
