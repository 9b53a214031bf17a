// What Swift's Glibc and Darwin overlays hide or cannot import: variadic calls, macros and newer calls.
//
// Every function here is one system call (or the nearest thing to one that a platform has). It is retried on
// EINTR and returns 0 or a count, or a negative errno, so that no Swift code stands between a failure and its
// cause.
#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H

// _GNU_SOURCE stays undefined: Swift's own Glibc module is built without it, and the two would disagree about types.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "child.h"

#if defined(__linux__)
#include <pty.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#elif defined(__APPLE__)
#include <copyfile.h>
#include <util.h>
#endif

// MARK: Opening

static inline int csystem_flag_tmpfile(void) {
#if defined(O_TMPFILE)
  return O_TMPFILE;
#elif defined(__O_TMPFILE)
  return __O_TMPFILE;
#else
  return 0;  // no unnamed files here
#endif
}

static inline int csystem_flag_noatime(void) {
#if defined(O_NOATIME)
  return O_NOATIME;
#elif defined(__O_NOATIME)
  return __O_NOATIME;
#else
  return 0;
#endif
}

static inline int csystem_openat(int folder, const char *path, int flags, uint32_t mode) {
  int result;
  do {
    result = openat(folder, path, flags, (mode_t)mode);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

// Never retried: the descriptor is gone either way.
static inline void csystem_close(int descriptor) { (void)close(descriptor); }

static inline int csystem_duplicate(int descriptor) {
  int result = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return result < 0 ? -errno : result;
}

static inline int csystem_clear_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -errno;
  return fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) < 0 ? -errno : 0;
}

// MARK: Facts about a file

struct csystem_status {
  uint64_t device;
  uint64_t inode;
  uint64_t links;
  int64_t size;
  uint32_t mode;
  uint32_t owner;
  uint32_t group;
  int64_t accessed_seconds, accessed_nanoseconds;
  int64_t modified_seconds, modified_nanoseconds;
  int64_t changed_seconds, changed_nanoseconds;
};

static inline void csystem_take_status(const struct stat *from, struct csystem_status *to) {
  to->device = (uint64_t)from->st_dev;
  to->inode = (uint64_t)from->st_ino;
  to->links = (uint64_t)from->st_nlink;
  to->size = (int64_t)from->st_size;
  to->mode = (uint32_t)from->st_mode;
  to->owner = (uint32_t)from->st_uid;
  to->group = (uint32_t)from->st_gid;
#if defined(__APPLE__)
  const struct timespec accessed = from->st_atimespec, modified = from->st_mtimespec,
                        changed = from->st_ctimespec;
#else
  const struct timespec accessed = from->st_atim, modified = from->st_mtim, changed = from->st_ctim;
#endif
  to->accessed_seconds = accessed.tv_sec, to->accessed_nanoseconds = accessed.tv_nsec;
  to->modified_seconds = modified.tv_sec, to->modified_nanoseconds = modified.tv_nsec;
  to->changed_seconds = changed.tv_sec, to->changed_nanoseconds = changed.tv_nsec;
}

static inline int csystem_fstat(int descriptor, struct csystem_status *status) {
  struct stat buffer;
  if (fstat(descriptor, &buffer) < 0) return -errno;
  csystem_take_status(&buffer, status);
  return 0;
}

