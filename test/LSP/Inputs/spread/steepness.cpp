#include "steepness.h"

double steepness() {
  return 1.5;
}
