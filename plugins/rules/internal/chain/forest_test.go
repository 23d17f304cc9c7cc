package chain

import (
	"runtime"
	"slices"
	"testing"
)

// TestRunners compares runs that are made on several processors with those that are made one after the other.
func TestRunners(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	kind := &forestKinds[Nested]
	never := func() bool { return false }
	grids(t, func(l *links, grid *view) {
		alone, together := newForest(kind, &hintList{}, false, never), newForest(kind, &hintList{}, false, never)
		together.helper = func() runner { return newRunner(kind, false, never) }
		for _, f := range []*forest{alone, together} {
			f.begin(l, grid)
			f.collect()
		}
		for node := range int32(2 * len(l.marks)) {
			a, b := alone.slotOf(node), together.slotOf(node)
			if a.valid != b.valid || !slices.Equal(a.ons, b.ons) || !slices.Equal(a.offs, b.offs) ||
				!slices.Equal(a.parents, b.parents) || a.conflict != b.conflict {
				t.Fatalf("the runs of %s differ", l.nodeName(node))
			}
		}
		if len(alone.found.hints) != len(together.found.hints) ||
			len(alone.found.hints) > 0 && !slices.Equal(alone.found.hints[0].struck, together.found.hints[0].struck) {
			t.Fatal("the best hints differ")
		}
	})
}
