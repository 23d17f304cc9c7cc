package store

import (
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Origin is a place that is not part of the import at hand.
type Origin struct {
	Source       // its ID does not count
	Line   int64 // from 1, 0 where there is none
}

// place is a line of a source.
type place struct {
	source int64
	line   any // int64, or nil
}

// sourceOf returns the id of a source, which is made when it is new.
func (b *batch) sourceOf(src Source) (id int64, err error) {
	err = b.QueryRow(`INSERT INTO source (name, sha256, licence, imported_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (name, sha256) DO UPDATE SET licence = iif(licence = '', excluded.licence, licence) RETURNING id`,
		plain.Line(src.Name), src.SHA256, plain.Line(src.Licence), millis(time.Now())).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing source %q: %w", src.Name, err)
	}
	return id, nil
}
