package beyond

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// together bounds cells by several sums added up.
type together struct {
	*view
	all         []*joined // nil before the first look
	least, most []int     // scratch
}

// joined is a sum in which cells that see each other stand together.
type joined struct {
	part
	less    bool // the last constraint is taken away, not added
	shared  bool // the sums have cells in common
	bunches []bunch
	tight   int // how far the cells could go beyond the total, bunch by bunch
}

// bunch is cells of one weight that see each other, so that their digits differ.
type bunch struct {
	cells     []int
	weight    int
	low, high int // of their sum, weighted
}

const (
	mostAdded  = 4  // sums
	mostJoined = 64 // sums of two, those that gain most
)

// SumGroups (3.8) adds sums up, or takes one from another with which it shares cells. Cells that see each other across
// sums differ, so their least and their greatest sum bound all others: four cells of two arrows in a box make at least
// 10. It does so with a sum that houses leave over, too, if more cells of it are empty than [Innie] reads.
func SumGroups(p *board.Position) board.Technique { return &together{view: viewOf(p)} }

// Each goes through the sums, those of few constraints first.
func (t *together) Each(done func() bool) bool {
	if t.all == nil {
		t.all = t.list()
	}
	for _, j := range t.all {
		if j.sort >= innie && len(t.open(j.of)) <= mostUnknown {
			continue
		}
		low, high := t.bound(j)
		if total := j.total[0].Low; low > total || high < total {
			t.Broken = true
			return false
		} else if t.strike(j, total-low, false, done) || t.strike(j, high-total, true, done) {
			return true
		}
	}
	return false
}

// list makes the sums: those that houses leave over, and up to four of constraints that bound more together than alone.
func (t *together) list() []*joined {
	all, pairs, alone := []*joined{}, []*joined(nil), []*joined(nil)
	for _, p := range t.parts {
		if len(p.total) != 1 || p.total[0].Low < p.total[0].High {
			continue
		}
		if j := t.bunch(&joined{part: *p}); p.sort >= innie {
			all = append(all, j)
		} else {
			alone = append(alone, j)
		}
	}
	known := map[string]bool{} // keys of sums
	add := func(list []*joined, a, b *joined) []*joined {
		for _, sign := range [2]int{1, -1} {
			if j := t.join(a, b, sign); j != nil && j.gains(a, b) && !known[keyOf(j.of, j.weights)] {
				known[keyOf(j.of, j.weights)] = true
				list = append(list, j)
			}
		}
		return list
	}
	for i, a := range alone {
		for _, b := range alone[:i] {
			pairs = add(pairs, b, a)
		}
	}
	for level := pairs; len(level) > 0; {
		slices.SortStableFunc(level, func(a, b *joined) int { return b.tight - a.tight })
		level = level[:min(len(level), mostJoined)]
		all = append(all, level...)
		var more []*joined
		for _, a := range level {
			for _, b := range alone {
				if len(a.constraints) < mostAdded && !a.less && !slices.Contains(a.constraints, b.constraints[0]) {
					more = add(more, a, b)
				}
			}
		}
		level = more
	}
	slices.SortStableFunc(all, func(a, b *joined) int { return len(a.constraints) - len(b.constraints) })
	return all
}

// gains reports whether a sum of two can bound cells more than these do: it is tighter, or cells that both have are gone.
func (j *joined) gains(a, b *joined) bool {
	gone := j.shared && len(j.of) <= min(mostRemain, len(a.of)+len(b.of)-2)
	return j.tight > max(a.tight, b.tight) || gone && j.tight > 0
}

// join adds two sums, or takes away the second; nil if that is nothing new.
func (t *together) join(a, b *joined, sign int) *joined {
	touch, share := false, false
	for _, c := range b.of {
		share = share || slices.Contains(a.of, c)
		touch = touch || slices.ContainsFunc(a.of, t.PeerSets[c].Has)
	}
	if !share && (sign < 0 || !touch) {
		return nil
	}
	j := &joined{less: sign < 0}
	j.part.sort, j.of, j.weights = sum, slices.Clone(a.of), slices.Clone(a.weights)
	for i, c := range b.of {
		if at := slices.Index(j.of, c); at < 0 {
			j.of, j.weights = append(j.of, c), append(j.weights, sign*b.weights[i])
		} else if j.weights[at] += sign * b.weights[i]; j.weights[at] == 0 {
			j.of, j.weights = slices.Delete(j.of, at, at+1), slices.Delete(j.weights, at, at+1)
		}
	}
	total := a.total[0].Low + sign*b.total[0].Low
	j.total = []clause.Range{{Low: total, High: total}}
	j.constraints = slices.Concat(a.constraints, b.constraints)
	j.shared = share || a.shared
	if len(j.of) == 0 {
		return nil
	}
	return t.bunch(j)
}

