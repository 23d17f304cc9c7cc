// A program that tries to reach what is outside of its sandbox, and prints what it reached. It changes nothing there.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static void reached(const char *what, long number) { printf("%s %ld\n", what, number); }

// others tries each way to a process or thread.
static void other(int t) {
	struct rlimit limit;
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
	cpu_set_t cpus;
	if (syscall(SYS_tkill, t, 0) == 0) reached("tkill", t);
	for (int group = t; group > t - 40 && group > 0; group--)
		if (syscall(SYS_tgkill, group, t, 0) == 0) reached("tgkill", t);
	if (kill(t, 0) == 0) reached("kill", t);
	if (ptrace(PTRACE_SEIZE, t, 0, 0) == 0) { reached("ptrace", t); ptrace(PTRACE_DETACH, t, 0, 0); }
	if (process_vm_readv(t, &here, 1, &there, 1, 0) >= 0) reached("process_vm_readv", t);
	if (prlimit(t, RLIMIT_CPU, NULL, &limit) == 0) reached("prlimit", t);
	if (setpriority(PRIO_PROCESS, t, 0) == 0) reached("setpriority", t);
	if (sched_getaffinity(t, sizeof cpus, &cpus) == 0 && sched_setaffinity(t, sizeof cpus, &cpus) == 0)
		reached("sched_setaffinity", t);
	int fd = syscall(SYS_pidfd_open, t, 0);
	if (fd >= 0) {
		if (syscall(SYS_pidfd_send_signal, fd, 0, NULL, 0) == 0) reached("pidfd_send_signal", t);
		for (int i = 0; i < 8; i++)
			if (syscall(SYS_pidfd_getfd, fd, i, 0) >= 0) { reached("pidfd_getfd", t); break; }
		close(fd);
	}
	if (syscall(SYS_kcmp, t, t, 0, 0, 0) >= 0) reached("kcmp", t);
}

static int nothing(void *unused) { (void)unused; return 0; }

int main(int argc, char **argv) {
	// argv: a number near which outside processes are, the path of a datagram socket, a shared memory segment, files
	for (int fd = 3; fd < 300; fd++)
		if (fcntl(fd, F_GETFD) >= 0) reached("an inherited file", fd);
	int near = argc > 1 ? atoi(argv[1]) : 1;
	// the first process of its own namespace takes no signal from inside
	for (int t = getppid() == 1 ? 2 : 1; t < 300; t++) if (t != getpid()) other(t);
	for (int t = near > 350 ? near - 50 : 300; t < near + 150; t++) if (t != getpid()) other(t);
	if (getppid() > 1) for (int t = getppid(); t < getppid() + 60; t++) if (t != getpid()) other(t);

	int pair[2];
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	strncpy(to.sun_path, argc > 2 ? argv[2] : "/none", sizeof to.sun_path - 1);
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) {
		reached("a pair of datagram sockets", 0);
		if (sendto(pair[0], "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1) reached("sendto", 0);
	}
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) reached("no pair of streams", errno);
	int segment = argc > 3 ? atoi(argv[3]) : 0;
	if (shmat(segment, NULL, 0) != (void *)-1) reached("shmat", segment);
	struct shmid_ds shm;
	if (shmctl(segment, IPC_STAT, &shm) == 0) reached("shmctl", segment);
	struct { long type; char text[8]; } message;
	if (msgrcv(0, &message, sizeof message.text, 0, IPC_NOWAIT) >= 0 || errno != EACCES) reached("msgrcv", errno);
	if (syscall(SYS_userfaultfd, 1) >= 0) reached("userfaultfd", 0);
	if (syscall(SYS_memfd_create, "x", 0) >= 0) reached("memfd", 0);
	if (unshare(CLONE_NEWUSER) == 0) reached("unshare", 0);
	static char stack[65536];
	int child = clone(nothing, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL);
	if (child > 0) { reached("a user namespace", child); waitpid(child, NULL, 0); }
	unsigned long long args[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD, 0, 0, 0};
	child = syscall(SYS_clone3, args, sizeof args);
	if (child == 0) _exit(0);
	if (child > 0) { reached("a user namespace by clone3", child); waitpid(child, NULL, 0); }
	if (mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0) != MAP_FAILED)
		reached("memory without limit", 0);

	child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
	if (child == 0) for (;;) pause();
	if (child > 0) reached("a sibling", child);

	// files that it may not change, the last of which it may read
	for (int i = 4; i < argc; i++) {
		static const int flags[] = {O_RDONLY | O_TRUNC, O_WRONLY | O_TRUNC, O_RDWR, O_ACCMODE | O_TRUNC, O_WRONLY | O_CREAT};
		char value[64];
		if (truncate(argv[i], 0) == 0) reached("truncate", i);
		for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
			if (open(argv[i], flags[f], 0666) >= 0) reached("open", flags[f]);
		if (getxattr(argv[i], "user.origin", value, sizeof value) >= 0 || listxattr(argv[i], value, sizeof value) >= 0)
			reached("attributes", i);
		int file = open(argv[i], O_RDONLY);
		if ((file >= 0) != (i == argc - 1)) reached("reading", i);
		if (file >= 0 && ioctl(file, 0x40087602, &child) == 0) reached("the version of a file", i);
		if (file >= 0 && fcntl(file, F_SETLEASE, F_RDLCK) == 0) reached("a lease", i);
	}

	// what a program must still be able to do
	struct rlimit own;
	if (prlimit(0, RLIMIT_CPU, NULL, &own) != 0) reached("not its own limits", errno);
	if (syscall(SYS_tgkill, getpid(), getpid(), 0) != 0) reached("not its own thread", errno);
	if ((child = fork()) == 0) { pause(); _exit(0); }
	if (child < 0 || kill(child, SIGKILL) != 0 || waitpid(child, NULL, 0) != child) reached("not its own child", errno);
	puts("done");
	return 0;
}
