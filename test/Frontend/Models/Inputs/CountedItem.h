// An object that counts how often one was copied and assigned, and how many there are.
#pragma once

static int copies = 0;
static int assignments = 0;
static int alive = 0;

struct Item {
  int value;
  Item(int value) : value(value) { ++alive; }
  Item(const Item& other) : value(other.value) { ++copies, ++alive; }
  ~Item() { --alive; }
  Item& operator=(const Item& other) {
    value = other.value;
    ++assignments;
    return *this;
  }
  bool operator<(const Item& other) const { return value < other.value; }
};
