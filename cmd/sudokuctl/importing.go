package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

type importOptions struct {
	app     *app
	licence string
	tags    []string
}

func (a *app) importCommand() *cobra.Command {
	o := &importOptions{app: a}
	c := &cobra.Command{
		Use:   "import FILE…",
		Short: "store puzzles in the database",
		Long: `Store puzzles in the database, with the place each came from. A puzzle that is already there is not stored again.
The format is recognised by content: one puzzle a line, CSV with a header, .sdk, .ss, .sdx, grid pictures, OpenSudoku,
bank records, JSON lines, links. A solution that the file claims is kept if it is one; a
number such as a rating is kept as a grade imported_NAME. Bad lines and puzzles whose givens clash are told with file, line and column, and left out; the rest is kept.`,
		Example: `  sudokuctl import puzzles.txt --licence CC0-1.0 --tag mine
  sudokuctl import sample:famous`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().StringVar(&o.licence, "licence", "", "licence of the puzzles, an SPDX `ID` or words")
	c.Flags().StringSliceVar(&o.tags, "tag", nil, "tag to give to every puzzle")
	return c
}

func (o *importOptions) run(ctx context.Context, args []string) error {
	s, err := o.app.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	bad := 0
	for _, arg := range args {
		sum, badHere, err := o.app.importOne(ctx, s, arg, o.licence, o.tags)
		if err != nil {
			return err
		}
		bad += badHere
		o.app.remark("%s: %d read, %d new, %d known, %d bad", arg, sum.Read, sum.New, sum.Duplicates, badHere)
		if sum.Refuted > 0 {
			o.app.remark("%s: %d claimed %s left out for being none", arg, sum.Refuted, plural(sum.Refuted, "solution"))
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d bad %s left out", bad, plural(bad, "line"))
	}
	return nil
}

// importOne stores the puzzles of one file, sample or text. It returns what was stored and how many lines were bad.
func (a *app) importOne(ctx context.Context, s *store.Store, arg, licence string, tags []string) (store.Imported, int, error) {
	src, err := a.sourceOf(arg)
	if err != nil {
		return store.Imported{}, 0, err
	}
	src.Licence = licence
	in, err := a.puzzles([]string{arg})
	if err != nil {
		return store.Imported{}, 0, err
	}
	bar := a.progress("importing", 0)
	defer bar.end()
	var walkErr error
	entries := func(yield func(store.Entry) bool) {
		walkErr = in.records(ctx, func(r formats.Record) bool {
			bar.add(1)
			if clash := sudoku.CheckGivens(r.Puzzle); clash != nil {
				return in.tell(clashError(r.Puzzle, clash)) == nil
			}
			return yield(entryOf(r, tags))
		})
	}
	sum, err := s.Import(context.WithoutCancel(ctx), src, iter.Seq[store.Entry](entries))
	return sum, in.bad, firstError(err, walkErr)
}

// entryOf returns what the library keeps of a record. Named values join the comment, numbers are grades besides; those
// that are called imported_NAME, as an export calls such grades, are grades alone.
func entryOf(r formats.Record, tags []string) store.Entry {
	grades := stated(r.Fields)
	words := slices.DeleteFunc(slices.Clone(r.Fields), func(f formats.Field) bool {
		return strings.HasPrefix(f.Name, "imported_") &&
			slices.ContainsFunc(grades, func(g sudoku.Grade) bool { return g.Metric == f.Name })
	})
	if len(words) > 0 {
		r.Puzzle.Comment = strings.TrimSpace(r.Puzzle.Comment + "  " + formats.FieldsText(words))
	}
	return store.Entry{Puzzle: r.Puzzle, Solution: r.Solution, Tags: append(slices.Clip(tags), r.Tags...),
		Stated: grades}
}

// maxStated is how many numbers of a record become grades.
const maxStated = 16

// notGrades are columns of numbers that only name or count.
var notGrades = []string{"id", "hash", "game", "clues", "line", "index"}

// stated returns the numbers among fields as grades called imported_NAME.
func stated(fields []formats.Field) (grades []sudoku.Grade) {
	for _, f := range fields {
		v, ok := f.Number()
		name := metricName(f.Name)
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) || slices.Contains(notGrades, name) || len(grades) == maxStated {
			continue
		}
		grades = append(grades, sudoku.Grade{Metric: "imported_" + strings.TrimPrefix(name, "imported_"), Value: v})
	}
	return grades
}

// metricName writes a name in lower case with underscores for all but letters and digits.
func metricName(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, strings.ToLower(name))
}

// clashError tells where the puzzle with clashing givens stands.
func clashError(p *sudoku.Puzzle, clash error) error {
	return &sudoku.ParseError{File: p.Name, Err: clash}
}

// sourceOf names a source and, for a file, its hash.
func (a *app) sourceOf(arg string) (store.Source, error) {
	kind, err := classify(arg)
	if err != nil {
		return store.Source{}, err
	}
	switch kind {
	case fromStdin:
		return store.Source{Name: "stdin"}, nil
	case fromText:
		return store.Source{Name: "puzzle"}, nil
	case fromSample:
		return store.Source{Name: arg, Licence: "MIT"}, nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return store.Source{}, fmt.Errorf("reading puzzles: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return store.Source{}, fmt.Errorf("reading %q: %w", arg, err)
	}
	return store.Source{Name: strings.TrimPrefix(arg, "./"), SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}
