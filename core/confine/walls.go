package confine

import "errors"

// ErrWalls is why a program is not started: without one of the walls of Enforced there is no sandbox.
var ErrWalls = errors.New("it is not started, for this system does not enforce what the sandbox promises")

// Missing returns what Enforced calls a wall and is not enforced here.
func Missing() []Measure { return missing(Rights{}.Enforced()) }

func missing(measures []Measure) (walls []Measure) {
	for _, m := range measures {
		if m.Wall && m.How == "" {
			walls = append(walls, m)
		}
	}
	return walls
}
