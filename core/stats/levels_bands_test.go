package stats

import (
	"slices"
	"testing"
)

func TestBands(t *testing.T) {
	b, err := ParseBands(" se = 1.5, 2.5,7")
	if err != nil || b.String() != "se=1.5,2.5,7" {
		t.Fatal(b, err)
	}
	names := b.Names()
	if want := []string{"<1.5", "1.5..2.5", "2.5..7", ">=7"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	for value, want := range map[float64]string{1: "<1.5", 1.5: "1.5..2.5", 2.4: "1.5..2.5", 2.5: "2.5..7", 6.9: "2.5..7", 7: ">=7", 11: ">=7"} {
		if got := names[b.Band(value)]; got != want {
			t.Errorf("%v is in %q, want %q", value, got, want)
		}
	}
	for _, bad := range []string{"", "se", "se=", "=1", "se=2,1", "se=1,1", "se=x", "se=NaN", "se=1,,2"} {
		if _, err := ParseBands(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
