package puzzles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// generateOptions are the flags of ask.
type generateOptions struct {
	app      *app.App
	req      ask.GenerateRequest
	geometry string
	level    string
	metric   string
	clues    string
	pattern  string
	beside   []string // constraints
	drawn    bool     // the seed is chosen at random
	save     bool
	source   string // the command that makes the same puzzles again
}

// Generate returns the command that makes puzzles to order.
func Generate(a *app.App) *cobra.Command {
	o := &generateOptions{app: a}
	c := app.Command("generate", nil)
	c.RunE = func(c *cobra.Command, _ []string) error {
		o.req.Order.HasDifficulty = c.Flags().Changed("difficulty")
		if o.drawn = !c.Flags().Changed("seed"); o.drawn {
			o.req.Order.Seed = rand.Uint64()
		}
		o.source = o.command(c.Flags())
		return o.run(c.Context())
	}
	f := c.Flags()
	f.StringVar(&o.req.Generator, "generator", "", "`ID` of the plugin (default "+usualGenerator+")")
	f.IntVarP(&o.req.Order.Count, "count", "n", 1, "number of puzzles")
	app.Renamed(c, map[string]string{"number": "count"})
	f.StringVar(&o.geometry, "geometry", "9", "geometry, see docs/formats.md")
	f.StringVar(&o.level, "level", "", "`LEVEL` of the config")
	f.StringVar(&o.metric, "metric", "",
		"range of a metric, `NAME=LO..HI`: LO or more, less than HI; or NAME=VALUE, what rounds to it")
	f.StringVar(&o.clues, "clues", "", "number of clues: 24, or a `RANGE` such as 24..28")
	f.StringVar(&o.pattern, "pattern", "", "`CELLS` that are given: one character per cell, '.' or 0 for an empty one")
	f.StringSliceVar(&o.beside, "constraints", nil,
		"`NAMES` of constraints, each with how many or with as many as it takes: cage,thermo=4; see docs/constraints.md")
	app.OneOf(f, &o.req.Order.Symmetry, "symmetry", "", sudoku.SymmetryNames, "symmetry of givens and constraints")
	f.BoolVar(&o.req.Order.Minimal, "minimal", false, "no given can be left out")
	f.Float64Var(&o.req.Order.Difficulty, "difficulty", 0, "share of the removable givens that is removed, 0 to 1")
	f.BoolVar(&o.req.Order.AllowMultiple, "allow-multiple", false,
		"remove givens without a check: for experiments only")
	f.Uint64Var(&o.req.Order.Seed, "seed", 0, "random seed (default: chosen at random and printed)")
	f.StringSliceVar(&o.req.Uses, "uses", nil, "`TECHNIQUES` that the puzzles need, separated by commas, such as x_wing")
	f.IntVar(&o.req.Attempts, "attempts", 20, "give up after this many failed climbs in a row")
	f.BoolVar(&o.save, "save", false, "save the puzzles in the database, with solutions and grades")
	return c
}

// run makes the ordered puzzles.
func (o *generateOptions) run(ctx context.Context) error {
	if o.req.Order.Count < 1 || o.req.Attempts < 1 {
		return app.UsageErrorf("-n and --attempts must be at least 1")
	}
	if err := o.complete(); err != nil {
		return err
	}
	var err error
	if o.req.Target, err = o.target(); err != nil {
		return err
	}
	rows, err := o.columns().On(o.app.Streams)
	if err != nil {
		return err
	}
	if o.drawn {
		o.app.Remark("seed %d", o.req.Order.Seed)
	}
	var kept []store.Entry
	tags := []string{"generated"}
	if o.req.Order.AllowMultiple {
		tags = append(tags, "unchecked")
	}
	var named []string
	if o.req.Generator != "" {
		named = []string{o.req.Generator}
	}
	generators, err := o.app.ChosenPlugins(ctx, named, []string{usualGenerator}, sudoku.PowerGenerate, sudoku.PowerGrade)
	if err != nil {
		return err
	}
	o.req.Generator = generators[0]
	o.req.Uses = techniqueNames(o.req.Uses)
	o.req.Graders, o.req.Timeout = o.app.Config.Run.Graders, o.app.Config.Run.Timeout
	err = ask.Generate(ctx, o.app.Env(nil), o.req, o.warning(o.app.Screen().Report), func(p *sudoku.Puzzle) error {
		kept = append(kept, store.Entry{Puzzle: p, Tags: tags})
		return rows.Show(p)
	})
	if saveErr := cmp.Or(rows.End(), o.keep(context.WithoutCancel(ctx), kept)); saveErr != nil {
		return saveErr
	}
	if errors.Is(err, context.Canceled) {
		o.app.Remark("interrupted after %d %s", len(kept), screen.Plural(len(kept), "puzzle"))
	}
	if errors.Is(err, sudoku.ErrGaveUp) {
		return &app.Failure{Code: app.ExitUnknown, Cause: err}
	}
	return err
}

