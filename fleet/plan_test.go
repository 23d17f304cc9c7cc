package fleet

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// libraryOf imports a file into a library.
func libraryOf(t *testing.T, path string) (*store.Store, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "library.db")
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	in, err := input.Parse(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Name = filepath.Base(path)
	if _, err := input.Import(t.Context(), s, input.ImportRequest{Input: in}, nil); err != nil {
		t.Fatal(err)
	}
	return s, file
}

// contentOf computes a plan in one go and returns the content hash.
func contentOf(t *testing.T, open job.Open, plan *Plan) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := RunShard(t.Context(), open, plan, Shard{0, 1}, dir, 1, nil); err != nil {
		t.Fatal(err)
	}
	s, err := Take(t.Context(), plan, dir, true, nil)
	if err != nil || !s.Whole() {
		t.Fatalf("%+v, %v", s, err)
	}
	return s.Content
}

// TestChoice plans for puzzles of a library that is gone when they are computed: the rows are those of the file that the
// library had them from.
func TestChoice(t *testing.T) {
	ctx, open, path := t.Context(), opener(t), inputFile(t, t.TempDir(), 36)
	s, file := libraryOf(t, path)
	dir := t.TempDir()
	plan := func(where string) (*Plan, error) {
		r := request(path)
		r.Inputs, r.Library = nil, &Choice{Library: file, Where: where, Puzzles: s.List(ctx, store.Filter{Where: where}), Dir: dir}
		return MakePlan(ctx, open, r, nil)
	}
	all, err := plan("")
	if err != nil {
		t.Fatal(err)
	}
	again, err := plan("")
	if err != nil || again.ID() != all.ID() {
		t.Errorf("the same choice makes two plans, %v", err)
	}
	some, err := plan("line > 20")
	if err != nil {
		t.Fatal(err)
	}
	if in := some.Inputs[0]; in.Kind != FromLibrary || in.Name != "library.db" || in.Where != "line > 20" || filepath.Dir(in.Path) != dir ||
		some.Records() >= all.Records() || some.Chunks[0].Bytes == 0 {
		t.Errorf("%+v of %d puzzles", in, all.Records())
	}
	if _, err := plan("clues > 100"); !errors.As(err, new(*work.RequestError)) {
		t.Errorf("no puzzle fits: %v", err)
	}
	if _, err := plan("no_such_metric > 1"); !errors.As(err, new(*store.WhereError)) {
		t.Errorf("a bad condition: %v", err)
	}
	if left, err := os.ReadDir(dir); len(left) != 2 || err != nil {
		t.Errorf("%v in the folder instead of two copies, %v", left, err)
	}

	if err := errors.Join(s.Close(), os.Remove(file)); err != nil {
		t.Fatal(err)
	}
	whole, err := MakePlan(ctx, open, request(path), nil)
	if err != nil {
		t.Fatal(err)
	}
	if contentOf(t, open, all) != contentOf(t, open, whole) {
		t.Error("rows of the library and of its file differ")
	}

	text, err := os.ReadFile(all.Inputs[0].Path)
	if err == nil {
		text[len(text)/2]++
		err = os.WriteFile(all.Inputs[0].Path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(ctx, open, all, Shard{0, 1}, t.TempDir(), 1, nil); !errors.Is(err, ErrChanged) {
		t.Errorf("the copy was changed: %v", err)
	}
}

// listed are puzzles as a library lists them.
func listed(t *testing.T, puzzles ...[2]string) iter.Seq2[*store.Listed, error] {
	t.Helper()
	var all []*store.Listed
	for _, text := range puzzles {
		p, err := sudoku.ParsePuzzle(text[0])
		if err != nil {
			t.Fatal(err)
		}
		p.Name = text[1]
		all = append(all, &store.Listed{Item: store.Item{Puzzle: p}})
	}
	return func(yield func(*store.Listed, error) bool) {
		for _, l := range all {
			if !yield(l, nil) {
				return
			}
		}
	}
}

// TestChoiceKeepsPuzzles copies puzzles of other geometries, with soft clues and with names of all kinds.
func TestChoiceKeepsPuzzles(t *testing.T) {
	puzzles := [][2]string{
		{"1..4.4..4..2.34.", `a file "with blanks", commas.txt:12`},
		{"4/j:1..4.4..4..2.34.:AABBAABBCCDDCCDD", "ж.jsonl"},
		{"4+x:1..............3", ""},
		{"1.{2:0.5,3:0.5}4.4..4..2.34.", "soft.sdk:7"},
	}
	open, dir := opener(t), t.TempDir()
	plan, err := MakePlan(t.Context(), open, PlanRequest{Library: &Choice{Library: "x.db", Puzzles: listed(t, puzzles...), Dir: dir},
		Graders: []string{"guesser"}, Records: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(t.Context(), open, plan, Shard{0, 1}, dir, 1, nil); err != nil {
		t.Fatal(err)
	}
	var got [][2]string
	for chunk := range plan.Chunks {
		p, err := part.Open(filepath.Join(dir, part.Name(chunk)))
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range p.Rows() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, [2]string{r.Puzzle.String(), r.Puzzle.Name})
		}
		p.Close()
	}
	var want [][2]string
	for _, text := range puzzles {
		p, err := sudoku.ParsePuzzle(text[0])
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, [2]string{p.String(), text[1]})
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q became %q", want, got)
	}
}

// TestChoiceOfALibraryThatFails leaves no file.
func TestChoiceOfALibraryThatFails(t *testing.T) {
	bad, dir := errors.New("disk I/O error"), t.TempDir()
	some := listed(t, [2]string{"1..4.4..4..2.34.", "a:1"})
	puzzles := func(yield func(*store.Listed, error) bool) {
		for l := range some {
			yield(l, nil)
		}
		yield(nil, bad)
	}
	for _, choice := range []Choice{{Library: "x.db", Puzzles: puzzles, Dir: dir},
		{Library: "x.db", Puzzles: some, Dir: filepath.Join(dir, "none")}} {
		_, err := MakePlan(t.Context(), opener(t), PlanRequest{Library: &choice, Graders: []string{"guesser"}}, nil)
		if err == nil || choice.Dir == dir && !errors.Is(err, bad) {
			t.Errorf("planning: %v", err)
		}
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("it left %v, %v", left, err)
	}
}
