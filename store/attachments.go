package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Attach records that questions about the library are to go through a folder of parts as well. A folder that is attached
// already stays so. Reading the parts is for others: this package knows the folder's name alone.
func (s *Store) Attach(ctx context.Context, folder string) error {
	return s.update(ctx, func(b *write.Batch) error {
		if _, err := b.Exec("INSERT INTO attachment (folder) VALUES (?) ON CONFLICT DO NOTHING", folder); err != nil {
			return fmt.Errorf("attaching %q: %w", folder, err)
		}
		return nil
	})
}

// Detach takes back Attach; ErrNotFound says that the folder is not attached.
func (s *Store) Detach(ctx context.Context, folder string) error {
	return s.update(ctx, func(b *write.Batch) error {
		n, err := b.Affected("DELETE FROM attachment WHERE folder = ?", folder)
		if err == nil && n == 0 {
			err = ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("detaching %q: %w", folder, err)
		}
		return nil
	})
}
