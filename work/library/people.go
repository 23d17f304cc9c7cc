package library

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// peopleInfo is the grader as which ratings by people are stored.
var peopleInfo = sudoku.Info{ID: "people", Name: "ratings by people", Version: "1.0.0", Licence: "MIT",
	Reference: "glickman2022",
	Metrics: []sudoku.Metric{
		peopleMetric("people_rating", "points", "how hard people find it, by Glicko-2; 1500 is the middle"),
		peopleMetric("people_rd", "points", "deviation of people_rating: in 95 % of cases it is off by at most two of these"),
		peopleMetric("people_seconds", "s", "median time of those who solved it without hints"),
		peopleMetric("people_seconds_low", "s", "least median time within the 95 % interval"),
		peopleMetric("people_seconds_high", "s", "greatest median time within the 95 % interval"),
		peopleMetric("people_solved", "", "share of plays that ended with the solution"),
		peopleMetric("people_plays", "plays", "plays that count, one for each player"),
	}}

func peopleMetric(name, unit, summary string) sudoku.Metric {
	m := sudoku.Metric{Name: name, Unit: unit, Max: math.Inf(1), Source: "plays of the library", Summary: summary,
		HigherIsHarder: name != "people_solved"}
	if !m.HigherIsHarder {
		m.Max = 1
	}
	return m
}

// Ratings are what the plays of a library say of its puzzles and players. A new play changes the ratings of its two
// sides.
//
// The score of a play says how quick it was: the share of all solves that took longer. A play that was given up, or took
// hints, scores 0. So a player whose rating is that of a puzzle solves it quicker than half of all plays are. Of a
// player's plays of one puzzle the first counts. Glicko-2 rates both sides, play by play in the order of time: a puzzle
// stays as hard as it is, and a player may change from week to week.
type Ratings struct {
	Players map[store.PlayID]*Player
	puzzles map[int64]*puzzleRating
	solves  []float64 // times of solves without hints, increasing
}

// A Player is the rating of one, and when it was last changed.
type Player struct {
	stats.Rating
	last time.Time
}

type puzzleRating struct {
	stats.Rating
	times         []float64 // of solves without hints
	plays, solved int
	players       map[store.PlayID]bool
}

// week is the rating period of players.
const week = 7 * 24 * time.Hour

// ReadRatings computes the ratings of all puzzles and players anew.
func ReadRatings(ctx context.Context, s *store.Store) (*Ratings, error) {
	var plays []store.Play
	for p, err := range s.Plays(ctx) {
		if err != nil {
			return nil, err
		}
		plays = append(plays, p)
	}
	return rate(plays), ctx.Err()
}

// RatePlays rates everything anew and stores the ratings as grades, in place of those before.
func RatePlays(ctx context.Context, s *store.Store) (*Ratings, error) {
	r, err := ReadRatings(ctx, s)
	if err == nil {
		err = r.Save(ctx, s)
	}
	return r, err
}

// rate sorts plays by time.
func rate(plays []store.Play) *Ratings {
	r := &Ratings{Players: map[store.PlayID]*Player{}, puzzles: map[int64]*puzzleRating{}}
	for i := range plays {
		if isUnaided(&plays[i]) {
			r.solves = append(r.solves, float64(plays[i].Seconds))
		}
	}
	slices.Sort(r.solves)
	slices.SortFunc(plays, func(a, b store.Play) int {
		return cmp.Or(a.At.Compare(b.At), bytes.Compare(a.ID[:], b.ID[:]))
	})
	for i := range plays {
		r.Add(&plays[i])
	}
	return r
}

func isUnaided(p *store.Play) bool { return p.Solved && p.Hints == 0 }

// score returns the share of all solves that took longer than a play; equal times count half.
func (r *Ratings) score(p *store.Play) float64 {
	if !isUnaided(p) || len(r.solves) == 0 {
		return 0
	}
	quicker, _ := slices.BinarySearch(r.solves, float64(p.Seconds))
	until, _ := slices.BinarySearch(r.solves, float64(p.Seconds)+0.5)
	return 1 - float64(quicker+until)/2/float64(len(r.solves))
}

// Add rates a play, unless the player has played the puzzle before. It reports whether the play counts.
func (r *Ratings) Add(p *store.Play) bool {
	z := r.puzzles[p.Puzzle]
	if z == nil {
		z = &puzzleRating{Rating: stats.NewRating(), players: map[store.PlayID]bool{}}
		r.puzzles[p.Puzzle] = z
	}
	if z.players[p.Player] {
		return false
	}
	z.players[p.Player] = true
	player := r.Players[p.Player]
	if player == nil {
		player = &Player{Rating: stats.NewRating(), last: p.At}
		r.Players[p.Player] = player
	}
	score, weeks := r.score(p), float64(max(0, p.At.Sub(player.last)))/float64(week)
	before := player.Rating
	player.Rating, player.last = before.After(weeks, stats.Game{Opponent: z.Rating, Score: score}), p.At
	z.Rating = z.Rating.After(0, stats.Game{Opponent: before, Score: 1 - score})
	if z.plays++; p.Solved {
		z.solved++
	}
	if isUnaided(p) {
		z.times = append(z.times, float64(p.Seconds))
	}
	return true
}

// Puzzle returns the rating of a puzzle, and whether it was played. One that was not has the rating with which all
// begin.
func (r *Ratings) Puzzle(id int64) (stats.Rating, bool) {
	z, ok := r.puzzles[id]
	if !ok {
		return stats.NewRating(), false
	}
	return z.Rating, true
}

// Save stores the ratings as grades, in place of all that the same version has stored before.
func (r *Ratings) Save(ctx context.Context, s *store.Store) error {
	graded := make([]store.Graded, 0, len(r.puzzles))
	for id, z := range r.puzzles {
		rounded := func(v float64) float64 { return math.Round(v*10) / 10 }
		values := []float64{rounded(z.Value), rounded(z.Deviation), math.NaN(), math.NaN(), math.NaN(),
			math.Round(1000*float64(z.solved)/float64(z.plays)) / 1000, float64(z.plays)}
		if len(z.times) > 0 {
			slices.Sort(z.times)
			values[2] = stats.Quantile(z.times, 0.5)
			values[3], values[4] = stats.MedianInterval(z.times)
		}
		g := store.Graded{ID: id}
		for i, v := range values {
			if !math.IsNaN(v) {
				g.Grades = append(g.Grades, sudoku.Grade{Metric: peopleInfo.Metrics[i].Name, Value: v})
			}
		}
		graded = append(graded, g)
	}
	return s.ReplaceGrades(ctx, "import", store.Plugin{Info: peopleInfo, Origin: "bundled"}, graded)
}

// Counts returns how many plays count, and of how many puzzles they are.
func (r *Ratings) Counts() (plays, puzzles int) {
	for _, z := range r.puzzles {
		plays += z.plays
	}
	return plays, len(r.puzzles)
}
