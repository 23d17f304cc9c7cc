package spec

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// SeedOf derives the seed of a puzzle from that of the run and from what the puzzle is, never from where it
// stands: the same seed and puzzle give the same answer, whatever was asked before. It is FNV-1a, finished
// as in splitmix64.
func SeedOf(run uint64, p *sudoku.Puzzle) uint64 {
	h := mix(14695981039346656037, run)
	for _, c := range p.Geometry().Shape() {
		h = mix(h, uint64(c))
	}
	for _, v := range p.Givens() {
		h = mix(h, uint64(v))
	}
	for _, s := range p.Soft() {
		h = mix(mix(h, uint64(s.Cell)), uint64(s.Allowed))
		for _, q := range s.Prob {
			h = mix(h, math.Float64bits(q))
		}
	}
	for _, text := range p.ConstraintTexts() {
		for _, c := range []byte(text) {
			h = mix(h, uint64(c))
		}
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func mix(h, v uint64) uint64 { return (h ^ v) * 1099511628211 }
