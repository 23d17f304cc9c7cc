package rate

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
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
