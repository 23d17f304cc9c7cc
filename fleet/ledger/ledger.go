// Package ledger keeps, in an SQLite file beside the parts of a plan, which chunks are done: what a coordinator knows after
// it was killed. It decides what is left to do; brokers and workers forget.
package ledger

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/store/lock"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
	"github.com/sudokuctl/sudokuctl/work/job"
)

const (
	fileName = "ledger.db"
	lockName = "ledger.lock"
)

// ErrBusy says that another process has the ledger open.
var ErrBusy = errors.New("another coordinator works on it")

//go:embed schema.sql
var schema string

// Ledger is the open ledger of one plan in one folder. Nobody else can open it meanwhile, except to read.
type Ledger struct {
	Run string // names this plan in this folder, for brokers and workers

	path string
	lock *lock.File
	db   *sql.DB
}

// Open opens the ledger of a plan in the folder of its parts, and makes it if there is none.
func Open(ctx context.Context, dir, plan string, chunks int) (*Ledger, error) {
	l := &Ledger{path: filepath.Join(dir, fileName)}
	if err := l.open(ctx, filepath.Join(dir, lockName), plan, chunks); err != nil {
		l.Close()
		return nil, fmt.Errorf("opening ledger %q: %w", l.path, err)
	}
	return l, nil
}

func (l *Ledger) open(ctx context.Context, lockFile, plan string, chunks int) (err error) {
	if l.lock, err = lock.Take(lockFile); errors.Is(err, lock.ErrHeld) {
		return ErrBusy
	} else if err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, 0o600) // it holds the token of the pool
	if err != nil {
		return err
	}
	f.Close()
	if l.db, err = connect(l.path, "_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate&_busy_timeout=30000"); err != nil {
		return err
	}
	if _, err := l.db.ExecContext(ctx, schema); err != nil {
		return err
	}
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	if _, err := l.db.ExecContext(ctx, `INSERT INTO run (one, id, plan, chunks) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING`,
		hex.EncodeToString(id), plan, chunks); err != nil {
		return err
	}
	var other string
	if err := l.db.QueryRowContext(ctx, `SELECT id, plan FROM run`).Scan(&l.Run, &other); err != nil {
		return err
	}
	if other != plan {
		return fmt.Errorf("it belongs to plan %.12s, not to %.12s", other, plan)
	}
	return nil
}

func connect(path, options string) (*sql.DB, error) {
	db, err := sql.Open(sqlite.Driver, "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+options)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// Close lets others open the ledger.
func (l *Ledger) Close() error {
	var err error
	if l.db != nil {
		err = l.db.Close()
	}
	if l.lock != nil {
		err = errors.Join(err, l.lock.Close())
	}
	return err
}

// Note returns what was noted under a name, "" if nothing was.
func (l *Ledger) Note(ctx context.Context, name string) (text string, err error) {
	err = l.db.QueryRowContext(ctx, `SELECT text FROM note WHERE name = ?`, name).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return text, l.failed(err)
}

// SetNote notes a text under a name.
func (l *Ledger) SetNote(ctx context.Context, name, text string) error {
	_, err := l.db.ExecContext(ctx, `INSERT INTO note (name, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text`,
		name, text)
	return l.failed(err)
}

func (l *Ledger) failed(err error) error {
	if err != nil {
		return fmt.Errorf("using ledger %q: %w", l.path, err)
	}
	return nil
}

// Chunk is what is known of a chunk.
type Chunk struct {
	N           int
	Rows        int64
	ContentHash string
	Worker      string // that computed it
	CPU         time.Duration
}

// Record records that chunks are done; those that were done already stay as they are.
func (l *Ledger) Record(ctx context.Context, chunks []Chunk) error {
	return l.all(ctx, `INSERT INTO chunk (n, done, rows, content_hash, worker, cpu_ns) VALUES (?, 1, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET done = 1, rows = excluded.rows, content_hash = excluded.content_hash, worker = excluded.worker,
		cpu_ns = excluded.cpu_ns WHERE NOT done`, len(chunks), func(i int) []any {
		c := chunks[i]
		return []any{c.N, c.Rows, c.ContentHash, c.Worker, int64(c.CPU)}
	})
}

// Reopen forgets chunks, because their parts are gone. Those that two workers were to compute are again.
func (l *Ledger) Reopen(ctx context.Context, chunks []int) error {
	chunk := func(i int) []any { return []any{chunks[i]} }
	return errors.Join(l.all(ctx, `UPDATE recheck SET worker = '', difference = '' WHERE n = ?`, len(chunks), chunk),
		l.all(ctx, `DELETE FROM chunk WHERE n = ?`, len(chunks), chunk))
}

// all executes a statement n times in one transaction.
func (l *Ledger) all(ctx context.Context, statement string, n int, args func(i int) []any) error {
	if n == 0 {
		return nil
	}
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return l.failed(err)
	}
	defer tx.Rollback()
	s, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return l.failed(err)
	}
	defer s.Close()
	for i := range n {
		if _, err := s.ExecContext(ctx, args(i)...); err != nil {
			return l.failed(err)
		}
	}
	return l.failed(tx.Commit())
}

// Fail records that a worker could not compute a chunk, and why.
func (l *Ledger) Fail(ctx context.Context, n int, worker, why string) error {
	_, err := l.db.ExecContext(ctx, `INSERT INTO chunk (n, failures, worker, error) VALUES (?, 1, ?, ?)
		ON CONFLICT DO UPDATE SET failures = failures + 1, worker = excluded.worker, error = excluded.error WHERE NOT done`, n, worker, why)
	return l.failed(err)
}

