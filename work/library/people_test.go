package library

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// world has players of known strength and puzzles of known difficulty: the logarithm of a time is their difference and chance.
type world struct {
	r                *rand.Rand
	players, puzzles []float64
	unit             float64 // Glicko points in a unit of these
	spread           [3]float64
	plays            []store.Play
}

func idOf(n int) (id store.PlayID) {
	binary.BigEndian.PutUint64(id[:], uint64(n)+1)
	return id
}

func newWorld(seed uint64, players, puzzles int) *world {
	w := &world{r: rand.New(rand.NewPCG(seed, 7)), spread: [3]float64{0.5, 0.6, 0.4}}
	for range players {
		w.players = append(w.players, w.spread[0]*w.r.NormFloat64())
	}
	for range puzzles {
		w.puzzles = append(w.puzzles, w.spread[1]*w.r.NormFloat64())
	}
	// A play beats one of any player and any puzzle with the probability Φ(difference / deviation), which is nearly the logistic
	// function of 1.702 times as much.
	deviation := math.Sqrt(w.spread[0]*w.spread[0] + w.spread[1]*w.spread[1] + 2*w.spread[2]*w.spread[2])
	w.unit = 1.702 * 173.7178 / deviation
	return w
}

// play has a player play a puzzle.
func (w *world) play(player, puzzle int) store.Play {
	n := len(w.plays)
	t := 400 * math.Exp(w.puzzles[puzzle]-w.players[player]+w.spread[2]*w.r.NormFloat64())
	return store.Play{ID: idOf(n), Puzzle: int64(puzzle + 1), Player: idOf(player), Seconds: int64(t), Solved: true,
		At: time.Unix(int64(n*60), 0)}
}

// puzzle returns the rating that a puzzle has in truth.
func (w *world) puzzle(i int) float64 { return 1500 + w.unit*w.puzzles[i] }

// compare returns in how many cases the truth is within two deviations, and the rank correlation of ratings and truth.
func (w *world) compare(r *Ratings) (within, bias, rho float64) {
	var got, want []float64
	for i := range w.puzzles {
		z, ok := r.Puzzle(int64(i + 1))
		if !ok {
			continue
		}
		got, want = append(got, z.Value), append(want, w.puzzle(i))
		if math.Abs(z.Value-w.puzzle(i)) <= 2*z.Deviation {
			within++
		}
		bias += z.Value - w.puzzle(i)
	}
	n := float64(len(got))
	return within / n, bias / n, stats.Spearman(got, want)
}

// TestTruth rates simulated players on puzzles of known difficulty.
func TestTruth(t *testing.T) {
	for each, wanted := range map[int]float64{5: 0.95, 20: 0.99, 60: 0.995} {
		for seed := range uint64(3) {
			w := newWorld(seed, 1000, 300)
			for range each * 1000 {
				w.plays = append(w.plays, w.play(w.r.IntN(1000), w.r.IntN(300)))
			}
			r := rate(w.plays)
			within, bias, rho := w.compare(r)
			known := 0
			for id, p := range r.Players {
				if math.Abs(p.Value-1500-w.unit*w.players[binary.BigEndian.Uint64(id[:])-1]) <= 2*p.Deviation {
					known++
				}
			}
			if within < 0.95 || rho < wanted || math.Abs(bias) > 60 || known < 950 {
				t.Errorf("%d plays each, seed %d: %.1f %% of puzzles and %d of 1000 players within two deviations, bias %.0f, rank correlation %.3f",
					each, seed, 100*within, known, bias, rho)
			}
		}
	}
}

// BenchmarkRatePlays rates a million plays of 10,000 puzzles by 50,000 players anew, and stores the grades.
func BenchmarkRatePlays(b *testing.B) {
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "library.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	const players, puzzles, n = 50_000, 10_000, 1_000_000
	_, err = s.Import(b.Context(), store.Source{Name: "x"}, func(yield func(store.Entry) bool) {
		for i := range puzzles {
			givens := make(sudoku.Grid, 81)
			for c, rest := 0, i; rest > 0; c, rest = c+9, rest/9 {
				givens[c+c/9] = uint8(rest%9 + 1)
			}
			if !yield(store.Entry{Puzzle: sudoku.MustPuzzle(sudoku.Classic(), givens)}) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	w := newWorld(1, players, puzzles)
	for range n / 10_000 {
		plays := make([]store.Play, 10_000)
		for i := range plays {
			plays[i] = w.play(w.r.IntN(players), w.r.IntN(puzzles))
			w.plays = append(w.plays, plays[i])
			plays[i].ID = store.NewPlayID(plays[i].ID.String() + "-") // spread as random ones are
		}
		if _, err := s.AddPlays(b.Context(), plays...); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		r, err := RatePlays(b.Context(), s)
		if err != nil {
			b.Fatal(err)
		}
		if plays, _ := r.Counts(); plays < n*9/10 {
			b.Fatalf("%d plays count", plays)
		}
	}
}
