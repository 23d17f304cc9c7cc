package desk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// PlayOrder is what a person reports of a puzzle.
type PlayOrder struct {
	Puzzle  string `json:"puzzle" minLength:"1" maxLength:"65536" doc:"in short notation, or its number in the library"`
	Player  string `json:"player" pattern:"^[0-9a-f]{32}$" doc:"a random number of the player's own, in hexadecimal"`
	Seconds int64  `json:"seconds" minimum:"0" maximum:"31622400"`
	Solved  bool   `json:"solved"`
	Hints   int64  `json:"hints,omitempty" minimum:"0" maximum:"10000" doc:"how many were taken"`
	Checks  int64  `json:"checks,omitempty" minimum:"0" maximum:"10000" doc:"how often the entries were checked"`
}

// PlayRecord says what a play came to. Its keys are stable.
type PlayRecord struct {
	Puzzle       int64   `json:"puzzle" doc:"its number in the library"`
	Counted      bool    `json:"counted" doc:"false if it was too quick, or if the player had played the puzzle before"`
	Rating       float64 `json:"rating" doc:"of the player, by Glicko-2"`
	RD           float64 `json:"rd" doc:"its deviation"`
	PuzzleRating float64 `json:"puzzle_rating"`
	PuzzleRD     float64 `json:"puzzle_rd"`
}

// DeletedPlays is how many plays were deleted. Its keys are stable.
type DeletedPlays struct {
	Deleted int64 `json:"deleted"`
}

// plays are the ratings of a library to which plays are added. They are stored some time after a play.
type plays struct {
	mu      sync.Mutex
	ratings *library.Ratings // nil before the first play
	took    time.Duration    // to rate all plays
	timer   *time.Timer      // nil if the ratings of all plays are stored

	storing sync.Mutex

	since  time.Time // when counting began
	counts map[netip.Prefix]int
	all    int
}

// Bounds of plays: a school behind one address fits, and a flood from many does not fill a disk.
const (
	playWindow   = 10 * time.Minute
	windowPlays  = 100  // of an address
	windowPlayed = 5000 // of all
	// Ratings are stored after storeAfter, or later: computing them takes a hundredth of the time at most.
	storeAfter = 10 * time.Second
)

// admits reports whether an address may send one more play. All of an IPv6 network of 64 bits counts as one.
func (p *plays) admits(address string, now time.Time) bool {
	var from netip.Prefix
	if at, err := netip.ParseAddrPort(address); err == nil {
		from, _ = at.Addr().Unmap().Prefix(min(64, at.Addr().Unmap().BitLen()))
	} else if at, err := netip.ParseAddr(address); err == nil {
		from, _ = at.Unmap().Prefix(min(64, at.Unmap().BitLen()))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.counts == nil || now.Sub(p.since) >= playWindow {
		p.since, p.counts, p.all = now, map[netip.Prefix]int{}, 0
	}
	if p.counts[from] >= windowPlays || p.all >= windowPlayed {
		return false
	}
	p.counts[from]++
	p.all++
	return true
}

// Play stores a play that came from an address, and rates it.
func (d *Desk) Play(ctx context.Context, q *PlayOrder, address string) (*PlayRecord, error) {
	if !d.plays.admits(address, time.Now()) {
		busy := problem.New(http.StatusTooManyRequests, "too many plays in ten minutes")
		busy.Retry = true
		return nil, busy
	}
	id, err := d.played(ctx, q.Puzzle)
	if err != nil {
		return nil, err
	}
	play := store.Play{Puzzle: id, Player: store.NewPlayID(q.Player), Seconds: q.Seconds, Solved: q.Solved,
		Hints: q.Hints, Checks: q.Checks, At: time.Now()}
	_, _ = rand.Read(play.ID[:])
	first, err := d.Env.Store.AddFirstPlay(ctx, play)
	if err != nil {
		return nil, err
	}
	d.plays.mu.Lock()
	defer d.plays.mu.Unlock()
	if d.plays.ratings == nil {
		if d.plays.ratings, err = library.ReadRatings(ctx, d.Env.Store); err != nil {
			return nil, err
		}
	} else if first {
		d.plays.ratings.Add(&play)
	}
	if first && d.plays.timer == nil {
		d.plays.timer = time.AfterFunc(max(storeAfter, 100*d.plays.took), d.storeRatings)
	}
	return d.plays.record(&play, first), nil
}

// played returns the number of a puzzle. One that is new is stored where the server may write.
func (d *Desk) played(ctx context.Context, text string) (int64, error) {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && len(text) < len("1.3............4") {
		_, err := d.Show(ctx, id)
		return id, err
	}
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		return 0, err
	}
	if err := sudoku.CheckGivens(p); err != nil {
		return 0, &sudoku.ParseError{Err: err}
	}
	id, err := d.Env.Store.Find(ctx, p)
	if !errors.Is(err, store.ErrNotFound) {
		return id, err
	}
	if d.Options.ReadOnly {
		return 0, problem.New(http.StatusNotFound, "the library does not have this puzzle")
	}
	defer d.changed()
	if _, err := d.Env.Store.Import(ctx, store.Source{Name: "plays"},
		slices.Values([]store.Entry{{Puzzle: p}})); err != nil {
		return 0, err
	}
	return d.Env.Store.Find(ctx, p)
}

