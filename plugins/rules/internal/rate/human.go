package rate

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
)

// The time that people take, predicted:
//
//	ln seconds = humanBase + humanEffort·ln effort + humanER·ln ER
//
// The effort is that of a walk through the puzzle (humanPath), ER the rating of the hardest step. Fitted by least
// squares on the mean times of 800 puzzles of Sudoku Explainer's 1.2 to 7.2, a puzzle that c people have finished
// weighted c/(c+8): docs/algorithms/rules.md has the test on other puzzles.
//
// D_TO is the measure of the same data set's authors for a puzzle's time, a number around 0.9:
//
//	ln D_TO = relativeBase + relativeSeconds·ln seconds
const (
	humanBase       = 0.6774
	humanEffort     = 0.5292
	humanER         = 0.2263
	relativeBase    = -4.978
	relativeSeconds = 0.8208
)

// features are what the time is predicted from, in the order of the formula.
type features struct {
	lnEffort, lnER float64
}

// seconds applies the formula.
func (x features) seconds() float64 {
	return math.Exp(humanBase + humanEffort*x.lnEffort + humanER*x.lnER)
}

// relative predicts D_TO for a puzzle that takes so many seconds.
func relative(seconds float64) float64 {
	return math.Exp(relativeBase + relativeSeconds*math.Log(seconds))
}

// humanLevels are the labels of human_level; a puzzle is in the first whose limit, in seconds, it stays
// below. The limits cut the 800 puzzles in fifths.
var humanLevels = [...]struct {
	label string
	below float64
}{{"gentle", 305}, {"light", 346}, {"moderate", 394}, {"demanding", 465}, {"hard", math.Inf(1)}}

// humanLabels returns the words of human_level.
func humanLabels() (labels []string) {
	for _, l := range humanLevels {
		labels = append(labels, l.label)
	}
	return labels
}

// forecaster predicts people's times for 9×9 puzzles with one solution.
type forecaster struct {
	path *humanPath
}

// measure walks a puzzle that Sudoku Explainer rates er.
func (f *forecaster) measure(p *sudoku.Puzzle, er float64) features {
	if f.path == nil || !f.path.Lays(p) {
		f.path = newHumanPath(board.NewFrameOf(p))
	}
	f.path.Load(p)
	f.path.walk()
	return features{lnEffort: math.Log(max(1, f.path.effort)), lnER: math.Log(er)}
}

// hiddenSingle is the rating from which on the hardest technique is something to be learned.
const hiddenSingle = 1.5

// grades returns human_seconds, to the second, human_level, human_relative, to a thousandth, and human_technique, of
// which hardest is the label.
func (f *forecaster) grades(p *sudoku.Puzzle, er float64, hardest string) []sudoku.Grade {
	x := f.measure(p, er)
	exact := x.seconds()
	seconds, level := math.Round(exact), 0
	for seconds >= humanLevels[level].below {
		level++
	}
	x.lnER = min(x.lnER, math.Log(hiddenSingle))
	return []sudoku.Grade{
		{Metric: "human_seconds", Value: seconds, Label: humanLevels[level].label},
		{Metric: "human_level", Value: float64(level + 1), Label: humanLevels[level].label},
		{Metric: "human_relative", Value: math.Round(1000*relative(exact)) / 1000},
		{Metric: "human_technique", Value: math.Round(exact - x.seconds()), Label: hardest},
	}
}

// People do not scan in a fixed order: they see several next moves and take whichever they notice first.
// humanPath therefore walks in rounds. Each round makes placements that are there together, and only if
// there is none, all eliminations of the easiest kind that has any. Nothing depends on an order of scanning,
// so all symmetric images of a puzzle walk alike.
//
// A round places every single but naked ones, which people see last: those are placed only if there is no other.
// Its effort is that of a search in which each placement has to be noticed among the empty cells,
//
//	empty² · (placements made) / (placements seen, easier ones counting more)
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

// alwaysSeen is added to the seen placements, so that a round with a single naked single is long but not endless.
const alwaysSeen = 0.05

// newHumanPath returns a walk over boards of a frame.
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

// walk goes from the board as far as singles, locked candidates and pairs reach.
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
