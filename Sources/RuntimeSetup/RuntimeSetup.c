#include "RuntimeSetup.h"

#ifdef __linux__
#include <stdlib.h>
#include <unistd.h>

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// In a sandbox or an initial RAM disk there may be no /proc. The runtime of Swift looks there for
// its own path, and aborts without, and for the arguments, and takes them for none. So this runs
// before it; priorities up to 100 are the C library's.
__attribute__((constructor(101))) static void setUpRuntime(int argc, char **argv) {
  if (access("/proc/self/exe", F_OK) == 0) return;
  setenv("SWIFT_ROOT", "/", 0);
#ifdef __GLIBC__
  // Another C library hands a constructor nothing.
  _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
#endif
}
#endif
