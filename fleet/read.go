package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// ErrChanged says that an input is not what it was when the plan was made.
var ErrChanged = errors.New("the input has changed since the plan was made")

// puzzles returns the puzzles of a chunk.
func (p *Plan) puzzles(ctx context.Context, chunk int, generator job.Plugin) ([]*sudoku.Puzzle, error) {
	c := p.Chunks[chunk]
	s := p.source(c.Source)
	var found []*sudoku.Puzzle
	var err error
	switch {
	case s.Kind == FromGenerator:
		found, err = s.Generate.puzzles(ctx, generator, c)
	case c.Bytes > 0:
		found, err = s.lines(ctx, c)
	default:
		found, err = s.some(ctx, c)
	}
	if err == nil && len(found) != c.Records {
		err = fmt.Errorf("%w: %d instead of %d puzzles", ErrChanged, len(found), c.Records)
	}
	if err != nil {
		return nil, fmt.Errorf("reading chunk %d of %q: %w", chunk, s.Name, err)
	}
	return found, nil
}

// lines reads the part of the file that holds the records of a chunk, and nothing else.
func (s *Source) lines(ctx context.Context, c Chunk) ([]*sudoku.Puzzle, error) {
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := make([]byte, c.Bytes)
	if _, err := f.ReadAt(text, c.Offset); err == io.EOF {
		return nil, ErrChanged
	} else if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != c.SHA256 {
		return nil, ErrChanged
	}
	in := input.Text(string(text))
	in.Name = s.Name
	return collect(ctx, in, 0, c.Records, s.placeIn(c))
}

// placeIn returns what says where a puzzle of a chunk came from: the place in the file, or that which the copy of a library states.
func (s *Source) placeIn(c Chunk) func(formats.Record) string {
	switch {
	case s.Kind == FromLibrary:
		return func(r formats.Record) string { return r.Origin.Place() }
	case c.Bytes == 0:
		return func(r formats.Record) string { return r.Puzzle.Name }
	}
	return func(r formats.Record) string {
		_, line, _ := cutLine(r.Puzzle.Name)
		return s.Name + ":" + strconv.Itoa(c.Line+line-1)
	}
}

// some reads an input from its begin and takes the records of a chunk.
func (s *Source) some(ctx context.Context, c Chunk) ([]*sudoku.Puzzle, error) {
	in, err := s.input()
	if err != nil {
		return nil, err
	}
	if s.Path != "" {
		if sum, err := child.FileSum(s.Path); err != nil || sum != s.SHA256 {
			return nil, errors.Join(err, ErrChanged)
		}
	}
	return collect(ctx, in, c.First, c.Records, s.placeIn(c))
}

// input is the input that a source names.
func (s *Source) input() (*input.Input, error) {
	name := s.Name
	if s.Path != "" {
		name = s.Path
	}
	in, err := input.Parse(name, strings.NewReader(""))
	if err != nil {
		return nil, err
	}
	in.Name = s.Name
	return in, nil
}

// collect returns puzzles of an input, from the first one on; bad records do not count.
func collect(ctx context.Context, in *input.Input, first int64, n int, place func(formats.Record) string) ([]*sudoku.Puzzle, error) {
	found := make([]*sudoku.Puzzle, 0, n)
	for r, err := range in.Records(ctx) {
		switch bad, err := isBad(r, err); {
		case err != nil:
			return nil, err
		case bad != nil:
			continue
		}
		if first > 0 {
			first--
			continue
		}
		r.Puzzle.Name = place(r)
		if found = append(found, r.Puzzle); len(found) == n {
			break
		}
	}
	return found, nil
}

// isBad reports what is wrong with a record: nothing, something that leaves it out, or an error that ends the walk.
func isBad(r formats.Record, err error) (bad *sudoku.ParseError, end error) {
	if err == nil {
		if clash := sudoku.CheckGivens(r.Puzzle); clash != nil {
			return &sudoku.ParseError{File: r.Puzzle.Name, Err: clash}, nil
		}
		return nil, nil
	}
	if errors.As(err, &bad) {
		return bad, nil
	}
	return nil, err
}

// cutLine splits name:line.
func cutLine(place string) (name string, line int, ok bool) {
	colon := strings.LastIndexByte(place, ':')
	line, err := strconv.Atoi(place[colon+1:])
	if colon < 0 || err != nil {
		return place, 0, false
	}
	return place[:colon], line, true
}

// puzzles makes the puzzles of a chunk, the same on every machine.
func (o *Order) puzzles(ctx context.Context, generator job.Plugin, c Chunk) ([]*sudoku.Puzzle, error) {
	g, err := sudoku.ParseGeometry(o.Geometry)
	if err != nil {
		return nil, err
	}
	order := sudoku.Order{Geometry: g, Count: c.Records, CluesMin: o.CluesMin, CluesMax: o.CluesMax, Symmetry: o.Symmetry,
		Minimal: o.Minimal, AllowMultiple: o.Unchecked, Seed: o.chunkSeed(c)}
	var found []*sudoku.Puzzle
	_, err = generator.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		p.Name = fmt.Sprintf("generated:%d", c.First+int64(len(found))+1)
		found = append(found, p)
		return len(found) < c.Records
	})
	return found, err
}

// probe returns what tells two generators of one version apart: it hashes the first puzzle of the order.
func (o *Order) probe(ctx context.Context, generator job.Plugin) func() (string, error) {
	return func() (string, error) {
		puzzles, err := o.puzzles(ctx, generator, Chunk{Records: 1})
		hash := part.NewPuzzleHash()
		for _, p := range puzzles {
			hash.Add(p)
		}
		return hash.Hex(), err
	}
}

// chunkSeed is the seed of a chunk: the first eight bytes of a hash of the order's seed and the chunk's first record.
func (o *Order) chunkSeed(c Chunk) uint64 {
	var text [16]byte
	binary.LittleEndian.PutUint64(text[:], o.Seed)
	binary.LittleEndian.PutUint64(text[8:], uint64(c.First))
	sum := sha256.Sum256(text[:])
	return binary.LittleEndian.Uint64(sum[:]) >> 1 // it fits into the seeds of every generator
}
