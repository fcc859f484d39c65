import torch
from torch import nn


class Tanh(nn.Module):
    """torch::nn::Functional(torch::tanh): a child without state, traced through."""

    def forward(self, x):
        return torch.tanh(x)


class DCGANGenerator(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.ConvTranspose2d(20, 32, 4, bias=False)
        self.conv2 = nn.ConvTranspose2d(32, 16, 3, 2, 1, bias=False)
        self.conv3 = nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False)
        self.conv4 = nn.ConvTranspose2d(8, 1, 4, 2, 1, bias=False)
        self.batch_norm1 = nn.BatchNorm2d(32)
        self.batch_norm2 = nn.BatchNorm2d(16)
        self.batch_norm3 = nn.BatchNorm2d(8)
        self.refine = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1, padding_mode="reflect"),
                                    Tanh(), nn.Conv2d(4, 1, 1))

    def forward(self, x):
        x = torch.relu(self.batch_norm1(self.conv1(x)))
        x = torch.relu(self.batch_norm2(self.conv2(x)))
        x = torch.relu(self.batch_norm3(self.conv3(x)))
        x = torch.tanh(self.conv4(x))
        return self.refine(x) + x
