package plugin_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// sage has every power but that to solve; each does something that shows whether all of it travels.
type sage struct{}

var sageStep = sudoku.Step{Technique: "naked_pair", Rating: 3, Place: []sudoku.Candidate{{Cell: 3, Digit: 4}},
	Strike: []sudoku.Candidate{{Cell: 80, Digit: 9}, {Cell: 0, Digit: 1}}, Cells: []int{1, 2},
	Why:  []string{"r1"},
	Text: "Two cells share two digits."}

func (sage) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	switch p.Givens()[0] {
	case 2:
		return nil, sudoku.ErrUnsupported
	case 3:
		return []sudoku.Grade{{Metric: "b", Value: -1}}, nil
	case 4:
		panic("four")
	}
	return []sudoku.Grade{{Metric: "a", Value: 2.5, Label: "Hard"}, {Metric: "b", Value: 7}}, nil
}

func (sage) Explain(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	for range 3 {
		if !emit(sageStep) {
			return nil
		}
	}
	return sudoku.ErrGaveUp
}

func (sage) Generate(_ context.Context, o sudoku.Order,
	emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	givens := make(sudoku.Grid, o.Geometry.Cells())
	givens[0] = uint8(o.Seed)
	p := sudoku.MustPuzzle(o.Geometry, givens,
		sudoku.Soft(sudoku.SoftClue{Cell: 1, Allowed: sudoku.DigitSet(1, 3), Prob: []float64{.5, 0, .5, 0}}))
	for range o.Count {
		if !emit(p) {
			break
		}
	}
	return sudoku.Stats{Guesses: int64(o.CluesMin), Extra: []sudoku.Measure{{Name: "tries", Value: 2}}}, nil
}

func sageClient(t *testing.T) *wire.Client {
	return connect(t, plugin.Spec{
		Info:      sudoku.Info{ID: "sage", Metrics: []sudoku.Metric{{Name: "a"}, {Name: "b"}}},
		Grader:    func(sudoku.Settings) (sudoku.Grader, error) { return sage{}, nil },
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return sage{}, nil },
		Generator: func(sudoku.Settings) (sudoku.Generator, error) { return sage{}, nil },
	})
}

func TestGradesTravel(t *testing.T) {
	s, err := sageClient(t).Grade(t.Context(), wire.Options{Ask: runner.Ask{Workers: 2}})
	if err != nil {
		t.Fatal(err)
	}
	s.Send(0, puzzles(4)[:1])
	s.Send(1, puzzles(4)[1:])
	s.CloseSend()
	got := map[uint64]wire.Answer{}
	for {
		rows, err := receive(s, 81)
		if err != nil {
			break
		}
		for row := range rows {
			got[row.Seq] = *row
		}
	}
	want := []sudoku.Grade{{Metric: "a", Value: 2.5, Label: "Hard"}, {Metric: "b", Value: 7}}
	if !reflect.DeepEqual(got[0].Grades, want) || got[0].Ending != wire.Exhausted {
		t.Errorf("%+v", got[0])
	}
	if !errors.Is(got[1].Err, sudoku.ErrUnsupported) || len(got[1].Grades) != 0 {
		t.Errorf("%+v", got[1])
	}
	if !reflect.DeepEqual(got[2].Grades, []sudoku.Grade{{Metric: "b", Value: -1}}) {
		t.Errorf("%+v", got[2])
	}
	if got[3].Ending != wire.Failed || got[3].Err.Error() != "panic: four" {
		t.Errorf("%+v", got[3])
	}
}

func TestStepsTravel(t *testing.T) {
	c, p := sageClient(t), puzzles(1)[0]
	var steps []sudoku.Step
	err := c.Explain(t.Context(), p, func(s sudoku.Step) bool { steps = append(steps, s); return true })
	if !errors.Is(err, sudoku.ErrGaveUp) || len(steps) != 3 || !reflect.DeepEqual(steps[2], sageStep) {
		t.Errorf("%+v, %v", steps, err)
	}
	if err := c.Explain(t.Context(), p, func(sudoku.Step) bool { return false }); err != nil {
		t.Error(err)
	}
}

func TestOrdersAndPuzzlesTravel(t *testing.T) {
	g := sudoku.MustGeometry("4")
	var made []*sudoku.Puzzle
	o := sudoku.Order{Geometry: g, Count: 3, CluesMin: 4, Seed: 2, Difficulty: 0.5, HasDifficulty: true,
		Pattern: make([]bool, 16)}
	stats, err := sageClient(t).Generate(t.Context(), o,
		func(p *sudoku.Puzzle) bool { made = append(made, p); return true })
	if err != nil || stats.Guesses != 4 || len(stats.Extra) != 1 || len(made) != 3 {
		t.Fatalf("%d puzzles, %+v, %v", len(made), stats, err)
	}
	p := made[2]
	if p.Geometry() != g || p.Givens()[0] != 2 || len(p.Soft()) != 1 || p.Soft()[0].Prob[2] != .5 {
		t.Errorf("%+v", p)
	}
}

func TestAPowerThatIsNotThereIsUnsupported(t *testing.T) {
	s := open(t, sageClient(t), wire.Options{})
	if _, err := s.Recv(); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Error(err)
	}
}
