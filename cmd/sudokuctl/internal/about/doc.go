// Package about is the commands about the program itself: its config and its version.
package about
