package pump

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	// DefaultBatch is the largest number of puzzles in a message. The larger a message, the less CPU a puzzle takes; beyond a
	// thousand puzzles of 81 cells little is gained.
	DefaultBatch = 1000
	batchBytes   = 104 << 10 // givens in a message: 1,280 puzzles of 81 cells, 146 of a cube of 729

	// ExecBatch is the same for a program that speaks lines, which may have to be started for each message.
	ExecBatch = 1280
)

// entry is a puzzle on its way.
type entry struct {
	label  uint64 // the caller's number
	index  uint64 // place in the input
	puzzle *sudoku.Puzzle
}

// batch is a run of puzzles of one geometry that travel in one message.
type batch struct {
	entries  []entry
	puzzles  []*sudoku.Puzzle // of the entries
	first    uint64           // number of the first puzzle in the stream
	answered []bool
	left     int
	alone    bool                  // sent with nothing else in flight, to see whether it kills the process
	parts    map[int]*verified     // answers that come in parts, by place in the batch
	told     map[int]time.Duration // when the plugin was told to stop, by place in the batch
}

func (b *batch) geometry() *sudoku.Geometry { return b.puzzles[0].Geometry }

func (b *batch) len() int { return len(b.entries) }

func (b *batch) add(e entry) {
	b.entries = append(b.entries, e)
	b.puzzles = append(b.puzzles, e.puzzle)
}

// depart numbers the puzzles of the batch for a stream.
func (b *batch) depart(first uint64) {
	b.first, b.left = first, b.len()
	b.answered = append(b.answered[:0], make([]bool, b.len())...)
}

// holds returns the place of a number of the stream in the batch.
func (b *batch) holds(seq uint64) (place int, ok bool) {
	return int(seq - b.first), seq >= b.first && seq-b.first < uint64(b.len())
}

// unanswered appends the entries without an answer.
func (b *batch) unanswered(to []entry) []entry {
	for i, e := range b.entries {
		if !b.answered[i] {
			to = append(to, e)
		}
	}
	return to
}

// reset empties the batch for other puzzles.
func (b *batch) reset() {
	clear(b.puzzles)
	clear(b.entries)
	b.entries, b.puzzles, b.answered, b.parts = b.entries[:0], b.puzzles[:0], b.answered[:0], nil
	b.alone, b.told = false, nil
}
