package store_test

import (
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

func playOf(id, player string, puzzle, seconds int64) store.Play {
	return store.Play{ID: store.NewPlayID(id), Player: store.NewPlayID(player), Puzzle: puzzle, Seconds: seconds, Solved: true,
		At: time.Unix(1795288372, 0)}
}

func TestPlays(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "x"}, entriesOf("x", 0, 5)))(t)
	plays := []store.Play{playOf("1", "anna", 1, 300), playOf("2", "ben", 1, 400), playOf("3", "anna", 2, 14), playOf("4", "anna", 3, 15)}
	for _, want := range []int64{4, 0} { // the second time nothing is new
		if n := must(s.AddPlays(t.Context(), plays...))(t); n != want {
			t.Errorf("%d plays added, want %d", n, want)
		}
	}
	if _, err := s.AddPlays(t.Context(), playOf("5", "anna", 2, 100), playOf("6", "anna", 99, 100)); err == nil {
		t.Error("a play of no puzzle is stored")
	}
	counted := 0
	for p, err := range s.Plays(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if p.ID == store.NewPlayID("3") {
			t.Error("57 digits in 14 seconds count")
		}
		if p.ID == plays[1].ID && p != plays[1] {
			t.Errorf("read %+v, stored %+v", p, plays[1])
		}
		counted++
	}
	if counted != 3 {
		t.Errorf("%d plays count", counted)
	}
	for range s.Plays(t.Context()) {
		break
	}
	sound(t, s, 5)
	ben, anna := store.NewPlayID("ben"), store.NewPlayID(store.NewPlayID("anna").String())
	if n := must(s.DeletePlays(t.Context(), &ben))(t); n != 1 {
		t.Errorf("%d plays of ben deleted", n)
	}
	if got := one(t, s, "SELECT count(DISTINCT player) || ' ' || max(player) FROM plays"); got != "1 "+anna.String() {
		t.Errorf("left: %s", got)
	}
	if n := must(s.DeletePlays(t.Context(), nil))(t); n != 3 {
		t.Errorf("%d plays deleted", n)
	}
	sound(t, s, 5)
}

// TestReplaceGrades stores grades twice under one version and once under the next.
func TestReplaceGrades(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "x"}, entriesOf("x", 0, 5)))(t)
	replace := func(version string, values ...float64) {
		var graded []store.Graded
		for i, v := range values {
			graded = append(graded, store.Graded{ID: int64(i + 1), Grades: []sudoku.Grade{{Metric: "m", Value: v}}})
		}
		if err := s.ReplaceGrades(t.Context(), "import", pluginOf("people", version, "m"), graded); err != nil {
			t.Fatal(err)
		}
		sound(t, s, 5)
	}
	const current = "SELECT group_concat(value, ' ') FROM (SELECT value FROM grades WHERE metric = 'm' ORDER BY puzzle_id)"
	replace("1")
	if got := one(t, s, "SELECT count(*) FROM plugins"); got != "0" {
		t.Errorf("no grades make %s plugins", got)
	}
	replace("1", 1, 2.5, 3)
	replace("1", 4, 5)
	if got := one(t, s, current); got != "4.0 5.0" {
		t.Errorf("grades %s", got)
	}
	replace("2", 7)
	if got := one(t, s, current); got != "7.0 5.0" {
		t.Errorf("of two versions, grades %s", got)
	}
	if got := one(t, s, "SELECT count(*) FROM grade_history WHERE metric = 'm'"); got != "3" {
		t.Errorf("%s values in the history", got)
	}
	replace("2")
	if got := one(t, s, current+" "); got != "4.0 5.0" {
		t.Errorf("without the second version, grades %s", got)
	}
	if got := one(t, s, "SELECT count(*) || ' ' || group_concat(state) FROM runs"); got != "2 done,done" {
		t.Errorf("runs %s", got)
	}
}
