// Package about is the commands about the program itself: its config, version and man pages, and what completes words
// in a shell.
package about
