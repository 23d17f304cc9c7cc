package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// listRecord is one line of "list -o jsonl". Its keys are stable.
type listRecord struct {
	ID          int64              `json:"id"`
	Puzzle      string             `json:"puzzle"`
	Geometry    string             `json:"geometry"`
	Clues       int                `json:"clues"`
	Verdict     string             `json:"verdict"`
	Disputed    bool               `json:"disputed,omitempty"`
	Solution    string             `json:"solution,omitempty"`
	Grades      map[string]float64 `json:"grades"`
	Labels      map[string]string  `json:"labels"`
	By          map[string]string  `json:"by"`
	Tags        []string           `json:"tags"`
	Source      string             `json:"source"`
	SHA256      string             `json:"sha256,omitempty"`
	Licence     string             `json:"licence,omitempty"`
	Comment     string             `json:"comment,omitempty"`
	DuplicateOf *int64             `json:"duplicate_of"`
}

func newListRecord(l *store.Listed) *listRecord {
	p := l.Puzzle
	r := &listRecord{ID: l.ID, Puzzle: p.String(), Geometry: p.Geometry.String(), Clues: p.Clues(),
		Verdict: l.Verdict.String(), Disputed: l.Disputed, Grades: map[string]float64{},
		Labels: map[string]string{},
		By:     map[string]string{}, Tags: l.Tags, Source: p.Name, SHA256: l.Source.SHA256,
		Licence: l.Source.Licence,
		Comment: p.Comment}
	if l.Solution != nil {
		r.Solution = p.Geometry.FormatGrid(l.Solution)
	}
	if r.Tags == nil {
		r.Tags = []string{}
	}
	for _, g := range l.Grades {
		r.Grades[g.Metric], r.By[g.Metric] = g.Value, g.By
		if g.Label != "" {
			r.Labels[g.Metric] = g.Label
		}
	}
	if l.DuplicateOf != 0 {
		r.DuplicateOf = &l.DuplicateOf
	}
	return r
}

// tableColumns are those of a table, which a screen has room for; the other formats have all.
var tableColumns = []string{"id", "puzzle", "clues", "verdict", "grade", "tags", "source"}

// maxTablePuzzle is how much of a puzzle a table shows.
const maxTablePuzzle = 81

// tableCells returns the texts of tableColumns. Of the grades there is the one that levels go by,
// or what a grader reached of it, and how many more.
func (r *listRecord) tableCells(level string) []string {
	puzzle, grade := r.Puzzle, ""
	if runes := []rune(puzzle); len(runes) > maxTablePuzzle {
		puzzle = string(runes[:maxTablePuzzle-1]) + "…"
	}
	names := metricNames(r.Grades)
	if i := slices.IndexFunc(names, func(n string) bool {
		return n == level ||
			strings.HasPrefix(n, level+"_")
	}); i > 0 {
		names[0], names[i] = names[i], names[0]
	}
	if len(names) > 0 {
		grade = names[0] + "=" + strconv.FormatFloat(r.Grades[names[0]], 'g', 5, 64)
	}
	if len(names) > 1 {
		grade += fmt.Sprintf(" +%d", len(names)-1)
	}
	return []string{strconv.FormatInt(r.ID, 10), puzzle, strconv.Itoa(r.Clues), r.Verdict, grade,
		strings.Join(r.Tags, ","), r.Source}
}

var listColumns = []string{"id", "puzzle", "geometry", "clues", "verdict", "grades", "tags", "source"}

func (r *listRecord) cells() []string {
	var grades []string
	for _, m := range metricNames(r.Grades) {
		grades = append(grades, m+"="+gradeText(r.Grades, r.Labels, m))
	}
	return []string{strconv.FormatInt(r.ID, 10), r.Puzzle, r.Geometry, strconv.Itoa(r.Clues), r.Verdict,
		strings.Join(grades, " "), strings.Join(r.Tags, ","), r.Source}
}

