package library

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// A DailyRequest asks for the puzzles of some days. A series never shows a puzzle twice, nor an image of one. The
// puzzle of a past day stays, whatever the library grows to.
type DailyRequest struct {
	Series   string // "" for one that is named after Level and Where
	Level    string // "" for any
	Geometry string // "" for any
	Where    string // more conditions
	First    time.Time
	Days     int
	Preview  bool // choose, and record nothing
}

// An Issue is a puzzle as it was published: the series, the day or number, and the level under which it stood.
type Issue struct {
	Series string
	Issue  string // a day such as 2006-01-02, or a number from 1
	Puzzle *store.Listed
	Level  string
}

// IssueRecord is what a series shows on a day. Its keys are stable.
type IssueRecord struct {
	Series string `json:"series"`
	Issue  string `json:"issue"`
	Level  string `json:"level"`
	*ListRecord
}

// NewIssueRecord returns the record of an issue as "daily" prints it and the API answers it.
func NewIssueRecord(i Issue) *IssueRecord {
	return &IssueRecord{i.Series, i.Issue, i.Level, NewListRecord(i.Puzzle, nil)}
}

// maxDaysAhead is how far behind the last day of a series a day may be: the days between get their puzzles, too.
const maxDaysAhead = 400

// Name returns the series that the request is about: the one that it names, or one after its level and condition.
func (r *DailyRequest) Name() string {
	name := r.Series
	if name == "" {
		name = "daily"
		for _, part := range []string{r.Level, r.Where} {
			if part != "" {
				name += " " + part
			}
		}
		if r.Geometry != "9" && r.Geometry != "" {
			name += " " + r.Geometry
		}
	}
	return name
}

// stock is the condition on the puzzles of a series.
func (r *DailyRequest) stock() string {
	where := `verdict == "unique"`
	if r.Level != "" {
		where += fmt.Sprintf(" && level == %q", r.Level)
	}
	if r.Geometry != "" {
		where += fmt.Sprintf(" && geometry == %q", r.Geometry)
	}
	if r.Where == "" {
		return where + " && !constraints"
	}
	return where + " && (" + r.Where + ")"
}

// Daily returns the puzzles of some days. Days without one, up to the last day asked for, get theirs now, in their
// order, so that asking for a later day gives the same puzzles as asking for each day by itself. A StockError says that
// the library has too few.
func Daily(ctx context.Context, env *work.Env, r DailyRequest) ([]Issue, error) {
	if r.Days < 1 {
		return nil, work.RequestErrorf("the number of days must be at least 1")
	}
	published, err := r.publish(ctx, env)
	for errors.Is(err, store.ErrPublished) { // by another process, whose puzzles count
		published, err = r.publish(ctx, env)
	}
	if err != nil {
		return nil, err
	}
	var issues []Issue
	for i := range r.Days {
		day := r.First.AddDate(0, 0, i).Format(time.DateOnly)
		issue, err := issueOf(ctx, env, published[day])
		if err != nil {
			return nil, err
		}
		issues = append(issues, issue)
	}
	return issues, nil
}

// publish gives a puzzle to each day that needs one, and returns what is published, by day. The error is
// store.ErrPublished if somebody else has done so meanwhile.
func (r *DailyRequest) publish(ctx context.Context, env *work.Env) (map[string]store.Publication, error) {
	series := r.Name()
	p, err := newPublisher(ctx, env, series, series)
	if err != nil {
		return nil, err
	}
	days, err := r.open(p)
	if err != nil {
		return nil, err
	}
	for i, day := range days {
		err := p.choose(ctx, day, r.stock(), seedOf(series, day))
		if errors.Is(err, ErrNoStock) {
			return nil, &StockError{Level: r.Level, Series: series, Days: days[0] + " to " + days[len(days)-1],
				Have: i, Want: len(days), Stock: r.stock()}
		}
		if err != nil {
			return nil, err
		}
	}
	if r.Preview {
		return p.issues, nil
	}
	return p.issues, env.Store.Publish(ctx, p.fresh...)
}

