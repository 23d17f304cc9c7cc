package store

import (
	"context"
	"database/sql"
	"errors"
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
			_, err := b.Exec(`DELETE FROM puzzle_tag WHERE puzzle_id = ?
				AND tag_id = (SELECT id FROM tag WHERE name = ?)`, id, plain.Line(tag))
			if err != nil {
				return fmt.Errorf("removing tag %q from puzzle %d: %w", tag, id, err)
			}
		}
		return nil
	})
}

// RenameTag gives a tag another name and returns how many puzzles have that now. If there is a tag of that name
// already, the two become one. ErrNotFound says that there is no tag from.
func (s *Store) RenameTag(ctx context.Context, from, to string) (puzzles int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		var old int64
		err := b.QueryRow("SELECT id FROM tag WHERE name = ?", plain.Line(from)).Scan(&old)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return err
		}
		id, err := b.tagOf(to)
		if err != nil {
			return err
		}
		if id != old {
			for _, statement := range []string{
				"INSERT INTO puzzle_tag (puzzle_id, tag_id) SELECT puzzle_id, ?2 FROM puzzle_tag WHERE tag_id = ?1 ON CONFLICT DO NOTHING",
				"DELETE FROM puzzle_tag WHERE tag_id = ?1", "DELETE FROM tag WHERE id = ?1",
			} {
				if _, err := b.Exec(statement, old, id); err != nil {
					return err
				}
			}
		}
		return b.QueryRow("SELECT count(*) FROM puzzle_tag WHERE tag_id = ?", id).Scan(&puzzles)
	})
	if err != nil {
		return 0, fmt.Errorf("renaming tag %q: %w", from, err)
	}
	return puzzles, nil
}

func (b *batch) tagOf(tag string) (id int64, err error) {
	err = b.QueryRow("INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id",
		plain.Line(tag)).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing tag %q: %w", tag, err)
	}
	return id, nil
}

func (b *batch) link(tag int64, puzzles []int64) error {
	into := b.Inserter("puzzle_tag (puzzle_id, tag_id)", "ON CONFLICT DO NOTHING")
	for _, id := range puzzles {
		if err := into.Add(id, tag); err != nil {
			return err
		}
	}
	return into.Flush()
}

// tagEntries gives imported puzzles the tags of their entries. Tags are stored in the order in which they first
// come, so that importing the same files gives the same library.
func (b *importing) tagEntries() error {
	var tags []string
	byTag := map[string][]int64{}
	for _, n := range b.puzzles {
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
