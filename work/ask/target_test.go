package ask

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/work"
)

func TestARangeInWords(t *testing.T) {
	inf := math.Inf(1)
	for want, r := range map[string]Range{
		"se of 3.4":                 *Rounding("se", 3.4, "3.4"),
		"se of 5 or more":           {"se", 5, inf, ""},
		"se below 1.5":              {"se", -inf, 1.5, ""},
		"se from 2.5 to below 4.75": {"se", 2.5, 4.75, ""},
	} {
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestLevelsOfPuzzlesWithConstraints(t *testing.T) {
	cages := []constraint.Wanted{{Name: "cage"}}
	if m := levelMetric("se", cages); m != "variant_step" {
		t.Errorf("a level of killers is a range of %s", m)
	}
	if levelMetric("se", nil) != "se" || levelMetric("qqwing_level", cages) != "qqwing_level" {
		t.Error("levels of other puzzles, or by other metrics, are ranges of another metric")
	}
}

func TestSeedsOfRanges(t *testing.T) {
	easy, hard := Range{"se", math.Inf(-1), 1.5, ""}, Range{"se", 2.5, 5, ""}
	first := easy.seed(7)
	if first == hard.seed(7) || first == easy.seed(8) || first != easy.seed(7) {
		t.Error("ranges share seeds, or have none")
	}
}

func TestTheDistanceFromARange(t *testing.T) {
	r := Range{"se", 2, 4, ""}
	for value, want := range map[float64]float64{1: 1, 2: 0, 3.9: 0, 5: 1} {
		if got := r.distance(value); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v is %v away, want %v", value, got, want)
		}
	}
	if r.distance(4) == 0 || !math.IsInf(r.distance(math.NaN()), 1) {
		t.Error("the end of the range, or no value, is in the range")
	}
}

func TestValuesThatRoundToANumber(t *testing.T) {
	for text, in := range map[string]float64{"3.3": 3.3000000000000003, "3": 3.04, "0.25": 0.2451, "6": 6} {
		value, err := strconv.ParseFloat(text, 64)
		if r := Rounding("m", value, text); err != nil || r.distance(in) != 0 || r.distance(in+1) == 0 {
			t.Errorf("%v is not in %+v", in, r)
		}
	}
}

// A range is held against that of the metric, and the sieve stops where it can.
func TestTheRangeOfATarget(t *testing.T) {
	se := sudoku.Metric{Name: "se", Min: 1, Max: 12}
	for _, test := range []struct {
		min, below, stop float64
		refused          bool
	}{
		{min: 2, below: 4, stop: 4},
		{min: 7, below: 12, stop: 7},
		{min: 7, below: math.Inf(1), stop: 7},
		{min: 13, below: 14, refused: true},
		{min: 0, below: 1, refused: true},
	} {
		target := &target{Range: Range{"se", test.min, test.below, ""}, declared: se}
		err := target.fit()
		var request *work.RequestError
		if errors.As(err, &request) != test.refused {
			t.Errorf("%v to %v: %v", test.min, test.below, err)
		}
		if err == nil && target.stop() != test.stop {
			t.Errorf("%v to %v: stops at %v, want %v", test.min, test.below, target.stop(), test.stop)
		}
	}
	if err := (&target{Range: Range{"x", 5, 6, ""}}).fit(); err != nil {
		t.Errorf("a metric that declares no range: %v", err)
	}
}

func TestAShortfallSaysWhatWasNearest(t *testing.T) {
	e := &ShortfallError{Found: 1, Wanted: 3, Tries: 1, Climbs: true, Target: &Range{"se", 5, math.Inf(1), ""}, Nearest: 4.5}
	if want := "found 1 of 3: 1 climb in a row led to no se of 5 or more; the nearest was 4.5"; e.Error() != want {
		t.Errorf("%q, want %q", e, want)
	}
	e.Tries, e.Climbs, e.Nearest = 2, false, math.NaN()
	if want := "found 1 of 3: 2 batches of about 256 in a row led to no se of 5 or more; no puzzle had a value"; e.Error() != want {
		t.Errorf("%q, want %q", e, want)
	}
	if !errors.Is(e, sudoku.ErrGaveUp) {
		t.Error("a shortfall is not a giving up")
	}
}
