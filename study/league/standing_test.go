package league

import (
	"fmt"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A solver that becomes faster with a new version is first from the day on which that played, and its versions are
// ranked side by side.
func TestVersionsAndDays(t *testing.T) {
	st := &Standing{Season: &Season{}, Played: []*Played{{}}}
	var answers []answer
	play := func(day, solver, version string, took time.Duration) {
		for p := range int64(10) {
			answers = append(answers, answer{p, solver, version, day + " 12:00:00", stats.Cell{Verdict: sudoku.Unique, Self: took, Repeats: 1}})
		}
	}
	for p := range int64(10) {
		st.Played[0].Puzzles = append(st.Played[0].Puzzles, Puzzle{ID: p})
	}
	play("2026-11-01", "steady", "1.0.0", 20)
	play("2026-11-01", "late", "1.0.0", 100)
	play("2026-11-03", "late", "2.0.0", 1)
	st.versions(answers)
	st.scoreVersions(answers, st.newest())
	st.days(answers)
	got := ""
	for _, v := range st.Versions {
		got += fmt.Sprintf("%s %s %v %.0f %s; ", v.Solver, v.Version, v.Newest, v.Score.Value, v.Decided)
	}
	want := "late 1.0.0 false 0 100.0 % (72.2–100.0); late 2.0.0 true 1 100.0 % (72.2–100.0); steady 1.0.0 true 0 100.0 % (72.2–100.0); "
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	got = ""
	for _, d := range st.Days {
		got += fmt.Sprintf("%s late %d, steady %d; ", d.Date, d.Scores["late"].Rank, d.Scores["steady"].Rank)
	}
	if want := "2026-11-01 late 2, steady 1; 2026-11-03 late 1, steady 2; "; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A puzzle that a solver has not played is one that it has not decided.
func TestPuzzlesThatWereNotPlayed(t *testing.T) {
	st := &Standing{Season: &Season{}, Played: []*Played{{Puzzles: []Puzzle{{ID: 1}, {ID: 2}}}}}
	answers := []answer{{1, "one", "1", "2026-11-01 12:00:00", cell(sudoku.Unique, 5)}, {2, "two", "1", "2026-11-01 12:00:00", cell(sudoku.Unknown, 5)}}
	st.versions(answers)
	tables := st.tables(answers, st.newest())
	if c := tables[0].Cells; !c[0][0].Decided() || c[0][1].Repeats != 0 || c[1][0].Repeats != 0 || c[1][1].Repeats != 1 {
		t.Errorf("%+v", c)
	}
	if scores := rank(tables); scores[0].Solver != "one" || scores[0].Value != 0.75 {
		t.Errorf("%+v", scores)
	}
}
