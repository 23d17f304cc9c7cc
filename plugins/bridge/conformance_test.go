package bridge

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	uniqueText = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	severalTxt = "1.3............4"
	noneText   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....85.79"
)

func TestEveryModeKeepsThePromises(t *testing.T) {
	for _, c := range []struct{ role, mode string }{{"honest", Line}, {"buffer", Batch}} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			s, stop, err := plugintest.Across(t.Context(), lines(fake(t, c.role, c.mode)))
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			for _, check := range plugintest.Checks() {
				var skip *plugintest.Skip
				err := check.Run(t.Context(), s, plugintest.Setup{Timeout: 2 * time.Second})
				if err != nil && !errors.As(err, &skip) {
					t.Errorf("%s: %v", check.Name, err)
				}
			}
		})
	}
}

func TestAnswersOfManyFormsAreUnderstood(t *testing.T) {
	t.Parallel()
	polite := fake(t, "polite", Line)
	polite.Answer = `^Answer=(?:(?P<none>n o n e)|(?P<many>m a n y.*)|(?P<grid>[1-9 ]+));$`
	for name, p := range map[string]*Program{
		"line": fake(t, "honest", Line), "batch": fake(t, "honest", Batch), "csv": fake(t, "csv", Line),
		"oneshot": fake(t, "oneshot", Auto, "{puzzle}"), "input": fake(t, "once", Oneshot), "regexp": polite,
		"a puzzle a process": fake(t, "once", Line), "too few lines": fake(t, "sloppy", Batch),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, p, time.Minute, puzzle(t, uniqueText), puzzle(t, noneText), puzzle(t, uniqueText))
			for i, want := range []sudoku.Verdict{sudoku.Unique, sudoku.Impossible, sudoku.Unique} {
				if got[i].Verdict != want {
					t.Errorf("puzzle %d: %v, %v", i, got[i].Verdict, got[i].Err)
				}
			}
		})
	}
}

func TestOnlyACompleteProgramProves(t *testing.T) {
	t.Parallel()
	p := fake(t, "honest", Line)
	p.Complete, p.Shapes = false, []string{"any"}
	got := ask(t, p, time.Minute, puzzle(t, uniqueText), puzzle(t, noneText), puzzle(t, severalTxt))
	for i, want := range []sudoku.Verdict{sudoku.Solved, sudoku.Unknown, sudoku.Multiple} {
		if got[i].Verdict != want {
			t.Errorf("puzzle %d: %v, %v", i, got[i].Verdict, got[i].Err)
		}
	}
}

func TestTheFlushTrapIsRecognised(t *testing.T) {
	t.Parallel()
	if got := ask(t, fake(t, "buffer", Auto), time.Minute, puzzle(t, uniqueText),
		puzzle(t, uniqueText)); got[0].Verdict !=
		sudoku.Unique || got[1].Verdict != sudoku.Unique {
		t.Errorf("auto: %+v", got)
	}
	got := ask(t, fake(t, "buffer", Line), time.Minute, puzzle(t, uniqueText))
	if err := got[0].Err; err == nil || !strings.Contains(err.Error(), "stdbuf -oL") ||
		!strings.Contains(err.Error(), "mode: batch") || !strings.Contains(err.Error(), "flush=True") {
		t.Errorf("line: %v", err)
	}
}

// TestBadProgramsAreContained names what a program did; the budget or a bound ends it.
func TestBadProgramsAreContained(t *testing.T) {
	t.Parallel()
	hog := fake(t, "hog", Line)
	hog.MemoryMB = 300
	for _, c := range []struct {
		program *Program
		want    string
	}{
		{fake(t, "crasher", Line), "exit status 3; its last output: segmentation fault, says it"},
		{fake(t, "mumble", Line), `"hm" is not an answer`},
		{fake(t, "sleeper", Line), "deadline exceeded"},
		{fake(t, "sleeper", Batch), "deadline exceeded"},
		{fake(t, "endless", Line), "a line of more than 1048576 bytes"},
		{hog, "no more than 300 MiB of memory (memory_mb in plugin.yaml); its last output: "},
	} {
		t.Run(c.program.ID+" "+c.program.Mode, func(t *testing.T) {
			t.Parallel()
			if c.program == hog && runtime.GOOS != "linux" {
				t.Skip("memory is limited on Linux alone")
			}
			budget := time.Minute
			if c.program.ID == "sleeper" {
				budget = 300 * time.Millisecond
			}
			got := ask(t, c.program, budget, puzzle(t, uniqueText))
			if got[0].Err == nil || !strings.Contains(got[0].Err.Error(), c.want) {
				t.Errorf("%v, %v; want %q", got[0].Verdict, got[0].Err, c.want)
			}
		})
	}
}

func TestMoreThanALineForAPuzzleIsAnError(t *testing.T) {
	t.Parallel()
	b := newBridge(fake(t, "twice", Line))
	for range 2 {
		_, err := b.line(t.Context(), puzzle(t, uniqueText))
		if err != nil {
			t.Fatal(err) // a used process is replaced, so the next puzzle has its own answer
		}
	}
}

func TestWhatAProgramStartedEndsWithIt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("descendants are known on Linux alone")
	}
	ask(t, fake(t, "forker", Line), 500*time.Millisecond, puzzle(t, uniqueText))
	out, err := exec.Command("ps", "-eo", "args").Output()
	if err == nil && strings.Contains(string(out), "sleep "+marker(os.Getpid())) {
		t.Error("a grandchild is left")
	}
}
