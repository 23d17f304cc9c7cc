package wire

import (
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
	err := graded(&pb.GradeResponse{First: 7, Endings: []byte{byte(Exhausted)}, SelfNs: []uint64{1 << 63}}).check(1)
	if err == nil || !strings.Contains(err.Error(), "grades 7: self_ns is") {
		t.Errorf("grading: %v", err)
	}
	if s := statsFromPB(&pb.GenerateResponse{SelfNs: 1 << 63, Guesses: 1 << 63}); s.Elapsed < 0 || s.Guesses < 0 {
		t.Errorf("generating: %+v", s)
	}
}
