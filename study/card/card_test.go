package card

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/dataset"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

const (
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

func sources(t *testing.T, name, text string) []*dataset.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := dataset.ParseSources([]string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// testEnv has a solver that knows single candidates and places alone.
func testEnv() *work.Env {
	env := worktest.Env("entropybt")
	env.Open = func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
		if id == "singles" {
			return worktest.Open(ctx, "rules", map[string]any{"techniques": "naked_single,hidden_single"})
		}
		return worktest.Open(ctx, id, settings)
	}
	return env
}

// A solver that gives up on hard puzzles, beside one that solves all.
func TestMake(t *testing.T) {
	req := Request{Tests: sources(t, "test.txt", easy+"\n"+hard+"\n"+strings.Repeat(".", 81)+"\nnothing\n"),
		Training: sources(t, "train.txt", strings.NewReplacer("1", "2", "2", "1").Replace(easy)+"\n"), Most: 10, Images: 3,
		Solvers: []string{"singles", "dlx"}, Graders: []string{"redundancy", "rules"}, Bands: stats.Bands{Metric: "se", Borders: []float64{2, 5}},
		Ask: sudoku.Ask{Seed: 7, Timeout: 10 * time.Minute}}
	r, err := Make(t.Context(), testEnv(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []BandRecord{{"<2", 1}, {"2..5", 0}, {">=5", 1}, {"unrated", 0}}; r.Puzzles != 2 || r.LeftOut != 2 || !slices.Equal(r.Sizes, want) {
		t.Errorf("%d puzzles, %d left out, %v", r.Puzzles, r.LeftOut, r.Sizes)
	}
	half, whole := stats.ShareOf(1, 2), stats.ShareOf(2, 2)
	singles, dlx := r.Solvers[0], r.Solvers[1]
	if singles.ID != "rules" || singles.Solved != half || singles.GaveUp != 1 || singles.Consistent != whole || singles.All != half || singles.Any != half ||
		singles.Bands[0] != stats.ShareOf(1, 1) || singles.Bands[2] != stats.ShareOf(0, 1) {
		t.Errorf("%+v", singles)
	}
	if dlx.Solved != whole || dlx.All != whole || dlx.GaveUp+dlx.Wrong+dlx.Timeout != 0 || dlx.SelfNs <= 0 {
		t.Errorf("%+v", dlx)
	}
	if len(r.Leaks) != 1 || r.Leaks[0].Puzzles.Hits != 1 || r.Leaks[0].Solutions.Hits != 1 {
		t.Errorf("leaks %+v", r.Leaks)
	}
	var text strings.Builder
	if err := r.Markdown(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 puzzles with one solution from ", ", 2 others left out; 3 random images of each (seed 7); at most 10m0s for a puzzle",
		"| 50.0 % (9.5–90.5) | 0 | 1 | 0 |", "| solver | se <2 (1) | se >=5 (1) |\n|---|---:|---:|\n| rules | 100.0 % (20.7–100.0) | 0.0 % (0.0–79.3) |",
		"| dlx | 100.0 % (34.2–100.0) | 100.0 % (34.2–100.0) | 100.0 % (34.2–100.0) |", "test.txt | 1 of 3 | 1 of 2 |"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the card lacks %q:\n%s", want, text.String())
		}
	}
}

// Verdicts of a puzzle and its images are counted together.
func TestConsistency(t *testing.T) {
	c := &carding{Request: Request{Images: 2}, puzzles: make([]*sudoku.Puzzle, 4), bands: []int{0, 0, 0, 1},
		record: &Record{Sizes: []BandRecord{{"a", 3}, {"b", 1}}}}
	var r SolverRecord
	c.count(&r, []sudoku.Verdict{
		sudoku.Solved, sudoku.Solved, sudoku.Unique,
		sudoku.Solved, sudoku.Wrong, sudoku.Solved,
		sudoku.Wrong, sudoku.Unknown, sudoku.Timeout,
		sudoku.Impossible, sudoku.Solved, sudoku.Crashed,
	})
	if r.Solved.Hits != 2 || r.Consistent.Hits != 2 || r.All.Hits != 1 || r.Any.Hits != 3 || r.Wrong != 2 || r.Bands[0].Hits != 2 || r.Bands[1].Hits != 0 {
		t.Errorf("%+v", r)
	}
}

func TestBadRequests(t *testing.T) {
	env := testEnv()
	good := Request{Most: 1, Solvers: []string{"dlx"}, Graders: []string{"rules"}, Bands: stats.Bands{Metric: "se"}}
	for want, change := range map[string]func(*Request){
		"one puzzle at least":                  func(r *Request) { r.Most = 0 },
		"no fewer than 0 images":               func(r *Request) { r.Images = -1 },
		"no solvers":                           func(r *Request) { r.Solvers = nil },
		"no puzzles with a single solution":    func(r *Request) { r.Tests = sources(t, "test.txt", strings.Repeat(".", 81)) },
		`no grader of rules has a metric "sa"`: func(r *Request) { r.Tests = sources(t, "test.txt", easy); r.Bands.Metric = "sa" },
	} {
		req := good
		change(&req)
		var request *work.RequestError
		if _, err := Make(t.Context(), env, req, nil); !errors.As(err, &request) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
