import torch
from torch import nn


class Excite(nn.Module):
    def __init__(self, channels, squeezed):
        super().__init__()
        self.reduce = nn.Conv2d(channels, squeezed, 1)
        self.expand = nn.Conv2d(squeezed, channels, 1)

    def forward(self, x):
        s = x.mean((2, 3)).view(x.size(0), x.size(1), 1, 1)
        s = torch.relu(self.reduce(s))
        return x * torch.sigmoid(self.expand(s))


class Block(nn.Module):
    def __init__(self, channels, out, stride, squeezed):
        super().__init__()
        self.shortcut = stride == 1 and channels == out
        wide = 2 * channels
        self.layers = nn.Sequential(
            nn.Conv2d(channels, wide, 1, bias=False), nn.BatchNorm2d(wide),
            nn.Conv2d(wide, wide, 3, stride, 1, groups=wide, bias=False), nn.BatchNorm2d(wide),
            Excite(wide, squeezed),
            nn.Conv2d(wide, out, 1, bias=False), nn.BatchNorm2d(out))

    def forward(self, x):
        y = self.layers(x)
        # torch::relu6 has no twin in Python's torch namespace.
        y = y * torch._C._nn.relu6(y + 3.0) / 6.0
        return x + y if self.shortcut else y


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.block_1 = Block(8, 8, 1, 4)
        self.block_2 = Block(8, 16, 2, 4)
        self.block_3 = Block(16, 16, 1, 8)
        self.head = nn.Linear(16, 10)

    def forward(self, x):
        x = self.stem(x)
        x = self.block_3(self.block_2(self.block_1(x)))
        return self.head(x.flatten(2).mean(-1))
