package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// An ImportRequest asks for the puzzles of an input to be stored.
type ImportRequest struct {
	Input   *Input
	Licence string // of the puzzles, "" for what the input says
	Tags    []string
	More    bool      // another import follows at once
	Stage   string    // what the progress says, "importing" if empty
	Ask     store.Ask // puzzles that are new, before they are stored; nil for none

	// Wanted picks the records to import by their numbers, which count from 0 and include bad records; nil for all.
	Wanted func(number int) bool
	SHA256 string       // of the file, "" if it is to be computed
	Tasks  []work.Begun // what Ask does, as stages: its first turn is 1
}

// Imported says what an import has stored and how many records it left out.
type Imported struct {
	Input *Input
	store.Imported
	Bad     int
	Licence string  // of the source, as it is stored
	Before  bool    // this version of sudokuctl has read the same file before: it was not read again
	Left    []int64 // puzzles that were known, or of which Ask has no answer
}

// Import stores the puzzles of an input with the place that each came from: the name of the input and, of a file, its
// hash; a pipe has none. When ctx ends, the puzzles read so far are stored. An input that has text and no puzzle is an
// error.
func Import(ctx context.Context, s *store.Store, req ImportRequest, progress work.Progress) (Imported, error) {
	done := Imported{Input: req.Input}
	r, err := req.Input.open(ctx)
	if err != nil {
		return done, err
	}
	defer r.Close()
	src := store.Source{Name: req.Input.Name, Licence: cmp.Or(req.Licence, req.Input.Licence)}
	if src.SHA256 = req.SHA256; src.SHA256 == "" {
		if src.SHA256, err = req.Input.hash(ctx, r); err != nil {
			return done, err
		}
	}
	whole := src.SHA256 != "" && req.Wanted == nil && req.Tags == nil && req.Licence == "" && !req.Input.Lenient
	if whole {
		if done.Imported, done.Bad, done.Before = s.ReadSource(ctx, src); done.Before {
			done.Licence, err = s.Licence(ctx, done.Source)
			return done, err
		}
	}
	stage := work.Begun{Stage: cmp.Or(req.Stage, "importing")}
	if req.Tasks != nil {
		stage.PerPuzzle = int64(1 + len(req.Tasks))
		stage.Tasks = append([]work.Begun{{Stage: stage.Stage}}, req.Tasks...)
	}
	defer progress.Stage(stage)()
	seen := &watched{Reader: r}
	var walkErr error
	format := ""
	entries := func(yield func(store.Entry) bool) {
		req.Input.read(ctx, seen, req.Wanted, func(r formats.Record, err error) bool {
			if err == nil {
				if r.Format != format {
					format = r.Format
					progress.Report(work.Recognised{Record: r.Puzzle.Name, Format: r.Format})
				}
				progress.Step()
				err = clash(r.Puzzle)
			}
			var bad *sudoku.ParseError
			switch {
			case errors.As(err, &bad):
				done.Bad++
				progress.Report(work.BadRecord{Err: bad})
				walkErr = req.Input.Limits.Exceeded(req.Input.Name, done.Bad) // by grids that contradict themselves, too
				return walkErr == nil
			case err != nil:
				walkErr = err
				return false
			}
			return yield(entryOf(r, req.Licence, req.Tags))
		})
	}
	done.Imported, done.Left, err = s.ImportAsking(context.WithoutCancel(ctx), src, entries, req.Ask)
	if err == nil && !req.More {
		err = s.EndImports(context.WithoutCancel(ctx))
	}
	if err == nil && walkErr == nil && whole && done.Read > 0 {
		err = s.EndSource(context.WithoutCancel(ctx), done.Imported, done.Bad)
	}
	if err == nil && walkErr == nil && done.Read == 0 && done.Bad == 0 && seen.any && req.Wanted == nil {
		err = fmt.Errorf("reading %q: %w", req.Input.Name, ErrNoPuzzles)
	}
	if err == nil {
		done.Licence, err = s.Licence(ctx, done.Source)
	}
	return done, cmp.Or(err, walkErr)
}

// Register makes the source of an input that can be read again, before its puzzles are imported, and returns it.
func Register(ctx context.Context, s *store.Store, in *Input) (src store.Source, err error) {
	src = store.Source{Name: in.Name, Licence: in.Licence}
	if in.kind == fromFile {
		if src.SHA256, err = in.Sum(ctx); err != nil {
			return src, err
		}
	}
	src.ID, err = s.AddSource(ctx, src)
	return src, err
}

// clash is the error of a puzzle whose givens contradict each other at sight.
func clash(p *sudoku.Puzzle) error {
	if err := sudoku.CheckGivens(p); err != nil {
		return &sudoku.ParseError{File: p.Name, Err: err}
	}
	return nil
}

// entryOf returns what the library keeps of a record. Numbers become grades, other named values join the
// comment, and so does a number whose text says more, such as 007.
func entryOf(r formats.Record, licence string, tags []string) store.Entry {
	grades := stated(r.Fields)
	words := slices.DeleteFunc(slices.Clone(r.Fields), func(f formats.Field) bool {
		name := metricName(f.Name)
		if _, ok := f.Number(); ok && (name == "" || countless(name) == "unnamed") {
			return true
		}
		return slices.ContainsFunc(grades, func(g sudoku.Grade) bool {
			return g.Metric == statedName(f.Name) && isDecimal(f.Text, g.Value)
		})
	})
	if len(words) > 0 {
		r.Puzzle.Comment = strings.TrimSpace(r.Puzzle.Comment + "  " + formats.FieldsText(words))
	}
	return store.Entry{Puzzle: r.Puzzle, Name: r.Name, Solution: r.Solution, Tags: append(slices.Clip(tags), r.Tags...),
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
var notGrades = []string{"", "id", "hash", "game", "clues", "line", "index", "code", "no", "nr", "number",
	"row", "unnamed"}

// stated returns the numbers among fields as grades called imported_NAME.
func stated(fields []formats.Field) (grades []sudoku.Grade) {
	for _, f := range fields {
		v, ok := f.Number()
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) || slices.Contains(notGrades, countless(metricName(f.Name))) ||
			len(grades) == maxStated {
			continue
		}
		grades = append(grades, sudoku.Grade{Metric: statedName(f.Name), Value: v})
	}
	return grades
}

// statedName is imported_NAME, also for a name that has that form already.
func statedName(name string) string {
	return "imported_" + strings.TrimPrefix(metricName(name), "imported_")
}

// metricName writes a name in lower case with an underscore for what is between its letters and digits.
func metricName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_'
	}), "_")
}

// countless returns a name without the number that pandas gives to unnamed columns: unnamed for unnamed_0.
func countless(name string) string { return strings.TrimRight(name, "_0123456789") }
