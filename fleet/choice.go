package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// Choice is puzzles of a library. A library changes and a plan does not, and other machines do not have the library: so the
// puzzles are copied into a file, which is an input of the plan like any other.
type Choice struct {
	Library string // name of its file
	Where   string // the condition by which they were chosen, "" for all
	Puzzles iter.Seq2[*store.Listed, error]
	Dir     string // for the copy, whose name follows from its content
}

var errNoneFits = errors.New("no puzzle fits")

// freeze writes the copy and returns it as a source.
func (c *Choice) freeze() (readable, error) {
	s := readable{Source: Source{Kind: FromLibrary, Name: filepath.Base(c.Library), Where: c.Where}}
	n := 0
	path, err := wholefile.Named(c.Dir, 0o644, func(w io.Writer) (string, error) {
		hash := sha256.New()
		out, err := formats.NewWriter(io.MultiWriter(w, hash), "jsonl")
		if err != nil {
			return "", err
		}
		for l, err := range c.Puzzles {
			if err != nil {
				return "", err
			}
			if err := out.Write(bare(l.Puzzle)); err != nil {
				return "", err
			}
			n++
		}
		if n == 0 {
			return "", errNoneFits
		}
		if err := out.Close(); err != nil {
			return "", err
		}
		s.SHA256 = hex.EncodeToString(hash.Sum(nil))
		return "puzzles-" + s.SHA256[:12] + ".jsonl", nil
	})
	switch {
	case errors.Is(err, errNoneFits):
		return s, work.RequestErrorf("no puzzle of %s fits %q", c.Library, c.Where)
	case err != nil:
		return s, fmt.Errorf("copying puzzles of the library into %q: %w", c.Dir, err)
	}
	if s.Path, err = filepath.Abs(path); err != nil {
		return s, fmt.Errorf("planning %q: %w", path, err)
	}
	s.in, err = input.Parse(s.Path, strings.NewReader(""))
	return s, err
}

// bare is a puzzle with the place where it was first, and nothing else.
func bare(p *sudoku.Puzzle) formats.Record {
	q := *p
	q.Comment = ""
	return formats.Record{Puzzle: &q, Origin: formats.NewOrigin(p.Name, "", "")}
}
