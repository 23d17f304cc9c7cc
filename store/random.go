package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Random returns the ids of n different puzzles that the filter lets through, fewer if there are fewer, each set of n with the
// same chance. The seed puts all numbers into a random order, and the first n that match are drawn: the same seed draws
// the same puzzles from the same library, however they are found.
func (s *Store) Random(ctx context.Context, f Filter, n int, seed uint64) ([]int64, error) {
	d := drawing{reader: s, filter: f}
	err := s.read.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM puzzle").Scan(&d.last)
	if err == nil {
		d.shuffle = newShuffle(d.last, seed)
		err = d.draw(ctx, min(int64(n), d.last))
	}
	if err != nil {
		return nil, fmt.Errorf("drawing puzzles: %w", file.Explain(err))
	}
	ids := d.places[:min(n, len(d.places))]
	for i, place := range ids {
		ids[i] = d.shuffle.at(place)
	}
	return ids, nil
}

// drawing looks for the matching puzzles that come first in a random order.
type drawing struct {
	reader  *Store
	filter  Filter
	last    int64 // the greatest number of a puzzle
	shuffle *shuffle
	places  []int64 // of matching puzzles in the order of the shuffle, the first first
}

const (
	// mostAtOnce is how many numbers SQLite is handed or hands over at once.
	mostAtOnce = 1 << 15
	// fewProbes is how many more look-ups are made without asking whether another way is cheaper.
	fewProbes = 500
	// scanned is how many puzzles can be read one after the other in the time of one look-up.
	scanned = 10
	// hopeless is how many look-ups may all be in vain: perhaps few numbers up to the last one belong to a puzzle.
	hopeless = 1 << 17
	// worthHalves is how many look-ups take longer than opening a second connection, which makes half of them meanwhile.
	worthHalves = 1000
	// byIndex is how many look-ups take as long as following an index to the grade of one puzzle.
	byIndex = 2
)

// draw looks puzzles up in the order of the shuffle until n of them match. If that takes longer than to find all that match, it
// does that.
func (d *drawing) draw(ctx context.Context, n int64) error {
	if d.filter.IDs != nil || n > d.last/scanned {
		return d.all(ctx)
	}
	c, err := d.reader.translate(ctx, d.filter, true)
	if err != nil {
		return err
	}
	indexed, err := isIndexed(ctx, d.reader, d.filter)
	if err != nil {
		return err
	}
	share := 1.0 // how many of all puzzles match, as far as is known
	if d.filter.Where != "" && !indexed {
		share = 0.1 // if fewer do, their share must be known well before many are looked up
	}
	for tried := int64(0); tried < d.last && int64(len(d.places)) < n; {
		if tried > 0 {
			share = (float64(len(d.places)) + 0.5) / float64(tried)
		}
		missing := float64(n - int64(len(d.places)))
		more := int64((missing + 2*math.Sqrt(missing)) / share) // rarely too few
		if more > fewProbes && tried > 0 && (more > d.last/scanned || len(d.places) == 0 && tried > hopeless ||
			indexed && float64(more) > byIndex*share*float64(d.last)) {
			return d.all(ctx)
		}
		more = min(more+8, max(10*tried, 1000), mostAtOnce, d.last-tried)
		if err := d.probe(ctx, c, tried, tried+more); err != nil {
			return err
		}
		tried += more
	}
	return nil
}

