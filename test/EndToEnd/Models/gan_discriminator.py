from torch import nn


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        layers, channels = [], 1
        for width in (8, 16, 32):
            layers.append(nn.Conv2d(channels, width, 4, 2, 1, bias=channels == 1))
            if channels != 1:
                layers.append(nn.BatchNorm2d(width, eps=1e-3, momentum=0.05))
            layers.append(nn.LeakyReLU(0.2, True))
            channels = width
        layers += [nn.Conv2d(channels, 1, 3, bias=False), nn.Sigmoid(), nn.Flatten(0)]
        self.layers = nn.Sequential(*layers)

    def forward(self, images):
        return self.layers(images * 2 - 1)
