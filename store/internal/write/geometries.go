package write

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Geometry returns the row of g, which is made when it is new.
func (b *Batch) Geometry(g *sudoku.Geometry) (row.Geometry, error) {
	if b.latest.Geometry == g {
		return b.latest, nil
	}
	text := g.String()
	for _, known := range []map[string]row.Geometry{b.known, b.made} {
		if stored, ok := known[text]; ok {
			b.latest = stored
			return stored, nil
		}
	}
	blank := sudoku.MustPuzzle(g, nil)
	prefix, suffix, _ := strings.Cut(blank.String(), blank.CellText())
	var id int64
	err := b.QueryRow(`INSERT INTO geometry (text, digits, cells, prefix, suffix) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (text) DO UPDATE SET digits = digits RETURNING id`,
		text, g.N(), g.Cells(), prefix, suffix).Scan(&id)
	if err != nil {
		return row.Geometry{}, fmt.Errorf("storing geometry %q: %w", text, err)
	}
	stored := row.NewGeometry(id, g)
	b.latest = stored
	if b.made == nil {
		b.made = map[string]row.Geometry{}
	}
	b.made[text] = stored
	b.AfterCommit(func() { b.known[text] = stored })
	return stored, nil
}
