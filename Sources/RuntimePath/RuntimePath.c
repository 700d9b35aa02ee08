#include "RuntimePath.h"

#ifdef __linux__
#include <stdlib.h>
#include <unistd.h>

// Before the runtime of Swift looks for its own path, and aborts if there is no /proc to tell it:
// in a sandbox or an initial RAM disk, where a program without libraries needs none. Priorities up
// to 100 are the C library's.
__attribute__((constructor(101))) static void setRuntimePath(void) {
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
#endif
