package library

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// playColumns are those of a file of plays: the first five are needed. The view plays has them too.
var playColumns = []string{"puzzle", "player", "seconds", "solved", "at", "hints", "checks", "id"}

// IsPlays reports whether a file is a table of plays: its first line names the columns.
func IsPlays(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReader(io.LimitReader(f, 1<<10)).ReadString('\n')
	names := strings.Split(strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")), ",")
	return !slices.ContainsFunc(playColumns[:5], func(name string) bool { return !slices.Contains(names, name) })
}

// PlaysImported counts the plays that an import added, knew already or left out.
type PlaysImported struct {
	Read, New, Bad int
	Puzzles        int // that the library did not have
}

// portion is how many plays one transaction takes.
const portion = 10_000

// ImportPlays stores the plays of a file. A line that is wrong is reported and left out.
func ImportPlays(ctx context.Context, s *store.Store, path string, progress work.Progress) (sum PlaysImported, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	defer progress.Stage(work.Begun{Stage: "importing"})()
	im := &importing{store: s, path: path, progress: progress, sum: &sum, ids: map[string]int64{}}
	r := csv.NewReader(bufio.NewReader(f))
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return sum, fmt.Errorf("reading %q: %w", path, err)
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	for _, name := range playColumns {
		im.place = append(im.place, slices.Index(header, name))
	}
	for err == nil && ctx.Err() == nil {
		var record []string
		if record, err = r.Read(); err != nil {
			var wrong *csv.ParseError
			if errors.As(err, &wrong) {
				im.sum.Read++
				im.bad(wrong.Line, wrong.Err)
				err = nil
			}
			continue
		}
		line, _ := r.FieldPos(0)
		if err = im.take(ctx, line, record); err == nil && len(im.plays) == portion {
			err = im.save(ctx)
		}
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = im.save(context.WithoutCancel(ctx))
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("importing plays of %q: %w", path, err)
	}
	return sum, err
}

// importing is an import under way.
type importing struct {
	store    *store.Store
	path     string
	progress work.Progress
	sum      *PlaysImported
	place    []int // of each of the columns, -1 if the file has it not
	plays    []played
	ids      map[string]int64 // numbers of puzzles by what the file calls them, 0 for those that are new
	wanted   []store.Entry    // puzzles that are new
}

// played is a play, and what the file calls its puzzle.
type played struct {
	store.Play
	puzzle string
}

func (im *importing) bad(line int, err error) {
	im.sum.Bad++
	im.progress.Report(work.BadRecord{Err: &sudoku.ParseError{File: im.path, Line: line, Err: err}})
}

// take reads a line.
func (im *importing) take(ctx context.Context, line int, record []string) error {
	im.progress.Step()
	im.sum.Read++
	field := func(column int) string {
		if i := im.place[column]; i >= 0 {
			return strings.TrimSpace(record[i])
		}
		return ""
	}
	var wrong error
	number := func(column int) int64 {
		n, err := strconv.ParseInt(cmp.Or(field(column), "0"), 10, 64)
		if err != nil || n < 0 || n > maxCount {
			wrong = fmt.Errorf("%s %q is not a number from 0 to %d", playColumns[column], field(column), maxCount)
		}
		return n
	}
	p := played{store.Play{Player: store.NewPlayID(field(1)), Seconds: number(2), Hints: number(5), Checks: number(6),
		ID: store.NewPlayID(field(7))}, field(0)}
	if field(7) == "" { // the same line again is the same play
		p.ID = store.NewPlayID(strings.Join(record, ","))
	}
	var err error
	if p.Solved, err = strconv.ParseBool(field(3)); err != nil {
		wrong = fmt.Errorf("solved %q is neither 1 nor 0", field(3))
	}
	if p.At, err = time.Parse(time.RFC3339, field(4)); err != nil {
		wrong = fmt.Errorf("at %q is not a time such as 2026-01-31T18:00:00Z", field(4))
	}
	if field(1) == "" {
		wrong = errors.New("there is no player")
	}
	if _, known := im.ids[p.puzzle]; wrong == nil && !known {
		if wrong, err = im.find(ctx, line, p.puzzle); err != nil {
			return err
		}
	}
	if wrong != nil {
		im.bad(line, wrong)
		return nil
	}
	im.plays = append(im.plays, p)
	return nil
}

// maxCount bounds seconds, hints and checks: a year of seconds.
const maxCount = 366 * 24 * 60 * 60

// find looks up a puzzle that is called by its number or written out. One that is new is stored with the next plays.
func (im *importing) find(ctx context.Context, line int, text string) (wrong, err error) {
	id, notNumber := strconv.ParseInt(text, 10, 64)
	if notNumber == nil && len(text) < len("4....4....4....4") {
		if _, err = im.store.Show(ctx, id); errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
			return fmt.Errorf("there is no puzzle %d in the library", id), nil
		}
		im.ids[text] = id
		return nil, err
	}
	p, wrong := sudoku.ParsePuzzle(text)
	if wrong == nil {
		wrong = sudoku.CheckGivens(p)
	}
	if wrong != nil {
		return wrong, nil
	}
	if id, err = im.store.Find(ctx, p); errors.Is(err, store.ErrNotFound) {
		p.Name = fmt.Sprintf("%s:%d", im.path, line)
		im.wanted, err = append(im.wanted, store.Entry{Puzzle: p}), nil
	}
	im.ids[text] = id
	return nil, err
}

// save stores the puzzles that are new and the plays that were read.
func (im *importing) save(ctx context.Context) error {
	if len(im.wanted) > 0 {
		done, err := im.store.Import(ctx, store.Source{Name: im.path}, slices.Values(im.wanted))
		if err != nil {
			return err
		}
		im.sum.Puzzles, im.wanted = im.sum.Puzzles+done.New, nil
	}
	plays := make([]store.Play, len(im.plays))
	for i, p := range im.plays {
		if im.ids[p.puzzle] == 0 {
			puzzle, err := sudoku.ParsePuzzle(p.puzzle)
			if err == nil {
				im.ids[p.puzzle], err = im.store.Find(ctx, puzzle)
			}
			if err != nil {
				return err
			}
		}
		plays[i] = p.Play
		plays[i].Puzzle = im.ids[p.puzzle]
	}
	im.plays = im.plays[:0]
	added, err := im.store.AddPlays(ctx, plays...)
	im.sum.New += int(added)
	return err
}
