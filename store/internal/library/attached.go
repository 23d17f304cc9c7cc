package library

import "context"

// Attached returns the folders that are attached, by name.
func (s *Reader) Attached(ctx context.Context) (folders []string, err error) {
	err = s.SQL(ctx, "SELECT folder FROM attachment ORDER BY folder", func(_ []string, v []any) error {
		folders = append(folders, v[0].(string))
		return nil
	})
	return folders, err
}
