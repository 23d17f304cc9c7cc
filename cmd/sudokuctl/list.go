package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

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
		Verdict: l.Verdict.String(), Disputed: l.Disputed, Grades: map[string]float64{}, Labels: map[string]string{},
		By: map[string]string{}, Tags: l.Tags, Source: p.Name, SHA256: l.Source.SHA256, Licence: l.Source.Licence,
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
		Long: `List the puzzles of the database with their verdicts, newest grades, tags and sources, by number. --where keeps those
of which a condition holds: comparisons of clues, metrics and other fields, joined by &&, || and !; see docs/store.md.`,
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

// levels are the levels of the config as the library knows them.
func (c *config) levels() []store.Level {
	var levels []store.Level
	for _, b := range c.Levels.Bands {
		below := math.Inf(1)
		if b.Below != nil {
			below = *b.Below
		}
		levels = append(levels, store.Level{Name: b.Name, Metric: c.Levels.Metric, Below: below})
	}
	return levels
}

func (a *app) list(ctx context.Context, filter store.Filter) error {
	s, err := a.openLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := a.listing(listColumns...)
	if err != nil {
		return err
	}
	for listed, err := range s.List(ctx, filter) {
		if err != nil {
			return err
		}
		r := newListRecord(listed)
		if err := l.row(r, r.cells()...); err != nil {
			return err
		}
	}
	return l.end()
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
		l, err := a.listing(listColumns...)
		if err != nil {
			return err
		}
		return firstError(l.row(r, r.cells()...), l.end())
	}
	var b strings.Builder
	b.WriteString("puzzle " + strconv.FormatInt(r.ID, 10) + "  " + r.Comment + "\n" + r.Puzzle + "\n")
	b.WriteString(a.pictureOf(listed.Puzzle, firstGrid(listed.Solution, listed.Puzzle.Givens)))
	b.WriteString("verdict  " + r.Verdict + "\nclues    " + strconv.Itoa(r.Clues) + "\nsource   " + r.Source + "\n")
	if len(r.Tags) > 0 {
		b.WriteString("tags     " + strings.Join(r.Tags, ", ") + "\n")
	}
	for _, m := range metricNames(r.Grades) {
		b.WriteString(m + "  " + gradeText(r.Grades, r.Labels, m) + "  by " + r.By[m] + "\n")
	}
	_, err := a.stdout.Write([]byte(b.String()))
	return err
}

func firstGrid(grid, otherwise sudoku.Grid) sudoku.Grid {
	if grid != nil {
		return grid
	}
	return otherwise
}
