package bridge

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// speakerFake returns the Program of a fake that speaks JSON lines.
func speakerFake(t testing.TB, role string) *Program {
	p := fake(t, role, Auto)
	p.Protocol, p.Complete, p.Deterministic, p.Powers = protocolJSON, false, false, nil
	p.Version, p.Licence = unversioned, unlicensed
	return p
}

func TestASpeakerKeepsThePromises(t *testing.T) {
	t.Parallel()
	spec, err := Spec(t.Context(), speakerFake(t, "speaker"))
	if err != nil {
		t.Fatal(err)
	}
	s, stop, err := plugintest.Across(t.Context(), spec)
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
}

func TestTheManifestCountsAndTheGreetingCompletes(t *testing.T) {
	t.Parallel()
	p := speakerFake(t, "speaker")
	p.Version, p.Complete, p.Powers, p.Shapes = "9.9.9", true, []sudoku.Power{sudoku.PowerSolve}, []string{"4"}
	spec, err := Spec(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	i := spec.Describe()
	if i.Version != "9.9.9" || i.Summary != "speaks" || i.Licence != "MIT" || len(i.Powers) != 1 ||
		!i.Complete || i.Deterministic || len(i.Shapes) != 1 || len(i.Metrics) != 1 || len(i.Settings) != 1 {
		t.Errorf("%+v", i)
	}
}

func TestSettingsReachTheProgram(t *testing.T) {
	t.Parallel()
	described, err := Spec(t.Context(), speakerFake(t, "speaker"))
	if err != nil {
		t.Fatal(err)
	}
	empty := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	for _, digit := range []int{3, 1, 4} {
		s, err := described.Solver(sudoku.Settings{"first": digit})
		if err != nil {
			t.Fatal(err)
		}
		s.(spec.Limiter).Limit(1) // it ends by itself: one that is cancelled has little time for its last output
		r := sudoku.Solve(t.Context(), s, empty, 1, true)
		if r.Err != nil || len(r.Solutions) != 1 || int(r.Solutions[0][0]) != digit {
			t.Errorf("%d: %+v", digit, r)
		}
		if r.Stats.Guesses != 1 || len(r.Stats.Extra) != 1 {
			t.Errorf("stats %+v", r.Stats)
		}
	}
}

// TestBadSpeakersAreNamed tells what a program did wrong; none of them keeps the bridge waiting.
func TestBadSpeakersAreNamed(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]string{
		"prattler":   `"hello, world" is not a message`,
		"misspeller": `is not a message: unknown key "solution"`,
		"quitter":    "exit status 4; its last output: out of ideas",
		"crasher":    "exit status 3; its last output: segmentation fault",
	} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			spec, err := Spec(t.Context(), speakerFake(t, role))
			if err == nil {
				var s sudoku.Solver
				if s, err = spec.Solver(nil); err == nil {
					_, err = s.Solve(t.Context(), puzzle(t, uniqueText), func(sudoku.Grid) bool { return true })
				}
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v; want %q", err, want)
			}
		})
	}
}

