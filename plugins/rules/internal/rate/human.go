package rate

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// The time that people take, predicted:
//
//	ln seconds = humanBase + humanER·ln ER + humanPatient·ln(1 + patient effort)
//	             + humanWide·ln(1 + wide effort) + humanNaked·(naked singles)
//
// The efforts are those of two walks (humanPath): the wide one takes whatever is to be seen, the patient one
// only the easiest kind; naked singles are the wide walk's. Fitted by ridge regression (penalty 0.1 a
// standardised feature) on the mean times of 800 puzzles of Sudoku Explainer's 1.2 to 7.2;
// docs/algorithms/rules.md has the cross-validation.
const (
	humanBase    = 4.3173
	humanER      = 0.2641
	humanPatient = 0.1467
	humanWide    = 0.1507
	humanNaked   = 0.0146
)

// features are what the time is predicted from, in the order of the formula.
type features struct {
	lnER, lnPatient, lnWide, naked float64
}

// seconds applies the formula.
func (x features) seconds() float64 {
	return math.Exp(humanBase + humanER*x.lnER + humanPatient*x.lnPatient + humanWide*x.lnWide + humanNaked*x.naked)
}

// humanLevels are the labels of human_level; a puzzle is in the first whose limit, in seconds, it stays
// below. The limits cut the 800 puzzles in fifths.
var humanLevels = [...]struct {
	label string
	below float64
}{{"gentle", 313}, {"light", 359}, {"moderate", 399}, {"demanding", 460}, {"hard", math.Inf(1)}}

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

// measure walks a puzzle, of which a board holds the beginning, that Sudoku Explainer rates er.
func (f *forecaster) measure(start *board.Board, er float64) features {
	if f.path == nil || f.path.Frame != start.Frame {
		f.path = newHumanPath(start)
	}
	w, x := f.path, features{lnER: math.Log(er)}
	w.CopyFrom(start)
	w.patient = true
	w.walk()
	x.lnPatient = math.Log1p(w.effort)
	w.CopyFrom(start)
	w.patient = false
	w.walk()
	x.lnWide, x.naked = math.Log1p(w.effort), float64(w.naked)
	return x
}

// grades returns human_seconds, to the second, and human_level.
func (f *forecaster) grades(start *board.Board, er float64) []sudoku.Grade {
	seconds := math.Round(f.measure(start, er).seconds())
	level := 0
	for seconds >= humanLevels[level].below {
		level++
	}
	return []sudoku.Grade{
		{Metric: "human_seconds", Value: seconds, Label: humanLevels[level].label},
		{Metric: "human_level", Value: float64(level + 1), Label: humanLevels[level].label},
	}
}
