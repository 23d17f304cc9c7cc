package job

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// silent is a solver that finds nothing.
type silent struct{}

func (silent) Solve(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return sudoku.Stats{}, nil
}

// TestMain serves the plugin, if this program is started for that.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve-silent" {
		plugin.Serve(spec.Spec{
			Info: sudoku.Info{ID: "silent", Name: "silent", Version: "1.0.0", Settings: []sudoku.Setting{
				{Name: "a", Default: 1, Min: 0, Max: 9}, {Name: "b", Default: "x", Enum: []string{"x", "y"}}}},
			Solver: func(sudoku.Settings) (sudoku.Solver, error) { return silent{}, nil },
		})
		return
	}
	os.Exit(m.Run())
}

// opener opens the plugin of this program.
func opener(t *testing.T) func(ctx context.Context, id string, settings map[string]any) (Plugin, error) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := host.New(host.Options{BundledIDs: []string{"silent"},
		Bundled: func(id string) ([]string, bool) { return []string{self, "serve-silent"}, id == "silent" }})
	t.Cleanup(func() { h.Close() })
	return func(ctx context.Context, id string, settings map[string]any) (Plugin, error) {
		return h.Open(ctx, host.Config{ID: id, Settings: settings})
	}
}

func TestOpen(t *testing.T) {
	ctx, open := t.Context(), opener(t)
	p, err := open(ctx, "silent", map[string]any{"a": 3})
	if err != nil {
		t.Fatal(err)
	}
	planned, err := Of(p, Solve, sudoku.Ask{Limit: 2})
	if err == nil {
		err = planned.Pin(ctx, p)
	}
	if err != nil || planned.SHA256 != "" {
		t.Fatalf("%+v: %v", planned, err)
	}
	for name, c := range map[string]struct {
		change func(*Task)
		what   string // in which the plugin here is another
	}{
		"the same":         {func(*Task) {}, ""},
		"another layout":   {func(t *Task) { t.Settings = json.RawMessage(` { "b": "x", "a": 3 } `) }, ""},
		"settings left":    {func(t *Task) { t.Settings = json.RawMessage(`{"a": 3}`) }, "settings"},
		"another version":  {func(t *Task) { t.Version = "0.9.0" }, "version"},
		"another program":  {func(t *Task) { t.Probe, t.Checksum = "", "0123" }, "program"},
		"an old plan":      {func(t *Task) { t.Probe, t.SHA256 = "", "0123" }, "program"},
		"other answers":    {func(t *Task) { t.Probe = "0123" }, "answers to built-in puzzles"},
		"invalid settings": {func(t *Task) { t.Settings = json.RawMessage(`{`) }, "error"},
		"unknown plugin":   {func(t *Task) { t.Plugin = "loud" }, "error"},
		"cannot grade":     {func(t *Task) { t.Kind = Grade }, "error"},
	} {
		task := planned
		c.change(&task)
		p, err := task.Open(ctx, open)
		var mismatch *MismatchError
		switch {
		case c.what == "" && (err != nil || p.ID() != "silent"):
			t.Errorf("%s: %v", name, err)
		case c.what == "error" && (err == nil || errors.As(err, &mismatch)):
			t.Errorf("%s: %v", name, err)
		case c.what != "" && c.what != "error" && (!errors.As(err, &mismatch) || mismatch.What != c.what):
			t.Errorf("%s: %v, want another %s", name, err, c.what)
		}
	}
}