static inline int csystem_fstatat(int folder, const char *name, int follow, struct csystem_status *status) {
  struct stat buffer;
  if (fstatat(folder, name, &buffer, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0) return -errno;
  csystem_take_status(&buffer, status);
  return 0;
}

static inline int64_t csystem_readlinkat(int folder, const char *name, void *buffer, size_t count) {
  ssize_t result = readlinkat(folder, name, (char *)buffer, count);
  return result < 0 ? -(int64_t)errno : (int64_t)result;
}

// MARK: Bytes

// One call moves at most 1 GiB: macOS refuses more than INT_MAX, Linux stops just below 2 GiB.
#define CSYSTEM_PORTION ((size_t)1 << 30)

static inline int64_t csystem_pread(int descriptor, void *buffer, size_t count, int64_t offset) {
  ssize_t result;
  do {
    result = pread(descriptor, buffer, count < CSYSTEM_PORTION ? count : CSYSTEM_PORTION, (off_t)offset);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -(int64_t)errno : (int64_t)result;
}

static inline int64_t csystem_pwrite(int descriptor, const void *buffer, size_t count, int64_t offset) {
  ssize_t result;
  do {
    result = pwrite(descriptor, buffer, count < CSYSTEM_PORTION ? count : CSYSTEM_PORTION, (off_t)offset);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -(int64_t)errno : (int64_t)result;
}

// A descriptor that somebody else made non-blocking (a terminal shared with another program) is waited for.
static inline int csystem_wait(int descriptor, short events) {
  struct pollfd entry = {.fd = descriptor, .events = events, .revents = 0};
  int result;
  do {
    result = poll(&entry, 1, -1);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

static inline int64_t csystem_read(int descriptor, void *buffer, size_t count) {
  for (;;) {
    ssize_t result = read(descriptor, buffer, count < CSYSTEM_PORTION ? count : CSYSTEM_PORTION);
    if (result >= 0) return (int64_t)result;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return -(int64_t)errno;
    int waited = csystem_wait(descriptor, POLLIN);
    if (waited < 0) return waited;
  }
}

static inline int64_t csystem_write(int descriptor, const void *buffer, size_t count) {
  for (;;) {
    ssize_t result = write(descriptor, buffer, count < CSYSTEM_PORTION ? count : CSYSTEM_PORTION);
    if (result >= 0) return (int64_t)result;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return -(int64_t)errno;
    int waited = csystem_wait(descriptor, POLLOUT);
    if (waited < 0) return waited;
  }
}

// Inside the kernel, sharing blocks where the file system can; -ENOSYS where there is no such call.
static inline int64_t csystem_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
#if defined(__linux__) && defined(SYS_copy_file_range)
  int64_t in = from_offset, out = to_offset;
  long result;
  do {
    result = syscall(SYS_copy_file_range, from, &in, to, &out,
                     count < CSYSTEM_PORTION ? count : CSYSTEM_PORTION, 0u);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -(int64_t)errno : (int64_t)result;
#else
  (void)from, (void)from_offset, (void)to, (void)to_offset, (void)count;
  return -ENOSYS;
#endif
}

// fsync; on macOS the drive's own cache too, where the file system knows how.
static inline int csystem_sync(int descriptor) {
  int result;
#if defined(__APPLE__)
  do {
    result = fcntl(descriptor, F_FULLFSYNC);
  } while (result < 0 && errno == EINTR);
  if (result == 0) return 0;
  if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -errno;
#endif
  do {
    result = fsync(descriptor);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

// MARK: Locks

static inline int csystem_try_lock(int descriptor) {
  int result;
  do {
    result = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

static inline void csystem_unlock(int descriptor) { (void)flock(descriptor, LOCK_UN); }

static inline void csystem_pause(int64_t nanoseconds) {
  struct timespec wanted = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                            .tv_nsec = (long)(nanoseconds % 1000000000)};
  (void)nanosleep(&wanted, NULL);
}

// Nanoseconds of a clock that no one sets.
static inline int64_t csystem_monotonic(void) {
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
}

// MARK: Names

static inline int csystem_rename(int folder, const char *from, const char *to) {
  return renameat(folder, from, folder, to) < 0 ? -errno : 0;
}

// Fails with -EEXIST where `to` exists; -ENOSYS or -EINVAL where the system cannot promise that.
static inline int csystem_rename_new(int folder, const char *from, const char *to) {
#if defined(__APPLE__)
  return renameatx_np(folder, from, folder, to, RENAME_EXCL) < 0 ? -errno : 0;
#elif defined(__linux__) && defined(SYS_renameat2)
  return syscall(SYS_renameat2, folder, from, folder, to, 1u /* RENAME_NOREPLACE */) < 0 ? -errno : 0;
#else
  (void)folder, (void)from, (void)to;
  return -ENOSYS;
#endif
}

static inline int csystem_link(int folder, const char *from, const char *to) {
  return linkat(folder, from, folder, to, 0) < 0 ? -errno : 0;
}

// Whether an unnamed file of this process can be given a name later (/proc is mounted).
static inline int csystem_can_name(int descriptor) {
#if defined(__linux__)
  char path[64];
  struct stat buffer, own;
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return stat(path, &buffer) == 0 && fstat(descriptor, &own) == 0 && buffer.st_ino == own.st_ino
      && buffer.st_dev == own.st_dev;
#else
  (void)descriptor;
  return 0;
#endif
}

// Gives an unnamed file its first name; never replaces.
static inline int csystem_name(int descriptor, int folder, const char *name) {
#if defined(__linux__)
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
#else
  (void)descriptor, (void)folder, (void)name;
  return -ENOSYS;
#endif
}

static inline int csystem_unlink(int folder, const char *name) {
  return unlinkat(folder, name, 0) < 0 ? -errno : 0;
}

static inline int csystem_remove_folder(int folder, const char *name) {
  return unlinkat(folder, name, AT_REMOVEDIR) < 0 ? -errno : 0;
}

static inline int csystem_mkdir(int folder, const char *name, uint32_t mode) {
  return mkdirat(folder, name, (mode_t)mode) < 0 ? -errno : 0;
}

// MARK: Folders

// Takes over the descriptor when it succeeds.
static inline DIR *csystem_open_folder(int descriptor) { return fdopendir(descriptor); }
static inline void csystem_close_folder(DIR *folder) { (void)closedir(folder); }

// 1 and an entry, 0 at the end, or a negative errno. The name lives until the next call.
static inline int csystem_next_entry(DIR *folder, const char **name, size_t *length, int *type) {
  errno = 0;
  struct dirent *entry = readdir(folder);
  if (entry == NULL) return errno == 0 ? 0 : -errno;
  *name = entry->d_name;
  *length = strlen(entry->d_name);
  *type = entry->d_type;
  return 1;
}

// MARK: Owner, mode, times, attributes

static inline int csystem_chown(int descriptor, uint32_t owner, uint32_t group) {
  return fchown(descriptor, (uid_t)owner, (gid_t)group) < 0 ? -errno : 0;
}

static inline int csystem_chmod(int descriptor, uint32_t mode) {
  return fchmod(descriptor, (mode_t)mode) < 0 ? -errno : 0;
}

static inline int csystem_set_times(int descriptor, int64_t accessed_seconds, int64_t accessed_nanoseconds,
                                    int64_t modified_seconds, int64_t modified_nanoseconds) {
  struct timespec times[2] = {{.tv_sec = (time_t)accessed_seconds, .tv_nsec = (long)accessed_nanoseconds},
                              {.tv_sec = (time_t)modified_seconds, .tv_nsec = (long)modified_nanoseconds}};
  return futimens(descriptor, times) < 0 ? -errno : 0;
}

// With a null buffer: the size needed.
static inline int64_t csystem_list_attributes(int descriptor, void *buffer, size_t count) {
#if defined(__APPLE__)
  ssize_t result = flistxattr(descriptor, (char *)buffer, count, 0);
#else
  ssize_t result = flistxattr(descriptor, (char *)buffer, count);
#endif
  return result < 0 ? -(int64_t)errno : (int64_t)result;
}

static inline int64_t csystem_get_attribute(int descriptor, const char *name, void *buffer, size_t count) {
#if defined(__APPLE__)
  ssize_t result = fgetxattr(descriptor, name, buffer, count, 0, 0);
#else
  ssize_t result = fgetxattr(descriptor, name, buffer, count);
#endif
  return result < 0 ? -(int64_t)errno : (int64_t)result;
}

static inline int csystem_set_attribute(int descriptor, const char *name, const void *buffer, size_t count) {
#if defined(__APPLE__)
  return fsetxattr(descriptor, name, buffer, count, 0, 0) < 0 ? -errno : 0;
#else
  return fsetxattr(descriptor, name, buffer, count, 0) < 0 ? -errno : 0;
#endif
}

static inline int csystem_remove_attribute(int descriptor, const char *name) {
#if defined(__APPLE__)
  return fremovexattr(descriptor, name, 0) < 0 ? -errno : 0;
#else
  return fremovexattr(descriptor, name) < 0 ? -errno : 0;
#endif
}

// macOS keeps its access control lists apart from the extended attributes; elsewhere they are among them.
static inline int csystem_copy_access_list(int from, int to) {
#if defined(__APPLE__)
  return fcopyfile(from, to, NULL, COPYFILE_ACL) < 0 ? -errno : 0;
#else
  (void)from, (void)to;
  return 0;
#endif
}

// MARK: The process

// A file size limit (ulimit -f) then shows as EFBIG instead of killing the process.
static inline void csystem_ignore_signal(int number) { (void)signal(number, SIG_IGN); }

// No core file, and on Linux no other process of the same user reads this one's memory.
static inline int csystem_forbid_core_dumps(void) {
  struct rlimit none = {0, 0};
  int result = setrlimit(RLIMIT_CORE, &none) < 0 ? -errno : 0;
#if defined(__linux__)
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) result = -errno;
#endif
  return result;
}

static inline uint32_t csystem_user(void) { return (uint32_t)geteuid(); }

// Writes the system's text for an error number, always terminated.
static inline void csystem_describe_error(int number, char *buffer, size_t count) {
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
  const char *text = strerror_r(number, buffer, count);
  if (text != buffer) (void)snprintf(buffer, count, "%s", text);
#else
  if (strerror_r(number, buffer, count) != 0) (void)snprintf(buffer, count, "error %d", number);
#endif
}

// The arguments as the loader handed them over, the program's name first; 0 and NULL where it hands over none.
int csystem_argument_count(void);
const char *csystem_argument(int index);

// Clears the vector registers that a function need not keep. For the moment before a long wait.
void csystem_forget_registers(void);

// MARK: Terminals

// Remembers the settings of a terminal: a signal that ends the process on the spot puts them back first. One terminal
// at a time.
int csystem_guard_terminal(int descriptor);
void csystem_release_terminal(void);

// Whether a signal is one that csystem_guard_terminal takes care of.
int csystem_is_fatal_signal(int number);

// The width of a terminal in characters, or 0.
static inline int csystem_terminal_width(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) < 0 ? 0 : (int)size.ws_col;
}

// A pseudo-terminal, for tests.
static inline int csystem_open_terminal(int *controller, int *terminal) {
  return openpty(controller, terminal, NULL, NULL, NULL) < 0 ? -errno : 0;
}

#endif
