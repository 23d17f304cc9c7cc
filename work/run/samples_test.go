package run_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// TestSamples finds among the samples as many puzzles of each level as the program promises, symmetric ones, ones with
// constraints and ones that need a technique.
func TestSamples(t *testing.T) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := work.Hosted(h, nil)
	env.Graders = []string{"rules"}
	env.Levels = []store.Level{{Name: "easy", Metric: "se", Below: 1.5}, {Name: "medium", Metric: "se", Below: 2.5},
		{Name: "hard", Metric: "se", Below: 5}, {Name: "evil", Metric: "se", Below: 20}}
	s, done, err := run.Samples(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	for where, least := range map[string]int64{
		`verdict == "unique" && level == "easy"`: 200, `verdict == "unique" && level == "medium"`: 200,
		`verdict == "unique" && level == "hard"`: 200, `verdict == "unique" && level == "evil"`: 200,
		`constraints && verdict == "unique"`: 40, `uses("x_wing")`: 5, `source ~ "play" && verdict == "unique"`: 1200,
	} {
		filter := env.Filter(where)
		filter.Techniques = nil
		if n, err := s.Count(t.Context(), filter); err != nil || n < least {
			t.Errorf("%s: %d, %v, want %d at least", where, n, err, least)
		}
	}
}
