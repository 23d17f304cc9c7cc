package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"runtime"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

// A Class is equal for puzzles, or grids, that are images of each other: the first half of the SHA-256 of geometry and
// canonical form.
type Class [16]byte

// String is the class in hexadecimal.
func (c Class) String() string { return hex.EncodeToString(c[:]) }

func parseClass(text string) (c Class, err error) {
	if n, err := hex.Decode(c[:], []byte(text)[:min(len(text), 2*len(c))]); err != nil || n != len(c) || len(text) != 2*len(c) {
		return c, fmt.Errorf("%q is not a class", text)
	}
	return c, nil
}

// number is the class as a number: its first eight bytes.
func (c Class) number() uint64 { return binary.BigEndian.Uint64(c[:]) }

// fraction is the class as a number in [0,1).
func (c Class) fraction() float64 { return float64(c.number()>>11) / (1 << 53) }

// classes finds classes on all processors.
type classes []canon.Keys // one a processor, for they keep memory between calls

func newClasses() classes {
	c := make(classes, runtime.GOMAXPROCS(0))
	for i := range c {
		c[i] = canon.Keys{}
	}
	return c
}

// of returns the class of each puzzle; nil is left alone.
func (c classes) of(puzzles []*sudoku.Puzzle) []Class {
	found := make([]Class, len(puzzles))
	var all sync.WaitGroup
	for k, keys := range c {
		all.Go(func() {
			for i := k; i < len(puzzles); i += len(c) {
				if puzzles[i] != nil {
					sum := sha256.Sum256(keys.Key(puzzles[i]))
					found[i] = Class(sum[:16])
				}
			}
		})
	}
	all.Wait()
	return found
}

// filled returns solutions as puzzles without an empty cell, nil for none.
func filled(puzzles []*sudoku.Puzzle, solutions []sudoku.Grid) []*sudoku.Puzzle {
	grids := make([]*sudoku.Puzzle, len(puzzles))
	for i, grid := range solutions {
		if grid != nil {
			grids[i] = sudoku.MustPuzzle(puzzles[i].Geometry(), grid)
		}
	}
	return grids
}

// An index knows the classes of the puzzles of a source and of their solutions, some 100 bytes a puzzle.
type index struct {
	name      string
	count     uint32
	puzzles   map[Class]place
	solutions map[Class]uint32 // number of the first puzzle with such a solution
	seed      maphash.Seed
}

// place is where a class was met first.
type place struct {
	number uint32 // of the puzzle, from 1
	text   uint32 // a hash of it
}

func newIndex(name string) *index {
	return &index{name: name, puzzles: map[Class]place{}, solutions: map[Class]uint32{}, seed: maphash.MakeSeed()}
}

// add adds a puzzle and returns the number of the first one of its class, 0 if it is the first, and whether both have the
// same text.
func (x *index) add(e *examined) (first int64, exact bool) {
	x.count++
	text := uint32(maphash.String(x.seed, e.Puzzle.String()))
	if before, ok := x.puzzles[e.class]; ok {
		first, exact = int64(before.number), before.text == text
	} else {
		x.puzzles[e.class] = place{x.count, text}
	}
	if e.verdict == sudoku.Unique {
		if _, ok := x.solutions[e.solutionClass]; !ok {
			x.solutions[e.solutionClass] = x.count
		}
	}
	return first, exact
}
