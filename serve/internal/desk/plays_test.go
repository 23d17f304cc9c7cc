package desk

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

const played = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// playDesk returns a desk on a library with one puzzle.
func playDesk(t testing.TB, readOnly bool) (*Desk, *store.Store) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	p, err := sudoku.ParsePuzzle(played)
	if err == nil {
		_, err = s.Import(t.Context(), store.Source{Name: "x"}, slices.Values([]store.Entry{{Puzzle: p}}))
	}
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{Env: &work.Env{Store: s}, Plays: true, ReadOnly: readOnly}), s
}

func statusOf(err error) int {
	var p *problem.Problem
	if errors.As(problem.Of(err, slog.New(slog.DiscardHandler)), &p) {
		return p.Status
	}
	return 0
}

func TestPlay(t *testing.T) {
	d, s := playDesk(t, false)
	play := func(puzzle, player string, seconds int64, solved bool) *PlayRecord {
		t.Helper()
		r, err := d.Play(t.Context(), &PlayOrder{Puzzle: puzzle, Player: store.NewPlayID(player).String(), Seconds: seconds, Solved: solved},
			"192.0.2.1:80")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := play(played, "anna", 300, true)
	if !first.Counted || first.Puzzle != 1 || first.RD >= 350 || math.Abs(first.Rating-1500) > 1e-9 {
		t.Errorf("the first play: %+v", first)
	}
	if again := play("1", "anna", 20, true); again.Counted || again.Rating != first.Rating {
		t.Errorf("played again: %+v", again)
	}
	if quick := play(played, "paste", 1, true); quick.Counted || quick.RD != 350 {
		t.Errorf("51 digits in a second: %+v", quick)
	}
	if lost := play("1", "ben", 900, false); !lost.Counted || lost.Rating >= 1500 || lost.PuzzleRating <= 1500 {
		t.Errorf("given up: %+v", lost)
	}
	if other := play("1.3............4", "ben", 50, true); other.Puzzle != 2 || !other.Counted {
		t.Errorf("a puzzle that is new: %+v", other)
	}
	for text, want := range map[string]int{"99": http.StatusNotFound, "!": http.StatusBadRequest, "11.............4": http.StatusBadRequest} {
		if _, err := d.Play(t.Context(), &PlayOrder{Puzzle: text, Player: store.NewPlayID("anna").String()}, "192.0.2.1:80"); statusOf(err) != want {
			t.Errorf("puzzle %q: %v", text, err)
		}
	}
	if table, err := d.PlaysOf(t.Context(), store.NewPlayID("ben").String()); err != nil || len(table.Rows) != 2 {
		t.Errorf("plays of ben: %v, %v", table, err)
	}
	d.Close() // what is not yet rated is
	graded := func() (text string) {
		err := s.SQL(t.Context(), "SELECT group_concat(puzzle_id || ' ' || value, ', ') FROM grades WHERE metric = 'people_plays'",
			func(_ []string, v []any) error { text = fmt.Sprint(v[0]); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := graded(); got != "1 2, 2 1" {
		t.Errorf("plays by puzzle: %s", got)
	}
	if done, err := d.DeletePlays(t.Context(), store.NewPlayID("ben").String()); err != nil || done.Deleted != 2 {
		t.Errorf("deleted %v, %v", done, err)
	}
	d.Close()
	if got := graded(); got != "1 1" {
		t.Errorf("plays by puzzle without ben's: %s", got)
	}
}

func TestPlayOfAPublicServer(t *testing.T) {
	d, s := playDesk(t, true)
	defer d.Close()
	_, err := d.Play(t.Context(), &PlayOrder{Puzzle: "1.3............4", Player: store.NewPlayID("anna").String(), Seconds: 100}, "")
	if n, _ := s.Count(t.Context(), store.Filter{}); statusOf(err) != http.StatusNotFound || n != 1 {
		t.Errorf("a stranger's puzzle: %v, %d puzzles", err, n)
	}
}

// TestFlood sends ten thousand plays a minute, from one address and from many.
func TestFlood(t *testing.T) {
	now := time.Unix(1795288372, 0)
	count := func(addressOf func(int) string) (admitted int) {
		var p plays
		for minute := range 20 {
			for i := range 10_000 {
				if p.admits(addressOf(i), now.Add(time.Duration(minute)*time.Minute)) {
					admitted++
				}
			}
			if len(p.counts) > windowPlayed {
				t.Errorf("%d addresses are kept", len(p.counts))
			}
		}
		return admitted
	}
	for name, c := range map[string]struct {
		addressOf func(int) string
		want      int
	}{
		"one address":  {func(i int) string { return fmt.Sprintf("192.0.2.1:%d", i) }, 2 * windowPlays},
		"one network":  {func(i int) string { return fmt.Sprintf("[2001:db8::%x]:80", i) }, 2 * windowPlays},
		"a proxy's":    {func(int) string { return "192.0.2.1" }, 2 * windowPlays},
		"no address":   {func(i int) string { return fmt.Sprint("x", i) }, 2 * windowPlays},
		"many of them": {func(i int) string { return fmt.Sprintf("10.0.%d.%d:80", i/256, i%256) }, 2 * windowPlayed},
	} {
		if got := count(c.addressOf); got != c.want {
			t.Errorf("%s: %d plays of 200,000 are taken in twenty minutes, want %d", name, got, c.want)
		}
	}
	d, _ := playDesk(t, true)
	defer d.Close()
	for i := range windowPlays + 1 {
		_, err := d.Play(t.Context(), &PlayOrder{Puzzle: "1", Player: store.NewPlayID(fmt.Sprint(i)).String(), Seconds: 100}, "192.0.2.1:80")
		if (statusOf(err) == http.StatusTooManyRequests) != (i == windowPlays) {
			t.Fatalf("play %d: %v", i, err)
		}
	}
}

// BenchmarkPlay is what a play costs the server, on a library with 100,000 plays.
func BenchmarkPlay(b *testing.B) {
	d, s := playDesk(b, true)
	var all []store.Play
	for i := range 100_000 {
		all = append(all, store.Play{ID: store.NewPlayID(fmt.Sprint(i)), Player: store.NewPlayID(fmt.Sprint("p", i)), Puzzle: 1, Seconds: int64(100 + i%500),
			Solved: true, At: time.Unix(int64(i), 0)})
	}
	if _, err := s.AddPlays(b.Context(), all...); err != nil {
		b.Fatal(err)
	}
	n := 0
	play := func() {
		n++
		_, err := d.Play(b.Context(), &PlayOrder{Puzzle: played, Player: store.NewPlayID(fmt.Sprint("new", n)).String(), Seconds: 300, Solved: true},
			fmt.Sprintf("10.%d.%d.%d:80", n>>16, n>>8&255, n&255))
		if err != nil {
			b.Fatal(err)
		}
	}
	play()
	for b.Loop() {
		d.plays.all = 0
		play()
	}
	b.StopTimer()
	d.Close()
}
