package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// papers are the papers that can be reproduced, by name.
var papers = map[string]paper{
	"zhai2013": {
		"Zhai & Zhang: Solving Sudoku Puzzles Based on Customized Information Entropy, IJHIT 6(1), 2013",
		(*study).zhai},
	"gunther2012": {
		"Gunther & Moon: Entropy Minimization for Solving Sudoku, IEEE Trans. Signal Process. 60(1), 2012",
		(*study).gunther},
	"kranawetter2013": {"Kranawetter & Geiger: A New Difficulty Metric For Sudoku, 2013", (*study).kranawetter},
	"maji2010":        {"Maji & Pal: Yet Another Organized Move towards Solving Sudoku Puzzle, IJARCS 1(3), 2010", (*study).maji},
	"rodriguez2018": {
		"Rodríguez-Vázquez: GA and Entropy Objective Function for Solving Sudoku Puzzle, GECCO 2018",
		(*study).rodriguez},
}

// paper is a publication whose tables this program computes again.
type paper struct {
	reference string
	reproduce func(*study, context.Context) error
}

type paperOptions struct {
	perLevel int
	runs     int
	puzzles  int
	seed     uint64
	svg      string
	fresh    bool
}

func paperCommand(a *app.App) *cobra.Command {
	o := &paperOptions{}
	names := slices.Sorted(maps.Keys(papers))
	c := &cobra.Command{
		Use:   "paper NAME",
		Short: "reproduce the tables of a paper beside its printed figures",
		Long: `Compute the tables of a paper again, with the plugins, and show them beside the printed
figures. The puzzles of the papers are in sample:papers; where a paper used puzzles that it does not
print, puzzles of the same kind are generated. What takes long, generated puzzles and the answers to
them, is kept as it comes: after ^C or a kill the same command goes on where it was, and says what
it took up. Papers:` + paperList(names),
		Example: `  sudokuctl paper zhai2013
  sudokuctl paper gunther2012 --per-level 1000 --svg pictures
  sudokuctl paper gunther2012 --per-level 1000 --fresh`,
		Args:      cobra.ExactArgs(1),
		ValidArgs: names,
		RunE:      func(c *cobra.Command, args []string) error { return reproduce(c.Context(), a, args[0], o) },
	}
	f := c.Flags()
	f.IntVar(&o.perLevel, "per-level", 0, "generated puzzles in each level (default: as many as the paper, "+
		"gunther2012 50)")
	f.IntVar(&o.runs, "runs", 10, "runs of the genetic algorithm on each puzzle (rodriguez2018)")
	f.IntVarP(&o.puzzles, "number", "n", 3000, "generated puzzles (kranawetter2013; as many as the paper)")
	f.Uint64Var(&o.seed, "seed", 1, "of generated puzzles and of algorithms that use random numbers")
	f.StringVar(&o.svg, "svg", "", "draw the pictures that belong to the tables into `FOLDER`")
	f.BoolVar(&o.fresh, "fresh", false, "begin anew, whatever an interrupted run has left")
	return c
}

func paperList(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("\n  " + name + ": " + papers[name].reference)
	}
	return b.String()
}

func reproduce(ctx context.Context, a *app.App, name string, o *paperOptions) error {
	p, ok := papers[name]
	if !ok {
		names := slices.Sorted(maps.Keys(papers))
		return app.UsageErrorf("no paper %q%s: the papers are %s", name, app.DidYouMean(name, names),
			strings.Join(names, ", "))
	}
	if o.perLevel < 0 || o.runs < 1 || o.puzzles < 2 {
		return app.UsageErrorf("--per-level must not be negative, --runs at least 1 and -n at least 2")
	}
	out, err := newTables(a)
	if err != nil {
		return err
	}
	s := &study{app: a, paperOptions: *o, name: name, out: out}
	if s.svg != "" {
		if err := s.makeFolder(); err != nil {
			return err
		}
	}
	if s.journal, err = openJournal(name, []any{o.perLevel, o.runs, o.puzzles, o.seed}, o.fresh); err != nil {
		return err
	}
	if answers, sets := s.journal.held(); answers+sets > 0 {
		a.Remark("going on: an interrupted run left %d %s and %d %s of puzzles", answers, app.Plural(answers, "answer"),
			sets, app.Plural(sets, "set"))
	}
	out.head(p.reference)
	err = firstError(p.reproduce(s, ctx), out.end())
	if ctx.Err() != nil {
		fmt.Fprintf(a.Stderr, "interrupted; what was computed is kept. To go on: the same command again\n")
		err = &app.Failure{Code: app.ExitError}
	}
	return firstError(err, s.journal.end(err == nil))
}
