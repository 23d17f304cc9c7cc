// Package library has the commands about the library: to list, choose, import and export puzzles, to edit, tag and
// delete them, to publish some, to serve them to browsers and programs, to study them (levels, paper), and to keep the
// file (db). Each changes a request of work by its flags and shows the records that come back.
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// maxTablePuzzle is how much of a puzzle a table shows.
const maxTablePuzzle = 81

// maxTableMetric is how much of a metric's name a table shows before its value.
const maxTableMetric = 11

// shortened cuts a text to some signs, the last of them "…" if there were more.
func shortened(text string, most int) string {
	if signs := []rune(text); len(signs) > most {
		return string(signs[:most-1]) + "…"
	}
	return text
}

// tableCells returns what a table shows, which a screen has room for. Of the grades there is the one that levels go by,
// or what a grader reached of it, and how many more.
func tableCells(r *library.ListRecord, level string) []any {
	puzzle, grade := shortened(r.Puzzle, maxTablePuzzle), ""
	names := screen.MetricNames(r.Grades)
	if i := slices.IndexFunc(names, func(n string) bool {
		return n == level || n == store.BesideConstraints(level) ||
			strings.HasPrefix(n, level+"_")
	}); i > 0 {
		names[0], names[i] = names[i], names[0]
	}
	if len(names) > 0 {
		grade = shortened(record.Word("metric", names[0]), maxTableMetric) + " " +
			strconv.FormatFloat(r.Grades[names[0]], 'g', 5, 64)
	}
	if len(names) > 1 {
		grade += fmt.Sprintf(" +%d", len(names)-1)
	}
	source := r.Source
	if r.Name != "" {
		source = r.Name + " (" + source + ")"
	}
	return []any{"id", r.ID, "puzzle", puzzle, "clues", r.Clues, "verdict", r.Verdict, "level", r.Level, "grade", grade,
		"tags", strings.Join(r.Tags, ","), "source", source}
}

// plainColumns are the columns that every puzzle has; the others are metrics.
var plainColumns = map[string]func(r *library.ListRecord) string{
	"id":           func(r *library.ListRecord) string { return strconv.FormatInt(r.ID, 10) },
	"uid":          func(r *library.ListRecord) string { return formats.UID(r.Puzzle) },
	"puzzle":       func(r *library.ListRecord) string { return r.Puzzle },
	"geometry":     func(r *library.ListRecord) string { return r.Geometry },
	"clues":        func(r *library.ListRecord) string { return strconv.Itoa(r.Clues) },
	"verdict":      func(r *library.ListRecord) string { return r.Verdict },
	"solution":     func(r *library.ListRecord) string { return r.Solution },
	"tags":         func(r *library.ListRecord) string { return strings.Join(r.Tags, ",") },
	"source":       func(r *library.ListRecord) string { return r.Source },
	"licence":      func(r *library.ListRecord) string { return r.Licence },
	"comment":      func(r *library.ListRecord) string { return r.Comment },
	"level":        func(r *library.ListRecord) string { return r.Level },
	"name":         func(r *library.ListRecord) string { return r.Name },
	"duplicate_of": originalOf,
}

// originalOf is the number of the puzzle that another one is an image of.
func originalOf(r *library.ListRecord) string {
	if r.DuplicateOf == nil {
		return ""
	}
	return strconv.FormatInt(*r.DuplicateOf, 10)
}

// checkNames refuses names of a flag that are none of all.
func checkNames(ctx context.Context, env *work.Env, flag string, all, names []string) error {
	for _, name := range names {
		if !slices.Contains(all, name) {
			if slices.Contains(env.Metrics(ctx), name) {
				return app.UsageErrorf("--%s: %s", flag, store.NotGraded(name))
			}
			return app.UsageErrorf("--%s: there is no %q; there are %s%s", flag, name, strings.Join(all, ", "),
				screen.DidYouMean(name, all))
		}
	}
	return nil
}

