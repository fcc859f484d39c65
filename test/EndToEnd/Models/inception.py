import torch
from torch import nn


class BasicConv2d(nn.Module):
    def __init__(self, *args, **options):
        super().__init__()
        self.conv = nn.Conv2d(*args, bias=False, **options)
        self.bn = nn.BatchNorm2d(self.conv.out_channels, eps=0.001)

    def forward(self, x):
        return self.bn(self.conv(x)).relu_()


class Inception(nn.Module):
    def __init__(self, channels, c1, c3, c5, pooled):
        super().__init__()
        self.branch1 = BasicConv2d(channels, c1, 1)
        self.branch2 = nn.Sequential(BasicConv2d(channels, c3[0], 1),
                                     BasicConv2d(c3[0], c3[1], (1, 3), padding=(0, 1)),
                                     BasicConv2d(c3[1], c3[1], (3, 1), padding=(1, 0)))
        self.branch3 = nn.Sequential(BasicConv2d(channels, c5[0], 1),
                                     BasicConv2d(c5[0], c5[1], 5, padding=2))
        self.branch4 = nn.Sequential(nn.MaxPool2d(3, 1, 1, ceil_mode=True),
                                     BasicConv2d(channels, pooled, 1))

    def forward(self, x):
        return torch.cat([self.branch1(x), self.branch2(x), self.branch3(x), self.branch4(x)], 1)


class GoogLeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.aux = nn.Linear(26, 7)
        self.stem = BasicConv2d(3, 8, 7, stride=2, padding=3)
        self.inception1 = Inception(8, 4, (4, 8), (2, 4), 4)
        self.inception2 = Inception(20, 6, (6, 12), (2, 4), 4)
        self.dropout = nn.Dropout(0.2)
        self.fc = nn.Linear(26, 7)

    def forward(self, x):
        red = torch.unsqueeze(x.select(1, 0), 1) * (0.229 / 0.5) + (0.485 - 0.5) / 0.5
        green = torch.unsqueeze(x.select(1, 1), 1) * (0.224 / 0.5) + (0.456 - 0.5) / 0.5
        blue = torch.unsqueeze(x.select(1, 2), 1) * (0.225 / 0.5) + (0.406 - 0.5) / 0.5
        x = torch.cat([red, green, blue], 1)
        x = self.stem(x)
        x = torch.max_pool2d(x, 3, 2, 0, 1, True)
        x = self.inception2(self.inception1(x))
        x = x.mean((2, 3))
        return self.fc(self.dropout(x))
