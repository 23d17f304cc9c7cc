package logic

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

// humanLevels are the labels of human_level; a puzzle is in the first whose limit, in seconds, it stays below.
// The limits cut the 800 puzzles in fifths.
var humanLevels = [...]struct {
	label string
	below float64
}{{"gentle", 313}, {"light", 359}, {"moderate", 399}, {"demanding", 460}, {"hard", math.Inf(1)}}

// forecaster predicts people's times for 9×9 puzzles with one solution.
type forecaster struct {
	path *humanPath
}

// seconds returns the time for a puzzle that Sudoku Explainer rates er.
func (f *forecaster) seconds(e *engine, p *sudoku.Puzzle, er float64) float64 {
	if f.path == nil || f.path.frame != e.frame {
		f.path = newHumanPath(e.board)
	}
	w := f.path
	w.load(p)
	w.patient = true
	w.walk()
	patient := w.effort
	w.load(p)
	w.patient = false
	w.walk()
	return math.Exp(humanBase + humanER*math.Log(er) + humanPatient*math.Log1p(patient) +
		humanWide*math.Log1p(w.effort) + humanNaked*float64(w.naked))
}

// grades returns human_seconds, to the second, and human_level.
func (f *forecaster) grades(e *engine, p *sudoku.Puzzle, er float64) []sudoku.Grade {
	seconds := math.Round(f.seconds(e, p, er))
	level := 0
	for seconds >= humanLevels[level].below {
		level++
	}
	return []sudoku.Grade{
		{Metric: "human_seconds", Value: seconds, Label: humanLevels[level].label},
		{Metric: "human_level", Value: float64(level + 1), Label: humanLevels[level].label},
	}
}
