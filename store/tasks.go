package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Work says what a plugin is to do with puzzles: solve or grade, with which limit and time, by which program and
// settings.
type Work struct {
	Plugin  Plugin
	Grade   bool          // grade instead of solve
	Limit   int           // solutions wanted at most, 0 = all; graders have none
	Timeout time.Duration // budget of a puzzle, 0 = none
	Repeat  bool          // keep each answer, also to puzzles that the plugin has answered before
	Keep    bool          // ask for nothing that another program of the plugin's version has answered with the same settings
}

// kind returns the kind of a task in the table.
func (w Work) kind() string {
	if w.Grade {
		return "grade"
	}
	return "solve"
}

// Task is one plugin's work in one run. Results and grades are saved under a task, which gives each its provenance.
type Task struct {
	Work
	Run       int64
	store     *Store
	id        int64
	algorithm int64
	plugin    int64
	done      string // numbers of plugins whose answers are not asked for again, as a list in SQL
	slots     metricSlots
	chunk     int64 // the newest when the task last looked
	shared    bool  // others have saved the same work since it began
}

// StartTask records that a plugin works in a run; the same task of the same run is found again.
func (s *Store) StartTask(ctx context.Context, run int64, w Work) (*Task, error) {
	t := &Task{Work: w, Run: run, store: s}
	if w.Grade {
		t.Limit = 0
	}
	err := s.update(ctx, func(b *batch) (err error) {
		if t.algorithm, t.plugin, err = b.Plugin(w.Plugin); err != nil {
			return err
		}
		if err = t.relyOn(b); err != nil {
			return err
		}
		if t.slots, err = b.AddMetrics(t.algorithm, w.Plugin.Info.Metrics); err != nil {
			return err
		}
		if err := b.RenewLibraryView(); err != nil {
			return fmt.Errorf("making the view library: %w", err)
		}
		err = b.QueryRow(`INSERT INTO task (run_id, plugin_id, kind, max_solutions, timeout_ms, origin, sha256)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id, plugin_id, kind, max_solutions)
			DO UPDATE SET timeout_ms = excluded.timeout_ms RETURNING id`,
			run, t.plugin, w.kind(), t.Limit, w.Timeout.Milliseconds(), w.Plugin.Origin, w.Plugin.SHA256).Scan(&t.id)
		if err != nil {
			return err
		}
		return b.QueryRow("SELECT coalesce(max(id), 0) FROM chunk").Scan(&t.chunk)
	})
	if err != nil {
		return nil, fmt.Errorf("starting task of plugin %q in run %d: %w", w.Plugin.Info.ID, run, err)
	}
	return t, nil
}

// sameVersion is the condition that plugin o is of the same version, with the same settings, as plugin m, whatever their programs.
const sameVersion = "o.algorithm_id = m.algorithm_id AND o.version = m.version AND o.settings_hash = m.settings_hash"

// relyOn finds out whose answers the task does not ask for again.
func (t *Task) relyOn(b *batch) error {
	ids := []int64{t.plugin}
	if t.Keep {
		others, err := file.Column[int64](b.Query("SELECT o.id FROM plugin m JOIN plugin o ON "+sameVersion+
			" WHERE m.id = ? AND o.id <> m.id", t.plugin))
		if err != nil {
			return err
		}
		ids = append(ids, others...)
	}
	t.done = file.IDList(ids)
	return nil
}

// A Program is one that has answered as the same version of a plugin, with the same settings.
type Program struct {
	Run      int64  // the newest in which it has
	Checksum string // "" if it was bundled
}

// Before returns the newest other program that has done the task's work, nil if there is none or if the task's own program has
// done some of it too.
func (t *Task) Before(ctx context.Context) (*Program, error) {
	var p Program
	err := t.store.file.Read.QueryRowContext(ctx, `SELECT k.run_id, o.checksum FROM plugin m JOIN plugin o ON `+sameVersion+`
		JOIN task k ON k.plugin_id = o.id AND k.kind = ?2 AND k.max_solutions = ?3
		WHERE m.id = ?1 AND o.id <> m.id AND EXISTS (SELECT 1 FROM chunk c WHERE c.task_id = k.id)
		AND NOT EXISTS (SELECT 1 FROM task q JOIN chunk c ON c.task_id = q.id
			WHERE q.plugin_id = m.id AND q.kind = ?2 AND q.max_solutions = ?3)
		ORDER BY k.id DESC LIMIT 1`, t.plugin, t.kind(), t.Limit).Scan(&p.Run, &p.Checksum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("looking for other programs of plugin %q: %w", t.Plugin.Info.ID, file.Explain(err))
	}
	return &p, nil
}

