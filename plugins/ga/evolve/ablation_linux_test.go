package evolve

import (
	"maps"
	"runtime"
	"testing"
)

// ablations change one ingredient at a time.
var ablations = []struct {
	name  string
	given map[string]any
}{
	{"memetic", nil},
	{"memetic/propagation=none", map[string]any{"propagation": byNothing}},
	{"memetic/encoding=rows", map[string]any{"encoding": "rows"}},
	{"memetic/encoding=columns", map[string]any{"encoding": "columns"}},
	{"memetic/encoding=blocks", map[string]any{"encoding": "blocks"}},
	{"memetic/crossover=0", map[string]any{"crossover": 0}},
	{"memetic/crossover=0.5", map[string]any{"crossover": 0.5}},
	{"memetic/steps=1", map[string]any{"steps": 1}},
	{"memetic/population=1", map[string]any{"population": 1, "crossover": 0}},
	{"memetic/population=50", map[string]any{"population": 50}},
	{"memetic/restart_after=0", map[string]any{"restart_after": 0}},
	{"paper", map[string]any{"variant": paperVariant}},
	{"paper/propagation=matching", map[string]any{"variant": paperVariant, "propagation": byMatching}},
}

// BenchmarkAblation runs each change on the six hardest of the famous puzzles, one seed an iteration, with
// at most a million evaluations a run. A failure counts with what it spent.
func BenchmarkAblation(b *testing.B) {
	for _, a := range ablations {
		b.Run(a.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			given := map[string]any{"max_evaluations": 300000}
			maps.Copy(given, a.given)
			solver := with(b, given)
			var s sample
			for i := range b.N {
				for _, f := range famous[4:] {
					s.run(b, solver, parse(b, f.text), uint64(i+1))
				}
			}
			s.report(b)
		})
	}
}
