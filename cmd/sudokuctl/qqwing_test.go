package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAProgramThatKnowsNothingOfUs makes a plugin of Debian's qqwing as it is, and has it agree with a bundled solver.
func TestAProgramThatKnowsNothingOfUs(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("qqwing"); err != nil {
		t.Skip("NOT TESTED: qqwing is not installed")
	}
	exe, home := program(t), t.TempDir()
	run := func(args ...string) []byte {
		t.Helper()
		c := exec.Command(exe, args...)
		c.Dir, c.Env = home, append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_CONFIG_HOME="+
			home)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	run("plugin", "add", "qqwing", "--", "qqwing", "--solve", "--one-line")
	var report struct {
		Solvers []struct {
			ID                              string
			Solved, Wrong, Crashed, Timeout int
			GaveUp                          int `json:"gave_up"`
		}
	}
	text := run("bench", "--sample", "quick", "--solver", "qqwing,entropybt", "--repeat", "1", "--warmup", "0",
		"-o", "json")
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Solvers) != 2 {
		t.Fatalf("%s", text)
	}
	for _, s := range report.Solvers {
		if s.Solved < 50 || s.Wrong+s.Crashed+s.Timeout+s.GaveUp > 0 {
			t.Errorf("%+v", s)
		}
	}
}
