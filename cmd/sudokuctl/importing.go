package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"strconv"
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
		Long: `Store puzzles in the database, with the place each came from. A puzzle that is already
there is not stored again. The format is recognised by content: one puzzle a line, CSV with a
header, .sdk, .ss, .sdx, grid pictures, OpenSudoku, bank records, JSON lines, links; each may be
compressed with gzip. A solution that the file claims is kept if it is one; a number such as a
rating is kept as a grade imported_NAME. Bad lines and puzzles whose givens clash are told with
file, line and column, and left out; the rest is kept.`,
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
		if err != nil && sum.Read == 0 {
			return err
		}
		bad += badHere
		o.app.remark("%s: %d read, %d new, %d known, %d bad", arg, sum.Read, sum.New, sum.Duplicates, badHere)
		if sum.Refuted > 0 {
			o.app.remark("%s: %d claimed %s left out for being none", arg, sum.Refuted,
				plural(sum.Refuted, "solution"))
		}
		if err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d bad %s left out", bad, plural(bad, "line"))
	}
	return nil
}

// importOne stores the puzzles of one file, sample or text. It returns what was stored and how many lines
// were bad.
func (a *app) importOne(ctx context.Context, s *store.Store, arg, licence string,
	tags []string) (store.Imported, int, error) {
	src, err := a.sourceOf(arg)
	if err != nil {
		return store.Imported{}, 0, err
	}
	src.Licence = cmp.Or(licence, src.Licence)
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
			return yield(entryOf(r, licence, tags))
		})
	}
	sum, err := s.Import(context.WithoutCancel(ctx), src, iter.Seq[store.Entry](entries))
	return sum, in.bad, firstError(err, walkErr)
}

// entryOf returns what the library keeps of a record. Numbers become grades, other named values join the
// comment, and so does a number whose text says more, such as 007.
func entryOf(r formats.Record, licence string, tags []string) store.Entry {
	grades := stated(r.Fields)
	words := slices.DeleteFunc(slices.Clone(r.Fields), func(f formats.Field) bool {
		return slices.ContainsFunc(grades, func(g sudoku.Grade) bool {
			return g.Metric == statedName(f.Name) && isDecimal(f.Text, g.Value)
		})
	})
	if len(words) > 0 {
		r.Puzzle.Comment = strings.TrimSpace(r.Puzzle.Comment + "  " + formats.FieldsText(words))
	}
	return store.Entry{Puzzle: r.Puzzle, Solution: r.Solution, Tags: append(slices.Clip(tags), r.Tags...),
		Stated: grades, Origin: originOf(r.Origin, licence)}
}

// originOf returns where a record says that the puzzle is from, under the licence given where it states none.
func originOf(o formats.Origin, licence string) *store.Origin {
	if o.File == "" {
		return nil
	}
	return &store.Origin{Line: int64(o.Line),
		Source: store.Source{Name: o.File, SHA256: o.SHA256, Licence: cmp.Or(o.Licence, licence)}}
}

// isDecimal reports whether text is v in plain decimals, zeros behind aside.
func isDecimal(text string, v float64) bool {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text == strconv.FormatFloat(v, 'f', -1, 64)
}

// maxStated is how many numbers of a record become grades.
const maxStated = 16

// notGrades are columns of numbers that only name or count.
var notGrades = []string{"id", "hash", "game", "clues", "line", "index", "code"}

// stated returns the numbers among fields as grades called imported_NAME.
func stated(fields []formats.Field) (grades []sudoku.Grade) {
	for _, f := range fields {
		v, ok := f.Number()
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) || slices.Contains(notGrades, metricName(f.Name)) ||
			len(grades) == maxStated {
			continue
		}
		grades = append(grades, sudoku.Grade{Metric: statedName(f.Name), Value: v})
	}
	return grades
}

// statedName is imported_NAME, also of what an export has called so before.
func statedName(name string) string {
	return "imported_" + strings.TrimPrefix(metricName(name), "imported_")
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