const usualGenerator = "generate"

// command returns the command that makes the same puzzles again: with its seed, and with all flags that decide which
// they are.
func (o *generateOptions) command(f *pflag.FlagSet) string {
	words := []string{"generate", "--geometry", app.Quoted(o.geometry), "--seed", fmt.Sprint(o.req.Order.Seed)}
	f.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		switch v := f.Value.(type) {
		case pflag.SliceValue:
			if values = v.GetSlice(); f.Value.Type() == "stringSlice" {
				values = []string{strings.Join(values, ",")}
			}
		default:
			if f.NoOptDefVal == values[0] {
				values[0] = ""
			}
		}
		switch f.Name {
		case "geometry", "seed", "save", "db", "config", "output", "color", "quiet", "verbose":
			return
		}
		for _, value := range values {
			word := "--" + f.Name
			if value != "" {
				word += "=" + app.Quoted(value)
			}
			words = append(words, word)
		}
	})
	return strings.Join(words, " ")
}

// quietFor is how long a search that has found nothing yet reports nothing.
const quietFor = time.Second

// warning returns a Progress that says once, if nothing has been found for a second, which level is nearest: the search
// goes on, for what is rare comes with patience.
func (o *generateOptions) warning(report work.Progress) work.Progress {
	begun, done := time.Now(), false
	return func(e work.Event) {
		report(e)
		switch e := e.(type) {
		case work.Advanced:
			done = true
		case ask.Missed:
			if !done && time.Since(begun) > quietFor {
				done = true
				o.app.Remark("none of the first %d %s fits; %s; still looking, ^C ends it",
					e.Puzzles, screen.Plural(e.Puzzles, "puzzle"), o.nearest(e.Nearest))
			}
		}
	}
}

// nearest says how the puzzle that comes nearest is rated, and of which level it is if one was asked for.
func (o *generateOptions) nearest(rating float64) string {
	if math.IsNaN(rating) {
		return "they are beyond what can be rated"
	}
	more, harder := "", ""
	if rating >= o.req.Target.Below { // a bound
		more, harder = " or more", " or harder"
	}
	text := fmt.Sprintf("the nearest is rated %.3g%s", rating, more)
	for _, l := range o.app.Config.StoreLevels() {
		if o.level != "" && rating < l.Below {
			if math.IsInf(l.Below, 1) {
				harder = "" // no level is
			}
			return text + ", which is " + l.Name + harder
		}
	}
	return text
}

// columns declares how a puzzle that was made is shown.
func (o *generateOptions) columns() *screen.Columns[*sudoku.Puzzle] {
	return &screen.Columns[*sudoku.Puzzle]{
		Line: (*sudoku.Puzzle).String,
		Grid: func(p *sudoku.Puzzle) string {
			text := screen.NotationOf(p)
			if width := o.app.Width(); text == "" && (width == 0 || len(p.String()) < width-2) { // on one line
				text = "# " + p.String() + "\n"
			}
			return text + screen.PictureOf(o.app.Streams, p, p.Givens()) + "\n"
		},
		Cells: func(p *sudoku.Puzzle) []any {
			return []any{"puzzle", p.String(), "geometry", p.Geometry().String(), "clues", p.Clues()}
		},
		JSON: func(p *sudoku.Puzzle) any { return record.NewMade(p) },
	}
}

// techniqueNames writes techniques as graders do: "x_wing" for "X-wing".
func techniqueNames(said []string) (names []string) {
	for _, name := range said {
		names = append(names, strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(name)))
	}
	return names
}

