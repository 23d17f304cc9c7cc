package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// PlayID names a play or a player in every library. It is random, and says nothing of a person.
type PlayID [16]byte

// NewPlayID reads 32 hexadecimal digits. Of any other text it takes a hash, so that no name is stored.
func NewPlayID(text string) (id PlayID) {
	if b, err := hex.DecodeString(text); err == nil && len(b) == len(id) {
		return PlayID(b)
	}
	sum := sha256.Sum256([]byte(text))
	return PlayID(sum[:len(id)])
}

// String returns the id as 32 hexadecimal digits, as tables and the API write it.
func (id PlayID) String() string { return hex.EncodeToString(id[:]) }

// Play is what one person reports of one puzzle.
type Play struct {
	ID      PlayID
	Puzzle  int64 // number in the library
	Player  PlayID
	Seconds int64
	Solved  bool
	Hints   int64
	Checks  int64 // how often the player had the entries checked
	At      time.Time
}

// AddPlays stores plays in one transaction and returns how many are new; one whose id is there already is left out.
func (s *Store) AddPlays(ctx context.Context, plays ...Play) (added int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		for _, p := range plays {
			n, err := b.Affected(`INSERT INTO play (id, puzzle_id, player, seconds, solved, hints, checks, played_at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				p.ID[:], p.Puzzle, p.Player[:], p.Seconds, p.Solved, p.Hints, p.Checks, p.At.UnixMilli())
			if err != nil {
				return fmt.Errorf("storing a play of puzzle %d: %w", p.Puzzle, err)
			}
			added += n
		}
		return nil
	})
	return added, err
}

// AddFirstPlay stores a play unless the player has played the puzzle before, and reports whether it was stored and counts.
func (s *Store) AddFirstPlay(ctx context.Context, p Play) (counts bool, err error) {
	var known bool
	err = s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM play WHERE player = ?1 AND puzzle_id = ?2),
		EXISTS (SELECT 1 FROM puzzle p JOIN geometry g ON g.id = p.geometry_id WHERE p.id = ?2 AND 4 * ?3 >= g.cells - p.clues)`,
		p.Player[:], p.Puzzle, p.Seconds).Scan(&known, &counts)
	if err != nil || known {
		return false, file.Explain(err)
	}
	_, err = s.AddPlays(ctx, p)
	return counts, err
}

// DeletePlays removes all plays of a player, or with nil all plays, and returns how many there were.
func (s *Store) DeletePlays(ctx context.Context, player *PlayID) (deleted int64, err error) {
	query, args := "DELETE FROM play", []any{}
	if player != nil {
		query, args = query+" WHERE player = ?", append(args, player[:])
	}
	err = s.update(ctx, func(b *batch) (err error) {
		deleted, err = b.Affected(query, args...)
		return cmp.Or(err, b.forgetMerges())
	})
	return deleted, err
}

// Plays walks over the plays that count for ratings, in no order. A play counts if it took at least a quarter of a second for
// each empty cell: nobody enters digits faster.
func (s *Store) Plays(ctx context.Context) iter.Seq2[Play, error] {
	return func(yield func(Play, error) bool) {
		var p Play
		var id, player []byte
		var at int64
		err := file.Found(s.read.QueryContext(ctx, `SELECT y.id, y.puzzle_id, y.player, y.seconds, y.solved, y.hints, y.checks, y.played_at
			FROM play y JOIN puzzle p ON p.id = y.puzzle_id JOIN geometry g ON g.id = p.geometry_id
			WHERE 4 * y.seconds >= g.cells - p.clues`)).Each(func() error {
			p.ID, p.Player, p.At = PlayID(id), PlayID(player), time.UnixMilli(at)
			if !yield(p, nil) {
				return file.ErrEnough
			}
			return nil
		}, &id, &p.Puzzle, &player, &p.Seconds, &p.Solved, &p.Hints, &p.Checks, &at)
		if err != nil {
			yield(p, fmt.Errorf("reading plays: %w", file.Explain(err)))
		}
	}
}

// ReplaceGrades stores grades in place of all that the same version of a plugin has graded before, in one transaction. They
// belong to one run of the command, which is done. It sorts graded by id.
func (s *Store) ReplaceGrades(ctx context.Context, command string, p Plugin, graded []Graded) error {
	err := s.load(ctx, func(b *batch) error {
		var known bool
		err := b.QueryRow("SELECT EXISTS (SELECT 1 FROM algorithm WHERE name = ?)", p.Info.ID).Scan(&known)
		if err != nil || !known && len(graded) == 0 {
			return err
		}
		t, err := b.standingTask(p, command, Selection{})
		if err != nil {
			return err
		}
		if _, err := (&withdrawal{b}).withdraw(file.IDList([]int64{t.plugin})); err != nil || len(graded) == 0 {
			return err
		}
		graded = lastOfEach(graded)
		saving := &saving{b, t}
		if err := saving.supersede(graded); err != nil {
			return err
		}
		return saving.insertGrades(graded)
	})
	if err != nil {
		return fmt.Errorf("storing %d grades of %q: %w", len(graded), p.Info.ID, err)
	}
	return nil
}

// standingTask returns the task of grades that no process makes. It stands for a run of a command, which is done.
func (b *batch) standingTask(p Plugin, command string, sel Selection) (*Task, error) {
	t := &Task{Work: Work{Plugin: p, Grade: true}}
	var err error
	if t.algorithm, t.plugin, err = b.Plugin(p); err != nil {
		return nil, err
	}
	if t.slots, err = b.AddMetrics(t.algorithm, p.Info.Metrics); err != nil {
		return nil, err
	}
	if err := b.RenewLibraryView(); err != nil {
		return nil, err
	}
	err = b.QueryRow("SELECT id, run_id FROM task WHERE plugin_id = ? ORDER BY id", t.plugin).Scan(&t.id, &t.Run)
	if !errors.Is(err, sql.ErrNoRows) {
		return t, err
	}
	if t.Run, err = insertRun(b, NewRun(command), sel, StateDone); err != nil {
		return nil, err
	}
	return t, b.QueryRow(`INSERT INTO task (run_id, plugin_id, kind, max_solutions, timeout_ms, origin, sha256)
		VALUES (?, ?, 'grade', 0, 0, ?, ?) RETURNING id`, t.Run, t.plugin, p.Origin, p.SHA256).Scan(&t.id)
}
