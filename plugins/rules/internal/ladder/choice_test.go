package ladder

import (
	"os"
	"slices"
	"strconv"
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
	if len(se) != len(ExplainerLadder(12)) {
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
	if all := chosenNames(t, "all"); len(all) != len(HodokuLadder(true)) || len(all) <= len(hodoku) {
		t.Errorf("all has %d techniques of %d", len(all), len(HodokuLadder(true)))
	}
}

func TestBadChoices(t *testing.T) {
	for choice, want := range map[string]string{
		"hodoku,-w_wng":  `did you mean "w_wing"`,
		"skyscaper":      `did you mean "skyscraper"`,
		"hodoku,se":      `"se" is no technique`,
		"se,-qqqqqqqqqq": "there are aligned_pair_exclusion",
		"":               "chooses no technique",
		"x_wing,-x_wing": "chooses no technique",
	} {
		if _, err := choose(choice, 12); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", choice, err)
		}
	}
}

// TestNamesAreUnique holds every name of the table to one technique or family.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for i := range table {
		l := &table[i]
		if seen[l.Name] || l.Name == l.family || l.Rating == 0 {
			t.Errorf("%q: twice, a family, or without a rating", l.Name)
		}
		seen[l.Name] = true
	}
}

// TestTechniquesAreDocumented holds the table of docs/algorithms/rules.md to the table of techniques.
func TestTechniquesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/algorithms/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, line := range strings.Split(string(page), "\n") {
		if cells := strings.Split(line, "|"); len(cells) == 10 {
			rows = append(rows, cells)
		}
	}
	for _, l := range HodokuLadder(true) {
		want := []string{"`" + l.Name + "`", l.family, strconv.Itoa(l.Score), HodokuLevels[l.Level],
			map[bool]string{true: "yes", false: "no"}[l.In&hodoku != 0], strconv.FormatFloat(l.Rating, 'f', 1, 64)}
		if !slices.ContainsFunc(rows, func(cells []string) bool {
			for i, w := range want {
				if strings.TrimSuffix(strings.TrimSpace(cells[i+1]), " *") != w {
					return false
				}
			}
			return true
		}) {
			t.Errorf("the page has no row %v", want)
		}
	}
}
