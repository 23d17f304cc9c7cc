package wire

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
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

	sets     []*pb.ClauseSet  // what puzzles have beyond houses, as it was read
	written  [][]byte         // the same on the sending side
	clauses  []uint32         // for each puzzle 0, or the number of its set from 1; nil: all 0
	setBytes int              // of the sets read
	entries  int              // of the sets read, once they are many bytes
	made     []*sudoku.Puzzle // on the receiving side, if there are sets
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

// Puzzle returns the i-th puzzle, made in a slot unless it has constraints. Its givens alias the batch.
func (b *Batch) Puzzle(i int, slot *sudoku.Slot) *sudoku.Puzzle {
	if b.made != nil {
		return b.made[i]
	}
	if len(b.puzzles) > 0 {
		return b.puzzles[i]
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
func (b *Batch) fill(first uint64, puzzles []*sudoku.Puzzle) error {
	b.Geometry, b.First, b.puzzles, b.soft = puzzles[0].Geometry(), first, puzzles, b.soft[:0]
	b.written, b.clauses = nil, nil
	for i, p := range puzzles {
		soft := p.Soft()
		if p.Kinds() != 0 {
			var err error
			if soft, err = b.addClauses(i, p); err != nil {
				return err
			}
		}
		for _, s := range soft {
			clue := softClue{puzzle: uint32(i), cell: uint32(s.Cell), allowed: uint64(s.Allowed), prob: s.Prob}
			b.soft = append(b.soft, clue)
		}
	}
	return nil
}

// addClauses adds the clauses of the i-th puzzle and returns what is known of its single cells. Puzzles that share their clauses
// with the one before share a set.
func (b *Batch) addClauses(i int, p *sudoku.Puzzle) ([]sudoku.SoftClue, error) {
	soft, err := Marks(p)
	if err != nil || p.Kinds() == onlyIn {
		return soft, err
	}
	if b.clauses == nil {
		b.clauses = make([]uint32, len(b.puzzles))
	}
	if i == 0 || b.clauses[i-1] == 0 || &b.puzzles[i-1].Clauses()[0] != &p.Clauses()[0] {
		text, err := proto.Marshal(clauseSet(p))
		if err != nil {
			return nil, fmt.Errorf("writing the constraints of puzzle %q: %w", p.Name, err)
		}
		b.written = append(b.written, text)
	}
	b.clauses[i] = uint32(len(b.written))
	return soft, nil
}
