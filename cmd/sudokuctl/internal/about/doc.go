// Package about is the commands about the program itself: its config, version and man pages; it also completes words in a
// shell.
package about
