package rate

import (
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
)

// People do not scan in a fixed order: they see several next moves and take whichever they notice first.
// humanPath therefore walks in rounds. Each round makes placements that are there together, and only if
// there is none, all eliminations of the easiest kind that has any. Nothing depends on an order of scanning,
// so all symmetric images of a puzzle walk alike.
//
// A round places every single but naked ones, which people see last: those are placed only if there is no other.
// Its effort is that of a search in which each placement has to be noticed among the empty cells,
//
//	empty² · (placements made) / (placements seen, those that are easier to see counting more)
//
// and empty²/2 where candidates are struck. Where singles, locked candidates and pairs end with cells left empty, the
// effort is empty³/2.
type humanPath struct {
	*board.Position
	singles, locked, pairs []board.Technique
	shown                  []placement // by cell
	struck                 []board.Mark
	effort                 float64
}

// placement is a digit that can be placed in this round, -1 for none, and the easiest single that shows it.
type placement struct{ digit, kind int }

// singleKinds are the kinds of singles, the easiest first: last cells, hidden in a box, hidden in another house, naked.
// Each has the rating of its hints, and how much one counts among those that are to be seen, one that is hidden in a
// box counting 1: how readily people notice it. A last cell counts little, since it is noticed but takes as long to
// fill in as others. Chosen together with the exponents, on the puzzles of the fit alone.
var singleKinds = [...]struct{ rating, seen float64 }{{1.0, 0.25}, {1.2, 1}, {1.5, 0.3}, {2.3, 0.1}}

const naked = len(singleKinds) - 1

// alwaysSeen is added to what is seen, so that a round with a single naked single is long but not endless.
const alwaysSeen = 0.05

func newHumanPath(f *board.Frame) *humanPath {
	p := board.NewPosition(f)
	p.All, p.Wide = true, true
	return &humanPath{
		Position: p, shown: make([]placement, f.Cells),
		singles: []board.Technique{pattern.LastCell(p), pattern.HiddenSingle(p), pattern.NakedSingle(p)},
		locked:  []board.Technique{pattern.Locked(p)},
		pairs:   []board.Technique{pattern.NakedSet(2)(p), pattern.HiddenSet(2)(p)},
	}
}

// walk goes from the board as it is to the end of what singles, locked candidates and pairs reach.
func (w *humanPath) walk() {
	w.effort = 0
	for w.Left > 0 && !w.Broken {
		empty := float64(w.Left)
		switch {
		case w.placeSingles():
		case w.strikeBy(w.locked), w.strikeBy(w.pairs):
			w.effort += empty * empty / 2
		default:
			w.effort += empty * empty * empty / 2
			return
		}
	}
}

// placeSingles makes the round's placements and reports whether there was one.
func (w *humanPath) placeSingles() bool {
	for c := range w.shown {
		w.shown[c].digit = -1
	}
	for _, t := range w.singles {
		t.Each(w.show)
	}
	var counts [len(singleKinds)]int
	for _, s := range w.shown {
		if s.digit >= 0 {
			counts[s.kind]++
		}
	}
	hardest := naked
	if counts[0]+counts[1]+counts[2] > 0 {
		hardest--
	}
	noticed := alwaysSeen
	for kind, n := range counts {
		noticed += singleKinds[kind].seen * float64(n)
	}
	empty, made := float64(w.Left), 0
	for c, s := range w.shown {
		if s.digit >= 0 && s.kind <= hardest && w.Can(c, s.digit) {
			w.Place(c, s.digit)
			made++
		}
	}
	w.effort += empty * empty * float64(made) / noticed
	return made > 0
}

// show notes the placement of a hint, by the easiest single that shows it.
func (w *humanPath) show() (stop bool) {
	kind := 0
	for singleKinds[kind].rating < w.Hint.Rating {
		kind++
	}
	if at := &w.shown[w.Hint.Cell]; at.digit < 0 || kind < at.kind {
		*at = placement{w.Hint.Digit, kind}
	}
	return false
}

// strikeBy makes all eliminations by some techniques and reports whether there was one.
func (w *humanPath) strikeBy(techniques []board.Technique) bool {
	w.struck = w.struck[:0]
	for _, t := range techniques {
		t.Each(func() bool { w.struck = append(w.struck, w.Hint.Strikes...); return false })
	}
	for _, m := range w.struck {
		w.Strike(m.Cell, m.V)
	}
	return len(w.struck) > 0
}
