package formats

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/lzstring"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// writeFPuzzles writes an address of f-puzzles.com, where the puzzle can be edited.
func writeFPuzzles(w *bufio.Writer, r Record) error {
	return writeLoad(w, "https://www.f-puzzles.com/?load=", r)
}

// writeSudokuPad writes an address of sudokupad.app, where the puzzle can be solved.
func writeSudokuPad(w *bufio.Writer, r Record) error {
	return writeLoad(w, "https://sudokupad.app/fpuzzles", r)
}

func writeLoad(w *bufio.Writer, address string, r Record) error {
	p, err := newFPuzzle(r)
	if err != nil {
		return err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("writing puzzle %q: %w", r.Puzzle.Name, err)
	}
	_, err = w.WriteString(address + url.QueryEscape(lzstring.Compress(string(data))) + "\n")
	return err
}

func newFPuzzle(r Record) (*fPuzzle, error) {
	g := r.Puzzle.Geometry()
	if g.Layers() > 1 || g.N() > mostFPuzzle || !r.Puzzle.Plain() || !numeric(g.Alphabet(), g.N()) {
		return nil, fmt.Errorf("writing a puzzle of geometry %q: %w", g, ErrUnfit)
	}
	p := &fPuzzle{Size: g.N(), Title: oneLine(r.Puzzle.Comment), Grid: fGrid(r.Puzzle)}
	for _, f := range r.Fields {
		if f.Name == "author" {
			p.Author = f.Text
		}
	}
	for _, v := range r.Solution {
		p.Solution = append(p.Solution, int(v))
	}
	p.constrain(g)
	return p, nil
}

// numeric reports whether the symbols of the digits are the numbers 1 to n, or 1–9 and then letters.
func numeric(a *sudoku.Alphabet, n int) bool {
	for digit := 1; digit <= min(n, 9); digit++ {
		if a.Symbol(digit) != strconv.Itoa(digit) {
			return false
		}
	}
	return true
}

func fGrid(p *sudoku.Puzzle) [][]fCell {
	g := p.Geometry()
	grid := make([][]fCell, g.Rows())
	rows, cols := g.BoxSize()
	usual := fmt.Sprintf("/%dx%d", rows, cols) == usualBoxes(g.N())
	regions := make([]json.RawMessage, g.Cells())
	for i := range regions {
		regions[i] = json.RawMessage("null")
	}
	for i, h := range housesOf(g, sudoku.Box) {
		for _, cell := range h.Cells {
			regions[cell] = json.RawMessage(strconv.Itoa(i))
		}
	}
	for cell, v := range p.Givens() {
		c := fCell{Value: int(v), Given: v != 0}
		if !usual {
			c.Region = regions[cell]
		}
		grid[cell/g.Cols()] = append(grid[cell/g.Cols()], c)
	}
	return grid
}

// constrain states the houses beyond rows, columns and regions.
func (p *fPuzzle) constrain(g *sudoku.Geometry) {
	p.Groups = len(housesOf(g, sudoku.Group)) > 0
	p.AntiKnight = len(housesOf(g, sudoku.Knight)) > 0
	p.AntiKing = len(housesOf(g, sudoku.King)) > 0
	p.Rising = len(housesOf(g, sudoku.Diagonal)) > 0
	p.Falling = p.Rising
	p.ExtraRegion = windows(g)
}
