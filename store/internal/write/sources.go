package write

import (
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/library"
)

// Place is a line of a source.
type Place struct {
	Source int64
	Line   any // int64, or nil
}

// Source returns the id of a source, which is made when it is new.
func (b *Batch) Source(src library.Source) (id int64, err error) {
	err = b.QueryRow(`INSERT INTO source (name, sha256, licence, imported_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (name, sha256) DO UPDATE SET licence = iif(licence = '', excluded.licence, licence) RETURNING id`,
		plain.Line(src.Name), src.SHA256, plain.Line(src.Licence), time.Now().UnixMilli()).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing source %q: %w", src.Name, err)
	}
	return id, nil
}
