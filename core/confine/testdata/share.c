// A program that takes as much memory as it can in a way that no limit of a process counts, and prints how much.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MiB = 1 << 20, part = 16 * MiB, enough = 40 };

int main(int argc, char **argv) {
	const char *how = argc > 1 ? argv[1] : "anonymous";
	int flags = MAP_SHARED | MAP_ANONYMOUS, fd = -1, taken = 0;
	if (strcmp(how, "zero") == 0) flags = MAP_SHARED, fd = open("/dev/zero", O_RDWR);
	if (strcmp(how, "stack") == 0) flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN;
	for (; taken < enough; taken++) {
		void *memory = mmap(NULL, part, PROT_READ | PROT_WRITE, flags, fd, 0);
		if (memory == MAP_FAILED && strcmp(how, "again") == 0) { // it is counted anew after a while
			usleep(20000);
			memory = mmap(NULL, part, PROT_READ | PROT_WRITE, flags, fd, 0);
		}
		if (memory == MAP_FAILED) break;
		memset(memory, 1, part);
		if (strcmp(how, "again") == 0) munmap(memory, part);
	}
	printf("%d MiB\n", taken * (part / MiB));
	return 0;
}
