package row

import (
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Geometry is what a row of the table geometry describes.
type Geometry struct {
	*sudoku.Geometry
	ID         int64
	packed     bool    // cells and grids are blobs of two cells a byte
	symmetries [][]int // see symmetryMaps
}

// NewGeometry returns what the row with a number says.
func NewGeometry(id int64, g *sudoku.Geometry) Geometry {
	head, _, _ := strings.Cut(g.String(), ":")
	return Geometry{Geometry: g, ID: id, packed: g.N() <= 15 && !strings.Contains(head, "@"),
		symmetries: symmetryMaps(g)}
}
