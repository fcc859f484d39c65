// Ends the program at the call number KILL_AT among those that change a file, before it happens, or,
// with KILL_HALF, a write after half of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static long calls = 0;

static int is_last(void) {
  const char* at = getenv("KILL_AT");
  return at && ++calls == atol(at);
}

static void end(void) { kill(getpid(), SIGKILL); }

ssize_t write(int file, const void* bytes, size_t count) {
  static ssize_t (*next)(int, const void*, size_t);
  if (!next) next = (ssize_t (*)(int, const void*, size_t))dlsym(RTLD_NEXT, "write");
  if (file > 2 && is_last()) {
    if (getenv("KILL_HALF")) next(file, bytes, count / 2);
    end();
  }
  return next(file, bytes, count);
}

#define CHANGES(NAME, PARAMETERS, ARGUMENTS)                                                       \
  int NAME PARAMETERS {                                                                            \
    static int(*next) PARAMETERS;                                                                  \
    if (!next) next = (int(*) PARAMETERS)dlsym(RTLD_NEXT, #NAME);                                  \
    if (is_last()) end();                                                                          \
    return next ARGUMENTS;                                                                         \
  }
CHANGES(rename, (const char* from, const char* to), (from, to))
CHANGES(fsync, (int file), (file))
CHANGES(fchmod, (int file, mode_t mode), (file, mode))
CHANGES(unlink, (const char* name), (name))
CHANGES(ftruncate, (int file, off_t length), (file, length))
