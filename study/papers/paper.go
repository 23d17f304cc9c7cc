// Package papers computes the tables and pictures of five papers again and shows them beside the printed figures.
//
// A paper is about certain algorithms, so each file that is about one (zhai.go, maji.go, …) names plugins and their
// settings. Everything else asks plugins what they declare.
//
// What takes long is kept in a journal (reproduction.go): the same request continues where an interrupted one has
// ended.
//
// # Words
//
//   - A table has printed figures and ours side by side. Printed ones are copied by hand from the paper, ours are
//     computed.
//   - A request names a paper, how many puzzles are made, and the seed. Another seed shows how far chance goes.
//   - A drawing is a figure of the paper, drawn again from our data.
package papers

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/work"
)

// A Paper is a publication whose tables this package computes again.
type Paper struct {
	Name      string // "zhai2013"
	Reference string
	Plugins   []string // ids of the plugins that take part
	Takes     []Size   // numbers of a Request that count
	Timed     bool     // a table compares what solvers do within a time

	chosen    map[string][]string // settings of plugins that the study chooses itself
	reproduce func(context.Context, *reproduction)
}

// Size names a number of a Request, such as how many puzzles a level has, for flags and records.
type Size string

// The numbers of a Request.
const (
	PerLevel Size = "generated puzzles in each level"
	Runs     Size = "runs on each puzzle"
	Puzzles  Size = "generated puzzles"
)

// All returns the papers, sorted by name.
func All() []Paper {
	return []Paper{
		{Name: "gunther2012",
			Reference: "Gunther & Moon: Entropy Minimization for Solving Sudoku, IEEE Trans. Signal Process. 60(1), 2012",
			Plugins:   []string{"convex", "dlx", "entropybt", "generate"}, Takes: []Size{PerLevel},
			chosen:    map[string][]string{"convex": {"variant"}, "generate": {"method", "grid"}},
			reproduce: func(ctx context.Context, s *reproduction) { gunther{s}.reproduce(ctx) }},
		{Name: "kranawetter2013", Reference: "Kranawetter & Geiger: A New Difficulty Metric For Sudoku, 2013",
			Plugins: []string{"entropybt", "generate", "redundancy"}, Takes: []Size{Puzzles},
			chosen:    map[string][]string{"redundancy": {"metrics"}, "generate": {"method"}},
			reproduce: func(ctx context.Context, s *reproduction) { kranawetter{s}.reproduce(ctx) }},
		{Name: "maji2010",
			Reference: "Maji & Pal: Yet Another Organized Move towards Solving Sudoku Puzzle, IJARCS 1(3), 2010",
			Plugins:   []string{"convex", "dlx", "entropybt", "ga", "generate", "rules"}, Takes: []Size{PerLevel}, Timed: true,
			chosen:    map[string][]string{"rules": {"techniques"}, "entropybt": {"strategy"}, "generate": {"method"}},
			reproduce: func(ctx context.Context, s *reproduction) { maji{s}.reproduce(ctx) }},
		{Name: "rodriguez2018",
			Reference: "Rodríguez-Vázquez: GA and Entropy Objective Function for Solving Sudoku Puzzle, GECCO 2018",
			Plugins:   []string{"ga"}, Takes: []Size{Runs},
			chosen:    map[string][]string{"ga": {"variant"}},
			reproduce: func(ctx context.Context, s *reproduction) { rodriguez{s}.reproduce(ctx) }},
		{Name: "zhai2013",
			Reference: "Zhai & Zhang: Solving Sudoku Puzzles Based on Customized Information Entropy, IJHIT 6(1), 2013",
			Plugins:   []string{"entropybt", "ga", "generate"}, Takes: []Size{PerLevel},
			chosen:    map[string][]string{"entropybt": {"strategy"}, "generate": {"method"}},
			reproduce: func(ctx context.Context, s *reproduction) { zhai{s}.reproduce(ctx) }},
	}
}

// Request says which paper to reproduce, and how far. A number that is 0 is as in the paper, or as many as are
// worth the time; one that the paper has no use for must be 0.
type Request struct {
	Paper    string
	PerLevel int           // generated puzzles in each level
	Runs     int           // of the genetic algorithm on each puzzle
	Puzzles  int           // generated puzzles
	Timeout  time.Duration // for each puzzle of a table that compares solvers within a time
	Seed     uint64
	Settings map[string]map[string]any // of plugins, beside those that the study chooses
	Drawings bool                      // pictures are wanted
	Untimed  bool                      // leave out what differs with each run: times, and what is done within a time

	// Open opens a plugin with exactly these settings, whatever a configuration says of it.
	Open func(ctx context.Context, id string, settings map[string]any) (work.Plugin, error)
	// Journals is the folder in which answers are kept until the study is done, "" to keep none. Of two equal
	// studies at once the second keeps nothing.
	Journals string
	Fresh    bool // forget what an interrupted study has left
}