// bunch parts the cells of a sum, and finds how tight it is for cells that can hold anything.
func (t *together) bunch(j *joined) *joined {
	for i, c := range j.of {
		at := slices.IndexFunc(j.bunches, func(b bunch) bool { return b.weight == j.weights[i] && t.SeesAll(c, b.cells) })
		if at < 0 {
			at, j.bunches = len(j.bunches), append(j.bunches, bunch{weight: j.weights[i]})
		}
		j.bunches[at].cells = append(j.bunches[at].cells, c)
	}
	low, high := 0, 0
	for _, b := range j.bunches {
		k := len(b.cells)
		l, h := scaled(k*(k+1)/2, k*(2*t.N-k+1)/2, b.weight)
		low, high = low+l, high+h
	}
	slack := max(0, min(j.total[0].Low-low, high-j.total[0].Low))
	for _, b := range j.bunches {
		k := len(b.cells)
		j.tight += max(0, k*(t.N-k)*max(b.weight, -b.weight)-slack)
	}
	return j
}

// scaled returns the bounds of a sum that counts so often.
func scaled(low, high, weight int) (least, most int) {
	return min(weight*low, weight*high), max(weight*low, weight*high)
}

// bound finds the bounds of each bunch, and returns their sums.
func (t *together) bound(j *joined) (low, high int) {
	for i := range j.bunches {
		b := &j.bunches[i]
		l, h, _ := t.extent(b.cells, -1, 0)
		b.low, b.high = scaled(l, h, b.weight)
		low, high = low+b.low, high+b.high
	}
	return low, high
}

// extent returns the least and the greatest sum of different digits of some cells but one, without a digit.
func (t *together) extent(cells []int, but int, without uint64) (low, high int, ok bool) {
	t.least, t.most = t.least[:0], t.most[:0]
	for i, c := range cells {
		if left := t.may(c) &^ without; i != but {
			if left == 0 {
				return 0, 0, false
			}
			t.least, t.most = append(t.least, bits.TrailingZeros64(left)+1), append(t.most, bits.Len64(left))
		}
	}
	slices.Sort(t.least)
	slices.Sort(t.most)
	for i, last := 0, len(t.least)-1; i <= last; i++ {
		if i > 0 {
			t.least[i] = max(t.least[i], t.least[i-1]+1)
			t.most[last-i] = min(t.most[last-i], t.most[last-i+1]-1)
		}
		low, high = low+t.least[i], high+t.most[last-i]
	}
	return low, high, true
}

// strike fills in the hint that a sum strikes digits that make it too great, or too small, if there are any. Room is how
// far a bunch can go from the bound at which all of them are.
func (t *together) strike(j *joined, room int, small bool, done func() bool) bool {
	t.StartHint("sum_groups", 3.8)
	for i := range j.bunches {
		b := &j.bunches[i]
		if b.high-b.low <= room {
			continue // any sum of these goes with some of the others
		}
		for at, c := range b.cells {
			for m := t.Cand[c]; m != 0; m &= m - 1 {
				v := bits.TrailingZeros64(m)
				l, h, ok := t.extent(b.cells, at, m&-m)
				l, h = scaled(l+v+1, h+v+1, b.weight)
				if ok && (!small && l-b.low > room || small && b.high-h > room) {
					t.Hint.Strikes = append(t.Hint.Strikes, board.Mark{Cell: c, V: v})
				}
			}
		}
	}
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.argue(&j.part)
	if t.Verbose {
		t.Hint.Text = t.text(j, small)
	}
	return done()
}

// text says what the sum is, and what cells of it that see each other make.
func (t *together) text(j *joined, small bool) string {
	var bounds []string
	for _, b := range j.bunches {
		bound, limit, see, makes := b.low, "at most", "", ""
		if small {
			bound = b.high
		}
		if small == (b.weight < 0) {
			limit = "at least"
		}
		if len(b.cells) > 1 {
			see = ", which see each other,"
		}
		if len(bounds) == 0 {
			makes = " make"
			if len(b.cells) == 1 {
				makes = " makes"
			}
		}
		bounds = append(bounds, t.Sentence("%c%s%s %s %s", b.cells, see, makes, limit, fmt.Sprint(bound/b.weight)))
	}
	return fmt.Sprintf("%s. There %s; so %s.", t.premise(j), strings.Join(bounds, ", "), t.conclusion())
}

// premise says what the sum is and why.
func (t *together) premise(j *joined) string {
	if j.sort >= innie {
		return t.remainText(&j.part)
	}
	names := t.names(j.constraints, " and ")
	switch {
	case j.less:
		return upper(t.names(j.constraints, " less ")) + " comes to " + t.equation(&j.part)
	case !j.shared && !slices.ContainsFunc(j.weights, func(w int) bool { return w != 1 }):
		return fmt.Sprintf("%s sum to %d together", upper(names), j.total[0].Low)
	}
	return fmt.Sprintf("Added up, %s come to %s", names, t.equation(&j.part))
}
