package metrics

import (
	"math"
	"slices"
	"testing"
)

func TestDecimals(t *testing.T) {
	got := decimals(-0.004, 0, -0.006, 0.125, 1, math.NaN())
	if want := []string{"0.00", "0.00", "-0.01", "0.13", "1.00", "-"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
