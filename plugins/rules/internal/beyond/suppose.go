package beyond

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// suppose takes a candidate for true and follows what comes of it.
type suppose struct {
	*closure
	trial    *board.Board
	followed []followed
	asked    [][]uint64 // of each part: the candidates that it was read with last in the trial; none if they are the board's
	all      []bool     // of each part: whether it leaves all candidates on the board
}

// followed is one consequence: the cells that it read, the candidates that it changed, and the reason. The last one
// changes nothing, because it is impossible.
type followed struct {
	read, changed []int // cells
	text          func(changed []int) string
	part          *part // that was read; nil for none
	house         int   // that was read; -1 for none
}

// contradiction is a candidate, and the consequences of which the last is impossible.
type contradiction struct {
	board.Mark
	why []followed
}

// Contradiction (from 6.6 on, 0.1 more with each consequence) strikes a candidate from which follows what cannot be: a
// cell without digits, a house without a place for one, or a constraint without a way. What follows is that a cell with
// one digit left holds it and its peers do not, that a digit with one place left in a house stands there, and what each
// constraint by itself, or a sum of few cells that houses leave over, leaves its cells; and so on from there.
func Contradiction(p *board.Position) board.Technique {
	return &suppose{closure: board.Share(p, newClosure), trial: board.NewBoard(p.Frame)}
}

// shortEnough is how many consequences are followed gladly: longer ones are told if there are none so short.
const shortEnough = 8

// Each goes through the candidates, those of cells with few first.
func (t *suppose) Each(done func() bool) bool {
	var cells []int
	for c, vs := range t.Cand {
		if bits.OnesCount64(vs) > 1 {
			cells = append(cells, c)
		}
	}
	slices.SortStableFunc(cells, func(a, b int) int { return bits.OnesCount64(t.Cand[a]) - bits.OnesCount64(t.Cand[b]) })
	t.all, t.asked = t.all[:0], slices.Grow(t.asked[:0], len(t.parts))[:len(t.parts)]
	for _, p := range t.parts {
		a := t.read(p)
		if !a.ok {
			return false
		}
		t.all = append(t.all, slices.Equal(a.left, p.asked))
	}
	possible := t.begin() // if not, all candidates lead to what cannot be
	var long []contradiction
	for _, c := range cells {
		for m := t.Cand[c]; m != 0 && t.Ctx.Err() == nil; m &= m - 1 {
			found := contradiction{Mark: board.Mark{Cell: c, V: bits.TrailingZeros64(m)}}
			if possible && t.isPossible(found.Mark) || !t.leads(found.Mark) {
				continue
			}
			if found.why = t.relevant(); len(found.why) > shortEnough {
				long = append(long, found)
			} else if t.describe(&found) && done() {
				return true
			}
		}
	}
	slices.SortStableFunc(long, func(a, b contradiction) int { return cmp.Compare(len(a.why), len(b.why)) })
	for i := range long {
		if t.describe(&long[i]) && done() {
			return true
		}
	}
	return false
}

// leads reports whether a candidate leads to a contradiction, and leaves the consequences in followed.
func (t *suppose) leads(m board.Mark) bool {
	t.trial.CopyFrom(t.Board)
	t.followed = t.followed[:0]
	for i := range t.asked {
		t.asked[i] = t.asked[i][:0]
	}
	t.place(m.Cell, m.V)
	for !t.trial.Broken {
		if !t.single() && !t.partly() {
			return false
		}
	}
	t.impossible()
	return true
}

// place puts a digit into a cell of the trial; that is what is read of the cell, and its peers change.
func (t *suppose) place(c, v int) {
	changed := []int{c}
	for _, q := range t.Peers[c] {
		if t.trial.Can(int(q), v) {
			changed = append(changed, int(q))
		}
	}
	t.trial.Place(c, v)
	t.note([]int{c}, changed, func([]int) string { return fmt.Sprintf("%s is %s", t.CellName(c), t.DigitName(v)) })
}

// note records a consequence.
func (t *suppose) note(read, changed []int, text func(changed []int) string) {
	t.followed = append(t.followed, followed{read, changed, text, nil, -1})
}

// by says of the last consequence what was read.
func (t *suppose) by(p *part, house int) {
	last := &t.followed[len(t.followed)-1]
	last.part, last.house = p, house
}

// single places a digit that is alone in its cell, or that has one place in a house.
func (t *suppose) single() bool {
	for c, vs := range t.trial.Cand {
		if vs != 0 && vs&(vs-1) == 0 {
			t.place(c, bits.TrailingZeros64(vs))
			t.saidAlready(c)
			return true
		}
	}
	for h := range t.trial.Ripe.All {
		v := bits.TrailingZeros64(t.trial.Single[h])
		t.place(t.trial.CellAt(h, t.trial.Places(h, v)), v)
		last := &t.followed[len(t.followed)-1]
		last.read = t.Houses[h].House.Cells
		said := last.text
		last.text = func([]int) string { return fmt.Sprintf("%s by %s", said(nil), t.HouseName(h)) }
		t.by(nil, h)
		return true
	}
	return false
}

// saidAlready takes from the last consequence, a digit in a cell, its text, if a constraint left the cell that digit
// just before.
func (t *suppose) saidAlready(c int) {
	last := len(t.followed) - 1
	for i := last - 1; i >= 0; i-- {
		if f := &t.followed[i]; slices.Contains(f.changed, c) {
			if f.part != nil {
				t.followed[last].text = func([]int) string { return "" }
			}
			return
		}
	}
}

