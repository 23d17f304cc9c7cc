package index

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

const longestName = 40

func checkName(id string) error {
	if err := manifest.CheckID(id); err != nil {
		return err
	}
	if len(id) > longestName {
		return fmt.Errorf("id %q: want at most %d letters", id, longestName)
	}
	return nil
}

// skeleton is what the eye sees of an id: ids with the same skeleton look alike.
func skeleton(id string) string {
	return strings.NewReplacer("-", "", "0", "o", "1", "l", "i", "l", "rn", "m", "vv", "w", "5", "s").Replace(id)
}

// lookAlike returns the first of some names that another id could be taken for: one with the same skeleton, or, if both
// are long enough for a slip of the keyboard to go unnoticed, one that differs in a letter.
func lookAlike(id string, names []string) string {
	i := slices.IndexFunc(names, func(name string) bool {
		return name != id && (skeleton(name) == skeleton(id) || min(len(name), len(id)) > 4 && oneSlip(name, id))
	})
	if i < 0 {
		return ""
	}
	return names[i]
}

// oneSlip reports whether a letter more, less or other, or two that changed places, make one text the other.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	switch {
	case len(b)-len(a) > 1:
		return false
	case len(b) > len(a):
		return a[at:] == b[at+1:]
	case at == len(a):
		return false
	}
	return a[at+1:] == b[at+1:] || at+1 < len(a) && a[at] == b[at+1] && a[at+1] == b[at] && a[at+2:] == b[at+2:]
}
