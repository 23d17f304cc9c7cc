package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/check"
	"github.com/sudokuctl/sudokuctl/work/explain"
	"github.com/sudokuctl/sudokuctl/work/grade"
	"github.com/sudokuctl/sudokuctl/work/hosted"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/solve"
)

func TestMain(m *testing.M) {
	if bundled.Serve() {
		return // a test has started this program again as a plugin
	}
	os.Exit(m.Run())
}

const classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// subjects are puzzles of every verdict and of other geometries.
var subjects = map[string]string{
	"classic":  classic,
	"multiple": "1.3............4", "impossible": "12..3.4.........", "invalid": "11..............", "solved": "1234341221434321",
	"diagonals": "9+x:.7..8.6...832......6.............3.1..6..........45.9....8.3.....14..2.5.........", "soft": "{12}..............4", "six": "1.3.5.456.....1...3.6.5.2....4..6...",
}

func newEngine(t *testing.T) *Engine {
	t.Helper()
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// answers returns the records of an answer as JSON, one a line.
func answers(t *testing.T, e *Engine, ask *Ask) (string, error) {
	t.Helper()
	var b bytes.Buffer
	err := e.Answer(ask, func(record any) bool {
		write(t, &b, record)
		return true
	})
	return b.String(), err
}

func write(t *testing.T, b *bytes.Buffer, record any) {
	t.Helper()
	if err := work.WriteLine(b, record); err != nil {
		t.Error(err)
	}
}

// What the engine answers in this process is what plugins answer to the command line.
func TestAnswersOfPlugins(t *testing.T) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := hosted.Env(h, nil)
	env.Plugins = slices.Values([]string{"entropybt", "rules"})
	opened := map[string]job.Plugin{}
	open := env.Open
	env.Open = func(ctx context.Context, id string, settings map[string]any) (p job.Plugin, err error) {
		if opened[id] == nil {
			opened[id], err = open(ctx, id, settings)
		}
		return opened[id], err
	}
	e := newEngine(t)
	ctx := t.Context()
	asked := map[string]func(p *sudoku.Puzzle, b *bytes.Buffer) error{
		"solve": func(p *sudoku.Puzzle, b *bytes.Buffer) error {
			req := solve.Request{Inputs: []*input.Input{input.Text(p.String())}, Ask: sudoku.Ask{Limit: 2}}
			_, err := solve.Run(ctx, env, req, nil, func(solver sudoku.Info, r *sudoku.Result) error {
				solved := record.NewSolve(solver, r, 2, false)
				solved.Name, solved.SelfNs = "", 0
				write(t, b, solved)
				return nil
			})
			return err
		},
		"grade": func(p *sudoku.Puzzle, b *bytes.Buffer) error {
			grading, err := grade.Open(ctx, env, grade.Request{Graders: []string{"entropybt", "rules", "redundancy"}})
			if err != nil {
				return err
			}
			records, err := grading.Measure(ctx, []*sudoku.Puzzle{p})
			if err == nil {
				write(t, b, records[0])
			}
			return err
		},
		"explain": func(p *sudoku.Puzzle, b *bytes.Buffer) error {
			req := explain.Request{Inputs: []*input.Input{input.Text(p.String())}}
			_, err := explain.Puzzles(ctx, env, req, nil, record.Events{
				Puzzle: func(*sudoku.Puzzle) error { return nil },
				Step: func(before *record.Replay, s sudoku.Step, n int) error {
					write(t, b, record.NewStep(before.Puzzle, s, n))
					return nil
				},
				End: func(_ *record.Replay, o *record.Outcome) error {
					o.Name = ""
					write(t, b, o)
					return nil
				},
			})
			return err
		},
		"check": func(p *sudoku.Puzzle, b *bytes.Buffer) error {
			req := check.Request{Inputs: []*input.Input{input.Text(p.String())}, Most: record.MostCounted}
			_, err := check.Run(ctx, env, req, nil, func(r *record.Check) error {
				r.Name = ""
				write(t, b, r)
				return nil
			})
			return err
		},
	}
	for name, puzzle := range subjects {
		p, err := sudoku.ParsePuzzle(puzzle)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for what, of := range asked {
			var want bytes.Buffer
			if err := of(p, &want); err != nil {
				t.Errorf("%s %s: %v", what, name, err)
				continue
			}
			var got bytes.Buffer
			err := e.Answer(&Ask{Do: what, Puzzle: puzzle, Seed: 1}, func(r any) bool {
				if solved, ok := r.(record.Solve); ok {
					solved.SelfNs = 0
					r = solved
				}
				write(t, &got, r)
				return true
			})
			if err != nil || got.String() != want.String() {
				t.Errorf("%s %s: %v\n%s\nwant\n%s", what, name, err, got.String(), want.String())
			}
		}
	}
}

