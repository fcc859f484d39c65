import torch
from torch import nn


class AlexNet(nn.Module):
    def __init__(self, num_classes=12):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 11, stride=4, padding=2), nn.ReLU(True), nn.MaxPool2d(3, stride=2),
            nn.Conv2d(8, 24, 5, padding=2), nn.ReLU(True), nn.MaxPool2d(3, stride=2),
            nn.Conv2d(24, 48, 3, padding=1), nn.ReLU(True),
            nn.Conv2d(48, 32, 3, padding=1), nn.ReLU(True),
            nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(True), nn.MaxPool2d(3, stride=2))
        self.avgpool = nn.AdaptiveAvgPool2d((6, 6))
        self.classifier = nn.Sequential(
            nn.Dropout(0.5), nn.Linear(32 * 6 * 6, 64), nn.ReLU(True),
            nn.Dropout(0.25), nn.Linear(64, 64), nn.ReLU(True), nn.Linear(64, num_classes))

    def forward(self, x):
        x = self.features(x)
        x = self.avgpool(x)
        x = torch.flatten(x, 1)
        return self.classifier(x)
