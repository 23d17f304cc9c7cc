package pump

import (
	"fmt"
	"hash/maphash"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
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
	if v.kept == nil && a.Count > 0 { // a list of its own for each puzzle would cost a tenth of the boundary
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
			if s.options.CountOnly && a.Count > 1 { // two of many do not keep the memory of all
				grid = grid.Clone()
			}
			v.kept = append(v.kept, grid)
		}
	}
}

// repeats reports whether a grid was found before, by a 64-bit hash, and remembers it.
func (v *verified) repeats(grid sudoku.Grid) bool {
	if v.count == 0 {
		return false // the next one remembers it
	}
	if v.seen == nil {
		v.seed = maphash.MakeSeed()
		v.seen = map[uint64]struct{}{maphash.Bytes(v.seed, v.kept[0]): {}}
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
