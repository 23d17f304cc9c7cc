package pump

import (
	"fmt"
	"hash/maphash"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	fewSolutions  = 8       // so many at most are compared one by one
	maxRemembered = 1 << 19 // solutions of one puzzle among which a repetition is noticed

	// keptCells bounds the solutions of one puzzle that are kept: 207,126 of 9×9. An empty grid has more than any
	// memory holds; those beyond are verified and counted.
	keptCells = 16 << 20
)

// verified is what has been found of one puzzle and verified.
type verified struct {
	kept  []sudoku.Grid
	count int64
	wrong error // the first fault; nothing is added after it
	seen  map[uint64]struct{}
	seed  maphash.Seed
	since time.Duration // when the first part came
	late  bool          // parts still came when the time was over
}

// add verifies the grids of a row and copies those that are kept.
func (v *verified) add(s *solving, p *sudoku.Puzzle, a *wire.Answer) {
	cells := p.Geometry().Cells()
	if v.kept == nil && a.Count > 0 { // cut off a list for many puzzles: an allocation for each would cost a tenth of the boundary
		if len(s.lists) == 0 {
			s.lists = make([]sudoku.Grid, 256)
		}
		v.kept, s.lists = s.lists[:0:1], s.lists[1:]
	}
	for grids := a.Grids; len(grids) >= cells && v.wrong == nil; grids = grids[cells:] {
		grid := sudoku.Grid(grids[:cells:cells])
		if v.wrong = sudoku.Verify(p, grid); v.wrong != nil {
			return
		}
		if v.repeats(grid) {
			v.wrong = fmt.Errorf("the same solution twice: number %d", v.count+1)
			return
		}
		v.count++
		if len(v.kept) < 2 || !s.options.CountOnly && len(v.kept) < keptCells/cells {
			if a.Count > 1 { // who keeps one of many does not keep all
				grid = grid.Clone()
			}
			v.kept = append(v.kept, grid)
		}
	}
}

// repeats reports whether a grid was found before, and remembers it. Many grids are compared by a 64-bit hash.
func (v *verified) repeats(grid sudoku.Grid) bool {
	if v.seen == nil && int(v.count) == len(v.kept) && v.count < fewSolutions {
		for _, k := range v.kept {
			if string(k) == string(grid) {
				return true
			}
		}
		return false
	}
	if v.seen == nil {
		v.seed, v.seen = maphash.MakeSeed(), map[uint64]struct{}{}
		for _, k := range v.kept {
			v.seen[maphash.Bytes(v.seed, k)] = struct{}{}
		}
	}
	hash := maphash.Bytes(v.seed, grid)
	if _, repeated := v.seen[hash]; repeated {
		return true
	}
	if len(v.seen) < maxRemembered {
		v.seen[hash] = struct{}{}
	}
	return false
}