// columnText returns what writes the value of a column: with as many digits as a program needs, or as people read.
func columnText(column string, digits int) func(r *library.ListRecord) string {
	if text := plainColumns[column]; text != nil {
		return text
	}
	return func(r *library.ListRecord) string {
		v, graded := r.Grades[column]
		if !graded {
			return ""
		}
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
}

// List returns the command that lists puzzles of the library, under a condition and in an order.
func List(a *app.App) *cobra.Command {
	var limit int
	var columns []string
	var where, sort string
	var count, deleted bool
	var like string
	c := app.Command("list", func(ctx context.Context, _ []string) error {
		if limit < 0 {
			return app.UsageErrorf("--limit must not be negative")
		}
		filter := a.Env(nil).Filter(where)
		filter.Limit, filter.Sort, filter.Deleted = limit, sort, deleted
		if like != "" {
			var err error
			if filter.IDs, err = imagesOf(ctx, a, like); err != nil {
				return err
			}
		}
		if count {
			return countPuzzles(ctx, a, filter)
		}
		return list(ctx, a, filter, columns)
	})
	c.Flags().IntVarP(&limit, "limit", "n", 0, "list at most this many puzzles, 0 = no limit")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	c.Flags().StringVar(&sort, "sort", "",
		"`WHAT` to sort by: id, clues or a metric; with a minus before it from the largest down")
	c.Flags().BoolVar(&count, "count", false, "print how many there are, and none of them")
	c.Flags().BoolVar(&deleted, "deleted", false, "list deleted puzzles instead")
	c.Flags().StringSliceVar(&columns, "columns", nil,
		"`COLUMNS` to show, in this order: id, puzzle, clues, level, metrics and others")
	c.Flags().StringVar(&like, "like", "", "list a `PUZZLE` and its images under symmetries and relabelling")
	c.MarkFlagsMutuallyExclusive("count", "limit")
	c.MarkFlagsMutuallyExclusive("count", "columns")
	c.MarkFlagsMutuallyExclusive("like", "deleted")
	return c
}

// imagesOf returns the numbers of a puzzle and of its images in the library, not nil.
func imagesOf(ctx context.Context, a *app.App, text string) (ids []int64, err error) {
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		return nil, app.UsageErrorf("--like %q is not a puzzle: %w", text, err)
	}
	err = a.WithLibrary(ctx, func(s *store.Store) (err error) {
		ids, err = library.Like(ctx, a.Env(s), p, a.Screen().Report)
		return err
	})
	return append([]int64{}, ids...), err
}

// countPuzzles prints how many puzzles the filter lets through.
func countPuzzles(ctx context.Context, a *app.App, filter store.Filter) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		n, err := s.Count(ctx, filter)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(a.Stdout, n)
		return err
	})
}

// list prints the puzzles that the filter lets through.
func list(ctx context.Context, a *app.App, filter store.Filter, columns []string) error {
	s, err := a.OpenLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	app.CollectLess() // a third less work, for 28 MB
	env := a.Env(s)
	metrics, err := library.MetricNames(ctx, env)
	if err != nil {
		return err
	}
	known := append(slices.Sorted(maps.Keys(plainColumns)), metrics...)
	err = checkNames(ctx, env, "columns", known, columns)
	if by := strings.TrimPrefix(filter.Sort, "-"); err == nil && by != "" {
		err = checkNames(ctx, env, "sort", append([]string{"id", "clues"}, metrics...), []string{by})
	}
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"json", "jsonl"}, a.Format("table", "tsv")) {
		filter.Detail = store.Numbers
		if len(columns) > 0 {
			filter.Metrics = append(slices.Clone(columns), work.LevelMetrics(env.Levels)...)
		}
	}
	declared, err := puzzleColumns(ctx, a, env, columns...)
	if err != nil {
		return err
	}
	rows, err := declared.On(a.Streams)
	if err != nil {
		return err
	}
	for listed, err := range s.List(ctx, filter) {
		if err != nil {
			return err
		}
		if err := rows.Show(library.NewListRecord(listed, env.Levels)); err != nil {
			return err
		}
	}
	return rows.End()
}