// Unpublish takes back the issues of the request's series from its first day on, and returns how many days that are. The
// first day must be a day to come, because past issues stay.
func Unpublish(ctx context.Context, env *work.Env, r DailyRequest, today time.Time) (int64, error) {
	if !r.First.After(today) {
		return 0, work.RequestErrorf("%s is no day to come, and what a series has shown stays", r.First.Format(time.DateOnly))
	}
	return env.Store.Unpublish(ctx, r.Name(), r.First.Format(time.DateOnly))
}

// open returns the days that still need a puzzle: those asked for, and before them all
// behind the last day of the series.
func (r *DailyRequest) open(p *publisher) ([]string, error) {
	last := r.First.AddDate(0, 0, r.Days-1)
	from := r.First
	var newest time.Time
	for day := range p.issues {
		if t, err := time.Parse(time.DateOnly, day); err == nil && t.After(newest) {
			newest = t
		}
	}
	if !newest.IsZero() && newest.Before(from) {
		from = newest.AddDate(0, 0, 1)
	}
	if last.Sub(from) > maxDaysAhead*24*time.Hour {
		return nil, work.RequestErrorf("%s is more than %d days behind the last day of series %q",
			last.Format(time.DateOnly), maxDaysAhead, p.series)
	}
	var days []string
	for t := from; !t.After(last); t = t.AddDate(0, 0, 1) {
		if _, done := p.issues[t.Format(time.DateOnly)]; !done {
			days = append(days, t.Format(time.DateOnly))
		}
	}
	return days, nil
}

// seedOf is the seed with which the puzzle of a day is drawn.
func seedOf(series, day string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(series + "\x00" + day))
	return h.Sum64()
}

func issueOf(ctx context.Context, env *work.Env, p store.Publication) (Issue, error) {
	listed, err := ShowAnyway(ctx, env, p.Puzzle)
	if err != nil {
		return Issue{}, fmt.Errorf("publishing %q, %s: puzzle %d: %w", p.Series, p.Issue, p.Puzzle, err)
	}
	return Issue{p.Series, p.Issue, listed, work.LevelOf(env.Levels, listed.Grades)}, nil
}

// RecordedIssue returns what a series has published under the name of an issue; the error is store.ErrNotFound if it has
// nothing.
func RecordedIssue(ctx context.Context, env *work.Env, series, issue string) (Issue, error) {
	p, err := env.Store.Published(ctx, series, issue)
	if err != nil {
		return Issue{}, fmt.Errorf("series %q, %s: %w", series, issue, err)
	}
	return issueOf(ctx, env, p)
}

// publisher chooses puzzles that were not published before.
type publisher struct {
	env    *work.Env
	series string
	issues map[string]store.Publication // of the series, by issue
	used   map[string]bool              // forms that were published in the series that count
	grids  map[string]bool              // nil, or the solutions chosen so far, of which none may come twice
	forms  canon.Keys
	fresh  []store.Publication
}

// newPublisher returns the publisher of a series. What was published in series whose names begin with against counts.
func newPublisher(ctx context.Context, env *work.Env, series, against string) (*publisher, error) {
	p := &publisher{env: env, series: series, issues: map[string]store.Publication{},
		used: map[string]bool{}, forms: canon.Keys{}}
	all, err := env.Store.Publications(ctx, against)
	if err != nil {
		return nil, err
	}
	for _, publication := range all {
		if publication.Series == series {
			p.issues[publication.Issue] = publication
		}
		if publication.Series == series || against != series {
			p.used[string(publication.Form)] = true
		}
	}
	return p, nil
}

// ErrNoStock says that the library has no puzzle that can still be published.
var ErrNoStock = errors.New("no puzzle of the library fits")

// firstLook is how many puzzles are drawn before all that fit are looked at.
const firstLook = 64

// choose draws a puzzle for an issue, of a form that was not published yet. The error is ErrNoStock if there is none.
func (p *publisher) choose(ctx context.Context, issue, where string, seed uint64) error {
	for _, n := range []int{firstLook, math.MaxInt32} {
		ids, err := p.env.Store.Random(ctx, p.env.Filter(where), n, seed)
		if err != nil {
			return err
		}
		slices.Sort(ids)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
		found, err := p.unused(ctx, ids)
		if err != nil {
			return err
		}
		if found.Puzzle != 0 {
			found.Series, found.Issue = p.series, issue
			p.issues[issue] = found
			p.fresh = append(p.fresh, found)
			return nil
		}
		if len(ids) < n {
			break
		}
	}
	return ErrNoStock
}

