package work

import (
	"encoding/json"
	"io"
)

// WriteLine writes a record as one line of JSON.
func WriteLine(w io.Writer, record any) error { return json.NewEncoder(w).Encode(record) }

// WriteIndented writes a record, or a slice of them, as JSON for people.
func WriteIndented(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(record)
}
