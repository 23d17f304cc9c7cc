package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// front is the body of the board: today's puzzle to play, which is seen first, or a puzzle that is being set, at first
// an empty grid.
type front struct {
	*subject
	Set    bool   // digits are the givens of a puzzle that is being set; otherwise there is a puzzle to play
	Text   string // what was to be read
	Levels []string
	Today  []today
	Latest []libraryRow  // of the library
	Facets *store.Facets // of the library
	Left   *counted      // puzzles that Random cannot find, nil if there are none
	Asked  url.Values    // the query: a level and a technique may have been asked for
}

// Techniques are those that a puzzle can be asked for by, in the order of their ratings.
func (b *front) Techniques() []lesson { return lessons() }

// shape is a geometry of which an empty grid is offered.
type shape struct{ Text, Name string }

// shapes are the geometries of the chooser; another one is shown by its text.
var shapes = []shape{{Text: "9", Name: "9×9"}, {Text: "4", Name: "4×4"}, {Text: "6", Name: "6×6"},
	{Text: "8", Name: "8×8"},
	{Text: "12", Name: "12×12"}, {Text: "16", Name: "16×16"}, {Text: "25", Name: "25×25"},
	{Text: "9+x", Name: "with diagonals"},
	{Text: "9+w", Name: "with windows"}, {Text: "9+g", Name: "disjoint groups"},
	{Text: "9+n", Name: "anti-knight"}, {Text: "9+k", Name: "anti-king"},
	{Text: "9/l", Name: "Latin square"}, {Text: "9^3", Name: "cube"}}

// front shows a puzzle to play, or a board to set one if the query has a puzzle or a shape. It leads to the library if
// the query is one that the library once had at this address.
func (s *site) front(w http.ResponseWriter, r *http.Request) {
	if slices.ContainsFunc([]string{"where", "sort", "cols", "view", "after", "metric"}, r.URL.Query().Has) {
		http.Redirect(w, r, s.desk.Path("/library?"+r.URL.RawQuery), http.StatusMovedPermanently)
		return
	}
	page := s.playToday
	if r.URL.Query().Has("puzzle") || r.URL.Query().Has("shape") {
		page = s.board
	}
	s.showRecent(w, r, page)
}

// newFront returns a board without a puzzle.
func (s *site) newFront(r *http.Request) *front {
	b := &front{Asked: r.URL.Query()}
	for _, level := range s.desk.Env.Levels {
		b.Levels = append(b.Levels, level.Name)
	}
	return b
}

// playToday shows the puzzle of the day of the easiest level or, if there is none, an empty board.
func (s *site) playToday(r *http.Request) (*layout, error) {
	b, series := s.newFront(r), ""
	if len(b.Levels) > 0 {
		series = b.Levels[0]
	}
	issue, err := s.desk.Issue(r.Context(), series, "")
	if err != nil {
		return s.board(r)
	}
	b.subject = s.subjectOfIssue(issue)
	b.Playing().Link = s.seriesURL(cmp.Or(series, "daily")) + "?date=" + issue.Issue
	l := &layout{Title: "Today’s puzzle", Tab: "front", Body: b, Headed: true, Command: b.command()}
	return l, b.look(r.Context(), s)
}

// board shows the puzzle of the query, or an empty grid of a shape.
func (s *site) board(r *http.Request) (*layout, error) {
	v := r.URL.Query()
	b := s.newFront(r)
	b.Set, b.Text = true, v.Get("puzzle")
	l := &layout{Title: "Board", Tab: "board", Body: b, Headed: true}
	bad := b.read(s, r)
	if b.Puzzle == nil {
		b.Puzzle = sudoku.MustPuzzle(sudoku.MustGeometry("9"), nil)
	}
	b.Notation = b.Puzzle.String()
	if b.Puzzle.Clues() > 0 || len(b.Puzzle.Constraints()) > 0 {
		l.Command = "sudokuctl check " + shell(b.Notation)
	}
	return l, cmp.Or(b.look(r.Context(), s), bad)
}

// Bounds of the lists from other pages that the board shows.
const (
	todayTime = 100 * time.Millisecond // for which it waits for puzzles of today that are not chosen yet
	mostToday = 6
	mostShown = 6
)

// look adds the puzzles of today and some of the library.
func (b *front) look(ctx context.Context, s *site) (err error) {
	latest, _, err := s.desk.Page(ctx, &desk.ListQuery{Sort: "-id", Limit: mostShown})
	if err != nil {
		return err
	}
	for _, record := range latest {
		b.Latest = append(b.Latest, newLibraryRow(record, nil))
	}
	bounded, cancel := context.WithTimeout(ctx, todayTime)
	defer cancel()
	all, _ := s.today(bounded) // what takes longer is there the next time
	for _, t := range all {
		if t.Issue != nil && len(b.Today) < mostToday {
			b.Today = append(b.Today, t)
		}
	}
	b.Facets, err = s.desk.Facets(ctx, "")
	return err
}

// read reads the puzzle of a request, or makes an empty one of its shape.
func (b *front) read(s *site, r *http.Request) (err error) {
	if b.subject, err = s.subjectOf(r.Context(), "", b.Text); err != nil || b.Puzzle != nil {
		return err
	}
	g, err := sudoku.ParseGeometry(cmp.Or(r.URL.Query().Get("shape"), "9"))
	if err != nil {
		return problem.New(http.StatusBadRequest, err.Error())
	}
	b.Puzzle, err = sudoku.NewPuzzle(g, nil)
	return err
}

