package iss

import (
	"slices"
	"strings"
)

// IsGroup reports whether a line begins or ends a group of constraints.
func IsGroup(s string) bool {
	name, _, _ := strings.Cut(s[1:], "~")
	name, _, _ = strings.Cut(name, ".")
	return name == "End" || slices.Contains(groups, name)
}

// Constraints counts the constraints of a line that stand in no group, and returns how many groups are open behind it. A line of one
// constraint may be a part of a puzzle, one of several is a puzzle.
func Constraints(s string, open int) (constraints, after int) {
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "."), ".") {
		name, _, _ := strings.Cut(part, "~")
		if name == "End" {
			open--
			continue
		}
		if open == 0 {
			constraints++
		}
		if slices.Contains(groups, name) {
			open++
		}
	}
	return constraints, max(0, open)
}

// Givens returns how many givens a line of ISS text begins with. Several on one line are all of a puzzle's.
func Givens(s string) int {
	givens, isGivens := strings.CutPrefix(s, ".~")
	if !isGivens {
		return 0
	}
	givens, _, _ = strings.Cut(givens, ".")
	return 1 + strings.Count(givens, "~")
}
