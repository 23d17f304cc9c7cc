package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
)

// Load is a chunk on its way to a worker that cannot see the inputs of the plan.
type Load struct {
	Chunk  int    `json:"chunk"`
	Record int64  `json:"record"`           // of its first puzzle in all inputs together
	Range  Chunk  `json:"range"`            // in its source
	Order  *Order `json:"order,omitempty"`  // if the worker generates the puzzles
	Packed []byte `json:"packed,omitempty"` // else the puzzles themselves
	// Not are names of workers that are to leave it to others.
	Not []string `json:"not,omitempty"`
}

// Load reads a chunk.
func (p *Plan) Load(ctx context.Context, chunk int) (*Load, error) {
	c := p.Chunks[chunk]
	l := &Load{Chunk: chunk, Record: p.record(chunk), Range: c}
	if s := p.Inputs[c.Source]; s.Kind == FromGenerator {
		l.Order = s.Generate
		return l, nil
	}
	puzzles, err := p.puzzles(ctx, chunk, nil)
	if err != nil {
		return nil, err
	}
	l.Packed = pack(puzzles)
	return l, nil
}

// Compute returns the part of a chunk.
func (w *Worker) Compute(ctx context.Context, l *Load) (part.Header, []byte, error) {
	var puzzles []*sudoku.Puzzle
	var err error
	if l.Order != nil {
		puzzles, err = l.Order.puzzles(ctx, w.generator, l.Range)
	} else {
		puzzles, err = unpack(l.Packed)
	}
	if err == nil && len(puzzles) != l.Range.Records {
		err = fmt.Errorf("%d instead of %d puzzles", len(puzzles), l.Range.Records)
	}
	if err != nil {
		return part.Header{}, nil, fmt.Errorf("reading chunk %d: %w", l.Chunk, err)
	}
	return w.compute(ctx, l.Chunk, l.Record, puzzles)
}

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1)) // EncodeAll only
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxUnpacked))   // DecodeAll only
)

// maxUnpacked is more than the text of any chunk takes: 50,000 puzzles of 49×49 are 400 MB.
const maxUnpacked = 1 << 29

// pack writes name and notation of puzzles, compressed. Neither can hold a zero byte, which ends both.
func pack(puzzles []*sudoku.Puzzle) []byte {
	var text []byte
	for _, p := range puzzles {
		text = append(append(text, p.Name...), 0)
		text = append(p.Append(text), 0)
	}
	return packer.EncodeAll(text, nil)
}

// unpack reads what pack has written.
func unpack(packed []byte) ([]*sudoku.Puzzle, error) {
	data, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("unpacking puzzles: %w", err)
	}
	var puzzles []*sudoku.Puzzle
	for text := string(data); text != ""; {
		name, rest, _ := strings.Cut(text, "\x00")
		notation, rest, ok := strings.Cut(rest, "\x00")
		if !ok {
			return nil, errors.New("unpacking puzzles: the last one is cut off")
		}
		p, err := sudoku.ParsePuzzle(notation)
		if err != nil {
			return nil, fmt.Errorf("unpacking puzzles: %w", err)
		}
		p.Name = name
		puzzles = append(puzzles, p)
		text = rest
	}
	return puzzles, nil
}