// unused returns the first of the puzzles that can be published, which from then on counts as used; no puzzle if there
// is none.
func (p *publisher) unused(ctx context.Context, ids []int64) (store.Publication, error) {
	for _, id := range ids {
		listed, err := p.env.Store.Show(ctx, id)
		if err != nil {
			return store.Publication{}, err
		}
		if p.grids != nil && (listed.Solution == nil || p.grids[solutionKey(listed)]) {
			continue
		}
		hash := sha256.Sum256(p.forms.Key(listed.Puzzle))
		form := hash[:16]
		if p.used[string(form)] {
			continue
		}
		p.used[string(form)] = true
		if p.grids != nil {
			p.grids[solutionKey(listed)] = true
		}
		return store.Publication{Puzzle: id, Form: form}, nil
	}
	return store.Publication{}, nil
}

func solutionKey(l *store.Listed) string {
	return l.Puzzle.Geometry().Shape() + " " + l.Puzzle.Geometry().FormatGrid(l.Solution)
}

// A BookRequest asks for puzzles that no book has printed before.
type BookRequest struct {
	Title  string
	Parts  []BookPart
	Where  string // conditions on all puzzles
	Record bool   // that they were printed
	Seed   uint64
}

// BookPart is a number of puzzles of one level.
type BookPart struct {
	Level string
	Count int
}

// bookSeries begins the names of all books' series.
const bookSeries = "book "

// Book chooses the puzzles of a book, level by level, and numbers them from 1. None is a puzzle, or an image of one,
// that another book has, and no two have the same solution.
func Book(ctx context.Context, env *work.Env, r BookRequest) ([]Issue, error) {
	series := bookSeries + r.Title
	p, err := newPublisher(ctx, env, series, bookSeries)
	if err != nil {
		return nil, err
	}
	if len(p.issues) > 0 && r.Record {
		return nil, work.RequestErrorf("there is a book %q already; give this one another title", r.Title)
	}
	p.grids = map[string]bool{}
	p.issues = map[string]store.Publication{}
	number := 0
	for _, part := range r.Parts {
		d := DailyRequest{Level: part.Level, Where: r.Where}
		for i := range part.Count {
			number++
			if err := p.choose(ctx, strconv.Itoa(number), d.stock(), r.Seed+uint64(number)); err != nil {
				if errors.Is(err, ErrNoStock) {
					return nil, &StockError{Level: part.Level, Have: i, Want: part.Count, Stock: d.stock()}
				}
				return nil, err
			}
		}
	}
	if r.Record {
		if err := env.Store.Publish(ctx, p.fresh...); err != nil {
			return nil, err
		}
	}
	var issues []Issue
	for _, publication := range p.fresh {
		issue, err := issueOf(ctx, env, publication)
		if err != nil {
			return nil, err
		}
		issues = append(issues, issue)
	}
	return issues, nil
}

// A StockError says that the library has too few puzzles of a level that no book has printed, or that a series has not
// shown.
type StockError struct {
	Level      string
	Series     string // "" for that of a book
	Days       string // of a series, for which puzzles are wanted
	Have, Want int
	Stock      string // condition on the puzzles
}

func (e *StockError) Error() string {
	of, used := "", "no book has printed"
	if e.Level != "" {
		of = fmt.Sprintf(" of level %q", e.Level)
	}
	if e.Series != "" {
		of += " for " + e.Days
		used = fmt.Sprintf("series %q has not shown", e.Series)
	}
	return fmt.Sprintf("too few puzzles%s: %d wanted, and %d left that %s (of those with %s)", of, e.Want, e.Have,
		used, e.Stock)
}

// Unwrap lets errors.Is find ErrNoStock.
func (e *StockError) Unwrap() error { return ErrNoStock }

// Published returns what was published in a series, in its order; "" means all series.
func Published(ctx context.Context, env *work.Env, series string) ([]store.Publication, error) {
	all, err := env.Store.Publications(ctx, series)
	return slices.DeleteFunc(all, func(p store.Publication) bool { return series != "" && p.Series != series }), err
}