func (a *app) listCommand() *cobra.Command {
	var limit int
	var where string
	var count bool
	c := &cobra.Command{
		Use:   "list",
		Short: "list the puzzles of the database",
		Long: `List the puzzles of the database with their verdicts, newest grades, tags and sources, by
number. --where keeps those of which a condition holds: comparisons of clues, metrics and other
fields, joined by &&, || and !; see docs/store.md. A table shows the grade that levels go by and how
many more there are; show ID and the other formats show all.`,
		Example: `  sudokuctl list --limit 10
  sudokuctl list --where 'se >= 4.5 && clues <= 24' -o jsonl
  sudokuctl list --where 'uses("x_wing") && symmetry == "rot180" && !dup' --count`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 0 {
				return usageErrorf("--limit must not be negative")
			}
			filter := a.filter(where)
			filter.Limit = limit
			if count {
				return a.count(c.Context(), filter)
			}
			return a.list(c.Context(), filter)
		},
	}
	c.Flags().IntVar(&limit, "limit", 0, "puzzles at most, 0 = all")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	c.Flags().BoolVar(&count, "count", false, "print how many there are, and none of them")
	c.MarkFlagsMutuallyExclusive("count", "limit")
	return c
}

func (a *app) count(ctx context.Context, filter store.Filter) error {
	return a.withLibrary(ctx, func(s *store.Store) error {
		n, err := s.Count(ctx, filter)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(a.stdout, n)
		return err
	})
}

func (a *app) list(ctx context.Context, filter store.Filter) error {
	s, err := a.openLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	l, row, err := a.puzzleListing()
	if err != nil {
		return err
	}
	for listed, err := range s.List(ctx, filter) {
		if err != nil {
			return err
		}
		if err := row(newListRecord(listed)); err != nil {
			return err
		}
	}
	return l.end()
}

// puzzleListing begins a listing of puzzles and returns what writes one.
func (a *app) puzzleListing() (*listing, func(*listRecord) error, error) {
	if a.format("table", "tsv") == "table" {
		l, err := a.listing(tableColumns...)
		return l, func(r *listRecord) error { return l.row(r, r.tableCells(a.config.Levels.Metric)...) }, err
	}
	l, err := a.listing(listColumns...)
	return l, func(r *listRecord) error { return l.row(r, r.cells()...) }, err
}

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID…",
		Short:   "show what is known of a puzzle",
		Long:    "Show puzzles of the database with their solutions, grades and where each grade is from.",
		Example: "  sudokuctl show 1",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.show(c.Context(), args) },
	}
}

func (a *app) show(ctx context.Context, args []string) error {
	s, err := a.openLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, arg := range args {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return usageErrorf("puzzle %q is not a number", arg)
		}
		listed, err := s.Show(ctx, id)
		if err != nil {
			return err
		}
		if err := a.showOne(listed); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) showOne(listed *store.Listed) error {
	r := newListRecord(listed)
	if a.output != "" && a.output != "grid" {
		l, row, err := a.puzzleListing()
		if err != nil {
			return err
		}
		return cmp.Or(row(r), l.end())
	}
	var b strings.Builder
	b.WriteString("puzzle " + strconv.FormatInt(r.ID, 10) + "  " + r.Comment + "\n" + r.Puzzle + "\n")
	b.WriteString(a.pictureOf(listed.Puzzle, firstGrid(listed.Solution, listed.Puzzle.Givens)))
	b.WriteString("verdict  " + r.Verdict + "\nclues    " + strconv.Itoa(r.Clues) + "\nsource   " + r.Source +
		"\n")
	if len(r.Tags) > 0 {
		b.WriteString("tags     " + strings.Join(r.Tags, ", ") + "\n")
	}
	if r.Licence != "" {
		b.WriteString("licence  " + r.Licence + "\n")
	}
	grades := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	if len(r.Grades) > 0 {
		fmt.Fprintln(grades, "\nMETRIC\tVALUE\tBY")
	}
	for _, m := range metricNames(r.Grades) {
		fmt.Fprintf(grades, "%s\t%s\t%s\n", m, gradeText(r.Grades, r.Labels, m), r.By[m])
	}
	grades.Flush()
	_, err := a.stdout.Write([]byte(b.String()))
	return err
}

func firstGrid(grid, otherwise sudoku.Grid) sudoku.Grid {
	if grid != nil {
		return grid
	}
	return otherwise
}
