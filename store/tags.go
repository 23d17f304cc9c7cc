package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Tag gives puzzles a tag.
func (s *Store) Tag(ctx context.Context, tag string, ids ...int64) error {
	return s.update(ctx, func(b *batch) error {
		id, err := b.tagOf(tag)
		if err != nil {
			return err
		}
		return b.link(id, ids)
	})
}

// Untag takes a tag from puzzles.
func (s *Store) Untag(ctx context.Context, tag string, ids ...int64) error {
	return s.update(ctx, func(b *batch) error {
		for _, id := range ids {
			_, err := b.exec(`DELETE FROM puzzle_tag WHERE puzzle_id = ?
				AND tag_id = (SELECT id FROM tag WHERE name = ?)`, id, plain.Line(tag))
			if err != nil {
				return fmt.Errorf("removing tag %q from puzzle %d: %w", tag, id, err)
			}
		}
		return nil
	})
}

func (b *batch) tagOf(tag string) (id int64, err error) {
	err = b.queryRow("INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name "+
		"RETURNING id",
		plain.Line(tag)).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing tag %q: %w", tag, err)
	}
	return id, nil
}

func (b *batch) link(tag int64, puzzles []int64) error {
	into := b.inserter("puzzle_tag (puzzle_id, tag_id)", "ON CONFLICT DO NOTHING")
	for _, id := range puzzles {
		if err := into.add(id, tag); err != nil {
			return err
		}
	}
	return into.flush()
}

// tagEntries gives imported puzzles the tags of their entries. Tags are stored in the order in which they first
// come, so that importing the same files gives the same library.
func (b *batch) tagEntries(puzzles []newPuzzle) error {
	var tags []string
	byTag := map[string][]int64{}
	for _, n := range puzzles {
		for _, t := range n.Tags {
			if byTag[t] == nil {
				tags = append(tags, t)
			}
			byTag[t] = append(byTag[t], n.id)
		}
	}
	for _, tag := range tags {
		id, err := b.tagOf(tag)
		if err != nil {
			return err
		}
		if err := b.link(id, byTag[tag]); err != nil {
			return err
		}
	}
	return nil
}
