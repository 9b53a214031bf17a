#include "shim.h"

static int argument_count;
static char **arguments;

// Swift's runtime looks for the arguments with the help of /proc and finds none where that is not mounted. The loader
// of these systems hands them to every constructor.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void take_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

int csystem_argument_count(void) { return argument_count; }

const char *csystem_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}
