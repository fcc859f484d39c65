int more() {
  return 1;
}
