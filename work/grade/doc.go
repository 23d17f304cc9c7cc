// Package grade has graders measure puzzles of inputs, without a library.
package grade
