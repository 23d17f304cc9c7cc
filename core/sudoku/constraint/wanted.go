package constraint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Wanted is what an order for puzzles says of constraints of one name.
type Wanted struct {
	Name  string
	Count int // of a puzzle at most; 0 for as many as it takes
}

// ParseWanted reads a name, or a name and how many: "cage", "thermo=4". A name that is not there is an *UnknownError.
func ParseWanted(text string) (Wanted, error) {
	name, count, counted := strings.Cut(text, "=")
	w := Wanted{Name: name}
	row, known := table[name]
	switch {
	case !known:
		return w, &UnknownError{Name: name}
	case row.flag != 0:
		return w, fmt.Errorf(`constraint %q is part of the geometry: "+%c"`, name, row.flag)
	case row.compile == nil:
		return w, fmt.Errorf("constraint %q is a group of others", name)
	case !counted:
		return w, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > MaxConstraints {
		return w, fmt.Errorf("constraint %q: %q is not a number from 1 to %d", name, count, MaxConstraints)
	}
	w.Count = n
	return w, nil
}

// String writes the order as ParseWanted reads it: "cage,thermo=4".
func (w Wanted) String() string {
	if w.Count == 0 {
		return w.Name
	}
	return w.Name + "=" + strconv.Itoa(w.Count)
}

// marks are what "all-dots" and its like want between all neighbours that deserve it.
var marks = map[string][]string{"all-dots": {"white", "black"}, "all-white": {"white"}, "all-black": {"black"}, "all-xv": {"x", "v"}}

// Marks returns the names of the marks that a constraint wants between all neighbours that deserve one, nil for most
// names.
func Marks(name string) []string { return marks[name] }

// OfCells reports whether constraints of a name say of single cells what they may hold, as soft clues do, and no more.
func OfCells(name string) bool { return slices.Contains([]string{"odd", "even", "low", "high"}, name) }

// Missed reports how constraints of a puzzle differ from those wanted: others, or more of a name. Of each it may have
// fewer, and it may have the marks of which a constraint that is wanted wants all.
func Missed(wanted []Wanted, constraints []Constraint) error {
	counts := map[string]int{}
	for i := range constraints {
		counts[constraints[i].Name]++
	}
	for _, w := range wanted {
		if n := counts[w.Name]; w.Count > 0 && n > w.Count {
			return fmt.Errorf("it has %d constraints %q where %d were ordered", n, w.Name, w.Count)
		}
		delete(counts, w.Name)
		for _, mark := range marks[w.Name] {
			delete(counts, mark)
		}
	}
	for i := range constraints {
		if counts[constraints[i].Name] > 0 {
			return fmt.Errorf("it has a constraint %q, which was not ordered", constraints[i].Name)
		}
	}
	return nil
}
