package wire

import (
	"math"
	"reflect"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestWhatAPluginDeclaresTravels(t *testing.T) {
	info := sudoku.Info{ID: "x", Name: "X", Version: "1.0.0", Complete: true, Fast: true, Neighbours: true,
		Powers:   []string{"grade", "generate"},
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
	order := sudoku.Order{Geometry: near.Geometry, Count: 3, Near: near}
	m := orderToPB(order)
	got, err := orderFromPB(m)
	if err != nil || got.Near == nil || got.Near.String() != near.String() {
		t.Errorf("%v, %v; want %v", got.Near, err, near)
	}
	for _, bad := range []*pb.Batch{{}, {Givens: make([]byte, 32)}, {Givens: make([]byte, 3)},
		puzzleToPB(&sudoku.Puzzle{Geometry: sudoku.Classic(), Givens: make(sudoku.Grid, 81)}, nil)} {
		m.Near = bad
		if got, err := orderFromPB(m); err == nil {
			t.Errorf("%v was read as %v", bad, got.Near)
		}
	}
}