// Usage is what a plugin's process took.
type Usage struct {
	Wall, CPU   time.Duration
	RSSMaxBytes int64
}

// AddUsage adds to the time that a task has used; the memory is the largest of all.
func (t *Task) AddUsage(ctx context.Context, u Usage) error {
	return t.store.update(ctx, func(b *batch) error {
		_, err := b.Exec(`UPDATE task SET wall_ns = wall_ns + ?, cpu_ns = cpu_ns + ?,
			rss_max_bytes = max(rss_max_bytes, ?) WHERE id = ?`, u.Wall.Nanoseconds(), u.CPU.Nanoseconds(), u.RSSMaxBytes, t.id)
		if err != nil {
			return fmt.Errorf("storing usage of plugin %q: %w", t.Plugin.Info.ID, err)
		}
		return nil
	})
}

// saving is a batch that saves what a task's plugin has answered.
type saving struct {
	*batch
	task *Task
}

// answer is an Answered or a Graded.
type answer interface {
	puzzle() int64
	isAgain() bool // it takes back one that was saved
}

// puzzlesOf returns the ids of the puzzles that sorted answers are about, each once.
func puzzlesOf[T answer](sorted []T) []int64 {
	ids := make([]int64, len(sorted))
	for i, a := range sorted {
		ids[i] = a.puzzle()
	}
	return slices.Compact(ids)
}

// save sorts answers by puzzle and stores those that are news in one write transaction. It looks up all puzzles at once
// here. All other references are to the task, or to rows saved with it.
func save[T answer](ctx context.Context, t *Task, what string, answers []T, insert func(*saving, []T) error) error {
	if len(answers) == 0 {
		return nil
	}
	slices.SortStableFunc(answers, func(a, b T) int { return cmp.Compare(a.puzzle(), b.puzzle()) })
	err := t.store.load(ctx, func(batch *batch) error {
		if err := batch.RequirePuzzles(puzzlesOf(answers)); err != nil {
			return err
		}
		b := &saving{batch, t}
		news, err := newsOf(b, answers)
		if err != nil || len(news) == 0 {
			return err
		}
		return insert(b, news)
	})
	if err != nil {
		return fmt.Errorf("storing %d %s of plugin %q: %w", len(answers), what, t.Plugin.Info.ID, err)
	}
	return nil
}

// newsOf leaves out answers about puzzles that others have answered since the task began.
func newsOf[T answer](b *saving, answers []T) ([]T, error) {
	if b.task.Repeat && !b.task.Grade {
		return answers, nil
	}
	shared, err := b.isShared()
	if err != nil || !shared {
		return answers, err
	}
	undone, err := b.undone(puzzlesOf(answers))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(answers), func(a T) bool { return !a.isAgain() && !undone[a.puzzle()] }), nil
}

// chunkOf makes the row that says when and for which task a batch was saved. The digests of the rows are yet to be added.
func (b *saving) chunkOf(puzzles int) (id int64, err error) {
	id, err = b.Chunk(b.task.id, time.Now().UnixMilli(), puzzles, nil)
	b.AfterCommit(func() { b.task.chunk = id })
	return id, err
}

// isShared reports whether another run or process has saved the same work since the task began: so that some of its
// work may be done already. Chunks are numbered in the order in which they are saved.
func (b *saving) isShared() (bool, error) {
	if b.task.shared {
		return true, nil
	}
	var shared bool
	err := b.QueryRow(`SELECT EXISTS (SELECT 1 FROM chunk c JOIN task k ON k.id = c.task_id
		WHERE c.id > ? AND k.plugin_id = ? AND k.kind = ? AND k.max_solutions = ?)`,
		b.task.chunk, b.task.plugin, b.task.kind(), b.task.Limit).Scan(&shared)
	if err != nil {
		return false, fmt.Errorf("looking for others that do the same: %w", err)
	}
	b.AfterCommit(func() { b.task.shared = b.task.shared || shared })
	return shared, nil
}

// undone returns those of the ids whose puzzles the task's plugin has not answered by now.
func (b *saving) undone(ids []int64) (map[int64]bool, error) {
	undone := make(map[int64]bool, len(ids))
	for some := range slices.Chunk(ids, file.IDsPerQuery) {
		ids, err := file.Column[int64](b.Query("SELECT p.id FROM puzzle p WHERE p.id IN " + file.IDList(some) + " AND " + b.task.todo()))
		if err != nil {
			return nil, fmt.Errorf("looking for what others have done: %w", err)
		}
		for _, id := range ids {
			undone[id] = true
		}
	}
	return undone, nil
}
