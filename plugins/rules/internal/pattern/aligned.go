package pattern

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Aligned exclusion: of all ways to fill two or three cells, drop those that repeat a digit within a house
// and those that take every candidate of some cell that sees all of them. A digit of a cell that is in no way
// left is impossible.

// aligned holds what aligned exclusion knows of a board.
type aligned struct {
	*board.Position
	k         int
	bases     []int           // cells that may be part of the aligned set
	excluders [][]int32       // of each cell, its peers with 2 … k candidates in link order; only for bases
	sets      []board.CellSet // the same as sets, empty for other cells
	common    board.CellSet
	limits    []uint64 // candidates of the common excluders
	chosen    []int
	allowed   [3]uint64 // per chosen cell, digits that are in an allowed way
	tail      []int
}

// Aligned makes aligned exclusion of k = 2 (6.2) or 3 cells (7.5).
func Aligned(k int) board.Maker {
	return func(p *board.Position) board.Technique {
		a := &aligned{Position: p, k: k, common: board.NewCellSet(p.Cells)}
		a.excluders, a.sets = make([][]int32, p.Cells), make([]board.CellSet, p.Cells)
		for c := range a.sets {
			a.sets[c] = board.NewCellSet(p.Cells)
		}
		return a
	}
}

// Each finds one use.
func (a *aligned) Each(done func() bool) bool {
	k := a.k
	a.collect()
	if len(a.bases) < k {
		return false
	}
	for j := 1; j < len(a.bases); j++ {
		for i := range j {
			a.chosen = append(a.chosen[:0], a.bases[i], a.bases[j])
			if k == 3 {
				if stop, found := a.withTails(done); stop || found && !a.All {
					return stop
				}
			} else if a.excludes() {
				if stop := done(); stop || !a.All {
					return stop
				}
			}
		}
	}
	return false
}

// collect finds the bases: cells with two candidates or more that see an excluder and no naked single.
func (a *aligned) collect() {
	a.bases = a.bases[:0]
	for c, vs := range a.Cand {
		a.excluders[c] = a.excluders[c][:0]
		clear(a.sets[c])
		if bits.OnesCount64(vs) < 2 {
			continue
		}
		single := false
		for _, p := range a.Peers[c] {
			switch n := bits.OnesCount64(a.Cand[p]); {
			case n == 1:
				single = true
			case n >= 2 && n <= a.k:
				a.excluders[c] = append(a.excluders[c], p)
			}
		}
		if single || len(a.excluders[c]) == 0 {
			continue
		}
		a.bases = append(a.bases, c)
		for _, p := range a.excluders[c] {
			a.sets[c].Add(int(p))
		}
	}
}

// withTails tries the two chosen cells with each third base that is an excluder of one of them. It reports whether
// done returned true, and whether it was called.
func (a *aligned) withTails(done func() bool) (stop, found bool) {
	first, second := a.chosen[0], a.chosen[1]
	a.common.SetAnd(a.sets[first], a.sets[second])
	if a.common.Len() < 2 {
		return false, false
	}
	a.tail = a.tail[:0]
	for _, p := range a.excluders[first] {
		a.tail = append(a.tail, int(p))
	}
	for _, p := range a.excluders[second] {
		if !a.sets[first].Has(int(p)) {
			a.tail = append(a.tail, int(p))
		}
	}
	for _, c := range a.tail {
		if c != first && c != second && len(a.excluders[c]) > 0 && a.isBase(c) {
			a.chosen = append(a.chosen[:2], c)
			if a.excludes() {
				if found = true; done() {
					return true, true
				} else if !a.All {
					return false, true
				}
			}
		}
	}
	return false, found
}

// isBase reports whether a cell is a base; its set is empty otherwise.
func (a *aligned) isBase(c int) bool { return a.sets[c].Len() > 0 }

// excludes tests all ways to fill the chosen cells and describes the hint if a digit is in none
// that is allowed.
func (a *aligned) excludes() bool {
	a.common.SetAnd(a.sets[a.chosen[0]], a.sets[a.chosen[1]])
	if a.k == 3 {
		a.common.SetAnd(a.common, a.sets[a.chosen[2]])
	}
	if a.common.Len() < 2 {
		return false
	}
	a.limits = a.limits[:0]
	for c := range a.common.All {
		a.limits = append(a.limits, a.Cand[c])
	}
	a.allowed = [3]uint64{}
	a.fill(0, [3]uint64{}, 0)
	for i, c := range a.chosen {
		if a.Cand[c]&^a.allowed[i] != 0 {
			a.describe()
			return true
		}
	}
	return false
}

// fill tries the digits of the i-th chosen cell, given the digits of those before and their union.
func (a *aligned) fill(i int, digits [3]uint64, used uint64) {
	if i == len(a.chosen)-1 {
		a.fillLast(i, digits, used)
		return
	}
	for vs := a.Cand[a.chosen[i]]; vs != 0; vs &= vs - 1 {
		digits[i] = vs & -vs
		if !a.repeats(i, digits) {
			a.fill(i+1, digits, used|digits[i])
		}
	}
}

// fillLast tries all digits of the last chosen cell at once.
func (a *aligned) fillLast(i int, digits [3]uint64, used uint64) {
	vs := a.Cand[a.chosen[i]]
	for _, limit := range a.limits {
		switch rest := limit &^ used; {
		case rest == 0:
			return
		case rest&(rest-1) == 0:
			vs &^= rest
		}
	}
	for j := range i {
		if a.ArePeers(a.chosen[i], a.chosen[j]) {
			vs &^= digits[j]
		}
	}
	if vs == 0 {
		return
	}
	for j := range i {
		a.allowed[j] |= digits[j]
	}
	a.allowed[i] |= vs
}

// repeats reports whether the i-th cell's digit is that of a peer before it.
func (a *aligned) repeats(i int, digits [3]uint64) bool {
	for j := range i {
		if digits[j] == digits[i] && a.ArePeers(a.chosen[i], a.chosen[j]) {
			return true
		}
	}
	return false
}

func (a *aligned) describe() {
	if a.k == 2 {
		a.StartHint("aligned_pair_exclusion", 6.2)
	} else {
		a.StartHint("aligned_triplet_exclusion", 7.5)
	}
	for i, c := range a.chosen {
		a.Hint.StrikeAll(a.Board, c, ^a.allowed[i])
	}
	a.Hint.Cells = append(a.Hint.Cells, a.chosen...)
	if a.Verbose {
		var guards []int
		for c := range a.common.All {
			guards = append(guards, c)
		}
		a.Hint.Cells = append(a.Hint.Cells, guards...)
		a.Hint.Text = fmt.Sprintf("Every way to fill %s with one of these candidates leaves no candidate for one of %s; this removes %s.", a.CellNames(a.chosen), a.CellNames(guards), a.Hint.Struck(a.Frame))
	}
}
