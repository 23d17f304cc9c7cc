package wire

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

func TestWhatAPluginDeclaresTravels(t *testing.T) {
	info := sudoku.Info{ID: "x", Name: "X", Version: "1.0.0", Complete: true, Fast: true, Neighbours: true,
		Powers:   []sudoku.Power{sudoku.PowerGrade, sudoku.PowerGenerate},
		Settings: []sudoku.Setting{{Name: "only", Default: "", Summary: "a metric"}, {Name: "stop", Default: 0.0}},
		Metrics: []sudoku.Metric{
			{Name: "depth", Max: math.Inf(1), HigherIsHarder: true, Labels: []string{"shallow", "deep"},
				Alone: map[string]any{"only": "depth"}, Ceiling: "stop", Bound: "depth_bound"},
			{Name: "depth_bound", Max: 9}},
		Aims: []sudoku.Aim{{Metric: "clues", Exact: true}, {Metric: "depth"}},
	}
	m, err := infoToPB(info)
	if err != nil {
		t.Fatal(err)
	}
	got, err := infoFromPB(m)
	if err != nil || !reflect.DeepEqual(got, info) {
		t.Errorf("%+v, %v; want %+v", got, err, info)
	}
	m.Metrics[0].AloneJson = "[1]"
	if _, err := infoFromPB(m); err == nil {
		t.Error("settings that are no object were taken")
	}
}

func TestAnOrderForNeighboursTravels(t *testing.T) {
	near, err := sudoku.ParsePuzzle("12......3......4")
	if err != nil {
		t.Fatal(err)
	}
	wanted := []constraint.Wanted{{Name: "cage"}, {Name: "thermo", Count: 4}}
	order := sudoku.Order{Geometry: near.Geometry(), Count: 3, Near: near, Constraints: wanted}
	m, err := orderToPB(order)
	if err != nil {
		t.Fatal(err)
	}
	got, err := orderFromPB(m)
	if err != nil || got.Near == nil || got.Near.String() != near.String() || !slices.Equal(got.Constraints, wanted) {
		t.Errorf("%v, %v, %v; want %v, %v", got.Near, got.Constraints, err, near, wanted)
	}
	m.Constraints[0] = "cge"
	if got, err := orderFromPB(m); err == nil {
		t.Errorf("a constraint that there is none of was read as %v", got.Constraints)
	}
	m.Constraints = nil
	for _, bad := range []*pb.Batch{{}, {Givens: make([]byte, 32)}, {Givens: make([]byte, 3)},
		madeToPB(sudoku.MustPuzzle(sudoku.Classic(), nil), nil)} {
		m.Near = bad
		if got, err := orderFromPB(m); err == nil {
			t.Errorf("%v was read as %v", bad, got.Near)
		}
	}
}

func TestAStepTravels(t *testing.T) {
	one, two := []sudoku.Candidate{{Cell: 0, Digit: 1}}, []sudoku.Candidate{{Cell: 1, Digit: 1}, {Cell: 2, Digit: 1}}
	step := sudoku.Step{Technique: "w_wing", Rating: 4.4, Strike: one, Cells: []int{0, 1}, Why: []string{"r1"},
		Links: []sudoku.Link{{Kind: sudoku.WeakLink, From: one, To: two}, {Kind: sudoku.LostLink, From: two, To: one}},
		Sets:  [][]int{{0}, {1, 2}}, Constraints: []int{0, 3}, Text: "It follows."}
	if got := stepFromPB(stepToPB(step)); !reflect.DeepEqual(got, step) {
		t.Errorf("%+v; want %+v", got, step)
	}
	for _, kind := range []pb.LinkKind{-1, 256, 1 << 20} {
		got := stepFromPB(&pb.Step{Links: []*pb.Link{{Kind: kind}}})
		if k := got.Links[0].Kind; k >= sudoku.WeakLink && k <= sudoku.LostLink {
			t.Errorf("kind %d was read as %v", kind, k)
		}
	}
}

func TestAStateTravels(t *testing.T) {
	p, err := sudoku.ParsePuzzle("12......3......4")
	if err != nil {
		t.Fatal(err)
	}
	state := &sudoku.State{Puzzle: p, Values: p.Givens().Clone(), Candidates: p.Candidates()}
	m, err := stateToPB(state)
	if err != nil {
		t.Fatal(err)
	}
	got, err := stateFromPB(m)
	if err != nil || got.Puzzle.String() != p.String() || !reflect.DeepEqual(got.Values, state.Values) ||
		!reflect.DeepEqual(got.Candidates, state.Candidates) {
		t.Errorf("%+v, %v; want %+v", got, err, state)
	}
	m.Values = m.Values[1:]
	if _, err := stateFromPB(m); err == nil {
		t.Error("a state with too few values was taken")
	}
	if _, err := stateFromPB(&pb.ListStepsRequest{}); err == nil {
		t.Error("a state without a puzzle was taken")
	}
}
