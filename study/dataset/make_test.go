package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/hosted"
)

func TestMain(m *testing.M) {
	if bundled.Serve() {
		return // a test has started this program again as a plugin
	}
	os.Exit(m.Run())
}

func testEnv(t *testing.T) *work.Env {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	t.Cleanup(func() { h.Close() })
	env := hosted.Env(h, nil)
	env.Plugins = slices.Values([]string{"entropybt", "generate"})
	return env
}

// small is a request for a data set of a few chunks.
func small(dir string) MakeRequest {
	return MakeRequest{Dir: dir, Train: 300, Test: 60, Generator: "generate", Graders: []string{"redundancy", "rules"}, Metrics: []string{"se"},
		Bands: stats.Bands{Metric: "se", Borders: []float64{2}}, Order: sudoku.Order{Geometry: sudoku.Classic(), CluesMin: 22, CluesMax: 32, Seed: 5}, FileRows: 100}
}

// contents returns the files below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestMake makes a data set in one go, and once more with interruptions that leave rubbish: the files are the same, and
// nothing is in both splits.
func TestMake(t *testing.T) {
	env := testEnv(t)
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	card, err := Make(t.Context(), env, small(whole), nil)
	if err != nil {
		t.Fatal(err)
	}
	if card.Splits[train].Rows != 300 || card.Splits[test].Rows != 60 || card.Overlap != (OverlapRecord{}) {
		t.Errorf("%d and %d rows, in both: %+v", card.Splits[train].Rows, card.Splits[test].Rows, card.Overlap)
	}
	if n := card.Splits[train].Bands; n[0].Rows+n[1].Rows != 300 || n[0].Rows == 0 || n[1].Rows == 0 || n[2].Rows != 0 {
		t.Errorf("bands %+v", n)
	}
	for i := range 2 {
		ctx, stop := context.WithCancel(t.Context())
		rows := 0
		_, err := Make(ctx, env, small(parts), func(e work.Event) {
			if n, ok := e.(work.Advanced); ok {
				if rows += int(n); rows > 90*(i+1) {
					stop()
				}
			}
		})
		stop()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted: %v", err)
		}
		rubbish := map[string]string{progressName: `{"chunk":9`, dataName + "/" + wholefile.Unfinished + "1": "PAR1", dataName + "/train-00003.parquet": "PAR1"}
		for name, text := range rubbish {
			f, err := os.OpenFile(filepath.Join(parts, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString(text); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
	}
	if _, err := Make(t.Context(), env, small(parts), nil); err != nil {
		t.Fatal(err)
	}
	if a, b := contents(t, whole), contents(t, parts); !maps.Equal(a, b) {
		t.Errorf("the files differ: %q and %q", slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
	}
	before := contents(t, whole)
	if again, err := Make(t.Context(), env, small(whole), nil); err != nil || again.Splits[test].Rows != 60 {
		t.Errorf("made again: %v", err)
	}
	if !maps.Equal(before, contents(t, whole)) {
		t.Error("a complete data set is changed")
	}
	checkSound(t, env, whole)
	checkCard(t, whole, card)
}

// checkSound audits a data set: it finds nothing.
func checkSound(t *testing.T, env *work.Env, dir string) {
	t.Helper()
	sources, err := ParseSources([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	record, err := Audit(t.Context(), env, AuditRequest{Sources: sources}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := record.Files
	if !record.Sound() || len(f) != 2 || f[0].Name != filepath.Join(dir, "train") || f[0].Right != 300 || f[1].Right != 60 || len(record.Leaks) != 1 {
		t.Errorf("%+v, %+v, leaks %+v", f[0], f[1], record.Leaks)
	}
}

// checkCard compares the card on disk with the one returned.
func checkCard(t *testing.T, dir string, card *Card) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, cardName))
	if err != nil {
		t.Fatal(err)
	}
	var stored Card
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	if stored.Seed != 5 || stored.Licence != "CC0-1.0" || len(stored.Splits[train].Files) != len(card.Splits[train].Files) || stored.Splits[test].Rows != 60 {
		t.Errorf("the card is %s", text)
	}
	readme, err := os.ReadFile(filepath.Join(dir, readmeName))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"license: cc0-1.0", "path: data/test-*.parquet", "| all | 300 | 100 % | 60 | 100 % |",
		"sudokuctl dataset make FOLDER --train 300 --test 60 --seed 5 --clues 22..32 --metrics se --bands 'se=2' --file-rows 100"} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("the card lacks %q:\n%s", want, readme)
		}
	}
}

// A data set with one side only, and one of another geometry.
func TestOneSide(t *testing.T) {
	env := testEnv(t)
	for _, change := range []func(*MakeRequest){
		func(r *MakeRequest) { r.Train = 0 },
		func(r *MakeRequest) { r.Test = 0 },
		func(r *MakeRequest) {
			r.Train, r.Test = 20, 20
			r.Order = sudoku.Order{Geometry: geometry(t, "6"), Seed: 1}
		},
	} {
		req := small(filepath.Join(t.TempDir(), "set"))
		change(&req)
		card, err := Make(t.Context(), env, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if card.Splits[train].Rows != req.Train || card.Splits[test].Rows != req.Test {
			t.Errorf("%d and %d rows instead of %d and %d", card.Splits[train].Rows, card.Splits[test].Rows, req.Train, req.Test)
		}
	}
}

func geometry(t *testing.T, text string) *sudoku.Geometry {
	t.Helper()
	g, err := sudoku.ParseGeometry(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestBadRequests(t *testing.T) {
	env := testEnv(t)
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(t.TempDir(), "made")
	few := small(made)
	few.Train, few.Test = 5, 5
	if _, err := Make(t.Context(), env, few, nil); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*MakeRequest){
		"one row at least":                 func(r *MakeRequest) { r.Train, r.Test = 0, 0 },
		"a file has one row":               func(r *MakeRequest) { r.FileRows = 0 },
		"which is none of the metrics":     func(r *MakeRequest) { r.Bands.Metric = "ep" },
		`no grader has a metric "sa"`:      func(r *MakeRequest) { r.Metrics = []string{"se", "sa"} },
		"too many symmetries":              func(r *MakeRequest) { r.Order.Geometry = geometry(t, "10/l") },
		"is not empty":                     func(r *MakeRequest) { r.Dir = other },
		`("seed": 5 instead of "seed": 6)`: func(r *MakeRequest) { *r = few; r.Order.Seed = 6 },
	} {
		req := small(filepath.Join(t.TempDir(), "set"))
		change(&req)
		var request *work.RequestError
		if _, err := Make(t.Context(), env, req, nil); !errors.As(err, &request) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
