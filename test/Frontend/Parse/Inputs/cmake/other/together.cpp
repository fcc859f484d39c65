int other() {
  return 1;
}
