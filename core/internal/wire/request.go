package wire

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Options hold for all puzzles of a stream. Of an Ask, Workers 0 means 1.
type Options struct {
	runner.Ask
	Trace bool // send traces
}

// Request is a message of the host within a stream: a SolveRequest or a GradeRequest, which have the same
// fields. The host fills one and sends it again and again; the plugin's side reads into one.
type Request struct {
	Options *Options // in the first message of a stream, else nil
	Batch   *Batch   // nil when the message only stops
	Stop    []uint64 // sequence numbers of puzzles to be answered with what has been found so far
}

// message returns the protobuf message of a request.
func (r *Request) message() *pb.SolveRequest {
	m := &pb.SolveRequest{Stop: r.Stop}
	if o := r.Options; o != nil {
		m.Options = &pb.Options{Limit: uint64(max(o.Limit, 0)), Seed: o.Seed, TimeoutNs: uint64(o.Timeout),
			Workers: uint32(o.Workers), Trace: o.Trace}
	}
	if r.Batch != nil {
		m.Batch = r.Batch.pb()
	}
	return m
}

// read fills a request from a message.
func (r *Request) read(m *pb.SolveRequest) {
	*r = Request{Stop: m.GetStop()}
	if o := m.GetOptions(); o != nil {
		r.Options = &Options{Trace: o.GetTrace(), Ask: runner.Ask{Limit: int(min(o.GetLimit(), math.MaxInt)),
			Seed: o.GetSeed(), Timeout: time.Duration(min(o.GetTimeoutNs(), math.MaxInt64)), Workers: int(o.GetWorkers())}}
	}
	if m.GetBatch() != nil {
		r.Batch = batchFromPB(m.GetBatch())
	}
}

// Batch is a run of puzzles of one geometry, packed a byte a cell, so that a puzzle costs a microsecond and no
// allocation.
type Batch struct {
	Geometry *sudoku.Geometry // of all puzzles; resolved by the stream on the receiving side
	First    uint64           // sequence number of the first puzzle
	Givens   []byte           // Geometry.Cells() values a puzzle, end to end

	frame   *pb.Geometry // the geometry as it travels; nil if it is known
	soft    []*pb.SoftClue
	sets    []*pb.ClauseSet  // what puzzles have beyond houses
	clauses []uint32         // for each puzzle 0, or the number of its set from 1; nil: all 0
	made    []*sudoku.Puzzle // on the receiving side, if there are sets
}

// pb returns the protobuf message of a batch, which shares its memory.
func (b *Batch) pb() *pb.Batch {
	return &pb.Batch{Geometry: b.frame, First: b.First, Givens: b.Givens, Soft: b.soft, ClauseSets: b.sets,
		ClausesOf: b.clauses}
}

// batchFromPB returns the batch of a message, whose memory it shares.
func batchFromPB(m *pb.Batch) *Batch {
	return &Batch{First: m.GetFirst(), Givens: m.GetGivens(), frame: m.GetGeometry(), soft: m.GetSoft(),
		sets: m.GetClauseSets(), clauses: m.GetClausesOf()}
}

// Len returns how many puzzles the batch holds, by the size of their packed cells.
func (b *Batch) Len() int {
	if b.Geometry == nil {
		return 0
	}
	return len(b.Givens) / b.Geometry.Cells()
}

// clue returns what is known of a cell.
func clue(m *pb.SoftClue) sudoku.SoftClue {
	return sudoku.SoftClue{Cell: int(m.GetCell()), Allowed: sudoku.Digits(m.GetAllowed()), Prob: m.GetProb()}
}

// Puzzle returns the i-th puzzle, made in a slot unless it has constraints. Its givens alias the batch.
func (b *Batch) Puzzle(i int, slot *sudoku.Slot) *sudoku.Puzzle {
	if b.made != nil {
		return b.made[i]
	}
	cells := b.Geometry.Cells()
	return slot.Fill(b.Geometry, sudoku.Grid(b.Givens[i*cells:(i+1)*cells:(i+1)*cells]), b.clues(i))
}

// clues returns the soft clues of the i-th puzzle.
func (b *Batch) clues(i int) (clues []sudoku.SoftClue) {
	if len(b.soft) == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(b.soft, &pb.SoftClue{Puzzle: uint32(i)}, compareClues)
	for _, s := range b.soft[from:] {
		if int(s.GetPuzzle()) != i {
			break
		}
		clues = append(clues, clue(s))
	}
	return clues
}

