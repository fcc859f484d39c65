import torch
import torch.nn.functional as F
from torch import nn


class DoubleConv(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.step = nn.Sequential(
            nn.Conv2d(in_channels, out_channels, 3, padding=1), nn.BatchNorm2d(out_channels),
            nn.ReLU(True), nn.Conv2d(out_channels, out_channels, 3, padding=1),
            nn.BatchNorm2d(out_channels), nn.ReLU(True))

    def forward(self, x):
        return self.step(x)


class Up(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.up = nn.ConvTranspose2d(in_channels, out_channels, 2, stride=2)
        self.conv = DoubleConv(2 * out_channels, out_channels)

    def forward(self, x, skip):
        x = self.up(x)
        return self.conv(torch.cat([skip, x], 1))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.bottom = DoubleConv(16, 32)
        self.down = nn.ModuleList([DoubleConv(1, 4), DoubleConv(4, 8), DoubleConv(8, 16)])
        self.up = nn.ModuleList([Up(32, 16), Up(16, 8), Up(8, 4)])
        self.head = nn.Conv2d(4, 3, 1)

    def forward(self, x):
        skips = []
        for module in self.down:
            x = module(x)
            skips.append(x)
            x = F.max_pool2d(x, 2)
        x = self.bottom(x)
        for module in self.up:
            x = module(x, skips.pop())
        return torch.sigmoid(self.head(x))
