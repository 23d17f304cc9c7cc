package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
)

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
