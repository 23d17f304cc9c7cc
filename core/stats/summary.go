// Package stats says what results mean: pure functions over numbers and over the answers of solvers.
//
// # Words
//
//   - A [Sample] is one answer of one solver to one puzzle; a puzzle that is repeated gives several.
//   - A [Summary] is what one solver did over all its samples.
//   - A [Table] has a [Cell] for each solver and puzzle, repetitions taken together by their median. What
//     compares solvers is a method of it: [Table.Compare], [Table.Wins], [Table.VirtualBest],
//     [Table.Disagreements].
//   - A puzzle is decided when a solver gave a solution, or proved that there is none.
//   - [Levels] divide numbers into groups with fuzzy borders.
package stats

import (
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Sample is one answer of one solver to one puzzle. A puzzle that a run repeats gives several.
type Sample struct {
	Solver   string // plugin id, with version and settings where several of them are compared
	Puzzle   int64
	Run      int64 // of a library that the sample is from, 0 if it is from none
	Verdict  sudoku.Verdict
	Found    int64         // solutions
	Self     time.Duration // time inside the algorithm
	Guesses  int64
	Measures []sudoku.Measure
}

// Summary says what one solver did, over all its samples.
type Summary struct {
	Solver        string
	Samples       int
	Verdicts      map[sudoku.Verdict]int
	Self          Times // of the samples with a verdict, timeouts included
	PerSecondSelf float64
	Guesses       float64            // mean
	Measures      map[string]float64 // means over the samples that have them
}

// Decided returns how many samples hold a solution or a proof that there is none.
func (s *Summary) Decided() int {
	n := 0
	for v, count := range s.Verdicts {
		if decided(v) {
			n += count
		}
	}
	return n
}

// Summarize returns a summary for each solver, in order of first appearance.
func Summarize(samples iter.Seq[Sample]) []Summary {
	var order []*tally
	bySolver := map[string]*tally{}
	for x := range samples {
		t := bySolver[x.Solver]
		if t == nil {
			t = &tally{solver: x.Solver, verdicts: map[sudoku.Verdict]int{}, measures: map[string][]float64{}}
			bySolver[x.Solver] = t
			order = append(order, t)
		}
		t.add(x)
	}
	summaries := make([]Summary, len(order))
	for i, t := range order {
		summaries[i] = t.summary()
	}
	return summaries
}

// tally collects the samples of one solver.
type tally struct {
	solver   string
	samples  int
	verdicts map[sudoku.Verdict]int
	selfs    []time.Duration
	guesses  int64
	measures map[string][]float64
}

func (t *tally) add(x Sample) {
	t.samples++
	t.verdicts[x.Verdict]++
	if x.Verdict == sudoku.Unsupported || x.Verdict == sudoku.Crashed {
		return
	}
	t.selfs = append(t.selfs, x.Self)
	t.guesses += x.Guesses
	for _, m := range x.Measures {
		t.measures[m.Name] = append(t.measures[m.Name], m.Value)
	}
}

func (t *tally) summary() Summary {
	s := Summary{Solver: t.solver, Samples: t.samples, Verdicts: t.verdicts, Measures: map[string]float64{}}
	for _, name := range slices.Sorted(maps.Keys(t.measures)) {
		s.Measures[name] = Mean(t.measures[name])
	}
	if len(t.selfs) == 0 {
		return s
	}
	s.Self = NewTimes(t.selfs)
	if s.Self.Sum > 0 {
		s.PerSecondSelf = float64(len(t.selfs)) / s.Self.Sum.Seconds()
	}
	s.Guesses = float64(t.guesses) / float64(len(t.selfs))
	return s
}