// Done returns the chunks that are done, in their order.
func (l *Ledger) Done(ctx context.Context) ([]int, error) {
	done, err := rows(ctx, l.db, `SELECT n FROM chunk WHERE done ORDER BY n`, func(n *int) []any { return []any{n} })
	return done, l.failed(err)
}

// Recheck records which chunks two workers are to compute.
func (l *Ledger) Recheck(ctx context.Context, chunks []int) error {
	return l.all(ctx, `INSERT INTO recheck (n) VALUES (?) ON CONFLICT DO NOTHING`, len(chunks),
		func(i int) []any { return []any{chunks[i]} })
}

// Unchecked returns the chunks that two workers are to compute and have not, with the name of the worker that has, if one has.
func (l *Ledger) Unchecked(ctx context.Context) (map[int]string, error) {
	found, err := rows(ctx, l.db,
		`SELECT r.n, coalesce(c.worker, '') FROM recheck r LEFT JOIN chunk c ON c.n = r.n AND c.done WHERE r.worker = ''`,
		func(d *Difference) []any { return []any{&d.Chunk, &d.First} })
	unchecked := map[int]string{}
	for _, d := range found {
		unchecked[d.Chunk] = d.First
	}
	return unchecked, l.failed(err)
}

// Compared records that a second worker has computed a chunk, and how its answers differ, "" if they do not.
func (l *Ledger) Compared(ctx context.Context, n int, worker, difference string) error {
	_, err := l.db.ExecContext(ctx, `INSERT INTO recheck (n, worker, difference) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET worker = excluded.worker, difference = excluded.difference WHERE difference = ''`, n, worker, difference)
	return l.failed(err)
}

// Difference is a chunk to which two workers gave different answers.
type Difference struct {
	Chunk         int
	First, Second string // names of the workers
	What          string
}

// Checked returns how many chunks two workers have computed, and those with different answers.
func (l *Ledger) Checked(ctx context.Context) (n int, differing []Difference, err error) {
	checked, err := rows(ctx, l.db, `SELECT r.n, coalesce(c.worker, ''), r.worker, r.difference FROM recheck r
		LEFT JOIN chunk c ON c.n = r.n WHERE r.worker <> '' ORDER BY r.n`,
		func(d *Difference) []any { return []any{&d.Chunk, &d.First, &d.Second, &d.What} })
	same := func(d Difference) bool { return d.What == "" }
	return len(checked), slices.DeleteFunc(slices.Clone(checked), same), l.failed(err)
}

// MostWorkers is how many workers a ledger knows at most: those that were heard of last.
const MostWorkers = 10_000

// Seen records what workers have said.
func (l *Ledger) Seen(ctx context.Context, workers []job.Worker) error {
	err := l.all(ctx, `INSERT OR REPLACE INTO worker (name, host, jobs, chunk, chunks, puzzles, cpu_ns, seen)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, len(workers), func(i int) []any {
		w := workers[i]
		return []any{w.Name, w.Host, w.Workers, w.Chunk, w.Chunks, w.Puzzles, int64(w.CPU), w.Seen.UnixMilli()}
	})
	if err != nil {
		return err
	}
	_, err = l.db.ExecContext(ctx, `DELETE FROM worker WHERE name NOT IN (SELECT name FROM worker ORDER BY seen DESC LIMIT ?)`, MostWorkers)
	return l.failed(err)
}

// Report is what a ledger says to those who watch.
type Report struct {
	Run      string        `json:"run"`
	Workers  []job.Worker  `json:"workers"`
	Failures []job.Failure `json:"failures,omitempty"` // of chunks that are not done
}

// silence is how long a worker may be silent and count as alive: workers speak every second, and a ledger is written every five.
const silence = 30 * time.Second

// Alive returns the workers that were heard of late, going by the clock of who reads, and those that were not.
func (r *Report) Alive(now time.Time) (alive, gone []job.Worker) {
	alive = []job.Worker{}
	for _, w := range r.Workers {
		if now.Sub(w.Seen) < silence {
			alive = append(alive, w)
		} else {
			gone = append(gone, w)
		}
	}
	return alive, gone
}

// Read reads the ledger in a folder, even if another process has it open. The error is fs.ErrNotExist if there is none.
func Read(ctx context.Context, dir string) (*Report, error) {
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("reading a ledger: %w", err)
	}
	r := &Report{Workers: []job.Worker{}}
	if err := r.read(ctx, path); err != nil {
		return nil, fmt.Errorf("reading ledger %q: %w", path, err)
	}
	return r, nil
}

func (r *Report) read(ctx context.Context, path string) error {
	db, err := connect(path, "mode=ro&_busy_timeout=30000")
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.QueryRowContext(ctx, `SELECT id FROM run`).Scan(&r.Run); err != nil {
		return err
	}
	type worker struct {
		job.Worker
		seen int64
	}
	workers, err := rows(ctx, db, `SELECT name, host, jobs, chunk, chunks, puzzles, cpu_ns, seen FROM worker ORDER BY name`,
		func(w *worker) []any {
			return []any{&w.Name, &w.Host, &w.Workers, &w.Chunk, &w.Chunks, &w.Puzzles, &w.CPU, &w.seen}
		})
	if err != nil {
		return err
	}
	for _, w := range workers {
		w.Seen = time.UnixMilli(w.seen).UTC()
		r.Workers = append(r.Workers, w.Worker)
	}
	r.Failures, err = rows(ctx, db, `SELECT n, failures, worker, error FROM chunk WHERE NOT done ORDER BY n`,
		func(f *job.Failure) []any { return []any{&f.Chunk, &f.Failures, &f.Worker, &f.Error} })
	return err
}

// rows returns what take makes of every row of an answer.
func rows[T any](ctx context.Context, db *sql.DB, query string, take func(*T) []any) (all []T, err error) {
	found, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var one T
		if err := found.Scan(take(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, found.Err()
}