// Shapes are the geometries of the chooser, and the puzzle's own.
func (b *front) Shapes() []shape {
	now := b.Shape()
	if slices.ContainsFunc(shapes, func(sh shape) bool { return sh.Text == now }) {
		return shapes
	}
	return append(slices.Clone(shapes), shape{now, now})
}

// Shape returns the geometry of the puzzle, for the field that chooses another.
func (b *front) Shape() string { return b.Puzzle.Geometry().String() }

// choice is a constraint that can be added to a puzzle.
type choice struct {
	Name   string
	Valued bool
	Lists  int // of cells, at least
}

// often are the constraints that most puzzles have; they come first.
var often = []string{"cage", "thermo", "arrow", "white", "black", "x", "v", "whisper", "renban",
	"palindrome", "between", "little-killer", "sandwich"}

// Choices are the constraints that can be added.
func (b *front) Choices() (all []choice) {
	others := slices.DeleteFunc(constraint.Names(), func(name string) bool {
		_, err := constraint.ParseWanted(name)
		return err != nil || slices.Contains(often, name)
	})
	for _, name := range slices.Concat(often, others) {
		valued, lists := constraint.Takes(name)
		all = append(all, choice{name, valued, lists})
	}
	return all
}

// random leads to a puzzle of the library, drawn as the command line does from those of a level that need a technique
// and have one solution, but not to the one that it was asked from. If there is none the board says so.
func (s *site) random(w http.ResponseWriter, r *http.Request) (*layout, error) {
	v, wanted := r.URL.Query(), []string{library.Classic, `verdict == "unique"`}
	for _, part := range [][2]string{{"technique", "uses(%q)"}, {"not", "id != %s"}} {
		if text := v.Get(part[0]); text != "" {
			wanted = append(wanted, fmt.Sprintf(part[1], text))
		}
	}
	q := &desk.RandomQuery{Count: 1, Level: v.Get("level"), Where: strings.Join(wanted, " && ")}
	if near, err := strconv.ParseFloat(v.Get("near"), 64); err == nil {
		alike := fmt.Sprintf("%s && people_rating >= %.0f && people_rating <= %.0f", q.Where,
			near-nearRating, near+nearRating)
		drawn, err := s.desk.Random(r.Context(), &desk.RandomQuery{Count: 1, Where: alike})
		if err == nil && len(drawn) > 0 { // otherwise people have rated no such puzzle
			return s.elsewhere(w, r, "/p/%d", drawn[0].ID)
		}
	}
	drawn, err := s.desk.Random(r.Context(), q)
	var nothing *store.WhereError // no puzzle has a level, or techniques
	if err != nil && !errors.As(err, &nothing) {
		return nil, err
	}
	if len(drawn) > 0 {
		return s.elsewhere(w, r, "/p/%d", drawn[0].ID)
	}
	if p, from := s.instead(r.Context(), q.Level, v.Get("technique")); p != "" {
		other := url.Values{"puzzle": {p}, "other": {cmp.Or(v.Get("technique"), q.Level, "9×9")}, "from": {from}}
		return s.elsewhere(w, r, "/p?%s", other.Encode())
	}
	return s.nothing(r, q.Level, v.Get("technique"))
}

// nearRating is how far from a player's rating a puzzle near it may be: the player beats 36 to 64 % of all times on it.
const nearRating = 100

// instead returns a puzzle for somebody for whom the library has none, and where it is from, a key of origins: the
// lesson on the technique, the generator or the samples. It is "" if there is none either.
func (s *site) instead(ctx context.Context, level, technique string) (puzzle, from string) {
	if technique != "" {
		if l := lessonOn(technique); l != nil && len(l.Needs) > 0 && level == "" {
			return l.Needs[rand.IntN(len(l.Needs))], "lesson"
		}
		return "", ""
	}
	if !s.desk.Options.NoCompute {
		made, err := s.desk.Generated(ctx, &desk.Order{Level: level})
		if err == nil && len(made) > 0 {
			return made[0].Puzzle, "new"
		}
	}
	if p := input.Play(level, rand.Uint64()); p != nil {
		return p.String(), "sample"
	}
	return "", ""
}

// nothing is the board for somebody who asked for a puzzle that the library does not have, or that is not graded yet.
func (s *site) nothing(r *http.Request, level, technique string) (*layout, error) {
	l, err := s.board(r)
	what, metric := strings.TrimSpace(level+" puzzle")+" with one solution", ""
	if technique != "" {
		what, metric = strings.TrimSpace(level+" puzzle")+" with "+record.TechniqueText(technique)+" and one solution",
			"techniques"
	} else if level != "" && len(s.desk.Env.Levels) > 0 {
		metric = s.desk.Env.Levels[0].Metric
	}
	if names, other := library.MetricNames(r.Context(), s.desk.Env); err == nil && other == nil && metric != "" {
		left, other := s.ungraded(r.Context(), metric, names)
		if b, is := l.Body.(*front); is && other == nil && left.Count > 0 {
			b.Left = &left
		}
	}
	return l, cmp.Or(err, error(problem.New(http.StatusNotFound, "the library has no other "+what)))
}
