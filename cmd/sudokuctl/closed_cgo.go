//go:build cgo && unix

package main

// Go opens the null device in place of a standard output that is closed, before any code in Go runs.

// #include <fcntl.h>
// static int closed;
// __attribute__((constructor)) static void look(void) { closed = fcntl(1, F_GETFD) == -1; }
// static int outputClosed(void) { return closed; }
import "C"

// outputClosed reports whether this program was started without a standard output, as by >&- in a shell.
func outputClosed() bool { return C.outputClosed() != 0 }