// target returns the range that --level or --metric asks for, nil if neither is given.
func (o *generateOptions) target() (*ask.Range, error) {
	switch {
	case o.level != "" && o.metric != "":
		return nil, app.UsageErrorf("--level and --metric exclude each other")
	case o.level != "":
		return o.levelRange()
	case o.metric == "":
		return nil, nil
	}
	name, text, found := strings.Cut(o.metric, "=")
	lo, hi, err := parseRange(text)
	if !found || err != nil {
		return nil, app.UsageErrorf("--metric %q is not of the form NAME=LO..HI", o.metric)
	}
	if !strings.Contains(text, "..") {
		return ask.Rounding(name, lo, text), nil
	}
	if lo == hi {
		hi = math.Nextafter(hi, math.Inf(1))
	}
	return &ask.Range{Metric: name, Min: lo, Below: hi}, nil
}

// levelRange returns the range of a level of the config.
func (o *generateOptions) levelRange() (*ask.Range, error) {
	levels := o.app.Config.StoreLevels()
	if target := ask.RangeOfLevel(levels, o.level, o.req.Order.Constraints); target != nil {
		return target, nil
	}
	var names []string
	for _, l := range levels {
		names = append(names, l.Name)
	}
	return nil, app.UsageErrorf("no level %q%s (the levels are %s)", o.level, screen.DidYouMean(o.level, names),
		strings.Join(names, ", "))
}

// keep stores puzzles if --save is given.
func (o *generateOptions) keep(ctx context.Context, kept []store.Entry) error {
	if !o.save || len(kept) == 0 {
		return nil
	}
	s, err := o.app.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	sum, err := s.Import(ctx, store.Source{Name: o.source, Licence: "CC0-1.0"}, func(yield func(store.Entry) bool) {
		for i, e := range kept {
			e.Puzzle.Name = fmt.Sprintf("%s:%d", o.source, i+1)
			if !yield(e) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	o.app.Remark("%d stored", sum.New)
	return o.prove(ctx, s, sum.Source)
}

// prove stores verdicts, solutions and grades of the puzzles that were just stored.
func (o *generateOptions) prove(ctx context.Context, s *store.Store, source int64) error {
	env, c := o.app.Env(s), &o.app.Config.Run
	solver, err := env.Pick(ctx, "", work.CompleteSolver)
	if err != nil {
		return err
	}
	done, err := run.Run(ctx, env, run.Request{Command: "generate --save", Stored: &run.Stored{Source: source},
		Solvers: []string{solver.ID()}, Graders: c.Graders, Ask: c.Ask()}, o.app.Screen().Report)
	if err != nil {
		return err
	}
	return errors.Join(done.Failed...)
}

// complete turns the texts of flags into the order.
func (o *generateOptions) complete() (err error) {
	if o.req.Order.Geometry, err = sudoku.ParseGeometry(o.geometry); err != nil {
		return app.UsageErrorf("%w", err)
	}
	if o.req.Order.CluesMin, o.req.Order.CluesMax, err = parseClues(o.clues); err != nil {
		return err
	}
	for _, sign := range o.pattern {
		o.req.Order.Pattern = append(o.req.Order.Pattern, sign != '.' && sign != '0')
	}
	for _, text := range o.beside {
		wanted, err := constraint.ParseWanted(text)
		if err != nil {
			return app.UsageErrorf("%w", err)
		}
		o.req.Order.Constraints = append(o.req.Order.Constraints, wanted)
	}
	if err := o.req.Order.Check(); err != nil {
		return app.UsageErrorf("%w", err)
	}
	return nil
}

// parseRange reads LO..HI or a single number, which is both.
func parseRange(text string) (lo, hi float64, err error) {
	first, second, found := strings.Cut(text, "..")
	if lo, err = strconv.ParseFloat(first, 64); err != nil {
		return lo, lo, err
	}
	if hi = lo; found {
		hi, err = strconv.ParseFloat(second, 64)
	}
	if err == nil && !(lo <= hi) { // not a number is in no order
		err = fmt.Errorf("%v to %v is not a range", lo, hi)
	}
	return lo, hi, err
}

// parseClues reads the flag --clues: a number or a range of them, 0 and 0 for "".
func parseClues(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	lo, hi, err := parseRange(text)
	if err != nil || lo != float64(int(lo)) || hi != float64(int(hi)) {
		return 0, 0, app.UsageErrorf("--clues %q is neither a number nor A..B", text)
	}
	return int(lo), int(hi), nil
}
