"""Prints graphs of a few functions as torch.fx writes them, `#users` spelled as in torch.fx 2."""
import torch
import torch.fx
import torch.nn.functional as F


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.ReLU())
        self.scale = torch.nn.Parameter(torch.ones(1))

    def forward(self, x, size: int = 3, mode=None):
        y = self.layers(x) * self.scale
        return F.interpolate(y, scale_factor=2.0, mode="bilinear", align_corners=False), y.flatten(1)


def slices(x):
    return x[: x.shape, ..., None], x[:: 2][0]


def stepped(x):
    return x[: x.shape : 2, ...]


def literals(x):
    a = torch.clamp(x, min=float("-inf"), max=1e-5)
    b = torch.zeros_like(a, dtype=torch.float16, device=torch.device("cpu"))
    return {"out": torch.cat([a, b], dim=-1), "rest": [x.to("cuda:0"), None]}


for root in (Net(), slices, stepped, literals):
    print(str(torch.fx.symbolic_trace(root).graph).replace("#users=", "num_users="))
