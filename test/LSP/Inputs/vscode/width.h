#pragma once

#ifndef WIDTH
#define WIDTH 4
#endif
constexpr int width = WIDTH;
