// Package sqlite is SQLite as the library uses it: the C library with cgo, and without cgo a
// translation of it into Go, which every platform of Go can have and which is slower (docs/install.md has figures). The
// files are the same, and so are the data source names, which are those of mattn/go-sqlite3.
package sqlite

import (
	"slices"
	"strings"
)

// Code is what kind of error SQLite reports, a primary result code of https://www.sqlite.org/rescode.html.
type Code int

const (
	Perm        Code = 3
	Busy        Code = 5
	Locked      Code = 6
	ReadOnly    Code = 8
	Corrupt     Code = 11
	Full        Code = 13
	Auth        Code = 23 // refused by a bounded connection
	NotDatabase Code = 26
)

// Pragmas are those that a bounded connection runs. They describe tables.
var Pragmas = []string{"table_info", "table_xinfo", "table_list", "index_list", "foreign_key_list"}

// dangerous are functions that reach beyond the database. None is in the drivers as they are built here.
var dangerous = []string{"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}

// Actions of https://www.sqlite.org/c3ref/c_alter_table.html that a bounded connection may do.
const (
	actPragma    = 19
	actRead      = 20
	actSelect    = 21
	actFunction  = 31
	actRecursive = 33
)

// The answers of an authorizer.
const (
	authOK   = 0
	authDeny = 1
)

// authorize is the authorizer of bounded connections: SQLite asks it about all that a statement would do, also from within
// views, before it does any of it. first and second are the arguments of an action.
func authorize(action int, first, second string) int {
	switch action {
	case actSelect, actRead, actRecursive:
		return authOK
	case actFunction:
		if !slices.Contains(dangerous, strings.ToLower(second)) {
			return authOK
		}
	case actPragma:
		if slices.Contains(Pragmas, strings.ToLower(first)) {
			return authOK
		}
	}
	return authDeny
}

// Function is a deterministic function for SQL. It takes so many arguments, or any number if that is -1. Its arguments
// and its value are int64, float64, string, []byte or nil.
type Function struct {
	Name      string
	Arguments int
	Call      func(arguments []any) (any, error)
}
