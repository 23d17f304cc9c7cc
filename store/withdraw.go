package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Withdrawn counts what Withdraw has removed.
type Withdrawn struct {
	Results, Grades int64
}

// Withdraw removes the results and grades of one version of a plugin, with whatever settings, in one
// transaction. What is known of the puzzles is judged anew by the results that are left; verified solutions
// stay, and the newest grades that are left become current. ErrNotFound says that the
// library has nothing of that version.
func (s *Store) Withdraw(ctx context.Context, plugin, version string) (done Withdrawn, err error) {
	err = s.update(ctx, func(batch *batch) error {
		b := &withdrawal{batch}
		plugins, err := file.Column[int64](b.Query(`SELECT pl.id FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id
			WHERE al.name = ? AND pl.version = ?`, plugin, version))
		if err != nil {
			return err
		}
		if len(plugins) == 0 {
			return ErrNotFound
		}
		done, err = b.withdraw(file.IDList(plugins))
		return cmp.Or(err, b.forgetMerges())
	})
	if err != nil {
		return Withdrawn{}, fmt.Errorf("withdrawing %s %s: %w", plugin, version, err)
	}
	return done, nil
}

// withdrawal is a batch that removes what plugins have answered.
type withdrawal struct{ *batch }

// withdraw removes results and grades, and judges verdicts anew.
func (b *withdrawal) withdraw(plugins string) (done Withdrawn, err error) {
	solved, err := file.Column[int64](b.Query("SELECT DISTINCT puzzle_id FROM opinions WHERE plugin_id IN " + plugins + " ORDER BY puzzle_id"))
	if err != nil {
		return done, err
	}
	if done.Results, err = b.Affected("DELETE FROM result WHERE plugin_id IN " + plugins); err != nil {
		return done, err
	}
	inRows, err := b.Affected("UPDATE puzzle SET (plugin_id, chunk_id, found, self_ns, guesses) = (NULL, NULL, NULL, NULL, NULL) WHERE plugin_id IN " +
		plugins)
	if err != nil {
		return done, err
	}
	done.Results += inRows
	for some := range slices.Chunk(solved, file.IDsPerQuery) {
		if err := b.judgeAnew(some); err != nil {
			return done, err
		}
	}
	graded := "algorithm_id IN (SELECT algorithm_id FROM plugin WHERE id IN " + plugins + ")"
	bare, err := file.Column[int64](b.Query("SELECT DISTINCT puzzle_id FROM grade WHERE superseded = 0 AND plugin_id IN " +
		plugins + " AND " + graded))
	if err != nil {
		return done, err
	}
	if done.Grades, err = b.Affected("DELETE FROM grade WHERE plugin_id IN " + plugins + " AND " + graded); err != nil {
		return done, err
	}
	for some := range slices.Chunk(bare, file.IDsPerQuery) {
		if err := b.promote(graded, some); err != nil {
			return done, err
		}
	}
	_, err = b.Exec("DELETE FROM chunk WHERE task_id IN (SELECT id FROM task WHERE plugin_id IN " + plugins + ")")
	return done, err
}

// promote makes the newest grades that are left of puzzles current.
func (b *withdrawal) promote(graded string, ids []int64) error {
	_, err := b.Exec(`UPDATE grade SET superseded = 0 FROM (
			SELECT algorithm_id AS al, puzzle_id AS pu, plugin_id AS pl, max(c.saved_at * 1000000 + c.id % 1000000)
			FROM grade g JOIN chunk c ON c.id = g.chunk_id
			WHERE ` + graded + " AND puzzle_id IN " + file.IDList(ids) + ` GROUP BY algorithm_id, puzzle_id) newest
		WHERE algorithm_id = al AND puzzle_id = pu AND plugin_id = pl`)
	return err
}

// judgeAnew makes the answers of puzzles from the solutions that are known and from all results.
func (b *withdrawal) judgeAnew(ids []int64) error {
	known, err := b.Answers(ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		a := known.Of(id)
		grid := a.Grid
		a.Forget()
		if grid != nil {
			a.Learn(sudoku.Solved, []any{grid})
		}
	}
	var id int64
	var grid, verdict any
	err = b.Query("SELECT puzzle_id, grid FROM solution WHERE puzzle_id IN "+file.IDList(ids)).Each(func() error {
		known.Of(id).Learn(sudoku.Multiple, []any{grid})
		return nil
	}, &id, &grid)
	if err != nil {
		return err
	}
	err = b.Query("SELECT puzzle_id, verdict FROM opinions WHERE plugin_id IN (SELECT id FROM plugin) AND puzzle_id IN "+
		file.IDList(ids)).Each(func() error {
		if v, ok := verdict.(int64); ok {
			known.Of(id).Learn(sudoku.Verdict(v), nil)
		}
		return nil
	}, &id, &verdict)
	if err != nil {
		return err
	}
	return b.SaveAnswers(known)
}
