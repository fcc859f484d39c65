#define WIDE
