//go:build unix

package host_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// quick are times that end quickly what does not stop. A process that says nothing has longer: a busy machine may take
// its time until it gives a sign of life.
var quick = host.Options{Grace: time.Second, Silence: 20 * time.Second, StopTimeout: 100 * time.Millisecond}

// briefSilence is for a process that gives no sign of life however long one waits, and for one that works all the time.
const briefSilence = 2 * time.Second

// The puzzle on which a fake misbehaves gets its verdict, the 999 others theirs.
func TestOneBadPuzzleOfAThousand(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fake    string
		options runner.Options
		verdict sudoku.Verdict
		says    string // in the error of the bad puzzle
	}{
		{"crasher", runner.Options{}, sudoku.Crashed, "boom: cannot digest that"},
		{"crasher", runner.Options{Ordered: true}, sudoku.Crashed, "exit status 3"},
		{"family", runner.Options{}, sudoku.Crashed, "child"},
		{"liar", runner.Options{}, sudoku.Wrong, "twice"},
		{"repeats", runner.Options{}, sudoku.Wrong, "the same solution twice"},
		{"endless", runner.Options{}, sudoku.Wrong, "the same solution twice"},
		{"endless", runner.Options{Ask: runner.Ask{Timeout: time.Minute}}, sudoku.Wrong, "the same solution twice"},
		{"obstinate", runner.Options{Ask: runner.Ask{Limit: 2}}, sudoku.Timeout, "told to stop"},
		{"dreamer", runner.Options{Ask: runner.Ask{Limit: 2}}, sudoku.Timeout, "told to stop"},
		{"picky", runner.Options{}, sudoku.Unsupported, "unsupported"},
		{"deaf", runner.Options{Ask: runner.Ask{Timeout: 5 * time.Second}}, sudoku.Timeout, "timeout of 5s"},
		{"stopped", runner.Options{Ask: runner.Ask{Timeout: 5 * time.Second}}, sudoku.Timeout, "plugin process hung"},
		{"stopped", runner.Options{}, sudoku.Timeout, "no sign of life"},
		{"chatter", runner.Options{}, sudoku.Solved, "gave up"},
		{"flooder", runner.Options{}, sudoku.Solved, "gave up"},
		{"hostile", runner.Options{}, sudoku.Solved, "gave up"},
	} {
		t.Run(test.fake, func(t *testing.T) {
			t.Parallel()
			times := quick
			if test.says == "no sign of life" {
				times.Silence = briefSilence
			}
			p := open(t, newHost(t, times), test.fake)
			if test.options.Ordered {
				host.InBatches(p, 7)
			}
			test.options.Workers = 2
			results := solveAll(t, p, puzzles(1000, 600), test.options)
			bad := results[600]
			if bad.Verdict != test.verdict || !strings.Contains(fmt.Sprint(bad.Err), test.says) {
				t.Errorf("bad puzzle: %v, %v", bad.Verdict, bad.Err)
			}
			if test.verdict != sudoku.Solved && (len(bad.Solutions) > 0 || bad.Count != 0) {
				t.Errorf("bad puzzle: %d solutions kept", len(bad.Solutions))
			}
			if n := tally(results)[sudoku.Unique]; n != 999 || len(results) != 1000 {
				t.Errorf("%d of %d unique", n, len(results))
			}
		})
	}
}

// Several killers, next to each other and last, are told apart.
func TestSeveralKillers(t *testing.T) {
	p := open(t, newHost(t, quick), "crasher")
	results := solveAll(t, p, puzzles(500, 0, 100, 101, 499), runner.Options{})
	if got := tally(results); got[sudoku.Crashed] != 4 || got[sudoku.Unique] != 496 {
		t.Errorf("verdicts %v", got)
	}
	for _, n := range []uint64{0, 100, 101, 499} {
		if !errors.Is(results[n].Err, lifecycle.ErrExited) {
			t.Errorf("puzzle %d: %v", n, results[n].Err)
		}
	}
}

// What a crashed plugin leaves behind is killed with it.
func TestChildrenOfACrash(t *testing.T) {
	p := open(t, newHost(t, quick), "family")
	results := solveAll(t, p, puzzles(1, 0), runner.Options{})
	var exit *lifecycle.ExitError
	if !errors.As(results[0].Err, &exit) {
		t.Fatal(results[0].Err)
	}
	pid, err := strconv.Atoi(strings.TrimPrefix(exit.Stderr[0], "child "))
	if err != nil {
		t.Fatal(exit.Stderr)
	}
	eventually(t, "the child is gone", func() bool { return !running(pid) })
}

// running reports whether a process is there and not just waiting to be reaped by somebody else.
func running(pid int) bool {
	state := processState(pid)
	return state != 0 && state != 'Z'
}

// processState returns the letter that Linux has for the state of a process, 0 if there is none.
func processState(pid int) byte {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, found := strings.Cut(string(stat), ") ")
	if err != nil || !found || rest == "" {
		return 0
	}
	return rest[0]
}

