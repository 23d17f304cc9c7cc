package relax

import (
	"container/heap"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ordered is the objective in_order: all grids, the most probable first. It is a best-first search. Its frontier
// holds solved boards with their cost −log p and open boards with a certificate's lower bound on the cost of all
// grids in them. A solved board at the front is cheaper than every grid that is still to come, so it is emitted;
// an open one is branched on. Grids of equal probability come in any order.
type ordered struct {
	t        *tree
	frontier frontier
	free     []*board // of boards that were emitted or refuted
}

// pending is a board of the frontier.
type pending struct {
	b      *board
	least  float64 // cost of the board's grid if it is solved, else a lower bound on the costs of its grids
	solved bool
	depth  int
	cell   int32 // to branch on
	digit  int
}

// all emits the grids of a board in order and returns whether it came to the end.
func (o *ordered) all(b *board) bool {
	o.frontier = o.frontier[:0]
	t := o.t
	t.goal.begin(t.puzzle)
	defer func() { t.goal.active = false }()
	t.take = ignore
	defer func() { t.take = t.found }()
	root := o.board(b)
	if !o.push(root, 0, 0) {
		return false
	}
	for emitted := 0; len(o.frontier) > 0; {
		first := heap.Pop(&o.frontier).(pending)
		if first.solved {
			if emitted++; t.trace != nil {
				t.trace(sudoku.Trace{Series: "log_probability", X: float64(emitted), Y: -first.least})
			}
			if t.refused = !t.emit(first.b.value); t.refused {
				return false
			}
			o.free = append(o.free, first.b)
			continue
		}
		t.guesses++
		child := o.board(first.b)
		if !child.assign(first.cell, first.digit) {
			o.free = append(o.free, child)
		} else if !o.push(child, first.least, first.depth+1) {
			return false
		}
		first.b.strike(first.cell, first.digit)
		if !o.push(first.b, first.least, first.depth) {
			return false
		}
	}
	return true
}

// ignore refuses no solution that rounding finds: a board that holds it will come in its turn.
func ignore(sudoku.Grid) bool { return true }

// board returns a copy of a board.
func (o *ordered) board(b *board) *board {
	c := (*board)(nil)
	if last := len(o.free) - 1; last >= 0 {
		c, o.free = o.free[last], o.free[:last]
	} else {
		c = newBoard(b.f)
	}
	c.copyFrom(b)
	return c
}

// push examines a board whose grids cost at least `least` and puts it into the frontier unless it has none. It
// returns false if it was interrupted.
func (o *ordered) push(b *board, least float64, depth int) bool {
	t := o.t
	t.nodes++
	for {
		if !t.conclude(b) {
			o.free = append(o.free, b)
			return true
		}
		if b.solved() {
			heap.Push(&o.frontier, pending{b: b, least: t.goal.of(b.value), solved: true, depth: depth})
			return true
		}
		switch t.examine(b) {
		case halted:
			return false
		case refuted:
			o.free = append(o.free, b)
			return true
		case shrunk:
			continue
		}
		next := pending{b: b, least: max(least, t.bound.value+t.goal.base), depth: depth}
		next.cell, next.digit = t.choose()
		heap.Push(&o.frontier, next)
		return true
	}
}

// frontier is a heap: the cheapest board first, among equals the deepest.
type frontier []pending

func (f frontier) Len() int { return len(f) }

func (f frontier) Less(i, j int) bool {
	if f[i].least != f[j].least {
		return f[i].least < f[j].least
	}
	return f[i].depth > f[j].depth
}

func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push implements heap.Interface.
func (f *frontier) Push(x any) { *f = append(*f, x.(pending)) }

// Pop implements heap.Interface.
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
