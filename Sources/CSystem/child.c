// Calls that need the system's own extensions; Swift never sees this file's view of the headers.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"

#if defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

#if defined(__APPLE__) || (defined(__GLIBC__) && __GLIBC_PREREQ(2, 34))
#define CLOSES_THE_REST 1
#endif

int csystem_pipe(int *reader, int *writer) {
  int ends[2];
#if defined(__APPLE__)
  if (pipe(ends) < 0) return -errno;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#else
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
#endif
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

void csystem_grow_pipe(int writer, int64_t size) {
#if defined(F_SETPIPE_SZ)
  if (size > 65536 && size < (1 << 30)) (void)fcntl(writer, F_SETPIPE_SZ, (int)size);
#else
  (void)writer, (void)size;
#endif
}

int csystem_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -errno;
  return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

// The environment with some variables more; those of the same names go.
static char **extended(const char *const *variables, int count) {
  size_t inherited = 0;
  while (environ[inherited] != NULL) inherited++;
  char **all = calloc(inherited + (size_t)count + 1, sizeof *all);
  if (all == NULL) return NULL;
  size_t used = 0;
  for (size_t index = 0; index < inherited; index++) {
    int is_replaced = 0;
    for (int other = 0; other < count && !is_replaced; other++) {
      const char *equals = strchr(variables[other], '=');
      size_t length = equals == NULL ? 0 : (size_t)(equals - variables[other]) + 1;
      is_replaced = length > 0 && strncmp(environ[index], variables[other], length) == 0;
    }
    if (!is_replaced) all[used++] = environ[index];
  }
  for (int index = 0; index < count; index++) all[used++] = (char *)variables[index];
  return all;
}

#if !defined(CLOSES_THE_REST)
static void keep_from_children(void) {
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 65536) most = 65536;
  for (int descriptor = 3; descriptor < most; descriptor++) {
    int flags = fcntl(descriptor, F_GETFD);
    if (flags >= 0 && (flags & FD_CLOEXEC) == 0) (void)fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
}
#endif

int csystem_spawn_shell(const char *command, const char *const *variables, int count, int input, int output,
                        int errors, int *child) {
  char **environment = extended(variables, count);
  if (environment == NULL) return -ENOMEM;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  (void)posix_spawn_file_actions_init(&actions);
  (void)posix_spawnattr_init(&attributes);
  (void)posix_spawn_file_actions_adddup2(&actions, input, 0);
  (void)posix_spawn_file_actions_adddup2(&actions, output, 1);
  (void)posix_spawn_file_actions_adddup2(&actions, errors, 2);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(CLOSES_THE_REST)
  (void)posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#else
  keep_from_children();
#endif
  // A group of its own, so that a command that takes too long ends with all that it has started; and no signal is
  // blocked or ignored because it is here.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  (void)posix_spawnattr_setpgroup(&attributes, 0);
  (void)posix_spawnattr_setsigmask(&attributes, &none);
  (void)posix_spawnattr_setsigdefault(&attributes, &all);
  (void)posix_spawnattr_setflags(&attributes, flags);
  char *const words[] = {"sh", "-c", (char *)command, NULL};
  pid_t started = 0;
  int result = posix_spawn(&started, "/bin/sh", &actions, &attributes, words, environment);
  (void)posix_spawnattr_destroy(&attributes);
  (void)posix_spawn_file_actions_destroy(&actions);
  free(environment);
  *child = (int)started;
  return result == 0 ? 0 : -result;
}

int csystem_child_ended(int child, int *status, int *number) {
  int raw = 0;
  pid_t result;
  do {
    result = waitpid((pid_t)child, &raw, WNOHANG);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  if (result == 0) return 0;
  *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  *number = WIFSIGNALED(raw) ? WTERMSIG(raw) : 0;
  return 1;
}

void csystem_kill_group(int child) {
  if (child > 1) (void)kill(-(pid_t)child, SIGKILL);
}