// probe looks up the puzzles at some places, many of them on two connections that go through half of the numbers each.
func (d *drawing) probe(ctx context.Context, c *conditions, from, to int64) error {
	parts := make([][]int64, 1)
	if to-from >= worthHalves {
		parts = make([][]int64, min(2, runtime.GOMAXPROCS(0)))
	}
	for place := from; place < to; place++ {
		number := d.shuffle.at(place)
		part := 0
		if number > d.last/2 {
			part = len(parts) - 1
		}
		parts[part] = append(parts[part], number)
	}
	id, query := c.names.Among(c.where)
	query = "SELECT group_concat(" + id + ", ' ')" + query
	found, errs := make([][]int64, len(parts)), make([]error, len(parts))
	var done sync.WaitGroup
	for i, numbers := range parts {
		done.Go(func() {
			slices.Sort(numbers) // pages that are neighbours are read once
			found[i], errs[i] = d.ids(ctx, query, append([]any{file.Numbers(numbers)}, c.args...))
		})
	}
	done.Wait()
	before := len(d.places)
	d.add(slices.Concat(found...))
	slices.Sort(d.places[before:])
	return cmp.Or(errs...)
}

// all finds all puzzles that match.
func (d *drawing) all(ctx context.Context) error {
	c, err := d.reader.conditions(ctx, d.filter)
	if err != nil {
		return err
	}
	d.places = d.places[:0]
	id, query := c.names.Numbers(c.where)
	ids, err := d.ids(ctx, fmt.Sprintf("SELECT group_concat(id, ' ') FROM (SELECT %s AS id%s LIMIT %d)", id, query, mostAtOnce), c.args)
	if len(ids) < mostAtOnce {
		d.add(ids)
	} else {
		err = eachID(ctx, d.reader, c, func(id int64) { d.places = append(d.places, d.shuffle.place(id)) })
	}
	slices.Sort(d.places)
	return err
}

// sweepingCache is the cache of a connection that goes through a table once: finding room in memory for pages that it does not
// come back to takes as long as reading them.
const sweepingCache = "-1024"

// ids returns the numbers that a query puts together in one text. To hand over as many rows takes SQLite ten times as long.
func (d *drawing) ids(ctx context.Context, query string, args []any) (ids []int64, err error) {
	conn, err := d.reader.read.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA cache_size = "+sweepingCache); err != nil {
		return nil, err
	}
	defer func() {
		_, restored := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA cache_size = "+file.ReaderCache)
		err = cmp.Or(err, restored)
	}()
	rows, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text sql.RawBytes
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		for number := range bytes.FieldsSeq(text) {
			id, err := strconv.ParseInt(string(number), 10, 64)
			if err != nil || id < 1 || id > d.last {
				return nil, fmt.Errorf("%w: %q is not the number of a puzzle", row.ErrCorrupt, number)
			}
			ids = append(ids, id)
		}
	}
	return ids, rows.Err()
}

func (d *drawing) add(ids []int64) {
	for _, id := range ids {
		d.places = append(d.places, d.shuffle.place(id))
	}
}

// isIndexed reports whether SQLite goes through an index to find what matches, and not through all puzzles or grades.
func isIndexed(ctx context.Context, s *Store, f Filter) (bool, error) {
	c, err := s.conditions(ctx, f)
	if err != nil {
		return false, err
	}
	id, query := c.names.Numbers(c.where)
	var step, parent, unused int
	var first string
	err = s.read.QueryRowContext(ctx, "EXPLAIN QUERY PLAN SELECT "+id+query, c.args...).Scan(&step, &parent, &unused, &first)
	search := strings.HasPrefix(first, "SEARCH") && (strings.Contains(first, " INDEX ") || strings.Contains(first, "(rowid=?)"))
	return search || strings.HasPrefix(first, "MULTI-INDEX OR"), err
}

// EachID calls each with the number of every puzzle that a filter lets through, in any order; its limit does not count.
func (s *Store) EachID(ctx context.Context, f Filter, each func(int64)) error {
	c, err := s.conditions(ctx, f)
	if err == nil {
		err = eachID(ctx, s, c, each)
	}
	if err != nil {
		return fmt.Errorf("looking for puzzles: %w", file.Explain(err))
	}
	return nil
}

func eachID(ctx context.Context, s *Store, c *conditions, each func(int64)) error {
	id, query := c.names.Numbers(c.where)
	rows, err := s.read.QueryContext(ctx, "SELECT "+id+query, c.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		each(id)
	}
	return rows.Err()
}