// fill makes b the run of puzzles that begins with number first.
func (b *Batch) fill(first uint64, puzzles []*sudoku.Puzzle) error {
	*b = Batch{Geometry: puzzles[0].Geometry(), First: first, Givens: b.Givens[:0]}
	for i, p := range puzzles {
		b.Givens = append(b.Givens, p.Givens()...)
		soft := p.Soft()
		if p.Kinds() != 0 {
			marks, err := Marks(p)
			if err != nil {
				return err
			}
			soft = marks
			if p.Kinds() != onlyIn {
				b.addClauses(i, puzzles)
			}
		}
		b.addSoft(i, soft)
	}
	return nil
}

// addSoft appends the soft clues of puzzle i.
func (b *Batch) addSoft(i int, soft []sudoku.SoftClue) {
	for _, s := range soft {
		b.soft = append(b.soft, &pb.SoftClue{Puzzle: uint32(i), Cell: uint32(s.Cell), Allowed: uint64(s.Allowed),
			Prob: s.Prob})
	}
}

// addClauses adds the clauses of the i-th puzzle. Puzzles that share their clauses with the one before share a set.
func (b *Batch) addClauses(i int, puzzles []*sudoku.Puzzle) {
	if b.clauses == nil {
		b.clauses = make([]uint32, len(puzzles))
	}
	if i == 0 || b.clauses[i-1] == 0 || &puzzles[i-1].Clauses()[0] != &puzzles[i].Clauses()[0] {
		b.sets = append(b.sets, clauseSet(puzzles[i]))
	}
	b.clauses[i] = uint32(len(b.sets))
}

// accept checks a batch that was received, and makes its puzzles if some have clauses. known is the geometry if the
// batch has none.
func (b *Batch) accept(known *sudoku.Geometry, accept acceptSet) (err error) {
	if b.Geometry = known; b.frame != nil {
		if b.Geometry, err = geometryOf(b.frame); err != nil {
			return err
		}
	}
	if b.Geometry == nil {
		return errors.New("a batch without geometry")
	}
	if err := b.check(); err != nil || len(b.clauses) == 0 {
		return err
	}
	options := make([]sudoku.Option, len(b.sets))
	for i, set := range b.sets {
		if options[i], err = accept(set, b.Geometry.N()); err != nil {
			return fmt.Errorf("batch %d: clause set %d: %w", b.First, i+1, err)
		}
	}
	made := make([]*sudoku.Puzzle, b.Len())
	for i := range made {
		made[i] = b.Puzzle(i, new(sudoku.Slot))
		if k := int(b.clauses[i]); k > len(options) {
			return fmt.Errorf("batch %d: clause set %d of %d", b.First, k, len(options))
		} else if k > 0 {
			if made[i], err = made[i].With(options[k-1]); err != nil {
				return fmt.Errorf("batch %d: clause set %d: %w", b.First, k, err)
			}
		}
	}
	b.made = made
	return nil
}

// check tells whether a batch fits its geometry: whole puzzles, values and soft clues within range.
func (b *Batch) check() error {
	cells, n := b.Geometry.Cells(), b.Geometry.N()
	if len(b.Givens)%cells != 0 {
		return fmt.Errorf("batch %d: %d givens are not whole puzzles of %d cells", b.First, len(b.Givens), cells)
	}
	if !sudoku.Grid(b.Givens).Within(n) {
		return fmt.Errorf("batch %d: value %d among givens of %d digits", b.First, slices.Max(b.Givens), n)
	}
	for i, s := range b.soft {
		puzzle, cell := int(s.GetPuzzle()), int(s.GetCell())
		if puzzle >= b.Len() || cell >= cells {
			return fmt.Errorf("batch %d: a soft clue of puzzle %d is out of range", b.First, puzzle)
		}
		if err := clue(s).Check(n); err != nil {
			return fmt.Errorf("batch %d: soft clue in cell %d of puzzle %d: %w", b.First, cell, puzzle, err)
		}
		if b.Givens[puzzle*cells+cell] != 0 || i > 0 && compareClues(b.soft[i-1], s) >= 0 {
			return fmt.Errorf("batch %d: a soft clue of puzzle %d is on a given cell or out of order", b.First, puzzle)
		}
	}
	if len(b.clauses) != 0 && len(b.clauses) != b.Len() {
		return fmt.Errorf("batch %d: numbers of clauses for %d puzzles of %d", b.First, len(b.clauses), b.Len())
	}
	return nil
}

// compareClues orders soft clues by puzzle and cell.
func compareClues(a, b *pb.SoftClue) int {
	return cmp.Or(cmp.Compare(a.GetPuzzle(), b.GetPuzzle()), cmp.Compare(a.GetCell(), b.GetCell()))
}