// puzzleColumns declares how puzzles of the library are shown, with columns of choice or the usual ones.
func puzzleColumns(ctx context.Context, a *app.App, env *work.Env,
	columns ...string) (*screen.Columns[*library.ListRecord], error) {
	format := a.Format("table", "tsv")
	if len(columns) == 0 && format == "table" {
		return &screen.Columns[*library.ListRecord]{Cells: func(r *library.ListRecord) []any {
			return tableCells(r, a.Config.Levels.Metric)
		}}, nil
	}
	if len(columns) == 0 && format != "json" && format != "jsonl" {
		metrics, err := library.MetricNames(ctx, env)
		if err != nil {
			return nil, err
		}
		columns = slices.Concat([]string{"id", "puzzle", "geometry", "clues", "verdict", "level"}, metrics,
			[]string{"tags", "name", "source"})
	}
	digits := -1
	if format == "table" {
		digits = 5
	}
	names, texts := make([]any, len(columns)), make([]func(*library.ListRecord) string, len(columns))
	for i, name := range columns {
		names[i], texts[i] = name, columnText(name, digits)
	}
	return &screen.Columns[*library.ListRecord]{Cells: func(r *library.ListRecord) []any {
		cells := make([]any, 0, 2*len(columns))
		for i, text := range texts {
			cells = append(cells, names[i], text(r))
		}
		return cells
	}}, nil
}

// Show is the command that shows everything known about puzzles.
func Show(a *app.App) *cobra.Command {
	return app.Command("show", func(ctx context.Context, args []string) error { return show(ctx, a, args) })
}

// show prints the puzzles that the arguments name.
func show(ctx context.Context, a *app.App, args []string) error {
	s, err := a.OpenLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	env := a.Env(s)
	for _, arg := range args {
		id, err := library.Numbered(ctx, env, arg)
		if err != nil {
			return err
		}
		listed, err := s.Show(ctx, id)
		if errors.Is(err, store.ErrDeleted) {
			return fmt.Errorf("puzzle %d: deleted; \"sudokuctl delete --undo %[1]d\" brings it back", id)
		}
		if err != nil {
			return err
		}
		if err := showOne(ctx, a, env, listed); err != nil {
			return err
		}
	}
	return nil
}

// showOne prints one puzzle as a card or a record.
func showOne(ctx context.Context, a *app.App, env *work.Env, listed *store.Listed) error {
	r := library.NewListRecord(listed, env.Levels)
	if a.Output != "" && a.Output != "grid" {
		columns, err := puzzleColumns(ctx, a, env)
		if err != nil {
			return err
		}
		return columns.Write(a.Streams, r)
	}
	var b strings.Builder
	b.WriteString("puzzle " + strconv.FormatInt(r.ID, 10) + "  " + r.Comment + "\n" + r.Puzzle + "\n")
	grid := listed.Solution
	if grid == nil {
		grid = listed.Puzzle.Givens()
	}
	b.WriteString(screen.PictureOf(a.Streams, listed.Puzzle, grid))
	for _, line := range [][2]string{{"verdict", r.Verdict}, {"level", r.Level},
		{"clues", strconv.Itoa(r.Clues)}, {"name", r.Name},
		{"source", r.Source}, {"tags", strings.Join(r.Tags, ", ")}, {"licence", r.Licence}} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-7s  %s\n", line[0], line[1])
		}
	}
	var grades [][]string
	for _, m := range screen.MetricNames(r.Grades) {
		labels := map[string]string{m: record.TechniquesText(r.Labels[m])}
		grades = append(grades, []string{record.Word("metric", m), m, screen.GradeText(r.Grades, labels, m), r.By[m]})
	}
	if len(grades) > 0 {
		b.WriteByte('\n')
		if _, err := a.Table(&b, []string{"METRIC", "NAME", "VALUE", "BY"}, grades); err != nil {
			return err
		}
	}
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}

