package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

type generateOptions struct {
	app       *app.App
	generator string
	count     int
	geometry  string
	level     string
	metric    string
	clues     string
	pattern   string
	order     sudoku.Order
	save      bool
	attempts  int
}

func generateCommand(a *app.App) *cobra.Command {
	o := &generateOptions{app: a}
	c := &cobra.Command{
		Use:   "generate",
		Short: "make puzzles",
		Long: `Make puzzles with one solution: of any geometry, with a number of clues, a symmetry, a
pattern, or a range of a metric or a level that graders measure. Towards a metric the search climbs:
clues are swapped as long as that leads nearer. The same seed makes the same puzzles. ^C ends the
command; what was found is kept.`,
		Example: `  sudokuctl generate -n 5 --clues 24..28 --symmetry rot180
  sudokuctl generate -n 3 --level evil --save
  sudokuctl generate --geometry 16 --seed 7`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			o.order.HasDifficulty = c.Flags().Changed("difficulty")
			if !c.Flags().Changed("seed") {
				o.order.Seed = rand.Uint64()
				a.Remark("seed %d", o.order.Seed)
			}
			return o.run(c.Context())
		},
	}
	f := c.Flags()
	f.StringVar(&o.generator, "generator", "generate", "plugin `ID`")
	f.IntVarP(&o.count, "number", "n", 1, "how many")
	f.StringVar(&o.geometry, "geometry", "9", "geometry, see docs/formats.md")
	f.StringVar(&o.level, "level", "", "`LEVEL` of the config")
	f.StringVar(&o.metric, "metric", "", "range of a metric, `NAME=LO..HI`: LO or more, less than HI; or "+
		"NAME=VALUE")
	f.StringVar(&o.clues, "clues", "", "number of clues, `A` or A..B")
	f.StringVar(&o.pattern, "pattern", "", "cells that are given: one sign a `CELL`, '.' or 0 for an empty one")
	f.StringVar(&o.order.Symmetry, "symmetry", "", "symmetry of the pattern: "+
		strings.Join(sudoku.SymmetryNames, ", "))
	f.BoolVar(&o.order.Minimal, "minimal", false, "no given can be left out")
	f.Float64Var(&o.order.Difficulty, "difficulty", 0, "share of the removable givens that is removed, 0 to 1")
	f.BoolVar(&o.order.AllowMultiple, "allow-multiple", false,
		"remove givens without a check: for experiments only")
	f.Uint64Var(&o.order.Seed, "seed", 0, "make the same again (default: drawn and told)")
	f.IntVar(&o.attempts, "attempts", 20, "climbs towards a metric that may fail in a row before it gives up")
	f.BoolVar(&o.save, "save", false, "store the puzzles in the database")
	return c
}

func (o *generateOptions) run(ctx context.Context) error {
	if o.count < 1 || o.attempts < 1 {
		return app.UsageErrorf("-n and --attempts must be at least 1")
	}
	if err := o.complete(); err != nil {
		return err
	}
	t, err := o.target(ctx)
	if err != nil {
		return err
	}
	plugin, err := o.app.Open(ctx, o.generator, "")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(o.app.Stdout)
	var kept []store.Entry
	bar := o.app.Progress("generating", int64(o.count))
	emit := func(p *sudoku.Puzzle) error {
		bar.Add(1)
		kept = append(kept, store.Entry{Puzzle: p, Tags: o.tags()})
		fmt.Fprintln(out, p)
		return out.Flush()
	}
	if t != nil {
		err = t.hunt(ctx, plugin, o, emit)
	} else {
		err = o.stream(ctx, plugin, emit)
	}
	bar.End()
	if saveErr := o.keep(context.WithoutCancel(ctx), kept); saveErr != nil {
		return saveErr
	}
	if errors.Is(err, context.Canceled) {
		o.app.Remark("interrupted after %d %s", len(kept), app.Plural(len(kept), "puzzle"))
	}
	return err
}

// stream takes what the generator makes.
func (o *generateOptions) stream(ctx context.Context, plugin generator,
	emit func(*sudoku.Puzzle) error) error {
	order, made := o.order, 0
	order.Count = o.count
	var failed error
	_, err := plugin.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		made++
		failed = emit(p)
		return failed == nil && made < o.count
	})
	if errors.Is(err, sudoku.ErrGaveUp) {
		err = &app.Failure{Code: app.ExitUnknown, Cause: err}
	}
	return firstError(failed, err)
}

// generator is the part of a plugin that makes puzzles.
type generator interface {
	Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error)
}

func (o *generateOptions) tags() []string {
	if o.order.AllowMultiple {
		return []string{"generated", "unchecked"}
	}
	return []string{"generated"}
}

func (o *generateOptions) keep(ctx context.Context, kept []store.Entry) error {
	if !o.save || len(kept) == 0 {
		return nil
	}
	s, err := o.app.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	name := fmt.Sprintf("generate --geometry %s --seed %d", o.geometry, o.order.Seed)
	sum, err := s.Import(ctx, store.Source{Name: name, Licence: "CC0-1.0"}, func(yield func(store.Entry) bool) {
		for i, e := range kept {
			e.Puzzle.Name = fmt.Sprintf("%s:%d", name, i+1)
			if !yield(e) {
				return
			}
		}
	})
	if err == nil {
		o.app.Remark("%d stored", sum.New)
	}
	return err
}

// complete turns the texts of flags into the order.
func (o *generateOptions) complete() (err error) {
	if o.order.Geometry, err = sudoku.ParseGeometry(o.geometry); err != nil {
		return app.UsageErrorf("%w", err)
	}
	if o.clues != "" {
		lo, hi, err := parseRange(o.clues)
		if err != nil || lo != math.Trunc(lo) || hi != math.Trunc(hi) {
			return app.UsageErrorf("--clues %q is neither a number nor A..B", o.clues)
		}
		o.order.CluesMin, o.order.CluesMax = int(lo), int(hi)
	}
	if o.pattern == "" {
		return nil
	}
	if len(o.pattern) != o.order.Geometry.Cells() {
		return app.UsageErrorf("--pattern has %d cells instead of %d", len(o.pattern), o.order.Geometry.Cells())
	}
	for _, sign := range o.pattern {
		o.order.Pattern = append(o.order.Pattern, sign != '.' && sign != '0')
	}
	return nil
}

// parseRange reads LO..HI or a single number, which is both.
func parseRange(text string) (lo, hi float64, err error) {
	first, second, found := strings.Cut(text, "..")
	if lo, err = strconv.ParseFloat(first, 64); err != nil || !found {
		return lo, lo, err
	}
	hi, err = strconv.ParseFloat(second, 64)
	if err == nil && hi < lo {
		err = fmt.Errorf("%v is less than %v", hi, lo)
	}
	return lo, hi, err
}
