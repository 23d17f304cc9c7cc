// A program that starts processes while others end, as shells do: a signal whose handler does not restart calls must not
// make fork fail. It prints how often that failed.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void ended(int number) { (void)number; }

int main(void) {
	int failed = 0;
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = ended;
	sigaction(SIGCHLD, &action, NULL);
	for (int i = 0; i < 3000; i++) {
		pid_t child = fork();
		if (child == 0) _exit(0);
		if (child < 0) failed++;
		if (i % 20 == 19) while (waitpid(-1, NULL, 0) > 0) ;
	}
	printf("%d failed\n", failed);
	return 0;
}
