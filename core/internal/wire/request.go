package wire

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Options hold for all puzzles of a stream. Of an Ask, Workers 0 means 1.
type Options struct {
	sudoku.Ask
	Trace bool // send traces
}

// Request is a message of the host within a stream: a SolveRequest or a GradeRequest, which have the same
// fields. The host fills one and sends it again and again; the plugin's side reads into one after the other.
type Request struct {
	Options *Options // in the first message of a stream, else nil
	Batch   *Batch   // nil when the message only stops
	Stop    []uint64 // sequence numbers of puzzles to be answered with what has been found so far

	own  Batch
	opts Options
	buf  []byte // the message that was read; Batch aliases it
}

// Batch is a run of puzzles of one geometry.
type Batch struct {
	Geometry *sudoku.Geometry // of all puzzles; resolved by the stream on the receiving side
	First    uint64           // sequence number of the first puzzle
	Givens   []byte           // Geometry.Cells() values a puzzle, end to end

	frame   frame // the geometry as it is written; its zero value is left out
	soft    []softClue
	puzzles []*sudoku.Puzzle // on the sending side, in place of Givens: so they are copied once, into the message
}

type softClue struct {
	puzzle, cell uint32
	allowed      uint64
	prob         []float64
}

// Len returns the number of puzzles.
func (b *Batch) Len() int {
	if b.Geometry == nil {
		return 0
	}
	return b.givenCells() / b.Geometry.Cells()
}

// givenCells returns the number of cells of all puzzles.
func (b *Batch) givenCells() int {
	if len(b.puzzles) > 0 {
		return len(b.puzzles) * b.Geometry.Cells()
	}
	return len(b.Givens)
}

// clue returns what is known of the cell.
func (s *softClue) clue() sudoku.SoftClue {
	return sudoku.SoftClue{Cell: int(s.cell), Allowed: sudoku.Digits(s.allowed), Prob: s.prob}
}

// Puzzle returns the i-th puzzle, made in a slot. Its givens alias the batch.
func (b *Batch) Puzzle(i int, slot *sudoku.Slot) *sudoku.Puzzle {
	if len(b.puzzles) > 0 {
		return slot.Fill(b.Geometry, b.puzzles[i].Givens(), b.puzzles[i].Soft())
	}
	cells := b.Geometry.Cells()
	return slot.Fill(b.Geometry, sudoku.Grid(b.Givens[i*cells:(i+1)*cells:(i+1)*cells]), b.clues(i))
}

// clues returns the soft clues of the i-th puzzle.
func (b *Batch) clues(i int) (clues []sudoku.SoftClue) {
	if len(b.soft) == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(b.soft, softClue{puzzle: uint32(i)}, compareClues)
	for _, s := range b.soft[from:] {
		if int(s.puzzle) != i {
			break
		}
		clues = append(clues, s.clue())
	}
	return clues
}

// fill makes b the run of puzzles that begins with number first, to be written while they do not change.
func (b *Batch) fill(first uint64, puzzles []*sudoku.Puzzle) {
	b.Geometry, b.First, b.puzzles, b.soft = puzzles[0].Geometry(), first, puzzles, b.soft[:0]
	for i, p := range puzzles {
		for _, s := range p.Soft() {
			clue := softClue{puzzle: uint32(i), cell: uint32(s.Cell), allowed: uint64(s.Allowed), prob: s.Prob}
			b.soft = append(b.soft, clue)
		}
	}
}
