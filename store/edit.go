package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Tag gives puzzles a tag, which is made if it is new. Puzzles that have it already keep it.
func (s *Store) Tag(ctx context.Context, tag string, ids ...int64) error {
	return s.update(ctx, func(b *batch) error {
		id, err := b.Tag(tag)
		if err != nil {
			return err
		}
		return b.Link(id, byPerson, ids)
	})
}

// Untag takes a tag from puzzles. Those that do not have it stay as they are.
func (s *Store) Untag(ctx context.Context, tag string, ids ...int64) error {
	return s.update(ctx, func(b *batch) error {
		for _, id := range ids {
			_, err := b.Exec(`DELETE FROM puzzle_tag WHERE puzzle_id = ?
				AND tag_id = (SELECT id FROM tag WHERE name = ?)`, id, plain.Line(tag))
			if err != nil {
				return fmt.Errorf("removing tag %q from puzzle %d: %w", tag, id, err)
			}
		}
		return cmp.Or(b.edited(ids), b.forgetMerges())
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
		id, err := b.Tag(to)
		if err != nil {
			return err
		}
		if id != old {
			_, err := b.Exec("INSERT INTO puzzle_tag SELECT puzzle_id, ?, tagged_at, tagged_by FROM puzzle_tag WHERE "+
				"tag_id = ? ON CONFLICT DO NOTHING", id, old)
			for _, statement := range []string{"DELETE FROM puzzle_tag WHERE tag_id = ?", "DELETE FROM tag WHERE id = ?"} {
				if err == nil {
					_, err = b.Exec(statement, old)
				}
			}
			if err := cmp.Or(err, b.forgetMerges()); err != nil {
				return err
			}
		}
		return b.QueryRow("SELECT count(*) FROM puzzle_tag WHERE tag_id = ?", id).Scan(&puzzles)
	})
	if err != nil {
		return 0, fmt.Errorf("renaming tag %q: %w", from, err)
	}
	return puzzles, nil
}

// Delete hides puzzles from everything but [Store.Restore], and returns how many were not deleted before. What is
// known of them stays, and importing them again does not bring them back.
func (s *Store) Delete(ctx context.Context, ids ...int64) (deleted int64, err error) {
	return s.change(ctx, "deleting", ids, `INSERT INTO deletion (puzzle_id, deleted_at)
		SELECT id, ? FROM puzzle WHERE id IN %s ON CONFLICT DO NOTHING`, time.Now().UnixMilli())
}

// Restore brings deleted puzzles back with everything that is known of them, and returns how many.
func (s *Store) Restore(ctx context.Context, ids ...int64) (restored int64, err error) {
	return s.change(ctx, "restoring", ids, "DELETE FROM deletion WHERE puzzle_id IN %s")
}

// change does with puzzles what a statement says, and links their images anew.
func (s *Store) change(ctx context.Context, what string, ids []int64, statement string, args ...any) (changed int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		for some := range slices.Chunk(ids, file.IDsPerQuery) {
			n, err := b.Affected(fmt.Sprintf(statement, file.IDList(some)), args...)
			if err == nil {
				err = cmp.Or(b.RelinkDuplicates(some), b.edited(some))
			}
			if err != nil {
				return err
			}
			changed += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("%s %d puzzles: %w", what, len(ids), err)
	}
	return changed, nil
}

// edited records that puzzles of the library have been changed.
func (b *batch) edited(ids []int64) error {
	_, err := b.Exec("INSERT INTO edit SELECT id, ? FROM puzzle WHERE id "+file.InNumbers+
		" ON CONFLICT (puzzle_id) DO UPDATE SET edited_at = excluded.edited_at", time.Now().UnixMilli(), file.Numbers(ids))
	return err
}

// Description is what people call a puzzle and say of it. A nil field stays as it is, an empty one is removed.
type Description struct {
	Name    *string // without one, a puzzle is called by its source and line
	Comment *string
}

// Describe gives puzzles of the library another description, and returns how many there are.
func (s *Store) Describe(ctx context.Context, d Description, ids ...int64) (described int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		described = 0
		for some := range slices.Chunk(ids, file.IDsPerQuery) {
			n, err := b.Affected("UPDATE puzzle SET name = iif(?, nullif(?, ''), name), comment = iif(?, nullif(?, ''), comment) WHERE id IN "+
				file.IDList(some), d.Name != nil, line(d.Name), d.Comment != nil, line(d.Comment))
			if err != nil {
				return err
			}
			described += n
			if err := b.edited(some); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("describing %d puzzles: %w", len(ids), err)
	}
	return described, nil
}

// line returns a text that may be missing.
func line(text *string) string {
	if text == nil {
		return ""
	}
	return plain.Line(*text)
}

// ErrPublished says that a series has an issue already.
var ErrPublished = errors.New("there is one already")

// Unpublish forgets the issues of a series from one on, by name, and returns how many there were.
func (s *Store) Unpublish(ctx context.Context, series, from string) (removed int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		removed, err = b.Affected("DELETE FROM publication WHERE series = ? AND issue >= ?", plain.Line(series), plain.Line(from))
		return cmp.Or(err, b.forgetMerges())
	})
	if err != nil {
		return 0, fmt.Errorf("withdrawing %q from %s on: %w", series, from, err)
	}
	return removed, nil
}

// Publish records publications, all or none. The error is ErrPublished if a series has one of the issues.
func (s *Store) Publish(ctx context.Context, publications ...Publication) error {
	return s.update(ctx, func(b *batch) error {
		for _, p := range publications {
			n, err := b.Affected("INSERT INTO publication (series, issue, puzzle_id, form) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
				plain.Line(p.Series), plain.Line(p.Issue), p.Puzzle, p.Form)
			if err == nil && n == 0 {
				err = ErrPublished
			}
			if err != nil {
				return fmt.Errorf("publishing %q, %s: %w", p.Series, p.Issue, err)
			}
		}
		return nil
	})
}
