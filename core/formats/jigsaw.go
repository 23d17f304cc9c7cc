package formats

import (
	"bytes"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// offer yields a record, or holds it back if the next one may be the map of its regions: forums write a jigsaw as two
// blocks of equal length.
func (t *text) offer(r Record) {
	if t.held.Puzzle != nil && bytes.IndexByte(r.Puzzle.Givens(), 0) < 0 && t.mergeMap(r.Puzzle.CellText()) {
		return
	}
	t.release()
	if t.stopped {
		return
	}
	if p := r.Puzzle; p.Plain() && len(p.Geometry().String()) == 1 { // a plain 4×4, 6×6, 8×8 or 9×9
		t.held = r
		return
	}
	t.stopped = !t.yield(r, nil)
}

// release yields the record that is held back.
func (t *text) release() {
	if r := t.held; r.Puzzle != nil && !t.stopped {
		t.held = Record{}
		t.stopped = !t.yield(r, nil)
	}
}

// mergeMap yields the puzzle that is held back as a jigsaw if labels are the map of its regions.
func (t *text) mergeMap(labels string) bool {
	if t.held.Puzzle == nil {
		return false
	}
	r := t.held
	p, ok := withMap(r.Puzzle, labels)
	if !ok {
		return false
	}
	r.Puzzle, t.held = p, Record{}
	t.stopped = !t.yield(r, nil)
	return true
}

// withMap returns the puzzle with the regions that labels map: one label a cell, the cells of each label connected. A
// grid is never such a map, because equal digits of a grid do not touch.
func withMap(p *sudoku.Puzzle, labels string) (*sudoku.Puzzle, bool) {
	n := p.Geometry().N()
	if len(labels) != n*n || len(p.Givens()) != n*n || strings.ContainsAny(labels, " .:") || !areConnected(labels, n) {
		return nil, false
	}
	jigsaw, err := sudoku.ParsePuzzle(p.CellText() + ":" + labels)
	if err != nil || jigsaw.Geometry() == p.Geometry() {
		return nil, false
	}
	jigsaw.Name, jigsaw.Comment = p.Name, p.Comment
	return jigsaw, true
}

// areConnected reports whether n×n labels are n different ones of n cells each, and the cells of each touch.
func areConnected(labels string, n int) bool {
	known := ""
	for cell := range len(labels) {
		label := labels[cell : cell+1]
		if strings.Contains(known, label) {
			continue
		}
		known += label
		if reached := draft.Spread(n, cell, func(a, b int) bool { return labels[a] == labels[b] }); len(reached) != n ||
			strings.Count(labels, label) != n {
			return false
		}
	}
	return len(known) == n
}
