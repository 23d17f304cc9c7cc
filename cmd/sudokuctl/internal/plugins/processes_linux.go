package plugins

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// processesOf returns the numbers of all processes that a process has started, directly or not.
var processesOf = func(pid int) []int {
	parents := map[int]int{}
	entries, _ := os.ReadDir("/proc") // without it nothing is known
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			_, parents[n] = stateOf(n)
		}
	}
	family := []int{pid}
	for i := 0; i < len(family); i++ {
		for n, parent := range parents {
			if parent == family[i] && !slices.Contains(family, n) {
				family = append(family, n)
			}
		}
	}
	return family[1:]
}

// running reports whether a process is there and no zombie.
func running(pid int) bool {
	state, _ := stateOf(pid)
	return state != "" && state != "Z" && state != "X"
}

// stateOf returns the state and the parent of a process, "" when it is gone.
func stateOf(pid int) (state string, parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", 0
	}
	_, after, _ := strings.Cut(string(text), ") ") // the state follows the name in parentheses
	_, _ = fmt.Sscan(after, &state, &parent)       // the kernel writes both
	return state, parent
}
