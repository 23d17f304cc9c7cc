package dataset

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// Licence is that of data sets: puzzles that a program makes have no author.
const Licence = "CC0-1.0"

// A Card says what a data set holds and how it was made. Its keys are stable.
type Card struct {
	Recipe
	Licence string         `json:"licence"`
	Program string         `json:"program"` // version of sudokuctl
	Columns []ColumnRecord `json:"columns"`
	Splits  []SplitRecord  `json:"splits"` // training and test
	Overlap OverlapRecord  `json:"overlap"`
}

// SplitRecord is one side of the split.
type SplitRecord struct {
	Name      string       `json:"name"`
	Rows      int64        `json:"rows"`
	Bands     []BandRecord `json:"bands"`
	CluesLow  int          `json:"clues_min"`
	CluesHigh int          `json:"clues_max"`
	CluesMean float64      `json:"clues_mean"`
	Files     []FileRecord `json:"files"`
}

// BandRecord is how many puzzles are in a band.
type BandRecord struct {
	Band string `json:"band"`
	Rows int64  `json:"rows"`
}

// OverlapRecord is what training and test have in common, counted in the files.
type OverlapRecord struct {
	Puzzles   int64 `json:"puzzle_classes"`
	Solutions int64 `json:"solution_classes"`
}

// newCard reads the files of a data set, each row of them, and says what they hold. Only the classes of the test are held
// in memory. A row whose solution does not solve its puzzle is an error.
func newCard(ctx context.Context, env *work.Env, m *making) (*Card, error) {
	card := &Card{Recipe: m.Recipe, Licence: Licence, Program: env.Version, Columns: m.layout.record()}
	defer m.progress.Stage(work.Begun{Stage: "reading what was made", Total: m.Train + m.Test})()
	puzzles, solutions := map[uint64]bool{}, map[uint64]bool{} // of the test; true if training has it
	var sides [2]SplitRecord
	for _, side := range []int{test, train} {
		s, err := m.survey(ctx, side, func(r *storedRow) {
			for _, seen := range []struct {
				classes map[uint64]bool
				class   uint64
			}{{puzzles, r.class.number()}, {solutions, r.solutionClass.number()}} {
				if _, known := seen.classes[seen.class]; known || side == test {
					seen.classes[seen.class] = side == train
				}
			}
		})
		if err != nil {
			return nil, err
		}
		if want := []int64{m.Train, m.Test}[side]; s.Rows != want {
			return nil, fmt.Errorf("the files of %q have %d instead of %d rows in %s: remove the folder and make it "+
				"again", m.dir, s.Rows, want, s.Name)
		}
		sides[side] = s
	}
	card.Overlap = OverlapRecord{Puzzles: inBoth(puzzles), Solutions: inBoth(solutions)}
	card.Splits = sides[:]
	return card, nil
}

func inBoth(classes map[uint64]bool) (n int64) {
	for _, both := range classes {
		if both {
			n++
		}
	}
	return n
}

// survey reads the files of one side.
func (m *making) survey(ctx context.Context, side int, each func(*storedRow)) (SplitRecord, error) {
	s := SplitRecord{Name: sideNames[side], Files: []FileRecord{}}
	bands := map[string]int64{}
	paths, err := filepath.Glob(filepath.Join(m.dir, dataName, s.Name+"-*.parquet"))
	if err != nil {
		return s, err
	}
	clues := int64(0)
	for _, path := range paths {
		f, err := fileRecord(m.dir, path)
		if err != nil {
			return s, err
		}
		for r, err := range m.rows(path) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = m.check(&r)
			}
			if err != nil {
				return s, err
			}
			n, err := strconv.Atoi(r.clues)
			if err != nil {
				return s, fmt.Errorf("reading %q: %w", path, err)
			}
			if s.Rows == 0 || n < s.CluesLow {
				s.CluesLow = n
			}
			s.CluesHigh = max(s.CluesHigh, n)
			clues += int64(n)
			bands[r.band]++
			f.Rows++
			s.Rows++
			each(&r)
		}
		s.Files = append(s.Files, f)
		m.progress.Report(work.Advanced(f.Rows))
	}
	if s.Rows > 0 {
		s.CluesMean = float64(clues) / float64(s.Rows)
	}
	for _, name := range append(slices.Clone(m.layout.names), unrated) {
		s.Bands = append(s.Bands, BandRecord{name, bands[name]})
	}
	return s, nil
}

// check compares a row with itself: its solution solves its puzzle.
func (m *making) check(r *storedRow) error {
	p, err := sudoku.ParsePuzzle(r.puzzle)
	if err != nil {
		return err
	}
	grid, err := sudoku.ParseGrid(m.geometry, r.solution)
	if err != nil {
		return err
	}
	return sudoku.Verify(p, grid)
}

// fileRecord returns name, size and checksum of a file.
func fileRecord(dir, path string) (FileRecord, error) {
	name, err := filepath.Rel(dir, path)
	if err != nil {
		return FileRecord{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return FileRecord{}, fmt.Errorf("reading a data set: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, f)
	if err != nil {
		return FileRecord{}, fmt.Errorf("reading %q: %w", path, err)
	}
	return FileRecord{Name: filepath.ToSlash(name), Bytes: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// save writes the card for programs and for people.
func (c *Card) save(dir string) error {
	if _, err := writeWhole(filepath.Join(dir, readmeName), func(b *bytes.Buffer) error { return c.Markdown(b) }); err != nil {
		return err
	}
	_, err := writeWhole(filepath.Join(dir, cardName), func(b *bytes.Buffer) error { return work.WriteIndented(b, c) })
	return err
}

// Markdown writes the card in the form that hubs of data sets expect: a head for programs, then text for people.
func (c *Card) Markdown(w io.Writer) error {
	if err := cardTemplate().Execute(w, c); err != nil {
		return fmt.Errorf("writing a card: %w", err)
	}
	return nil
}

// Command is the command that makes the data set again.
func (r *Recipe) Command() string {
	args := []string{"sudokuctl dataset make FOLDER", fmt.Sprintf("--train %d --test %d --seed %d", r.Train, r.Test, r.Seed)}
	add := func(wanted bool, format string, values ...any) {
		if wanted {
			args = append(args, fmt.Sprintf(format, values...))
		}
	}
	add(r.Geometry != "9", "--geometry %s", r.Geometry)
	add(r.CluesMin > 0 || r.CluesMax > 0, "--clues %d..%d", r.CluesMin, cmp.Or(r.CluesMax, sudoku.MaxSize*sudoku.MaxSize))
	add(r.Symmetry != "", "--symmetry %s", r.Symmetry)
	add(r.Minimal, "--minimal")
	add(r.Constraints != nil, "--constraints %s", strings.Join(r.Constraints, ","))
	add(true, "--metrics %s --bands '%s' --file-rows %d", strings.Join(r.Metrics, ","), r.Bands, r.FileRows)
	return strings.Join(args, " ")
}

// share is a part of a whole in percent.
func share(part, whole int64) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

//go:embed card.md.tmpl
var cardText string

var cardTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Funcs(template.FuncMap{"share": share, "add": func(a, b int64) int64 { return a + b },
		"short": func(sum string) string { return sum[:16] }}).Parse(cardText))
})
