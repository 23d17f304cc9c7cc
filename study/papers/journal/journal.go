// Package journal keeps what a long study has computed, so that it goes on after it was interrupted or killed.
package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/lock"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Journal keeps what a long study has computed in a file of one JSON record a line, written as it comes, so that the
// same study goes on after it was interrupted or killed. The study's end removes the file. A nil journal keeps nothing.
type Journal struct {
	lock    *lock.File        // so that no equal study writes to it too
	file    *os.File          // of the lock
	records map[string]record // what the file held when it was opened
}

// record is an answer to a puzzle, or a set of generated puzzles. Key says what was asked of which program.
type record struct {
	Key       string             `json:"key"`
	Puzzles   []string           `json:"puzzles,omitempty"`
	Verdict   sudoku.Verdict     `json:"verdict,omitempty"`
	Count     int64              `json:"count,omitempty"`
	Solutions []sudoku.Grid      `json:"solutions,omitempty"`
	SelfNs    int64              `json:"self_ns,omitempty"`
	Guesses   int64              `json:"guesses,omitempty"`
	Measures  map[string]float64 `json:"measures,omitempty"`
}

// Open opens the journal of a study with these options in a folder; fresh forgets what it holds. It is nil
// if another study has it.
func Open(dir, name string, options any, fresh bool) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for journals: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%.8s.jsonl", name, keyOf(options)))
	held, err := lock.Take(path)
	if errors.Is(err, lock.ErrHeld) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("opening journal: %w", err)
	}
	f := held.File()
	if fresh {
		err = f.Truncate(0)
	}
	j := &Journal{lock: held, file: f, records: map[string]record{}}
	if err == nil {
		err = j.read()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reading journal %q: %w", path, err), held.Close())
	}
	return j, nil
}

// keyOf returns a digest of values that say what was asked.
func keyOf(asked ...any) string {
	text, err := json.Marshal(asked)
	if err != nil {
		panic(err) // options are plain values
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// read takes the records of the file up to the first that a kill has cut, and cuts the file there.
func (j *Journal) read() error {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	good := int64(0)
	for line := range bytes.Lines(text) {
		var r record
		if !bytes.HasSuffix(line, []byte{'\n'}) || json.Unmarshal(line, &r) != nil {
			break
		}
		j.records[r.Key] = r
		good += int64(len(line))
	}
	if err := j.file.Truncate(good); err != nil {
		return err
	}
	_, err = j.file.Seek(good, 0)
	return err
}

// Held returns how many answers and how many sets of puzzles an interrupted run has left.
func (j *Journal) Held() (answers, sets int) {
	for _, r := range j.records {
		if r.Puzzles != nil {
			sets++
		} else {
			answers++
		}
	}
	return answers, sets
}

func (j *Journal) add(r record) error {
	line, err := json.Marshal(r)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing journal: %w", err)
	}
	return nil
}

// End closes the journal and removes it if the study is done.
func (j *Journal) End(done bool) error {
	if j == nil {
		return nil
	}
	if done {
		return j.lock.Remove()
	}
	return j.lock.Close()
}

// Identity says which program with which settings a plugin is.
func Identity(p job.Plugin) string {
	sum, err := p.Sum()
	if err != nil {
		sum = ""
	}
	return fmt.Sprintf("%s %s %s %s", p.ID(), p.Info().Version, p.Settings(), sum)
}

// Generated returns the puzzles of an order that the journal holds, or makes them and keeps them.
func (j *Journal) Generated(p job.Plugin, o sudoku.Order,
	make func() ([]*sudoku.Puzzle, error)) ([]*sudoku.Puzzle, error) {
	order := o
	order.Geometry = nil
	key := keyOf("generate", Identity(p), o.Geometry.String(), order)
	if r, ok := j.records[key]; ok && len(r.Puzzles) == o.Count {
		return parsePuzzles(r.Puzzles)
	}
	made, err := make()
	if err != nil {
		return made, err
	}
	r := record{Key: key}
	for _, p := range made {
		r.Puzzles = append(r.Puzzles, p.String())
	}
	return made, j.add(r)
}

func parsePuzzles(lines []string) (puzzles []*sudoku.Puzzle, err error) {
	for _, line := range lines {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			return nil, fmt.Errorf("reading a puzzle of the journal: %w", err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}

// Question is the key of the answer of a program, see Identity, to a puzzle.
func Question(program string, puzzle *sudoku.Puzzle, o runner.Options) string {
	return keyOf("solve", program, puzzle.String(), o.Limit, o.Seed, o.Timeout, o.CountOnly)
}

// Answer returns the answer to a question that the journal holds.
func (j *Journal) Answer(key string, puzzle *sudoku.Puzzle) (sudoku.Result, bool) {
	r, ok := j.records[key]
	if !ok {
		return sudoku.Result{}, false
	}
	result := sudoku.Result{Puzzle: puzzle, Solutions: r.Solutions, Count: r.Count, Verdict: r.Verdict,
		Stats: sudoku.Stats{Elapsed: time.Duration(r.SelfNs), Guesses: r.Guesses}}
	for name, v := range r.Measures {
		result.Stats.Extra = append(result.Stats.Extra, sudoku.Measure{Name: name, Value: v})
	}
	return result, true
}

// Keep writes an answer, unless it says nothing of the algorithm: one that was broken off, or a fault.
func (j *Journal) Keep(key string, r sudoku.Result) error {
	if errors.Is(r.Err, context.Canceled) || r.Verdict > sudoku.Unsupported {
		return nil
	}
	record := record{Key: key, Verdict: r.Verdict, Count: r.Count, Solutions: r.Solutions,
		SelfNs: r.Stats.Elapsed.Nanoseconds(), Guesses: r.Stats.Guesses, Measures: map[string]float64{}}
	for _, m := range r.Stats.Extra {
		record.Measures[m.Name] = m.Value
	}
	return j.add(record)
}
