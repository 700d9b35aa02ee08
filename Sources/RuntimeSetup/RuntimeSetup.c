#include "RuntimeSetup.h"

#ifdef __linux__
#include <stdlib.h>

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// The runtime of Swift looks for its own path in /proc, and aborts where that does not answer, and
// for the arguments, and takes them for none: in a sandbox or an initial RAM disk there may be no
// /proc. So this runs before it; priorities up to 100 are the C library's.
__attribute__((constructor(101))) static void setUpRuntime(int argc, char **argv) {
  setenv("SWIFT_ROOT", "/", 0);
  // It looks in ten folders for a program that prints backtraces, though there is none below `/`.
  // `interactive` and `color` are given so that it does not ask twice for a terminal.
  setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/,interactive=no,color=no", 0);
#ifdef __GLIBC__
  // Another C library hands a constructor nothing.
  _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
#endif
}
#endif
