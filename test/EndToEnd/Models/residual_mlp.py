import torch
from torch import nn


class ResidualMlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc_in = nn.Linear(10, 16)
        self.fc_out = nn.Linear(16, 4)
        for i in range(3):
            self.add_module(f"fc{i}", nn.Linear(16, 16, bias=i % 2 == 0))
            self.add_module(f"norm{i}", nn.LayerNorm([16]))

    def forward(self, x):
        # Python's torch has no elu of its own: torch::elu is the function that F.elu ends in.
        x = torch._C._nn.elu(self.fc_in(x))
        for i in range(3):
            y = torch.relu(getattr(self, f"fc{i}")(getattr(self, f"norm{i}")(x)))
            x = x + y.mul(0.5)
        x = x.sub_(x.mean(-1, True))
        return self.fc_out(x) / 2
