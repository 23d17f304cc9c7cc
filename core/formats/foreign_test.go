package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLenient reads what is understood, with a tag, of a record that is refused otherwise; errors stay errors.
func TestLenient(t *testing.T) {
	text := ".Shape~4x4.Doppelganger.~R1C1_1.Cage~3~R1C1~R1C2\n.Cage~3~R0C1\n" +
		`{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"chevron":[1]}` + "\n"
	var got []string
	for r, err := range Lenient(Read(strings.NewReader(text), "f")) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprint(r.Puzzle.Name, " ", r.Puzzle, r.Tags))
	}
	want := []string{"f:1 1...............~cage=3:r1c12 [incomplete]", `f:2:1: .Cage: cell R0C1 is outside the grid`, "f:3 ................ [incomplete]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	_, err := readAll(text)
	if err == nil || err.Error() != "f:1: not understood: Doppelganger" {
		t.Errorf("%v", err)
	}
}
