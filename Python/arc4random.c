/* Expat's source of random numbers in the wheel. Debian's Expat calls arc4random_buf of glibc 2.36;
 * with this function instead it runs on older systems. getrandom is in glibc since 2.25. */

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>

__attribute__((visibility("hidden"))) void arc4random_buf(void *bytes, size_t count);

void arc4random_buf(void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    ssize_t filled = getrandom(next, count, 0);
    if (filled > 0) {
      next += filled;
      count -= (size_t)filled;
    } else if (errno != EINTR) {
      abort();
    }
  }
}