// A line that is no message is an error also of a process that has answered before: it is not at its end.
func TestALaterLineThatIsNoMessage(t *testing.T) {
	t.Parallel()
	spec, err := Spec(t.Context(), speakerFake(t, "rambler"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Solver(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		_, err := s.Solve(t.Context(), puzzle(t, uniqueText), func(sudoku.Grid) bool { return true })
		if bad := err != nil && strings.Contains(err.Error(), `"thinking" is not a message`); bad != (i > 0) {
			t.Errorf("request %d: %v", i+1, err)
		}
	}
}

// TestWhoDoesNotCancelIsReplaced stops a program that prints for ever: its puzzle has what it has found, and
// the next one is asked of a new process.
func TestWhoDoesNotCancelIsReplaced(t *testing.T) {
	t.Parallel()
	spec, err := Spec(t.Context(), speakerFake(t, "stubborn"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Solver(nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := 0
		_, err := s.Solve(t.Context(), puzzle(t, uniqueText), func(sudoku.Grid) bool { n++; return n < 3 })
		if n != 3 || err != nil {
			t.Errorf("%d grids, %v", n, err)
		}
	}
}

func TestOptionsAreTyped(t *testing.T) {
	t.Parallel()
	low, high := 1.0, 9.0
	for _, c := range []struct {
		option manifest.Option
		kind   string // of the setting, "" = refused
	}{
		{manifest.Option{Name: "a", Default: 3.0}, "integer"}, {manifest.Option{Name: "a", Default: 3}, "integer"},
		{manifest.Option{Name: "a", Default: 0.5}, "number"}, {manifest.Option{Name: "a", Default: 3.0, Type: "number"}, "number"},
		{manifest.Option{Name: "a", Default: "x", Enum: []string{"x", "y"}}, "string"},
		{manifest.Option{Name: "a", Default: true}, "boolean"},
		{manifest.Option{Name: "a", Default: "x", Enum: []string{"y"}}, ""},
		{manifest.Option{Name: "a", Default: 0.5, Type: "integer"}, ""},
		{manifest.Option{Name: "a", Default: 10.0, Min: &low, Max: &high}, ""}, {manifest.Option{Name: "a", Default: nil}, ""},
		{manifest.Option{Name: "limit", Default: 1.0}, ""}, {manifest.Option{Name: "a", Default: "x", Type: "boolean"}, ""},
	} {
		s, err := settingOf(c.option)
		if kind := s.Type(); err == nil && kind != c.kind || (err != nil) != (c.kind == "") {
			t.Errorf("%+v: %s, %v", c.option, kind, err)
		}
	}
}

func TestOptionsReachALineProgram(t *testing.T) {
	t.Parallel()
	p := &Program{Manifest: manifest.Manifest{ID: "x", Run: []string{"echo", "--depth={depth}", "{bold}"},
		Options: []manifest.Option{{Name: "depth", Default: 3.0}, {Name: "bold", Default: false}}}}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	q, env := p.with(sudoku.Settings{"depth": 7, "bold": true})
	if q.Run[1] != "--depth=7" || q.Run[2] != "true" || env[0] != "SUDOKUCTL_OPTION_DEPTH=7" {
		t.Error(q.Run, env)
	}
}

// BenchmarkJSON is what a puzzle costs with a program of JSON lines that answers at once.
func BenchmarkJSON(b *testing.B) {
	spec, err := Spec(b.Context(), speakerFake(b, "reflector"))
	if err != nil {
		b.Fatal(err)
	}
	s, err := spec.Solver(nil)
	if err != nil {
		b.Fatal(err)
	}
	p := puzzle(b, uniqueText)
	for b.Loop() {
		if _, err := s.Solve(b.Context(), p, func(sudoku.Grid) bool { return true }); err != sudoku.ErrGaveUp {
			b.Fatal(err)
		}
	}
}

// A request that the program does not read, and that no pipe has room for, keeps nobody waiting beyond the time for its puzzle.
func TestARequestThatIsNotRead(t *testing.T) {
	t.Parallel()
	described, err := Spec(t.Context(), speakerFake(t, "greeter"))
	if err != nil {
		t.Fatal(err)
	}
	solver, err := described.Solver(sudoku.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	g := sudoku.MustGeometry("25^3")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err = solver.Solve(ctx, sudoku.MustPuzzle(g, nil), func(sudoku.Grid) bool { return true })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ended with %v", err)
	}
}

func TestLinkKindsHaveNames(t *testing.T) {
	for k := sudoku.WeakLink; k <= sudoku.LostLink; k++ {
		if got, err := linkKind(k.String()); got != k || err != nil {
			t.Errorf("%v was read as %v, %v", k, got, err)
		}
	}
	for _, bad := range []string{"", "Weak", "LinkKind(9)"} {
		if got, err := linkKind(bad); err == nil {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}
