package store

import (
	"database/sql"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// twin is a puzzle of the library, or one that is about to be.
type twin struct {
	id, geometry int64
	cells        any
	home         place
	next         *twin // another with the same key
}

func (t *twin) is(n *newPuzzle) bool {
	return t.geometry == n.geometry.ID && row.Same(t.cells, n.cells)
}

// recognise gives each puzzle its id: that of the equal puzzle, or the next free one. It returns how many are known.
func (b *importing) recognise() (known int, err error) {
	twins, err := b.twins()
	if err != nil {
		return 0, err
	}
	var last int64
	if err := b.QueryRow("SELECT coalesce(max(id), 0) FROM puzzle").Scan(&last); err != nil {
		return 0, err
	}
	block := make([]twin, len(b.puzzles))
	for i := range b.puzzles {
		n := &b.puzzles[i]
		t := twins[n.key]
		for t != nil && !t.is(n) {
			t = t.next
		}
		if t == nil {
			last++
			n.id = last
			block[i] = twin{n.id, n.geometry.ID, n.cells, n.first, twins[n.key]}
			twins[n.key] = &block[i]
			n.home = n.first
			continue
		}
		n.id, n.known, n.home = t.id, true, t.home
		known++
	}
	return known, nil
}

// insertRecurrences records the places of puzzles other than their first.
func (b *importing) insertRecurrences() error {
	into := b.Inserter("recurrence (source_id, line, puzzle_id)", "ON CONFLICT DO NOTHING")
	add := func(at place, id int64) error {
		if at.line == nil {
			at.line = 0
		}
		return into.Add(at.source, at.line, id)
	}
	for i := range b.puzzles {
		n := &b.puzzles[i]
		if n.here != n.home {
			if err := add(n.here, n.id); err != nil {
				return err
			}
		}
		if n.first != n.here && n.first != n.home {
			if err := add(n.first, n.id); err != nil {
				return err
			}
		}
	}
	return into.Flush()
}

// twins returns the puzzles of the library that share a key with one of the new ones.
func (b *importing) twins() (map[int64]*twin, error) {
	puzzles := b.puzzles
	twins := make(map[int64]*twin, len(puzzles))
	for len(puzzles) > 0 {
		n := min(len(puzzles), file.IDsPerQuery)
		keys := make([]any, n)
		for i := range keys {
			keys[i] = puzzles[i].key
		}
		rows, err := b.Query("SELECT key, id, geometry_id, source_id, cells, line FROM puzzle WHERE key IN ("+
			file.Marks(n)+")", keys...)
		if err != nil {
			return nil, err
		}
		if err := readTwins(rows, twins); err != nil {
			return nil, err
		}
		puzzles = puzzles[n:]
	}
	return twins, nil
}

func readTwins(rows *sql.Rows, into map[int64]*twin) error {
	defer rows.Close()
	for rows.Next() {
		var key int64
		t := &twin{}
		if err := rows.Scan(&key, &t.id, &t.geometry, &t.home.source, &t.cells, &t.home.line); err != nil {
			return err
		}
		t.next = into[key]
		into[key] = t
	}
	return rows.Err()
}
