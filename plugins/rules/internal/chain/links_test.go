package chain

import "testing"

// TestFlood makes the runs of all nodes that lead to no contradiction among the places of their digit.
func TestFlood(t *testing.T) {
	quiet, loud := 0, 0
	grids(t, func(l *links, grid *view) {
		f := newForest(&forestKinds[Nishio], &hintList{all: true}, false, func() bool { return false })
		f.begin(l, grid)
		for node := range int32(2 * len(l.marks)) {
			conflict := f.runOf(node).conflict
			if f.flood.isQuiet(node) == conflict {
				t.Fatalf("%s is quiet, but its run ends in a contradiction: %v", l.nodeName(node), conflict)
			}
			if conflict {
				loud++
			} else {
				quiet++
			}
		}
	})
	if quiet == 0 || loud == 0 {
		t.Errorf("%d nodes are quiet, %d are not", quiet, loud)
	}
}
