struct Config {
  int depth;
};
Config read_config();
