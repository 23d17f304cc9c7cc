package plugintest_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// answerLine is what a well-behaved program prints to the only questions that the checks ask.
func answerLine(question string) string {
	switch question = strings.TrimSpace(question); {
	case strings.HasPrefix(question, "53..7"):
		return "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	case strings.HasPrefix(question, "8.2..3"):
		return "892743516564891273731625894658974321143258967927316458319462785475189632286537149"
	}
	return "none"
}

func polite(_ context.Context, text string, _ int, over bool) (plugintest.Talk, error) {
	t := plugintest.Talk{Ended: over}
	for _, q := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		t.Lines = append(t.Lines, answerLine(q))
	}
	return t, nil
}

// spoilt is polite in everything but what f does to what it said.
func spoilt(f func(text string, over bool, t *plugintest.Talk)) *plugintest.Process {
	return &plugintest.Process{Talk: func(ctx context.Context, text string, n int, over bool) (plugintest.Talk,
		error) {
		t, err := polite(ctx, text, n, over)
		f(text, over, &t)
		return t, err
	}}
}

// instance is one that leaves politely or not.
func instance(s *plugintest.Subject, politely bool) *plugintest.Process {
	return &plugintest.Process{Start: func(context.Context) (*plugintest.Instance, error) {
		return &plugintest.Instance{Subject: s, Leave: func() (bool, error) { return politely, nil }}, nil
	}}
}

// hoarder is an instance that has answered at once, and holds what held says of the number of puzzles.
func hoarder(held func(puzzles int64) int64) *plugintest.Process {
	return &plugintest.Process{Start: func(context.Context) (*plugintest.Instance, error) {
		asked := int64(0)
		s := &plugintest.Subject{Solve: func(_ context.Context, puzzles []*sudoku.Puzzle, _ runner.Ask) ([]plugintest.Answer, error) {
			asked += int64(len(puzzles))
			answers := make([]plugintest.Answer, len(puzzles))
			for i := range answers {
				answers[i].Err = sudoku.ErrGaveUp
			}
			return answers, nil
		}}
		return &plugintest.Instance{Subject: s, Memory: func() (int64, bool) { return held(asked), true },
			Leave: func() (bool, error) { return true, nil }}, nil
	}}
}

func TestProcessesAreHeldToTheirPromises(t *testing.T) {
	t.Parallel()
	s, err := plugintest.Direct(honestSpec())
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(string, bool, *plugintest.Talk) {}
	for _, c := range []struct {
		check      string
		good, evil *plugintest.Process
	}{
		{"lines/flush", spoilt(nothing), spoilt(func(_ string, over bool, t *plugintest.Talk) {
			if !over {
				t.Lines = nil
			}
		})},
		{"lines/one-each", spoilt(nothing), spoilt(func(_ string, _ bool, t *plugintest.Talk) {
			t.Lines = append([]string{"hello"}, t.Lines...)
		})},
		{"lines/one-each", spoilt(nothing), spoilt(func(_ string, _ bool, t *plugintest.Talk) {
			t.Lines[0], t.Lines[1] = t.Lines[1], t.Lines[0]
		})},
		{"lines/crlf", spoilt(nothing), spoilt(func(text string, _ bool, t *plugintest.Talk) {
			if strings.Contains(text, "\r") {
				t.Lines[0] = "unsupported"
			}
		})},
		{"lines/end", spoilt(nothing), spoilt(func(_ string, _ bool, t *plugintest.Talk) { t.Ended = false })},
		{"process/shutdown", instance(s, true), instance(s, false)},
		{"process/memory", hoarder(func(n int64) int64 { return min(n, 3000) << 14 }), // a heap that finds its size
			hoarder(func(n int64) int64 { return 200<<20 + n<<14 })}, // 16 KiB for each puzzle
		{"process/memory", hoarder(func(n int64) int64 { return 0 }),
			hoarder(func(n int64) int64 { return min(n, 400) << 20 })},
		{"process/two", instance(s, true), nil},
		{"process/orphan", orphan(true), orphan(false)},
	} {
		for _, p := range []struct {
			process *plugintest.Process
			broken  bool
		}{{c.good, false}, {c.evil, true}} {
			if p.process == nil {
				continue
			}
			s.Process = p.process
			err := find(t, c.check).Run(t.Context(), s, unhurried)
			if fault := (*plugintest.Fault)(nil); errors.As(err, &fault) != p.broken || err != nil && !p.broken {
				t.Errorf("%s, broken %v: %v", c.check, p.broken, err)
			}
		}
	}
}

// A process that is lost once may be the machine's fault; one that is lost whenever the check runs is the plugin's.
func TestLostProcessesAreAFaultIfTheyRecur(t *testing.T) {
	for lost, want := range map[int]string{0: "ok", 1: "ok", 2: "fault"} {
		s, err := plugintest.Direct(honestSpec())
		if err != nil {
			t.Fatal(err)
		}
		solve, losses := s.Solve, 0
		s.Process = &plugintest.Process{Losses: func() int { return losses }}
		s.Solve = func(ctx context.Context, puzzles []*sudoku.Puzzle, ask runner.Ask) ([]plugintest.Answer, error) {
			answers, err := solve(ctx, puzzles, ask)
			if losses < lost {
				losses++
				answers[0].Err = errors.New("no answer for 1.5s")
			}
			return answers, err
		}
		err = find(t, "solve/several").Run(t.Context(), s, plugintest.Setup{})
		if fault := (*plugintest.Fault)(nil); errors.As(err, &fault) != (want == "fault") || want == "ok" && err != nil {
			t.Errorf("lost %d times: %v", lost, err)
		}
	}
}

func orphan(gone bool) *plugintest.Process {
	return &plugintest.Process{Orphan: func(context.Context) (bool, error) { return gone, nil }}
}

func find(t *testing.T, name string) plugintest.Check {
	t.Helper()
	for _, c := range plugintest.Checks() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %q", name)
	return plugintest.Check{}
}
