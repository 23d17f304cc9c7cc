package papers

import (
	"os"
	"path/filepath"
	"testing"
)

func TestScaled(t *testing.T) {
	const command = "study transition --seed 1 --count {1000,2} --whole {15,2}"
	for share, want := range map[float64]string{
		1:    "study transition --seed 1 --count 1000 --whole 15",
		0.25: "study transition --seed 1 --count 250 --whole 3",
		0.01: "study transition --seed 1 --count 10 --whole 2",
	} {
		if got := scaled(command, share); got != want {
			t.Errorf("share %v: %q, want %q", share, got, want)
		}
	}
}

// TestLacks asks for a file, and for the source of this program.
func TestLacks(t *testing.T) {
	games, tests := archivedCommand{needs: "graded/human_odd.tsv"}, archivedCommand{needs: "go.mod"}
	t.Setenv("SUDOKUCTL_PUZZLES", "")
	if games.lacks() == "" || tests.lacks() == "" {
		t.Errorf("%q, %q", games.lacks(), tests.lacks())
	}
	folder := t.TempDir()
	t.Setenv("SUDOKUCTL_PUZZLES", folder)
	if games.lacks() == "" {
		t.Error("a folder without the file will do")
	}
	if err := os.MkdirAll(filepath.Join(folder, "graded"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, games.needs), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if lacks := games.lacks(); lacks != "" {
		t.Errorf("lacks %q", lacks)
	}
}

// TestTimesAreLeftOut of tables and of what benchmarks say: another run has others.
func TestTimesAreLeftOut(t *testing.T) {
	const line = "BenchmarkAblation/memetic/crossover=0-16 \t 30\t 0 ns/op\t 9.5 cpu-ms\t 9.1 cpu-ms-median\t 803.5 evaluations\t 1.000 failures\n"
	if got := counts(line); got != "BenchmarkAblation/memetic/crossover=0\t803.5 evaluations\t1.000 failures\n" {
		t.Errorf("counts %q", got)
	}
	got, err := withoutTimes([]byte("name,self_ns,guesses,wall_ns\na,1,2,3\n"))
	if err != nil || string(got) != "name,guesses\na,2\n" {
		t.Errorf("%q, %v", got, err)
	}
}
