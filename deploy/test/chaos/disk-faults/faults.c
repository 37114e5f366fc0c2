/*
 * Loaded ahead of the C library it makes a disk fail. The file that DISK_FAULTS names says how, a
 * fault a line, and is read at each call:
 *
 *   <fsync|pread|pwrite> <file> <first byte> <byte behind the last> <errno>
 *
 * The file is the end of a path, or # and the number of an inode, which stays when a file is
 * renamed. The call fails with errno; with errno 0 it hangs for as long as the line stands there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* The errno of the fault that meets a call; 0 for one that hangs, -1 for none. */
static int fault_of(const char *call, int fd, long long from, long long to) {
  const char *control = getenv("DISK_FAULTS");
  FILE *faults = control == NULL ? NULL : fopen(control, "re");
  if (faults == NULL) return -1;
  char link[64], path[PATH_MAX], name[16], end[256];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = '\0';
  long long first, behind;
  int error, found = -1;
  while (found < 0 && fscanf(faults, "%15s %255s %lld %lld %d", name, end, &first, &behind, &error) == 5) {
    size_t path_length = strlen(path), end_length = strlen(end);
    struct stat status;
    int is_of = end[0] == '#'
      ? fstat(fd, &status) == 0 && status.st_ino == strtoull(end + 1, NULL, 10)
      : path_length >= end_length && strcmp(path + path_length - end_length, end) == 0;
    if (is_of && strcmp(name, call) == 0 && from < behind && to > first) found = error;
  }
  fclose(faults);
  return found;
}

/* Waits while the call hangs; -1 with errno set when it fails. */
static int meet(const char *call, int fd, long long from, long long to) {
  for (;;) {
    int error = fault_of(call, fd, from, to);
    if (error < 0) return 0;
    if (error > 0) {
      errno = error;
      return -1;
    }
    usleep(5000);
  }
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int fsync(int fd) {
  REAL(fsync);
  return meet("fsync", fd, 0, LLONG_MAX) == 0 ? real(fd) : -1;
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return meet("fsync", fd, 0, LLONG_MAX) == 0 ? real(fd) : -1;
}
ssize_t pread(int fd, void *to, size_t n, off_t at) {
  REAL(pread);
  return meet("pread", fd, at, at + (long long)n) == 0 ? real(fd, to, n, at) : -1;
}
ssize_t pread64(int fd, void *to, size_t n, off64_t at) {
  REAL(pread64);
  return meet("pread", fd, at, at + (long long)n) == 0 ? real(fd, to, n, at) : -1;
}
ssize_t pwrite(int fd, const void *from, size_t n, off_t at) {
  REAL(pwrite);
  return meet("pwrite", fd, at, at + (long long)n) == 0 ? real(fd, from, n, at) : -1;
}
ssize_t pwrite64(int fd, const void *from, size_t n, off64_t at) {
  REAL(pwrite64);
  return meet("pwrite", fd, at, at + (long long)n) == 0 ? real(fd, from, n, at) : -1;
}