// partly strikes what a constraint, or a sum of few cells that houses leave over, leaves its cells no more.
func (t *suppose) partly() bool {
	for i, p := range t.parts {
		if !p.supposed() || !t.changed(i, p) {
			continue
		}
		a := p.look(&t.sweeper, t.asked[i])
		if !a.ok {
			t.trial.Broken = true
			t.note(p.of, nil, func([]int) string { return fmt.Sprintf("%s could not be filled", t.partName(p)) })
			t.by(p, -1)
			return true
		}
		if t.strike(p, &a) {
			return true
		}
	}
	return false
}

// changed reports whether candidates of the i-th part have changed since it was read, and notes what they are now.
func (t *suppose) changed(i int, p *part) bool {
	last := t.asked[i]
	if len(last) == 0 && t.all[i] {
		last = p.asked
	}
	same := len(last) == len(p.of)
	now := t.asked[i][:0]
	for k, c := range p.of {
		cand := t.trial.Cand[c]
		if v := t.trial.Value[c]; v != 0 {
			cand = 1 << (v - 1)
		}
		same = same && last[k] == cand
		now = append(now, cand)
	}
	t.asked[i] = now
	return !same
}

// strike takes from the cells of a part what an answer does not leave them.
func (t *suppose) strike(p *part, a *answer) bool {
	var changed []int
	left, went := map[int]uint64{}, map[int]uint64{}
	for i, c := range p.of {
		gone := t.trial.Cand[c] &^ a.left[i]
		if gone == 0 {
			continue
		}
		for m := gone; m != 0; m &= m - 1 {
			t.trial.Strike(c, bits.TrailingZeros64(m))
		}
		changed = append(changed, c)
		left[c], went[c] = t.trial.Cand[c], went[c]|gone
	}
	if changed != nil {
		t.note(p.of, changed, func(some []int) string {
			var texts []string
			for len(some) > 0 {
				digits, gone := left[some[0]], went[some[0]]
				other := func(c int) bool { return left[c] != digits || went[c] != gone && ones(digits) > mostLeft }
				texts = append(texts, t.leftText(slices.DeleteFunc(slices.Clone(some), other), digits, gone))
				some = slices.DeleteFunc(slices.Clone(some), func(c int) bool { return !other(c) })
			}
			return fmt.Sprintf("%s by %s", strings.Join(texts, " and "), t.partName(p))
		})
		t.by(p, -1)
	}
	return changed != nil
}

// impossible notes what is impossible in a trial that is broken, unless a constraint is.
func (t *suppose) impossible() {
	if t.followed[len(t.followed)-1].changed == nil {
		return
	}
	for c, vs := range t.trial.Cand {
		if vs == 0 && t.trial.Value[c] == 0 {
			text := t.emptied(c)
			t.note([]int{c}, nil, func([]int) string { return text })
			return
		}
	}
	for h := range t.Houses {
		cells := t.Houses[h].House.Cells
		for v := 0; t.Houses[h].Full && v < t.N; v++ {
			placed := slices.ContainsFunc(cells, func(c int) bool { return int(t.trial.Value[c]) == v+1 })
			if !placed && t.trial.Places(h, v) == 0 {
				t.note(cells, nil, func([]int) string {
					return fmt.Sprintf("%s would have no place for %s", t.HouseName(h), t.DigitName(v))
				})
				t.by(nil, h)
				return
			}
		}
	}
}

// emptied says of a cell that nothing is left for it, or which one that it sees has just taken the digit that a part
// left it.
func (t *suppose) emptied(c int) string {
	if !t.Verbose {
		return ""
	}
	changes := slices.DeleteFunc(slices.Clone(t.followed), func(f followed) bool { return !slices.Contains(f.changed, c) })
	if n := len(changes); n > 1 && changes[n-1].part == nil && changes[n-2].part != nil {
		taker := changes[n-1].changed[0]
		return fmt.Sprintf("%s, which see each other, would both be %s", t.CellNames([]int{taker, c}),
			t.DigitName(int(t.trial.Value[taker])-1))
	}
	return t.CellName(c) + " could hold nothing"
}

// relevant returns the consequences that the last one rests on: each that changed a cell that a later one reads, with
// these changes alone.
func (t *suppose) relevant() []followed {
	read := board.NewCellSet(t.Cells)
	var kept []followed
	for i := len(t.followed) - 1; i >= 0; i-- {
		f := t.followed[i]
		if i > 0 && f.changed != nil {
			f.changed = slices.DeleteFunc(slices.Clone(f.changed), func(c int) bool { return !read.Has(c) })
			if len(f.changed) == 0 {
				continue
			}
		}
		for _, c := range f.read {
			read.Add(c)
		}
		kept = append(kept, f)
	}
	slices.Reverse(kept)
	return kept
}

// describe makes the hint of a candidate that leads to a contradiction.
func (t *suppose) describe(found *contradiction) bool {
	if !t.Can(found.Cell, found.V) {
		return false
	}
	t.StartHint("contradiction", float64(min(84, 64+len(found.why)))/10)
	t.Hint.Strikes = append(t.Hint.Strikes, found.Mark)
	t.AddCells(found.Cell)
	for _, f := range found.why {
		if f.part != nil {
			t.argue(f.part)
		} else if f.house >= 0 {
			t.AddHouses(f.house)
		}
	}
	if t.Verbose {
		var texts []string
		for _, f := range found.why {
			if text := f.text(f.changed); text != "" {
				texts = append(texts, text)
			}
		}
		last := len(texts) - 1
		t.Hint.Text = t.Sentence("If %s, then %s; so %c is not %d.", texts[0], joinThen(texts[1:last], texts[last]),
			found.Cell, found.V)
	}
	return true
}

// joinThen lists what follows, and what cannot be: "a, b, and so c".
func joinThen(texts []string, last string) string {
	if len(texts) == 0 {
		return last
	}
	return strings.Join(texts, ", ") + ", and " + last
}