func TestKilledFromOutside(t *testing.T) {
	p := host.InBatches(open(t, newHost(t, host.Options{}), "honest"), 20)
	kills := 0
	results := map[uint64]sudoku.Result{}
	err := p.Solve(t.Context(), puzzles(20000), runner.Options{},
		func(n uint64, r sudoku.Result) error {
			results[n] = r
			if len(results) == (kills+1)*2000 && kills < 7 {
				kills++
				return syscall.Kill(p.PID(), syscall.SIGKILL)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if n := tally(results)[sudoku.Unique]; n != 20000 {
		t.Errorf("%d of 20000 after %d kills: %v", n, kills, tally(results))
	}
	if u, _ := p.Usage(); u.Processes < 5 {
		t.Errorf("usage of %d processes", u.Processes)
	}
}

func TestQuarantine(t *testing.T) {
	p := open(t, newHost(t, quick), "mortal")
	results, err := collect(t.Context(), t, p, puzzles(1000), runner.Options{})
	if !errors.Is(err, lifecycle.ErrQuarantined) || !errors.Is(err, lifecycle.ErrExited) {
		t.Errorf("error %v", err)
	}
	if got := tally(results); len(got) != 1 || got[sudoku.Crashed] == 0 {
		t.Errorf("verdicts %v", got)
	}
	if p.State() != lifecycle.Quarantined {
		t.Errorf("state %v", p.State())
	}
	if _, err := collect(t.Context(), t, p, puzzles(1), runner.Options{}); !errors.Is(err,
		lifecycle.ErrQuarantined) {
		t.Errorf("second call: %v", err)
	}
}

func TestDoubleAnswer(t *testing.T) {
	p := open(t, newHost(t, quick), "double")
	var retracted []uint64
	o := runner.Options{Retract: func(n uint64, r sudoku.Result) error {
		if r.Verdict != sudoku.Wrong || len(r.Solutions) > 0 {
			t.Errorf("retracted as %v", r.Verdict)
		}
		retracted = append(retracted, n)
		return nil
	}}
	results, err := collect(t.Context(), t, p, puzzles(100), o)
	if !errors.Is(err, lifecycle.ErrProtocol) || !strings.Contains(err.Error(), "twice") {
		t.Errorf("error %v", err)
	}
	if len(results) != 100 || len(retracted) == 0 {
		t.Errorf("%d results, retracted %v", len(results), retracted)
	}
}

// What a plugin says without answering anything new does not keep it from being ended.
func TestTalkIsNoAnswer(t *testing.T) {
	t.Parallel()
	for name, verdicts := range map[string]map[sudoku.Verdict]int{
		"babbler": {sudoku.Timeout: 1}, "parrot": {sudoku.Unknown: 1, sudoku.Timeout: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, newHost(t, quick), name)
			o := runner.Options{Ask: runner.Ask{Timeout: 5 * time.Second, Workers: 1}}
			results, _ := collect(t.Context(), t, p, puzzles(len(verdicts)), o) // the error says that the parrot broke the protocol
			if got := tally(results); !maps.Equal(got, verdicts) {
				t.Errorf("verdicts %v, want %v", got, verdicts)
			}
		})
	}
}

// In order, a result that still waits is replaced before anybody has seen it.
func TestMissingAnswer(t *testing.T) {
	t.Parallel()
	for _, ordered := range []bool{false, true} {
		t.Run(fmt.Sprintf("ordered=%t", ordered), func(t *testing.T) {
			t.Parallel()
			p := open(t, newHost(t, quick), "mute")
			results, err := collect(t.Context(), t, p, puzzles(100, 40), runner.Options{Ordered: ordered})
			if err != nil {
				t.Fatal(err)
			}
			if got := tally(results); got[sudoku.Unknown] != 99 || results[40].Verdict != sudoku.Wrong {
				t.Errorf("verdicts %v, %v", got, results[40].Err)
			}
		})
	}
}

// A plugin that loses an answer while the input goes on is found out, too.
func TestMissingAnswerInEndlessInput(t *testing.T) {
	t.Parallel()
	p := open(t, newHost(t, quick), "mute")
	lost := make(chan struct{})
	input := func(yield func(runner.Item, error) bool) {
		for item, err := range puzzles(100, 40) {
			if !yield(item, err) {
				return
			}
		}
		<-lost
	}
	results := map[uint64]sudoku.Result{}
	err := p.Solve(t.Context(), input, runner.Options{}, func(n uint64, r sudoku.Result) error {
		if results[n] = r; r.Verdict == sudoku.Wrong {
			close(lost)
		}
		return nil
	})
	if err != nil || len(results) != 100 {
		t.Errorf("%d results, %v", len(results), err)
	}
}

func TestHostKilled(t *testing.T) {
	self, _ := os.Executable()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fakeEnv+"=host")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(io.LimitReader(out, 64))
	if err != nil {
		t.Fatal(err)
	}
	pids := regexp.MustCompile(`\d+`).FindAllString(string(text), -1)
	if len(pids) != 2 {
		t.Fatalf("the host said %q", text)
	}
	cmd.Process.Kill()
	cmd.Wait()
	for _, text := range pids {
		pid, _ := strconv.Atoi(text)
		eventually(t, "plugin "+text+" is gone", func() bool { return !running(pid) })
	}
}

// beHost opens two plugins, stops one of them, tells their process ids and waits for its end.
func beHost() {
	h := host.New(host.Options{})
	text := ""
	defer h.Close()
	for range 2 {
		p, err := h.Open(context.Background(), fakeConfig("honest"))
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		text = fmt.Sprint(text, " ", p.PID())
		defer syscall.Kill(p.PID(), syscall.SIGCONT)
		if text[0] == ' ' {
			syscall.Kill(p.PID(), syscall.SIGSTOP)
		}
	}
	fmt.Printf("%-64s", text)
	select {}
}
