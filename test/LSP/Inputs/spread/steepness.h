#pragma once

double steepness();
