import torch
from torch import nn


class Bottleneck(nn.Module):
    def __init__(self, inplanes, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.conv3 = nn.Conv2d(planes, planes * 4, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(planes * 4, eps=1e-4)
        if downsample is not None:
            self.downsample = downsample

    def forward(self, x):
        identity = x
        out = self.bn1(self.conv1(x)).relu_()
        out = self.bn2(self.conv2(out)).relu_()
        out = self.bn3(self.conv3(out))
        if hasattr(self, "downsample"):
            identity = self.downsample(x)
        out = out.add_(identity)
        return out.relu_()


class ResNet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.inplanes = 8
        self.conv1 = nn.Conv2d(3, 8, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.layer1 = self.make_layer(8, 3)
        self.layer2 = self.make_layer(16, 4, 2)
        self.layer3 = self.make_layer(24, 6, 2)
        self.layer4 = self.make_layer(32, 3, 2)
        self.fc = nn.Linear(128, 10)

    def make_layer(self, planes, blocks, stride=1):
        downsample = None
        if stride != 1 or self.inplanes != planes * 4:
            downsample = nn.Sequential(nn.Conv2d(self.inplanes, planes * 4, 1, stride, bias=False),
                                       nn.BatchNorm2d(planes * 4))
        layers = [Bottleneck(self.inplanes, planes, stride, downsample)]
        self.inplanes = planes * 4
        layers += [Bottleneck(self.inplanes, planes) for _ in range(1, blocks)]
        return nn.Sequential(*layers)

    def forward(self, x):
        x = self.bn1(self.conv1(x)).relu_()
        x = torch.max_pool2d(x, (3, 3), (2, 2), (1, 1))
        for layer in (self.layer1, self.layer2, self.layer3, self.layer4):
            x = layer(x)
        x = torch._C._nn.adaptive_avg_pool2d(x, (1, 1))
        x = x.reshape(x.size(0), -1)
        return self.fc(x)
