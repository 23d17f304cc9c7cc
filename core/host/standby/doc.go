// Package standby has a process of this program ready before a host knows what for.
//
// A program that carries plugins inside itself starts itself again for each. The second process could begin
// only when the first has initialised its packages and read its command line and its config; then it would
// initialise the same packages, which is most of the work of a command that solves one puzzle. [Begin]
// starts it at once, so that both come up at the same time:
//
//	program   Begin ── packages ── command line, config ── Become ── handshake, puzzles …
//	            └───── packages ── Await ····················┴────── plugin serve dlx
//
// Nothing is guessed. The process on standby knows only how to wait: its standard input is a socket, over
// which Become sends the arguments, the environment and the outputs of the plugin that the host has chosen,
// and then [Await] returns in it as if it had been started with them. A host that chooses another program
// ends it, and so does a command that fails before it chooses.
//
// It has what every plugin has: the little that [Environ] leaves of the environment, a process group of its
// own, no open files of the program, and the kernel kills it when the program dies.
//
// The package imports nothing but os, sync/atomic and syscall. Go initialises packages in the order of
// their paths, each as soon as those that it imports are ready; so a package that imports this one alone
// runs Begin before the hundreds that a host needs.
package standby
