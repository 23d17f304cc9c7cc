package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// nine is the candidates of a plain 9×9 once more, packed such that one sweep over it finds what all 27 houses say.
type nine struct {
	rows, cols lines
	moved      uint8 // bands, and behind them stacks, in which something has changed since they were swept
}

// lines is the rows, or the columns, in three words each: the j-th has the places j, 3+j and 6+j, which are in
// different boxes, in lanes of 21 bits. So each lane of their union has the candidates of three cells in a line and a
// box. Turning it by a lane brings the neighbour in the line.
type lines struct {
	word       [27]uint64
	solved     [9]uint64 // digits of the cells that have a value
	line, next int32     // from one line to the next, and from a cell to the next
}

const (
	lane   = 21
	lanes3 = 1<<(3*lane) - 1
	full3  = 0x1ff | 0x1ff<<lane | 0x1ff<<(2*lane)
)

// spots says where each cell is: its word in rows and in cols, its shift there, and its line.
var spots [81]struct{ row, rowShift, rowLine, col, colShift, colLine, moved uint8 }

var everyNine [81]int32

func init() {
	for c := range spots {
		everyNine[c] = int32(c)
		r, q := uint8(c/9), uint8(c%9)
		s := &spots[c]
		s.row, s.rowShift, s.rowLine = 3*r+q%3, lane*(q/3), r
		s.col, s.colShift, s.colLine = 3*q+r%3, lane*(r/3), q
		s.moved = 1<<(r/3) | 8<<(q/3)
	}
}

// newNine returns nil unless rows, columns and boxes of a plain 9×9 are among the houses; swept says which those are.
func newNine(houses [][]int32) (p *nine, swept []bool) {
	swept = make([]bool, len(houses))
	for i := range int32(9) {
		row, column, box := make([]int32, 9), make([]int32, 9), make([]int32, 9)
		for j := range int32(9) {
			row[j], column[j], box[j] = 9*i+j, 9*j+i, 27*(i/3)+3*(i%3)+9*(j/3)+j%3
		}
		for _, want := range [][]int32{row, column, box} {
			h := slices.IndexFunc(houses, func(h []int32) bool { return slices.Equal(h, want) })
			if h < 0 {
				return nil, make([]bool, len(houses))
			}
			swept[h] = true
		}
	}
	return &nine{}, swept
}

// load takes over the candidates and values.
func (p *nine) load(cand []uint64, value sudoku.Grid) {
	*p = nine{rows: lines{line: 9, next: 1}, cols: lines{line: 1, next: 9}}
	for c, left := range cand {
		p.flip(int32(c), left)
		if value[c] != 0 {
			p.solve(int32(c), left)
		}
	}
}

// flip takes digits from a cell, or gives them back.
func (p *nine) flip(cell int32, digits uint64) {
	s := &spots[cell]
	p.rows.word[s.row] ^= digits << s.rowShift
	p.cols.word[s.col] ^= digits << s.colShift
	p.moved |= s.moved
}

// solve notes that a cell has got its value, or lost it.
func (p *nine) solve(cell int32, digit uint64) {
	s := &spots[cell]
	p.rows.solved[s.rowLine] ^= digit << s.rowShift
	p.cols.solved[s.colLine] ^= digit << s.colShift
}

func (p *nine) cells() []int32 { return everyNine[:] }

// propagate fills digits that have one place in a house and strikes locked candidates, in all bands and stacks that have
// changed, until a cell is filled.
func (p *nine) propagate(e *Engine) bool {
	for p.moved != 0 {
		i := bits.TrailingZeros8(p.moved)
		p.moved &^= 1 << i
		l := &p.rows
		if i > 2 {
			l = &p.cols
		}
		if !e.sweep(l, i%3) {
			return false
		}
		if len(e.cells) > 0 {
			return true
		}
	}
	return true
}

// sweep does so in a band or stack.
func (e *Engine) sweep(l *lines, band int) bool {
	var any, two [3]uint64
	words := (*[9]uint64)(l.word[9*band:])
	for i := range any {
		a, b, c := words[3*i], words[3*i+1], words[3*i+2]
		any[i], two[i] = a|b|c, a&b|c&(a|b)
	}
	boxes := [3]uint64{any[1] | any[2], any[0] | any[2], any[0] | any[1]}
	for i, here := range any {
		line := (here<<lane | here>>(2*lane)) & lanes3
		line = (line | line<<lane | line>>(2*lane)) & lanes3
		box := boxes[i]
		if (here|line)&(here|box) != full3 {
			return e.blameLine(l, 3*band+i, here|line, here|box)
		}
		single := here &^ (two[i] | line&box | l.solved[3*band+i])
		if single|(line^box) != 0 && !e.draw(l, 3*band+i, single, line, box) {
			return false
		}
	}
	return true
}

// draw draws what a sweep has found about a line: for each lane, digits that have one place there, and those that the rest
// of the line, or of the box, may hold.
func (e *Engine) draw(l *lines, i int, single, line, box uint64) bool {
	for b := range int32(3) {
		single, line, box := single>>(lane*b)&0x1ff, line>>(lane*b)&0x1ff, box>>(lane*b)&0x1ff
		if single != 0 {
			for j := range int32(3) {
				c := l.cell(int32(i), 3*b+j)
				if hidden := e.cand[c] & single; hidden != 0 && !e.only(c, hidden) {
					return e.blameLine(l, i, full3&^(hidden&^line), full3&^(hidden<<(lane*b)))
				}
			}
		}
		if line != box && !e.SinglesOnly && !e.lockNine(l, int32(i), b, line&^box, box&^line) {
			e.blameLine(l, i, 0, full3)
			return e.blameLine(l, i, full3, full3&^(0x1ff<<(lane*b)))
		}
	}
	return true
}

// cell returns the cell at a place of a line.
func (l *lines) cell(line, place int32) int32 { return l.line*line + l.next*place }

// lockNine strikes digits from the rest of a line, and others from the rest of a box, beside the three cells that the
// two share.
func (e *Engine) lockNine(l *lines, line, b int32, fromLine, fromBox uint64) bool {
	for k := range int32(6) {
		c := l.cell(line, (3*b+3+k)%9)
		if e.cand[c]&fromLine != 0 && !e.leave(c, e.cand[c]&^fromLine) {
			return false
		}
		c = l.cell(line-line%3+(line%3+1+k/3)%3, 3*b+k%3)
		if e.cand[c]&fromBox != 0 && !e.leave(c, e.cand[c]&^fromBox) {
			return false
		}
	}
	return true
}

// blameLine blames the cells of a line, or of the boxes, in which a digit has no place.
func (e *Engine) blameLine(l *lines, i int, line, box uint64) bool {
	for k := range int32(9) {
		if line != full3 {
			e.blame(l.cell(int32(i), k))
			continue
		}
		for b := range int32(3) {
			if box>>(lane*b)&0x1ff != 0x1ff {
				e.blame(l.cell(int32(i-i%3)+k/3, 3*b+k%3))
			}
		}
	}
	return false
}
