package page

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/work/library"
)

func TestBeside(t *testing.T) {
	c := &comparison{Ref: "a"}
	for _, test := range []struct {
		library.CompareRecord
		want string
	}{
		{library.CompareRecord{Solver: "a", Ratio: 1, RatioLow: 1, RatioHigh: 1}, ""},
		{library.CompareRecord{Solver: "b"}, ""},
		{library.CompareRecord{Solver: "b", Ratio: 0.1, RatioLow: 0.05, RatioHigh: 0.2}, "5.0–20× slower"},
		{library.CompareRecord{Solver: "b", Ratio: 2.7, RatioLow: 2.5, RatioHigh: 2.9}, "2.7 ± 0.2× faster"},
	} {
		if got := c.Beside(test.CompareRecord); got != test.want {
			t.Errorf("%+v is %q, want %q", test.CompareRecord, got, test.want)
		}
	}
}