func (p *plays) record(play *store.Play, counted bool) *PlayRecord {
	player := stats.NewRating()
	if known := p.ratings.Players[play.Player]; known != nil {
		player = known.Rating
	}
	puzzle, _ := p.ratings.Puzzle(play.Puzzle)
	return &PlayRecord{Puzzle: play.Puzzle, Counted: counted, Rating: player.Value, RD: player.Deviation,
		PuzzleRating: puzzle.Value, PuzzleRD: puzzle.Deviation}
}

// storeRatings computes all ratings anew, and stores them as grades.
func (d *Desk) storeRatings() {
	d.plays.storing.Lock()
	defer d.plays.storing.Unlock()
	d.plays.mu.Lock()
	d.plays.timer = nil
	d.plays.mu.Unlock()
	begun := time.Now()
	r, err := library.RatePlays(context.Background(), d.Env.Store)
	if err != nil {
		d.Options.Log.Error("ratings by people are not stored", "error", err)
		return
	}
	d.changed()
	d.plays.mu.Lock()
	defer d.plays.mu.Unlock()
	d.plays.ratings, d.plays.took = r, time.Since(begun)
}

// endPlays stores the ratings of plays that are not yet rated.
func (d *Desk) endPlays() {
	d.plays.mu.Lock()
	pending := d.plays.timer != nil && d.plays.timer.Stop()
	d.plays.mu.Unlock()
	if pending {
		d.storeRatings()
	}
	d.plays.storing.Lock() // until one under way has ended
	defer d.plays.storing.Unlock()
}

// PlaysOf returns the plays of a player, the newest first, so that people can see what was sent.
func (d *Desk) PlaysOf(ctx context.Context, player string) (*Table, error) {
	return d.Query(ctx, fmt.Sprintf(`SELECT puzzle_id AS puzzle, seconds, solved, hints, checks,
		strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ', played_at / 1000, 'unixepoch') AS at FROM play WHERE player = x'%s' ORDER BY played_at DESC`,
		store.NewPlayID(player)))
}

// DeletePlays deletes all plays of a player and has the puzzles rated anew.
func (d *Desk) DeletePlays(ctx context.Context, player string) (*DeletedPlays, error) {
	id := store.NewPlayID(player)
	n, err := d.Env.Store.DeletePlays(ctx, &id)
	if err == nil && n > 0 {
		d.plays.mu.Lock()
		defer d.plays.mu.Unlock()
		if d.plays.ratings = nil; d.plays.timer == nil {
			d.plays.timer = time.AfterFunc(storeAfter, d.storeRatings)
		}
	}
	return &DeletedPlays{n}, err
}
