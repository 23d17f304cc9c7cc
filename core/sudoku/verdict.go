package sudoku

import "fmt"

// Verdict is what is known of a puzzle after an algorithm has answered. Only VerdictOf and the host that
// watches a plugin make one; an algorithm cannot claim it.
type Verdict uint8

// The verdicts; their texts are those of the command line and the database.
const (
	Unknown     Verdict = iota // no solution found, no proof that there is none
	Solved                     // a solution found, no proof that it is the only one
	Unique                     // exactly one solution
	Multiple                   // at least two solutions
	Impossible                 // no solution
	Timeout                    // the budget ended first
	Unsupported                // the algorithm cannot take such puzzles
	Wrong                      // the algorithm emitted a grid that is no solution, or contradicted itself
	Crashed                    // the plugin process died on this puzzle
	Invalid                    // the puzzle's own givens clash
)

var verdictNames = [...]string{
	"unknown", "solved", "unique", "multiple", "impossible", "timeout", "unsupported", "wrong", "crashed",
	"invalid",
}

// String returns the verdict's name, such as "unique".
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// ParseVerdict is the inverse of String.
func ParseVerdict(s string) (Verdict, error) {
	for i, name := range verdictNames {
		if name == s {
			return Verdict(i), nil
		}
	}
	return Unknown, fmt.Errorf("parsing verdict %q: no such verdict", s)
}

// conclude derives the verdict from the number of distinct solutions found, whether the search ended because
// there are no others (and not because emit asked to stop), and whether the algorithm is complete.
func conclude(found int, exhausted, complete bool) Verdict {
	switch {
	case found >= 2:
		return Multiple
	case found == 1 && exhausted && complete:
		return Unique
	case found == 1:
		return Solved
	case exhausted && complete:
		return Impossible
	}
	return Unknown
}
