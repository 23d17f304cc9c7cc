// Package file keeps the database file: it makes, opens, migrates and backs up SQLite files, and writes them in batches,
// each one transaction. It knows the schema, and nothing of what the rows mean.
package file
