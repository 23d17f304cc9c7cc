package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
)

// frame collects the houses of a geometry while its head is turned into cells.
type frame struct {
	head   head
	houses []House
	count  [Other]int // of the houses of each kind
}

// add appends a house with the next number of its kind.
func (f *frame) add(kind HouseKind, cells []int) {
	slices.Sort(cells)
	f.count[kind]++
	f.houses = append(f.houses, House{Kind: kind, Index: f.count[kind], Cells: cells})
}

// addEach adds count houses of size cells, cell(i, j) being the j-th cell of the i-th house.
func (f *frame) addEach(kind HouseKind, count, size int, cell func(i, j int) int) {
	for i := range count {
		cells := make([]int, size)
		for j := range cells {
			cells[j] = cell(i, j)
		}
		f.add(kind, cells)
	}
}

// flat adds the houses of a square puzzle: rows, columns, boxes or regions, then those of the flags.
func (f *frame) flat(regions []int) error {
	n, R, C := f.head.n, f.head.boxRows, f.head.boxCols
	f.addEach(Row, n, n, func(i, j int) int { return i*n + j })
	f.addEach(Column, n, n, func(i, j int) int { return j*n + i })
	if regions != nil {
		f.regions(regions)
	} else if R > 0 {
		f.addEach(Box, n, n, func(i, j int) int { return (i/R*R+j/C)*n + i%R*C + j%C })
	}
	for _, flag := range f.head.flags {
		if err := f.flag(byte(flag)); err != nil {
			return err
		}
	}
	return nil
}

// regions adds one house for each region number, in order of first appearance; -1 is in no region.
func (f *frame) regions(regions []int) {
	for r := range slices.Max(regions) + 1 {
		var cells []int
		for c, v := range regions {
			if v == r {
				cells = append(cells, c)
			}
		}
		f.add(Box, cells)
	}
}

// flag adds the houses of a flag of the head.
func (f *frame) flag(flag byte) error {
	n, R, C := f.head.n, f.head.boxRows, f.head.boxCols
	if (flag == 'w' || flag == 'g') && R == 0 {
		return fmt.Errorf("flag +%c needs rectangular boxes", flag)
	}
	switch flag {
	case 'x':
		f.addEach(Diagonal, 1, n, func(_, j int) int { return j*n + j })
		f.addEach(Diagonal, 1, n, func(_, j int) int { return j*n + n - 1 - j })
	case 'w':
		down, across := (n-1)/(R+1), (n-1)/(C+1)
		f.addEach(Window, down*across, n, func(i, j int) int {
			return (i/across*(R+1)+1+j/C)*n + i%across*(C+1) + 1 + j%C
		})
	case 'g':
		f.addEach(Group, n, n, func(i, j int) int { return (j/R*R+i/C)*n + j%R*C + i%C })
	case 'n':
		f.pairs(Knight, [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}})
	case 'k':
		f.pairs(King, [][2]int{{1, 1}, {1, -1}})
	}
	return nil
}

// pairs adds a house of two cells for each pair of cells that lie one of the steps (rows, columns) apart.
func (f *frame) pairs(kind HouseKind, steps [][2]int) {
	n := f.head.n
	for c := range n * n {
		for _, s := range steps {
			if r, k := c/n+s[0], c%n+s[1]; r < n && k >= 0 && k < n {
				f.add(kind, []int{c, r*n + k})
			}
		}
	}
}

// cube adds the houses of a Dion cube: every axis-parallel slice is a Sudoku. Cell (z, r, c) is (z·n + r)·n +
// c. An n×n×n cube has 3n² lines and 3n² blocks.
func (f *frame) cube() {
	n, R, C := f.head.n, f.head.boxRows, f.head.boxCols
	at := [3]func(slice, a, b int) int{
		func(s, a, b int) int { return (s*n+a)*n + b },
		func(s, a, b int) int { return (a*n+s)*n + b },
		func(s, a, b int) int { return (a*n+b)*n + s },
	}
	f.addEach(Line, n*n, n, func(i, j int) int { return i*n + j })
	f.addEach(Line, n*n, n, func(i, j int) int { return (i/n*n+j)*n + i%n })
	f.addEach(Line, n*n, n, func(i, j int) int { return j*n*n + i })
	for _, cell := range at {
		f.addEach(Block, n*n, n, func(i, j int) int {
			slice, box := i/n, i%n
			return cell(slice, box/R*R+j/C, box%R*C+j%C)
		})
	}
}

// regions reads a jigsaw's map: one label a cell, "." in no region, each label used n times. The result
// numbers the regions from 0 by first appearance, -1 for no region. A map that draws the default boxes turns
// the head into that of the ordinary puzzle, and nil is returned.
func (h *head) regions(text string) ([]int, error) {
	if !h.jigsaw {
		if text != "" {
			return nil, fmt.Errorf("a map needs /j in the head")
		}
		return nil, nil
	}
	labels := []rune(text)
	if len(labels) != h.cells() {
		return nil, fmt.Errorf("the map has %d labels, size %d needs %d", len(labels), h.n, h.cells())
	}
	regions, counts := numberLabels(labels)
	for i, count := range counts {
		if count != h.n {
			label := labels[slices.Index(regions, i)]
			return nil, fmt.Errorf("the map's region %q has %d cells instead of %d", label, count, h.n)
		}
	}
	if len(counts) == 0 {
		return nil, fmt.Errorf("the map has no region; write %d/l for a Latin square", h.n)
	}
	if r, c := squarestBox(h.n); r > 1 && drawsBoxes(regions, h.n, r, c) {
		h.jigsaw, h.boxRows, h.boxCols = false, r, c
		return nil, nil
	}
	return regions, nil
}

// numberLabels returns the region of each cell in the order in which the labels appear, and the sizes of the regions.
func numberLabels(labels []rune) (regions, counts []int) {
	number := map[rune]int{}
	regions = make([]int, len(labels))
	for i, label := range labels {
		if label == '.' {
			regions[i] = -1
			continue
		}
		k, ok := number[label]
		if !ok {
			k = len(counts)
			number[label] = k
			counts = append(counts, 0)
		}
		regions[i] = k
		counts[k]++
	}
	return regions, counts
}

// drawsBoxes reports whether the regions are plain boxes.
func drawsBoxes(regions []int, n, rows, cols int) bool {
	for c, r := range regions {
		if r != c/n/rows*(n/cols)+c%n/cols {
			return false
		}
	}
	return true
}

// regionText writes region numbers as the canonical map.
func regionText(regions []int) string {
	var b strings.Builder
	for _, r := range regions {
		if r < 0 {
			b.WriteByte('.')
		} else {
			b.WriteByte(alphabet.Default[r])
		}
	}
	return b.String()
}
