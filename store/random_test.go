package store_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// conditions are such that one, few, many or all puzzles meet them, of one grader's, both graders', and other tables.
var conditions = []string{
	"", "se >= 5", "se >= 9.9", "se == 5 && information_entropy == 7", "se >= 9 || information_entropy > 60", "!(se > 0.1)",
	"information_entropy != 3", "id == 77", "id > 4990", "id >= 2500 && se < 0.2", "clues < 3", "clues >= 30", "clues >= 30 && se >= 9.8", `tag == "x"`,
	`tag == "x" && se < 0.5`, `uses("x_wing")`, `uses("x_wing") && information_entropy < 20`, `level == "hard"`, `verdict == "unique"`,
	`verdict != "unique" || se >= 9.9`, `source == "a" && se >= 9.9`, `geometry == "9" && se >= 9.9`, `time("x") < 1.101us`, `symmetry == "none" && se >= 9.9`,
	"dup", "disputed || se >= 9.9", `techniques == "x_wing,naked_pair"`,
}

// twiceGraded returns a library with two graders, the second of which has graded two puzzles of three, and with deleted puzzles.
func twiceGraded(t *testing.T, n int) *store.Store {
	t.Helper()
	s := gradedLibrary(t, n)
	grader := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("entropybt", "1", "information_entropy"), Grade: true})
	for items, err := range grader.Pending(t.Context(), store.Selection{}, n) {
		if err != nil {
			t.Fatal(err)
		}
		var graded []store.Graded
		for _, i := range items {
			if i.ID%3 != 0 {
				graded = append(graded, store.Graded{ID: i.ID, Grades: []sudoku.Grade{{Metric: "information_entropy", Value: float64(i.ID % 70)}}})
			}
		}
		if err := grader.SaveGrades(t.Context(), graded); err != nil {
			t.Fatal(err)
		}
	}
	deleted := []int64{5, 99}
	for id := int64(1001); id < 1100; id++ {
		deleted = append(deleted, id)
	}
	must(s.Delete(t.Context(), deleted...))(t)
	return s
}

// TestRandom compares what is drawn with all that a listing has, in the order of the seed.
func TestRandom(t *testing.T) {
	const puzzles = 5_000
	s := twiceGraded(t, puzzles)
	for _, indexed := range []bool{false, true} {
		if indexed {
			if err := s.IndexMetrics(t.Context(), "se", "techniques", "information_entropy"); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range filters() {
			var all []int64
			for l, err := range s.List(t.Context(), f) {
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, l.ID)
			}
			for _, n := range []int{1, 4, 100, 1 << 30} {
				seed := uint64(n)
				got := must(s.Random(t.Context(), f, n, seed))(t)
				if want := store.First(all, puzzles, seed, n); !slices.Equal(got, want) {
					t.Errorf("%q, indexed %v: drew %d of %d puzzles, %v…, want %d, %v…", f.Where, indexed, len(got), n, got[:min(3, len(got))],
						len(want), want[:min(3, len(want))])
				}
			}
		}
	}
}

func filters() (all []store.Filter) {
	for _, where := range conditions {
		all = append(all, store.Filter{Where: where, Levels: bandsOfSE})
	}
	for _, where := range []string{"", "se >= 5"} {
		all = append(all, store.Filter{Where: where, IDs: []int64{3, 5, 60, 61, 62}}, store.Filter{Where: where, Deleted: true},
			store.Filter{Where: where, Selection: store.Selection{Sources: []int64{1}}}, store.Filter{Where: where, Selection: store.Selection{Sources: []int64{}}},
			store.Filter{Where: where, Selection: store.Selection{Puzzles: []int64{4, 5, 70}}})
	}
	return all
}

// TestRandomLooksUpByNumber makes sure that no index leads a look-up through the grades of other puzzles.
func TestRandomLooksUpByNumber(t *testing.T) {
	s := twiceGraded(t, 1200)
	if err := s.IndexMetrics(t.Context(), "se", "techniques", "information_entropy"); err != nil {
		t.Fatal(err)
	}
	for _, where := range conditions {
		plan := store.ProbePlan(t, s, store.Filter{Where: where, Levels: bandsOfSE})
		const oneGeometry = "SEARCH gm USING INTEGER PRIMARY KEY (rowid=?)\n"
		first, _, _ := strings.Cut(strings.TrimPrefix(plan, oneGeometry), "\n")
		byNumber := strings.Contains(first, "p USING INTEGER PRIMARY KEY (rowid=?)") || strings.Contains(first, "(algorithm_id=? AND puzzle_id=?)")
		if !byNumber || strings.Contains(plan, "grade_metric") {
			t.Errorf("%q:\n%s", where, plan)
		}
	}
}

// TestRandomFindsFewAmongManyNumbers draws from a library whose numbers somebody else has chosen.
func TestRandomFindsFewAmongManyNumbers(t *testing.T) {
	s := gradedLibrary(t, 20)
	var path string
	err := s.SQL(t.Context(), "SELECT file FROM pragma_database_list", func(_ []string, v []any) error { path = v[0].(string); return nil })
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(sqlite.Driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const last = 1 << 50
	if _, err := db.Exec("UPDATE puzzle SET id = ? WHERE id = 20", last); err != nil {
		t.Fatal(err)
	}
	for where, want := range map[string]int{"": 3, "clues > 0": 3, "se < 0.25": 2} {
		if ids := must(s.Random(t.Context(), store.Filter{Where: where}, 3, 1))(t); len(ids) != want {
			t.Errorf("%q: drew %v, want %d", where, ids, want)
		}
	}
}
