// Package sqlite is SQLite as the library and the ledger of a pool use it: the C library with cgo, and without cgo a
// translation of it into Go, which every platform of Go can have and which is slower (docs/install.md has figures). The
// files are the same, and so are the data source names, which are those of mattn/go-sqlite3.
package sqlite

import "strings"

// Code is what kind of error SQLite reports, a primary result code of https://www.sqlite.org/rescode.html.
type Code int

const (
	Perm        Code = 3
	Busy        Code = 5
	Locked      Code = 6
	ReadOnly    Code = 8
	Corrupt     Code = 11
	Full        Code = 13
	Attach      Code = 23 // refused by a connection that cannot attach files
	NotDatabase Code = 26
)

// codeOf returns the code of an error with a text. SQLite has no code for a file too many.
func codeOf(code int, text string) Code {
	if strings.Contains(text, "too many attached databases") {
		return Attach
	}
	return Code(code)
}

// Function is a deterministic function for SQL. It takes so many arguments, or any number if that is -1. Its arguments
// and its value are int64, float64, string, []byte or nil.
type Function struct {
	Name      string
	Arguments int
	Call      func(arguments []any) (any, error)
}
