package library

import "context"

// NotDeleted is the condition that puzzle p is not deleted, behind others.
const NotDeleted = " AND p.id NOT IN (SELECT puzzle_id FROM deletion)"

// hidden returns the condition that a puzzle p is deleted, or that it is not; "" if no puzzle of the library is
// deleted, so that most libraries pay nothing.
func hidden(ctx context.Context, s *Reader, deleted bool) (string, error) {
	if deleted {
		return "p.id IN (SELECT puzzle_id FROM deletion)", nil
	}
	var some bool
	err := s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM deletion)").Scan(&some)
	if err != nil || !some {
		return "", err
	}
	return "p.id NOT IN (SELECT puzzle_id FROM deletion)", nil
}

// isDeleted reports whether a puzzle is hidden.
func isDeleted(ctx context.Context, s *Reader, id int64) (deleted bool, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM deletion WHERE puzzle_id = ?)", id).Scan(&deleted)
	return deleted, err
}
