/* Lets reads, writes and flushes of a store's files fail when a control file says so. Preloaded into a test process.
 *
 * The symbolic link named by TRINTA_FAULTS points to "<operation> <errno> <count>": from the count-th operation on (counted
 * since the link was made) each one fails with this error, or waits for this many milliseconds if the number is negative.
 * Without the link nothing fails. It is a link and not a file so
 * that it can be read when no file descriptor is free. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static char last[64];
static int done;

static int fails(const char *operation, int fd) {
    int before = errno;
    const char *control = getenv("TRINTA_FAULTS");
    char text[64] = {0}, link[64], path[512] = {0}, named[16] = {0};
    int error = 0, count = 0;
    if (!control) return 0;
    if (readlink(control, text, sizeof text - 1) < 0) {
        errno = before;
        return 0;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (readlink(link, path, sizeof path - 1) < 0) path[0] = 0;
    errno = before;
    if (!strstr(path, "/store.db") && !strstr(path, "/trinta.db")) return 0;
    if (strcmp(text, last) != 0) {
        strcpy(last, text);
        done = 0;
    }
    if (sscanf(text, "%15s %d %d", named, &error, &count) != 3 || strcmp(named, operation) != 0) return 0;
    if (++done < count) return 0;
    if (error < 0) {
        usleep(-error * 1000);
        errno = before;
        return 0;
    }
    errno = error;
    return 1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    return fails("write", fd) ? -1 : syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    return fails("write", fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    return fails("write", fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, count, at);
}

ssize_t read(int fd, void *bytes, size_t count) {
    return fails("read", fd) ? -1 : syscall(SYS_read, fd, bytes, count);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t at) {
    return fails("read", fd) ? -1 : syscall(SYS_pread64, fd, bytes, count, at);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
    return fails("read", fd) ? -1 : syscall(SYS_pread64, fd, bytes, count, at);
}

int fsync(int fd) {
    return fails("flush", fd) ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    return fails("flush", fd) ? -1 : (int)syscall(SYS_fdatasync, fd);
}
