// Package sqlite is SQLite as the library and the ledger of a pool use it: the C library with cgo, and without cgo a
// translation of it into Go, which every platform of Go can have and which is slower (docs/install.md has figures). The
// files are the same, and so are the data source names, which are those of mattn/go-sqlite3.
package sqlite
