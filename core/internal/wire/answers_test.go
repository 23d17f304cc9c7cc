package wire

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
)

// Figures that no clock and no counter of ours can hold are refused, not made negative.
func TestImpossibleFigures(t *testing.T) {
	a := Answers{First: 7, Endings: []byte{byte(Exhausted), byte(Exhausted)}, Self: []uint64{1, 1 << 63}}
	if err := a.check(81); err == nil || !strings.Contains(err.Error(), "answer 8: self_ns is 9223372036854775808") {
		t.Errorf("time: %v", err)
	}
	a.Self, a.Guesses = nil, []uint64{math.MaxUint64, 0}
	if err := a.check(81); err == nil || !strings.Contains(err.Error(), "answer 7: 18446744073709551615 guesses") {
		t.Errorf("guesses: %v", err)
	}
	a.Self, a.Guesses = []uint64{maxSelf, 0}, []uint64{0, math.MaxInt64}
	if err := a.check(81); err != nil {
		t.Errorf("the largest that are possible: %v", err)
	}
	_, err := gradeRows(&pb.GradeResponse{First: 7, Endings: []byte{byte(Exhausted)}, SelfNs: []uint64{1 << 63}})
	if err == nil || !strings.Contains(err.Error(), "grades 7: self_ns is") {
		t.Errorf("grading: %v", err)
	}
	if s := statsFromPB(&pb.GenerateResponse{SelfNs: 1 << 63, Guesses: 1 << 63}); s.Elapsed < 0 || s.Guesses < 0 {
		t.Errorf("generating: %+v", s)
	}
}

// The receiver of a message gets its memory only if that is mostly one solution for each puzzle: who keeps a single one keeps all.
func TestGridsAreOwned(t *testing.T) {
	grids := func(n int) []byte { return bytes.Repeat([]byte{1, 2, 3, 4}, 4*n) }
	for _, test := range []struct {
		name  string
		sent  Answers
		owned bool
	}{
		{"one each", Answers{Endings: []byte{2, 2, 2}, Counts: []uint64{1, 1, 1}, Grids: grids(3)}, true},
		{"one or none", Answers{Endings: []byte{2, 2, 2}, Counts: []uint64{1, 0, 1}, Grids: grids(2)}, true},
		{"two", Answers{Endings: []byte{2, 2, 2}, Counts: []uint64{1, 2, 1}, Grids: grids(4)}, false},
		{"long texts", Answers{Endings: []byte{2, 7}, Counts: []uint64{1, 0}, Grids: grids(1),
			Failures: []Failure{{Row: 1, Text: strings.Repeat("x", 1000)}}}, false},
	} {
		var got Answers
		for round := range 2 {
			data, err := newCodec().Marshal(&test.sent)
			if err == nil {
				err = newCodec().Unmarshal(data, &got)
			}
			if err != nil {
				t.Fatal(err)
			}
			before := &got.Grids[0]
			for row := range got.rows(16) {
				if row.Owned != test.owned {
					t.Errorf("%s: round %d: owned %v", test.name, round, row.Owned)
				}
			}
			if err := newCodec().Unmarshal(data, &got); err != nil || (&got.Grids[0] == before) == test.owned {
				t.Errorf("%s: round %d: the memory of an owned message is used again, or other memory is not: %v", test.name, round, err)
			}
		}
	}
}
