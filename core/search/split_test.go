package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestSplits has sandwiches and lunchboxes of whole houses and of parts of them strike only what no solution has.
func TestSplits(t *testing.T) {
	split := 0
	compareMany(t, 600, func(rng *rand.Rand, n int, _ sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(3) {
			name, house := []string{"sandwich", "lunchbox", "x-sum"}[rng.IntN(3)], []string{"r%dc", "c%dr"}[rng.IntN(2)]
			cells := fmt.Sprintf(house, 1+rng.IntN(n))
			if cells[0] == 'c' {
				cells = fmt.Sprintf("r%%[1]dc%s", cells[1:2])
			} else {
				cells += "%[1]d"
			}
			text := fmt.Sprintf("%d:~%s=%d:", n, name, rng.IntN(n*2))
			for i := range n - rng.IntN(2) {
				text += fmt.Sprintf(cells, i+1)
			}
			list = append(list, parse(t, text).Clauses()...)
		}
		k := New(sudoku.MustGeometry(fmt.Sprint(n))).newCompiler()
		for i := range list {
			if k.split(list[i:i+1]) != nil || k.split(list[i].Either...) != nil {
				split++
			}
		}
		return list
	})
	if split < 600 {
		t.Errorf("%d splits", split)
	}
}

// TestNoSplit leaves to automata what they do not read in any order, and cells that may hold the same digit.
func TestNoSplit(t *testing.T) {
	for line, want := range map[string]bool{
		"9:~sandwich=10:r1": true, "9:~lunchbox=10:r1c12345": true, "9:~lunchbox=10:r1c12345r2c5": false,
		"9:~regex=[^19]*[19](23|32)[19][^19]*:r1": true, "9:~regex=[^19]*[19]23[19][^19]*:r1": false,
		"9:~x-sum=10:r1": true, "9:~x-sum=10:r1c123456": true, "9:~skyscraper=3:r1": false,
		"9:~regex=1..*|2.*|[3-9]...*:r1": true, "9:~regex=1(2|34).*:r1": false, "9:~regex=12.*|2[13][13].*:r1": true,
		"9:~or~sandwich=10:r1~sandwich=10:r2~end": false,
	} {
		p := parse(t, line)
		k := New(p.Geometry()).newCompiler()
		c := p.Clauses()[0]
		if got := k.split(p.Clauses()[:1]) != nil || k.split(c.Either...) != nil; got != want {
			t.Errorf("%s: split %v", line, got)
		}
	}
}
