#include <termios.h>

#include "shim.h"

// Signals that end a process on the spot: nothing can be put off until later, so the terminal is given back in the
// handler itself.
static const int fatal[] = {
  SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP,
#if defined(SIGEMT)
  SIGEMT,
#endif
};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static int guarded = -1;
static struct termios settings;
static struct sigaction before[FATAL_COUNT];
static int is_caught[FATAL_COUNT];

// Only calls that POSIX allows in a handler. All signals are blocked here, so that SIGTTOU cannot stop it; the signal
// itself has its default action again and ends the process when the handler returns.
static void give_back(int number) {
  if (guarded >= 0) {
    // Half an answer is not for whoever reads the terminal next.
    (void)tcflush(guarded, TCIFLUSH);
    (void)tcsetattr(guarded, TCSANOW, &settings);
  }
  (void)raise(number);
}

int csystem_guard_terminal(int descriptor) {
  if (tcgetattr(descriptor, &settings) < 0) return -errno;
  guarded = descriptor;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = give_back;
  action.sa_flags = (int)SA_RESETHAND;
  sigfillset(&action.sa_mask);
  for (int index = 0; index < FATAL_COUNT; index++) {
    is_caught[index] = sigaction(fatal[index], NULL, &before[index]) == 0 && before[index].sa_handler != SIG_IGN
        && sigaction(fatal[index], &action, NULL) == 0;
  }
  return 0;
}

void csystem_release_terminal(void) {
  for (int index = 0; index < FATAL_COUNT; index++) {
    if (is_caught[index]) (void)sigaction(fatal[index], &before[index], NULL);
    is_caught[index] = 0;
  }
  guarded = -1;
}

int csystem_is_fatal_signal(int number) {
  for (int index = 0; index < FATAL_COUNT; index++) {
    if (fatal[index] == number) return 1;
  }
  return 0;
}
