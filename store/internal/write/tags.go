package write

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Tag returns the id of a tag, which is made when it is new.
func (b *Batch) Tag(tag string) (id int64, err error) {
	err = b.QueryRow("INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id",
		plain.Line(tag)).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing tag %q: %w", tag, err)
	}
	return id, nil
}

// Link gives puzzles a tag.
func (b *Batch) Link(tag int64, puzzles []int64) error {
	into := b.Inserter("puzzle_tag (puzzle_id, tag_id)", "ON CONFLICT DO NOTHING")
	for _, id := range puzzles {
		if err := into.Add(id, tag); err != nil {
			return err
		}
	}
	return into.Flush()
}
