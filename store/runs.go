package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Run records the circumstances of one pass of solvers and graders over puzzles, so that it can be run again.
type Run struct {
	ID        int64
	Command   string    // "run", "bench"
	State     string    // running, interrupted, failed or done
	Started   time.Time // the zero time where unknown
	Ended     time.Time
	Version   string // of sudokuctl
	Commit    string // of its source, "" where the binary does not know; "+dirty" is appended to changed source
	GoVersion string
	OS        string // "linux/amd64"
	CPU       string // the processor's name
	Cores     int
	Load      *float64 // the load average when it began, nil where the system has none
	Seed      uint64
	Options   map[string]any // what the command was told, defaults included
}

// NewRun returns a run of a command with the facts about this binary and this machine.
func NewRun(command string) Run {
	r := Run{Command: command, Started: time.Now(), GoVersion: runtime.Version(),
		OS: runtime.GOOS + "/" + runtime.GOARCH, CPU: cpuName(), Cores: runtime.NumCPU(), Load: loadAverage()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return r
	}
	r.Version = info.Main.Version
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			r.Commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	r.Commit += dirty
	return r
}

// program is the version of this program, as far as it knows it.
func program() string {
	r := NewRun("")
	return r.Version + " " + r.Commit
}

// cpuName returns the processor's name as Linux tells it, else its architecture.
func cpuName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if name := strings.TrimSpace(value); strings.TrimSpace(key) == "model name" && name != "" {
			return name
		}
	}
	return runtime.GOARCH
}

// loadAverage returns the load average of the last minute, nil where the system is not Linux.
func loadAverage() *float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	minute, _, _ := strings.Cut(string(text), " ")
	if load, err := strconv.ParseFloat(minute, 64); err == nil && load >= 0 {
		return &load
	}
	return nil
}

// StartRun records a run in state running and returns its id, which answers and grades of the run then name.
func (s *Store) StartRun(ctx context.Context, r Run, sel Selection) (id int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		if id, err = insertRun(b, r, sel, StateRunning); err != nil {
			return err
		}
		return s.claimRun(b, id)
	})
	if err != nil {
		return 0, fmt.Errorf("starting run: %w", err)
	}
	return id, nil
}

// insertRun stores a new run.
func insertRun(b *batch, r Run, sel Selection, state string) (id int64, err error) {
	options, err := json.Marshal(r.Options)
	if err != nil {
		return 0, fmt.Errorf("writing options of a run: %w", err)
	}
	selection, err := json.Marshal(sel)
	if err != nil {
		return 0, fmt.Errorf("writing selection of a run: %w", err)
	}
	err = b.QueryRow(`INSERT INTO run (command, state, started_at, version, git_commit, go_version, os, cpu, cores,
		load, seed, options, selection, uid) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, lower(hex(randomblob(16)))) RETURNING id`,
		r.Command, state, r.Started.UnixMilli(), r.Version, r.Commit, r.GoVersion, r.OS, r.CPU, r.Cores, r.Load,
		int64(r.Seed), string(options), string(selection)).Scan(&id)
	return id, err
}

// The states in which a run can be left.
const (
	StateRunning     = "running" // a process does it, or was killed while it did
	StateInterrupted = "interrupted"
	StateFailed      = "failed"
	StateDone        = "done"
)

// SetRunState records how a run ended, or with StateRunning that it goes on.
func (s *Store) SetRunState(ctx context.Context, id int64, state string) error {
	var ended any
	if state != StateRunning {
		ended = time.Now().UnixMilli()
	}
	return s.update(ctx, func(b *batch) error {
		n, err := b.Affected("UPDATE run SET state = ?, ended_at = ? WHERE id = ?", state, ended, id)
		switch {
		case err == nil && n == 0:
			err = ErrNotFound
		case err == nil && state == StateRunning:
			err = s.claimRun(b, id)
		case err == nil && s.runs[id] != nil:
			b.AfterCommit(func() { s.runs[id](); delete(s.runs, id) })
		}
		if err != nil {
			return fmt.Errorf("setting run %d to %q: %w", id, state, err)
		}
		return nil
	})
}

// claimRun locks the file of a run until the run has ended here, or this process has. If another process does the run, too, it
// has the file.
func (s *Store) claimRun(b *batch, id int64) error {
	if s.runs[id] != nil {
		return nil
	}
	var uid string
	if err := b.QueryRow("SELECT coalesce(uid, id) FROM run WHERE id = ?", id).Scan(&uid); err != nil {
		return err
	}
	release, err := file.TryClaim(s.runFile(uid))
	if release != nil {
		b.AfterCommit(func() { s.runs[id] = release })
	}
	return err
}

