// Child processes: a shell with pipes, and nothing else of this process.
#ifndef CSYSTEM_CHILD_H
#define CSYSTEM_CHILD_H

#include <stdint.h>

// Both ends are closed in every child. 0 or a negative errno.
int csystem_pipe(int *reader, int *writer);

// Makes the pipe hold so many bytes, where the system can do that and allows it.
void csystem_grow_pipe(int writer, int64_t size);

int csystem_set_nonblocking(int descriptor);

// Starts `/bin/sh -c command` with these descriptors as 0, 1 and 2 and every other one closed, in a process group of
// its own. `variables` (NAME=VALUE) are added to the environment. 0 or a negative errno.
int csystem_spawn_shell(const char *command, const char *const *variables, int count, int input, int output,
                        int errors, int *child);

// 1 if the child has ended: `status` is its exit status, or -1 and `number` the signal; 0 if it runs; a negative errno.
int csystem_child_ended(int child, int *status, int *number);

// Ends the child and everything in its group.
void csystem_kill_group(int child);

#endif
