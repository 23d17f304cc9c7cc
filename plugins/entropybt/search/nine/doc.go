// Package nine solves 9×9 puzzles.
package nine
