package desk

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// RandomQuery asks for puzzles of the library, drawn at random.
type RandomQuery struct {
	Count int    `query:"count" default:"1" minimum:"1" maximum:"1000"`
	Level string `query:"level" doc:"a level of the config"`
	Where string `query:"where" doc:"condition on puzzles; without one they have no constraints beyond houses" example:"clues <= 30"`
	Seed  uint64 `query:"seed" doc:"the same seed draws the same puzzles; another one each time if there is none"`
}

// Random draws puzzles, fewer if fewer fit.
func (d *Desk) Random(ctx context.Context, q *RandomQuery) (records []*library.ListRecord, err error) {
	if q.Seed == 0 {
		q.Seed = rand.Uint64()
	}
	drawn, err := library.Draw(ctx, d.Env, q.Level, q.Where, q.Count, q.Seed)
	for _, l := range drawn {
		records = append(records, library.NewListRecord(l, d.Env.Levels))
	}
	return records, err
}

// Bounds of the puzzles of today that are remembered.
const (
	dayAge  = time.Minute
	maxDays = 64
)

// Series is a series of puzzles, one a day, as the page lists them.
type Series struct {
	Name string // a level of the config, "daily" for any, or what --series of "sudokuctl daily" has called it
	Kept string // what the library calls it
	Any  bool   // a puzzle can be chosen here: it is known of which stock
}

// anySeries is the name of the series of puzzles of any level.
const anySeries = "daily"

// series returns the series of a name.
func (d *Desk) series(name string) Series {
	name = cmp.Or(name, anySeries)
	if r := d.request(name); r != nil {
		return Series{name, r.Name(), true}
	}
	return Series{name, name, false}
}

// request is what "sudokuctl daily" would ask for, nil for a series that it has not named itself.
func (d *Desk) request(name string) *library.DailyRequest {
	r := &library.DailyRequest{Geometry: "9", Days: 1, Preview: true}
	if name == anySeries {
		return r
	}
	for _, l := range d.Env.Levels {
		if l.Name == name {
			r.Level = name
			return r
		}
	}
	return nil
}

// AllSeries returns the series that have or could have a puzzle: first for any level, then for each level, then others
// by name.
func (d *Desk) AllSeries(ctx context.Context) (all []Series, err error) {
	all = append(all, d.series(anySeries))
	for _, l := range d.Env.Levels {
		all = append(all, d.series(l.Name))
	}
	published, err := library.Published(ctx, d.Env, "")
	if err != nil {
		return nil, err
	}
	ours := len(all)
	for _, p := range published {
		_, err := time.Parse(time.DateOnly, p.Issue)
		if err == nil && !slices.ContainsFunc(all, func(s Series) bool { return s.Kept == p.Series }) {
			all = append(all, Series{p.Series, p.Series, false})
		}
	}
	slices.SortFunc(all[ours:], func(a, b Series) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Today is the day that has a puzzle now, in UTC as in "sudokuctl daily".
func Today() string { return time.Now().UTC().Format(time.DateOnly) }

// Issue returns the puzzle that a series shows on a day, "" for today: the one that was published. If none was for
// today, it is the one that "sudokuctl daily" would choose, or one inside the program if the library has none, and
// nothing is recorded. Days to come are kept to themselves.
func (d *Desk) Issue(ctx context.Context, series, day string) (*library.Issue, error) {
	today, s := Today(), d.series(series)
	day = cmp.Or(day, today)
	date, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil:
		return nil, problem.Newf(http.StatusBadRequest, "%q is not a day such as %s", day, today)
	case day > today:
		return nil, problem.New(http.StatusNotFound, "the puzzle of "+day+" comes on that day")
	}
	return d.days.get(ctx, s.Kept+" "+day, queryTime, func(ctx context.Context) (*library.Issue, error) {
		i, err := library.RecordedIssue(ctx, d.Env, s.Kept, day)
		if err == nil || !errors.Is(err, store.ErrNotFound) {
			return &i, err
		}
		if day != today || !s.Any {
			return nil, problem.Newf(http.StatusNotFound, "the series %q has shown nothing on %s", s.Name, day)
		}
		r := d.request(s.Name)
		r.First = date
		issues, err := library.Daily(ctx, d.Env, *r)
		var ungraded *store.WhereError // no puzzle has a level
		if errors.Is(err, library.ErrNoStock) || errors.As(err, &ungraded) {
			if p := input.Play(r.Level, numberOf(day)); p != nil {
				return &library.Issue{Series: s.Kept, Issue: day, Level: r.Level,
					Puzzle: &store.Listed{Item: store.Item{Puzzle: p}}}, nil
			}
			return nil, problem.New(http.StatusNotFound, err.Error())
		}
		if err != nil {
			return nil, err
		}
		return &issues[0], nil
	})
}

// numberOf is a number for a day, which chooses among the puzzles inside the program.
func numberOf(day string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(day))
	return h.Sum64()
}

// Days returns the days on which a series has shown something, the newest first.
func (d *Desk) Days(ctx context.Context, series string) (days []string, err error) {
	published, err := library.Published(ctx, d.Env, d.series(series).Kept)
	today := Today()
	for _, p := range published {
		if _, err := time.Parse(time.DateOnly, p.Issue); err == nil && p.Issue <= today {
			days = append(days, p.Issue)
		}
	}
	slices.Sort(days)
	slices.Reverse(days)
	return days, err
}