// runFile returns the lock file of a run, which is one whatever link leads to the library.
func (s *Store) runFile(uid string) string {
	path, err := filepath.EvalSymlinks(s.file.Path)
	if err != nil {
		path = s.file.Path
	}
	return path + file.ClaimInfix + "run-" + uid
}

// Killed returns the runs in state running that no process does any more.
func (s *Store) Killed(ctx context.Context) (ids []int64, err error) {
	err = s.SQL(ctx, "SELECT id, coalesce(uid, id) FROM run WHERE state = 'running'", func(_ []string, v []any) error {
		if isFree(s.runFile(fmt.Sprint(v[1]))) {
			ids = append(ids, v[0].(int64))
		}
		return nil
	})
	return ids, err
}

// isFree reports whether no process has a lock file.
func isFree(path string) bool {
	if _, err := os.Lstat(path); err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	release, err := file.TryClaim(path)
	if release != nil {
		release()
	}
	return err == nil && release != nil
}

// endKilled records that runs have ended that no process does any more. They ended with the last that they stored.
func (s *Store) endKilled(ctx context.Context) error {
	killed, err := s.Killed(ctx)
	if err != nil || killed == nil {
		return err
	}
	err = s.update(ctx, func(b *batch) error {
		_, err := b.Exec(`UPDATE run SET state = 'interrupted', ended_at = (SELECT max(c.saved_at) FROM chunk c
			JOIN task t ON t.id = c.task_id WHERE t.run_id = run.id) WHERE state = 'running' AND id IN ` + file.IDList(killed))
		return err
	})
	if errors.Is(err, ErrLocked) { // the next process that opens the library ends them
		return nil
	}
	return err
}

// SetSelection says anew which puzzles a run is about.
func (s *Store) SetSelection(ctx context.Context, id int64, sel Selection) error {
	text, err := json.Marshal(sel)
	if err != nil {
		return fmt.Errorf("writing selection of a run: %w", err)
	}
	return s.update(ctx, func(b *batch) error {
		_, err := b.Exec("UPDATE run SET selection = ? WHERE id = ?", string(text), id)
		return err
	})
}

const selectRuns = `SELECT id, command, state, started_at, ended_at, version, git_commit, go_version, os, cpu,
	cores, load, seed, options, selection FROM run`

// Runs returns all runs, the newest first.
func (s *Store) Runs(ctx context.Context) ([]Run, error) {
	rows, err := s.file.Read.QueryContext(ctx, selectRuns+" ORDER BY started_at DESC, id DESC")
	if err != nil {
		return nil, fmt.Errorf("reading runs: %w", file.Explain(err))
	}
	defer rows.Close()
	var runs []Run
	for rows.Next() {
		r, _, err := scanRun(rows)
		if err != nil {
			return nil, fmt.Errorf("reading runs: %w", file.Explain(err))
		}
		runs = append(runs, r)
	}
	return runs, file.Explain(rows.Err())
}

// begunAnew are the commands whose runs cannot be resumed: they are begun anew, and a shard goes on by its own command.
var begunAnew = []string{"bench", "import", "merge", "shard"}

// Resumable reports whether run --resume can go on with the run. Of a bench, an import, a merge or a shard the same
// command is given again.
func (r *Run) Resumable() bool { return !slices.Contains(begunAnew, r.Command) }

// Run returns a run and its selection; id 0 means the newest resumable one that is not done. ErrNotFound if there is none.
func (s *Store) Run(ctx context.Context, id int64) (Run, Selection, error) {
	row := s.file.Read.QueryRowContext(ctx, selectRuns+` WHERE id = ?1 OR ?1 = 0 AND state <> 'done'
		AND command NOT IN ('`+strings.Join(begunAnew, "', '")+`') ORDER BY started_at DESC, id DESC LIMIT 1`, id)
	r, sel, err := scanRun(row)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return r, sel, fmt.Errorf("reading run %d: %w", id, file.Explain(err))
	}
	return r, sel, nil
}

// scanner is a row, or the current one of several.
type scanner interface{ Scan(...any) error }

// scanRun reads a run from a row.
func scanRun(row scanner) (r Run, sel Selection, err error) {
	var started, seed int64
	var ended sql.NullInt64
	var options, selection string
	err = row.Scan(&r.ID, &r.Command, &r.State, &started, &ended, &r.Version, &r.Commit, &r.GoVersion, &r.OS,
		&r.CPU, &r.Cores, &r.Load, &seed, &options, &selection)
	if err != nil {
		return r, sel, err
	}
	r.Seed, r.Started = uint64(seed), time.UnixMilli(started)
	if ended.Valid {
		r.Ended = time.UnixMilli(ended.Int64)
	}
	if err := json.Unmarshal([]byte(options), &r.Options); err != nil {
		return r, sel, fmt.Errorf("options: %w", err)
	}
	return r, sel, json.Unmarshal([]byte(selection), &sel)
}