func TestHint(t *testing.T) {
	e := newEngine(t)
	for puzzle, want := range map[string]string{
		subjects["solved"]: "the puzzle is solved", subjects["multiple"]: "several solutions", subjects["impossible"]: "no solution",
		subjects["invalid"]: "clash", "xyz": "not a puzzle", "": "no puzzle",
	} {
		if got, err := answers(t, e, &Ask{Do: "hint", Puzzle: puzzle}); puzzle != subjects["multiple"] && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %s, %v, want %q", puzzle, got, err, want)
		}
	}
	where, err := answers(t, e, &Ask{Do: "hint", Puzzle: classic, Level: "where"})
	if err != nil || !strings.HasPrefix(where, `{"where":"`) || strings.Contains(where, "technique") {
		t.Errorf("%s %v", where, err)
	}
}

// A list of steps takes in what was entered and struck.
func TestSteps(t *testing.T) {
	e := newEngine(t)
	const small = "2.14........4..2"
	all, err := answers(t, e, &Ask{Do: "steps", Puzzle: small})
	if err != nil || strings.Count(all, "\n") < 5 {
		t.Fatalf("%s %v", all, err)
	}
	entered, err := answers(t, e, &Ask{Do: "steps", Puzzle: small, Values: "2314........4..2"})
	if err != nil || strings.Contains(entered, `"place":[["r1c2",3]]`) || !strings.Contains(all, `"place":[["r1c2",3]]`) {
		t.Errorf("%s %v", entered, err)
	}
	for _, bad := range []Ask{{Values: "9+x:" + strings.Repeat(".", 81)}, {Values: "3..............."}, {Marks: []string{"1"}}, {Marks: strings.Split("x"+strings.Repeat(",", 15), ",")}} {
		bad.Do, bad.Puzzle = "steps", small
		if got, err := answers(t, e, &bad); err == nil {
			t.Errorf("%+v: %s", bad, got)
		}
	}
}

// Nobody waits longer than they want to: 35 empty rows of 36 would take for ever.
func TestTimeout(t *testing.T) {
	e := newEngine(t)
	got, err := answers(t, e, &Ask{Do: "solve", Puzzle: strings.Repeat(".", 256), Limit: 1_000_000_000, Timeout: time.Millisecond})
	if err != nil || !strings.Contains(got, "deadline exceeded") {
		t.Errorf("%.300s %v", got, err)
	}
}

func TestUnknownRequest(t *testing.T) {
	if got, err := answers(t, newEngine(t), &Ask{Do: "dance", Puzzle: classic}); err == nil || !strings.Contains(err.Error(), "dance") {
		t.Errorf("%s %v", got, err)
	}
}

// Every record of every answer has as plain values what it has as JSON.
func TestPlain(t *testing.T) {
	e := newEngine(t)
	for name, puzzle := range subjects {
		for _, do := range Names {
			err := e.Answer(&Ask{Do: do, Puzzle: puzzle, Order: Order{Geometry: "4"}}, func(r any) bool {
				text, err := json.Marshal(r)
				if err != nil {
					t.Fatal(err)
				}
				var want any
				if err := json.Unmarshal(text, &want); err != nil {
					t.Fatal(err)
				}
				if got := Plain(r); !reflect.DeepEqual(got, want) {
					t.Errorf("%s %s:\n%v\nwant\n%v", do, name, got, want)
				}
				return true
			})
			if err != nil && do != "hint" && do != "steps" {
				t.Errorf("%s %s: %v", do, name, err)
			}
		}
	}
	if got := Plain(map[int][]int{3: nil}); !maps.Equal(got.(map[string]any), map[string]any{"3": nil}) {
		t.Errorf("%v", got)
	}
}
