import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.head_size = heads, width // heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.1)

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, self.head_size).transpose(1, 2)

    def forward(self, x):
        batch = x.size(0)
        length = x.size(1)
        q = self.split(self.query(x))
        k = self.split(self.key(x))
        v = self.split(self.value(x))
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.head_size)
        weights = self.dropout(torch.softmax(scores, -1))
        context = torch.matmul(weights, v).transpose(1, 2).contiguous()
        return self.out(context.view(batch, length, self.heads * self.head_size))


class EncoderBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = MultiHeadAttention(16, 4)
        self.norm1 = nn.LayerNorm([16])
        self.norm2 = nn.LayerNorm([16], eps=1e-6)
        self.feed_forward = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.block0 = EncoderBlock()
        self.block1 = EncoderBlock()
        self.norm = nn.LayerNorm([16])

    def forward(self, x):
        x = self.block1(self.block0(x))
        return self.norm(x).mean(1)
