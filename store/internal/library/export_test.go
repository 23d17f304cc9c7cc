package library

import "testing"

// Plan returns SQLite's query plan of a listing.
func Plan(t *testing.T, s *Reader, f Filter) string {
	t.Helper()
	clause, args, err := clause(t.Context(), s, f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.read.Query("EXPLAIN QUERY PLAN "+selectListed+clause, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	plan := ""
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan += detail + "\n"
	}
	return plan
}
