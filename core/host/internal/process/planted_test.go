//go:build unix

package process_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSimulationFindsPlantedFaults builds the host with one fault at a time and expects the simulation to find it. That
// compiles the package for each fault and is done only if SUDOKUCTL_PLANT is set; otherwise the test sees whether the faults
// could be planted.
func TestSimulationFindsPlantedFaults(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for fault, f := range map[string]struct{ file, right, wrong string }{
		"a puzzle in flight is lost with its process": {"../pump/pump.go", "m.flow.suspect(lost)", "m.flow.suspect(lost[min(1, len(lost)):])"},
		"answered puzzles are sent again":             {"../pump/batch.go", "if !answered {", "if !answered || true {"},
		"all in flight are blamed":                    {"../pump/pump.go", "if len(lost) == 1 && (alone ||", "if len(lost) > 0 && (alone || true ||"},
		"the back-off has no end":                     {"supervise.go", "return min(first<<", "return 1000*first + min(first<<"},
		"there is no back-off":                        {"supervise.go", "if n < 2 {", "if n < 9 {"},
		"nothing is put in quarantine":                {"supervise.go", "return len(d.times) >= maxDeaths", "return false"},
		"retractions are dropped":                     {"../pump/batch.go", "return o.retract(e.label, r)", "return nil"},
		"grids are not verified":                      {"../pump/solve.go", "v.wrong = sudoku.Verify(p, grid); v.wrong != nil", "v.wrong != nil"},
		"a stream that does not end is waited for":    {"../pump/watch.go", "!w.flow.busy() && !w.shut()", "!w.flow.busy()"},
		"order is not restored":                       {"../pump/batch.go", "if !o.ordered {", "if true {"},
	} {
		t.Run(fault, func(t *testing.T) {
			text, err := os.ReadFile(f.file)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), f.right); n != 1 {
				t.Fatalf("%s has %q %d times", f.file, f.right, n)
			}
			if os.Getenv("SUDOKUCTL_PLANT") == "" {
				return
			}
			dir := t.TempDir()
			planted, overlay := filepath.Join(dir, "planted.go"), filepath.Join(dir, "overlay.json")
			replace, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, f.file): planted}})
			if err != nil {
				t.Fatal(err)
			}
			for path, data := range map[string]string{overlay: string(replace),
				planted: strings.ReplaceAll(string(text), f.right, f.wrong)} {
				if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c := exec.Command("go", "test", "-vet=off", "-count=1", "-overlay", overlay, "-run", "^TestSimulation$", ".")
			c.Env = append(os.Environ(), "SUDOKUCTL_SIMULATE=20s")
			out, err := c.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "SUDOKUCTL_SEED=") {
				t.Errorf("not found: %v\n%s", err, out)
			}
		})
	}
}
