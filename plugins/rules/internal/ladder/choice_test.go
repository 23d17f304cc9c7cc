package ladder

import (
	"slices"
	"strings"
	"testing"
)

func chosenNames(t *testing.T, choice string) []string {
	t.Helper()
	ladder, err := choose(choice, 12)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range ladder {
		names = append(names, l.Name)
	}
	return names
}

func TestChoices(t *testing.T) {
	se, hodoku := chosenNames(t, "se"), chosenNames(t, "hodoku")
	if len(se) != len(ExplainerLadder(12))+len(BeyondRows()) {
		t.Errorf("se has %d techniques of %d", len(se), len(ExplainerLadder(12)))
	}
	if got := chosenNames(t, "hodoku,-w_wing"); len(got) != len(hodoku)-1 || slices.Contains(got, "w_wing") {
		t.Errorf("without w_wing: %v", got)
	}
	got := chosenNames(t, "+skyscraper -uniqueness")
	if i := slices.Index(got, "skyscraper"); i < 1 || got[i-1] != "hidden_triplet" ||
		slices.Contains(got, "bug") {
		t.Errorf("skyscraper and no uniqueness: %v", got)
	}
	own := []string{"hidden_single", "x_wing", "naked_single"}
	if got := chosenNames(t, strings.Join(own, ",")); !slices.Equal(got, own) {
		t.Errorf("a list of one's own: %v", got)
	}
	if all := chosenNames(t, "all"); len(all) != len(table) || len(all) <= len(hodoku) {
		t.Errorf("all has %d techniques of %d", len(all), len(table))
	}
	low, err := choose("se", 3)
	if names := chosenNames(t, "se"); err != nil || low[len(low)-1].Rating > 3 || len(low) == len(names) {
		t.Errorf("se up to 3: %d techniques of %d, %v", len(low), len(names), err)
	}
}

func TestBadChoices(t *testing.T) {
	for choice, want := range map[string]string{
		"hodoku,-w_wng":  `did you mean "w_wing"`,
		"skyscaper":      `did you mean "skyscraper"`,
		"hodoku,se":      `"se" is not a technique`,
		"se,-qqqqqqqqqq": "there are aligned_pair_exclusion",
		"":               "chooses no technique",
		"x_wing,-x_wing": "chooses no technique",
	} {
		if _, err := choose(choice, 12); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", choice, err)
		}
	}
}
