package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/dataset/table"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// A Source is a file of puzzles in any format, or the files of one side of a split.
type Source struct {
	Name  string
	input *input.Input // nil for Parquet files
	files []string
}

// ParseSources finds out what arguments are: whatever input.Parse takes, a Parquet file, or a folder with Parquet files.
// Of a folder each split is a source: the files whose names begin alike, up to the first "-" or ".".
func ParseSources(args []string, stdin io.Reader) (sources []*Source, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir():
			splits, err := splitsOf(arg)
			if err != nil {
				return nil, err
			}
			sources = append(sources, splits...)
		case err == nil && isParquet(arg):
			sources = append(sources, &Source{Name: arg, files: []string{arg}})
		default:
			in, err := input.Parse(arg, stdin)
			if err != nil {
				return nil, err
			}
			sources = append(sources, &Source{Name: in.Name, input: in})
		}
	}
	return sources, nil
}

func isParquet(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false // whoever reads it says why
	}
	defer f.Close()
	var begin [4]byte
	n, _ := io.ReadFull(f, begin[:]) // a shorter file is not one
	return table.IsParquet(begin[:n])
}

// splitsOf returns the splits of a folder, training first.
func splitsOf(dir string) ([]*Source, error) {
	byName := map[string]*Source{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".parquet" {
			return err
		}
		split := d.Name()[:strings.IndexAny(d.Name(), "-.")]
		if byName[split] == nil {
			byName[split] = &Source{Name: filepath.Join(dir, split)}
		}
		byName[split].files = append(byName[split].files, path)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading a data set: %w", err)
	}
	if len(byName) == 0 {
		return nil, work.RequestErrorf("folder %q has no Parquet files", dir)
	}
	splits := slices.SortedFunc(maps.Values(byName), func(a, b *Source) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(splits, func(a, b *Source) int { return isTraining(b) - isTraining(a) })
	return splits, nil
}

func isTraining(s *Source) int {
	if strings.HasPrefix(filepath.Base(s.Name), sideNames[train]) {
		return 1
	}
	return 0
}

// Records walks over the puzzles of a source. A bad record yields a *sudoku.ParseError, and the walk goes on; any other error
// ends it.
func (s *Source) Records(ctx context.Context) iter.Seq2[formats.Record, error] {
	if s.input != nil {
		return s.input.Records(ctx)
	}
	return func(yield func(formats.Record, error) bool) {
		for _, path := range s.files {
			for r, err := range parquetRecords(path) {
				if ctx.Err() != nil {
					yield(r, ctx.Err())
					return
				}
				var bad *sudoku.ParseError
				if !yield(r, err) || err != nil && !errors.As(err, &bad) {
					return
				}
			}
		}
	}
}

// parquetRecords reads a Parquet file whose columns go by the names that tables of puzzles have.
func parquetRecords(path string) iter.Seq2[formats.Record, error] {
	return func(yield func(formats.Record, error) bool) {
		f, err := table.Open(path)
		if err != nil {
			yield(formats.Record{}, err)
			return
		}
		defer f.Close()
		puzzle, solution := formats.PuzzleColumns(f.Columns())
		if puzzle == "" {
			yield(formats.Record{}, fmt.Errorf("reading %q: none of its columns is known to hold puzzles: %s", path,
				strings.Join(f.Columns(), ", ")))
			return
		}
		wanted := []string{puzzle}
		if solution != "" {
			wanted = append(wanted, solution)
		}
		n := 0
		for texts, err := range f.Texts(wanted...) {
			if err != nil {
				yield(formats.Record{}, err)
				return
			}
			n++
			r, err := parquetRecord(texts)
			if err != nil {
				err = &sudoku.ParseError{File: path, Line: n, Err: err}
			} else {
				r.Puzzle.Name = fmt.Sprintf("%s:%d", path, n)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func parquetRecord(texts []string) (formats.Record, error) {
	p, err := sudoku.ParsePuzzle(texts[0])
	if err != nil {
		var bad *sudoku.ParseError
		if errors.As(err, &bad) {
			err = bad.Err
		}
		return formats.Record{}, err
	}
	r := formats.Record{Puzzle: p, Format: "parquet"}
	if len(texts) > 1 && texts[1] != "" {
		r.Solution, err = sudoku.ParseGrid(p.Geometry(), texts[1])
	}
	return r, err
}
