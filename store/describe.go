package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Description is what people call a puzzle and say of it. A nil field stays as it is, an empty one is removed.
type Description struct {
	Name    *string // without one, a puzzle is called by its source and line
	Comment *string
}

// Describe gives puzzles of the library another description, and returns how many there are.
func (s *Store) Describe(ctx context.Context, d Description, ids ...int64) (described int64, err error) {
	err = s.update(ctx, func(b *write.Batch) error {
		described = 0
		for some := range slices.Chunk(ids, file.IDsPerQuery) {
			n, err := b.Affected("UPDATE puzzle SET name = iif(?, nullif(?, ''), name), comment = iif(?, nullif(?, "+
				"''), comment) WHERE id IN "+
				file.IDList(some), d.Name != nil, line(d.Name), d.Comment != nil, line(d.Comment))
			if err != nil {
				return err
			}
			described += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("describing %d puzzles: %w", len(ids), err)
	}
	return described, nil
}

func line(text *string) string {
	if text == nil {
		return ""
	}
	return plain.Line(*text)
}
