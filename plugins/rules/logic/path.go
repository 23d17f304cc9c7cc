package logic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// explainerNames are the names that hints of explainerLadder bear, in its order; within one of its techniques
// the lower rated come first.
var explainerNames = func() []string {
	names := []string{
		"last_cell", "hidden_single_box", "hidden_single", "direct_pointing", "direct_claiming",
		"direct_hidden_pair", "naked_single", "direct_hidden_triplet", "pointing", "claiming", "naked_pair",
		"x_wing", "hidden_pair", "naked_triplet", "swordfish", "hidden_triplet", "xy_wing", "xyz_wing",
		"unique_rectangle_1", "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4",
		"unique_loop_1", "unique_loop_2", "unique_loop_3", "unique_loop_4", "naked_quad", "jellyfish",
		"hidden_quad", "bug_1", "bug_2", "bug_3", "bug_4", "aligned_pair_exclusion", "x_cycle", "y_cycle",
		"turbot_fish", "forcing_x_chain", "xy_cycle", "forcing_chain", "aligned_triplet_exclusion",
		"nishio_forcing_chain",
	}
	for _, k := range forestKinds[multipleForest:] {
		for _, argument := range []string{"cell", "region", "double", "contradiction"} {
			names = append(names, k.name+argument+"_forcing_chains")
		}
	}
	return names
}()

// explainerPlace is the place of a name in explainerNames.
var explainerPlace = func() map[string]int {
	places := map[string]int{}
	for i, name := range explainerNames {
		places[name] = i
	}
	return places
}()

// path is the set of the techniques that a climb of explainerLadder has used.
type path struct{ names []string }

// add notes a technique. A climb has few of them and most steps repeat one, so a list is faster than a map.
func (p *path) add(name string) {
	for _, known := range p.names {
		if known == name {
			return
		}
	}
	p.names = append(p.names, name)
}

// grade returns the metric techniques: how many there are, and as the label their names in the ladder's
// order, joined by commas. "hidden_single_box,naked_single,x_wing".
func (p *path) grade() sudoku.Grade {
	slices.SortFunc(p.names, func(a, b string) int { return cmp.Compare(explainerPlace[a], explainerPlace[b]) })
	return sudoku.Grade{Metric: "techniques", Value: float64(len(p.names)), Label: strings.Join(p.names, ",")}
}
