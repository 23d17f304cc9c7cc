package store

import (
	"context"
	"fmt"
	"time"
)

// Work says what a plugin is to do with puzzles.
type Work struct {
	Plugin  Plugin
	Grade   bool          // grade instead of solve
	Limit   int           // solutions wanted at most, 0 = all; graders have none
	Timeout time.Duration // budget of a puzzle, 0 = none
}

func (w Work) kind() string {
	if w.Grade {
		return "grade"
	}
	return "solve"
}

// Task is one plugin's work in one run. Results and grades are saved under a task, which gives each its
// provenance.
type Task struct {
	Work
	Run       int64
	id        int64
	algorithm int64
	plugin    int64
	slots     slots
	wordings  wordings // that are known to be stored
}

// StartTask records that a plugin works in a run; the same task of the same run is found again.
func (s *Store) StartTask(ctx context.Context, run int64, w Work) (*Task, error) {
	t := &Task{Work: w, Run: run}
	if w.Grade {
		t.Limit = 0
	}
	err := s.update(ctx, func(b *batch) (err error) {
		if t.algorithm, t.plugin, err = b.pluginOf(w.Plugin); err != nil {
			return err
		}
		if t.slots, err = b.addMetrics(t.algorithm, w.Plugin.Info.Metrics); err != nil {
			return err
		}
		if err := b.renewLibraryView(); err != nil {
			return fmt.Errorf("making the view library: %w", err)
		}
		return b.queryRow(`INSERT INTO task (run_id, plugin_id, kind, max_solutions, timeout_ms, origin, sha256)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id, plugin_id, kind, max_solutions)
			DO UPDATE SET timeout_ms = excluded.timeout_ms RETURNING id`,
			run, t.plugin, w.kind(), t.Limit, w.Timeout.Milliseconds(), w.Plugin.Origin, w.Plugin.SHA256).Scan(&t.id)
	})
	if err != nil {
		return nil, fmt.Errorf("starting task of plugin %q in run %d: %w", w.Plugin.Info.ID, run, err)
	}
	return t, nil
}

// Usage is what a plugin's process took.
type Usage struct {
	Wall, CPU   time.Duration
	RSSMaxBytes int64
}

// AddUsage adds to what a task has taken; the memory is the largest of all.
func (s *Store) AddUsage(ctx context.Context, t *Task, u Usage) error {
	return s.update(ctx, func(b *batch) error {
		_, err := b.exec(`UPDATE task SET wall_ns = wall_ns + ?, cpu_ns = cpu_ns + ?,
			rss_max_bytes = max(rss_max_bytes, ?) WHERE id = ?`, u.Wall.Nanoseconds(), u.CPU.Nanoseconds(), u.RSSMaxBytes, t.id)
		if err != nil {
			return fmt.Errorf("storing usage of plugin %q: %w", t.Plugin.Info.ID, err)
		}
		return nil
	})
}

// chunkOf makes the row that says when and for which task a batch was saved.
func (b *batch) chunkOf(t *Task, puzzles int) (id int64, err error) {
	err = b.queryRow("INSERT INTO chunk (task_id, saved_at, puzzles) VALUES (?, ?, ?) RETURNING id",
		t.id, millis(time.Now()), puzzles).Scan(&id)
	return id, err
}
