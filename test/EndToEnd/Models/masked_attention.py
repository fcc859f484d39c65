import math

from torch import nn


class MaskedAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0 / math.sqrt(8)
        self.q = nn.Linear(8, 8, bias=False)
        self.kv = nn.Linear(8, 16)
        self.proj = nn.Linear(8, 8)

    def forward(self, x, context, mask=None):
        query = self.q(x)
        parts = self.kv(context).chunk(2, -1)
        key = parts[0]
        value = parts[1]
        scores = query.bmm(key.transpose(1, 2)) * self.scale
        if mask is not None:
            scores = scores.masked_fill(mask > 0.5, -1e9)
        return self.proj(scores.softmax(-1).bmm(value))