// Resumed is an event: an interrupted study has left so many results, which are not computed again.
type Resumed int

// Unkept is an event: another equal study is under way and has the journal, so this one keeps nothing.
type Unkept struct{}

// Reproduce computes the tables of a paper again. It hands over the *Paper, then each
// *Table and *Drawing when it is done.
func Reproduce(ctx context.Context, r Request, progress work.Progress, show func(any) error) error {
	p, err := r.find()
	if err == nil {
		err = r.check(p)
	}
	if err != nil {
		return err
	}
	s := &reproduction{Request: r, progress: progress, show: show, opened: map[string]work.Plugin{}}
	if r.Journals != "" {
		options := []any{s.PerLevel, s.Runs, s.Puzzles, s.Timeout, s.Seed, s.Settings}
		if s.journal, err = openJournal(r.Journals, r.Paper, options, r.Fresh); err != nil {
			return err
		}
		if s.journal == nil {
			progress.Report(Unkept{})
		} else if n := len(s.journal.held); n > 0 {
			progress.Report(Resumed(n))
		}
	}
	if !s.failed(show(p)) {
		p.reproduce(ctx, s)
	}
	return cmp.Or(s.err, s.journal.end(s.err == nil))
}

func (r *Request) find() (*Paper, error) {
	var names []string
	for _, p := range All() {
		if p.Name == r.Paper {
			return &p, nil
		}
		names = append(names, p.Name)
	}
	return nil, work.UnknownWord(r.Paper, names, "no paper %q: the papers are %s", r.Paper, strings.Join(names, ", "))
}

// check refuses what a paper would have to ignore.
func (r *Request) check(p *Paper) error {
	for size, n := range map[Size]int{PerLevel: r.PerLevel, Runs: r.Runs, Puzzles: r.Puzzles} {
		switch {
		case n < 0 || size == Puzzles && n == 1:
			return work.RequestErrorf("%d %s are too few", n, size)
		case n > 0 && !slices.Contains(p.Takes, size):
			return work.RequestErrorf("paper %s has no number of %s", p.Name, size)
		}
	}
	if r.Timeout < 0 || r.Timeout > 0 && !p.Timed {
		return work.RequestErrorf("paper %s has no use for a timeout of %v", p.Name, r.Timeout)
	}
	for _, id := range slices.Sorted(maps.Keys(r.Settings)) {
		if !slices.Contains(p.Plugins, id) {
			return work.RequestErrorf("paper %s has no use for plugin %q: it takes %s", p.Name, id,
				strings.Join(p.Plugins, ", "))
		}
		for name := range r.Settings[id] {
			if slices.Contains(p.chosen[id], name) {
				return work.RequestErrorf("setting %s.%s is not free: paper %s compares its values", id, name, p.Name)
			}
		}
	}
	return nil
}

// Table is a table of texts with remarks below it. No two columns have the same name.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Notes   []string
	Times   []string // the columns that hold times, which differ with each run
}

// Row appends a row of texts, numbers, and lists of texts for several columns. Fractions have three digits.
func (t *Table) Row(cells ...any) {
	var row []string
	for _, c := range cells {
		switch c := c.(type) {
		case []string:
			row = append(row, c...)
		case float64:
			row = append(row, stats.Figure(c))
		default:
			row = append(row, fmt.Sprint(c))
		}
	}
	t.Rows = append(t.Rows, row)
}

// Note appends a remark that is printed below the table, such as how ours differ from the paper's.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// check finds columns of the same name, whose values a reader could not distinguish.
func (t *Table) check() error {
	for i, name := range t.Columns {
		if slices.Contains(t.Columns[:i], name) {
			return fmt.Errorf("table %q has two columns %q", t.Title, name)
		}
	}
	return nil
}

// withoutTimes returns the table without the columns that hold times.
func (t *Table) withoutTimes() *Table {
	kept := *t
	keep := func(row []string) (cells []string) {
		for i, cell := range row {
			if !slices.Contains(t.Times, t.Columns[i]) {
				cells = append(cells, cell)
			}
		}
		return cells
	}
	kept.Columns, kept.Rows = keep(t.Columns), nil
	for _, row := range t.Rows {
		kept.Rows = append(kept.Rows, keep(row))
	}
	return &kept
}

// Drawing is a picture that belongs to the tables of a paper.
type Drawing struct {
	Name    string // "fig4"
	Picture *picture.Picture
}
