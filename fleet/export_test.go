package fleet

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

func library(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// known returns what a library knows of its puzzles, in the same order for every library.
func known(t *testing.T, s *store.Store) (all []string) {
	t.Helper()
	for l, err := range s.List(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range l.Grades {
			if strings.HasPrefix(g.By, stated+" ") {
				l.Grades[i].By, l.Grades[i].Settings = "", "" // the file that stated it is the part then
			}
		}
		all = append(all, fmt.Sprint(l.Puzzle, l.Puzzle.Name, l.Solution, l.Grades, l.Tags))
	}
	slices.Sort(all)
	return all
}

// export writes what a library knows as a part.
func export(t *testing.T, s *store.Store) (path string, done Exported) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if done, err = Export(t.Context(), &work.Env{Store: s}, store.Filter{}, f); err != nil {
		t.Fatal(err)
	}
	return path, done
}

// TestExport brings a library into another by way of a part: puzzles, solutions and grades with who measured them.
func TestExport(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 100)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(ctx, open, plan, Shard{0, 1}, dir, 0, nil); err != nil {
		t.Fatal(err)
	}
	first := library(t)
	if _, err := MergeInto(ctx, plan, dir, first, "test", nil); err != nil {
		t.Fatal(err)
	}
	rated := input.Reader("rated.csv", strings.NewReader("puzzle,rating\n"+solved6+",4.5\n"))
	if _, err = input.Import(ctx, first, input.ImportRequest{Input: rated}, nil); err != nil {
		t.Fatal(err)
	}
	path, done := export(t, first)
	want := known(t, first)
	if int(done.Puzzles) != len(want) || done.LeftOut != 0 || !strings.Contains(fmt.Sprint(want), "imported_rating 4.5") {
		t.Errorf("%+v of %d", done, len(want))
	}
	second := library(t)
	for i, answers := range []int{len(want) - 1, 0} { // all but the one that was not graded
		merged, err := ImportPart(ctx, path, second, nil, "", "test")
		if err != nil || merged.Puzzles != done.Puzzles || merged.Answers != int64(answers) {
			t.Errorf("import %d: %+v, %v", i, merged, err)
		}
	}
	if got := known(t, second); !slices.Equal(got, want) {
		t.Errorf("%s\ninstead of\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if problems, err := second.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("%v: %v", problems, err)
	}
}

// TestImportPartOfPlan keeps the answers of solvers too.
func TestImportPartOfPlan(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 30)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(ctx, open, plan, Shard{0, 1}, dir, 0, nil); err != nil {
		t.Fatal(err)
	}
	s := library(t)
	merged, err := ImportPart(ctx, filepath.Join(dir, part.Name(0)), s, []string{"far"}, "CC0-1.0", "test")
	if err != nil || merged.New != 30 || merged.Answers != 60 {
		t.Errorf("%+v: %v", merged, err)
	}
	if _, err := ImportPart(ctx, filepath.Join(dir, "in.txt"), s, nil, "", "test"); err == nil {
		t.Error("a text is imported as a part")
	}
}
