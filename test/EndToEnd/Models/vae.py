from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch import nn


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(36, 24)
        self.mean = nn.Linear(24, 4)
        self.log_var = nn.Linear(24, 4)
        self.decoder = nn.Sequential(OrderedDict(
            fc=nn.Linear(4, 24), act=nn.ReLU(), out=nn.Linear(24, 36)))

    def forward(self, x):
        shape = x.size()
        h = F.relu(self.fc1(x.view(-1, 36)))
        mean = self.mean(h)
        log_var = self.log_var(h)
        reconstruction = torch.sigmoid(self.decoder(mean)).view(shape)
        return reconstruction, mean, log_var
