import torch
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 16), nn.Tanh())
        self.add_module("ActorCritic::m_actor", nn.Linear(16, 3))
        self.critic = nn.Linear(16, 1)
        self.log_std = nn.Parameter(torch.full((3,), -0.5))

    def forward(self, state):
        features = self.trunk(state)
        mean = getattr(self, "ActorCritic::m_actor")(features)
        deviation = self.log_std.exp().expand_as(mean)
        value = self.critic(features).squeeze(-1)
        return mean, deviation, value
