// Package easy solves 9×9 puzzles by the easy techniques of people, to tell in microseconds which puzzles cannot have some level.
package easy