// Random is the command that draws puzzles from the library.
func Random(a *app.App) *cobra.Command {
	var n int
	var level, where string
	var seed uint64
	c := app.Command("random", nil)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if n < 1 {
			return app.UsageErrorf("-n must be at least 1")
		}
		if !c.Flags().Changed("seed") {
			seed = rand.Uint64()
		}
		app.CollectLess() // a quarter less work, for a few MB
		return draw(c.Context(), a, level, where, n, seed)
	}
	c.Flags().IntVarP(&n, "count", "n", 1, "number of puzzles")
	app.Renamed(c, map[string]string{"number": "count"})
	c.Flags().StringVar(&level, "level", "", "`LEVEL` of the config")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles (default: no constraints beyond houses)")
	c.Flags().Uint64Var(&seed, "seed", 0, "random seed (default: chosen at random)")
	return c
}

// draw lists n puzzles drawn from those of a level that meet a condition.
func draw(ctx context.Context, a *app.App, level, where string, n int, seed uint64) error {
	s, done, err := a.OpenStock(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	env := a.Env(s)
	drawn, err := library.Draw(ctx, env, level, where, n, seed)
	var ungraded *store.WhereError // no puzzle has a level
	target := ask.RangeOfLevel(env.Levels, level, nil)
	if where == "" && (level == "" || target != nil) && len(drawn) == 0 && (err == nil || errors.As(err, &ungraded)) {
		return makeInstead(ctx, a, target, level, n, seed)
	}
	if err != nil {
		return err
	}
	if len(drawn) == 0 {
		return fmt.Errorf("no puzzle of %s fits %s", a.Config.Database,
			library.OfLevel(level, cmp.Or(where, library.Classic)))
	}
	columns, err := puzzleColumns(ctx, a, env)
	if err != nil {
		return err
	}
	record := func(l *store.Listed) *library.ListRecord { return library.NewListRecord(l, env.Levels) }
	return screen.Columns[*store.Listed]{
		Line: func(l *store.Listed) string { return l.Puzzle.String() },
		Grid: func(l *store.Listed) string {
			return titled(a, "puzzle "+strconv.FormatInt(l.ID, 10), work.LevelOf(env.Levels, l.Grades), l.Puzzle)
		},
		Cells: func(l *store.Listed) []any { return columns.Cells(record(l)) },
		JSON:  func(l *store.Listed) any { return record(l) },
	}.Write(a.Streams, drawn...)
}

// makeInstead makes n puzzles of a level, nil for any, for somebody for whom the library has none.
func makeInstead(ctx context.Context, a *app.App, level *ask.Range, name string, n int, seed uint64) error {
	env := a.Env(nil)
	rows, err := (&screen.Columns[*sudoku.Puzzle]{
		Line:  (*sudoku.Puzzle).String,
		Grid:  func(p *sudoku.Puzzle) string { return titled(a, "new puzzle", name, p) },
		Cells: func(p *sudoku.Puzzle) []any { return []any{"puzzle", p.String(), "level", name, "clues", p.Clues()} },
		JSON:  func(p *sudoku.Puzzle) any { return record.NewMade(p) },
	}).On(a.Streams)
	if err != nil {
		return err
	}
	a.Remark("%s has no %s: what follows is new, and not kept", a.Config.Database, strings.TrimSpace(name+" puzzle"))
	err = ask.Generate(ctx, env, ask.GenerateRequest{Target: level, Graders: a.Config.Run.Graders, Attempts: 20,
		Timeout: a.Config.Run.Timeout, Order: sudoku.Order{Geometry: sudoku.MustGeometry("9"), Count: n, Seed: seed}},
		nil, rows.Show)
	return cmp.Or(err, rows.End())
}
