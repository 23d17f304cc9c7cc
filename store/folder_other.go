//go:build !unix

package store

// folderWritable leaves it to SQLite to find out.
func folderWritable(string) error { return nil }
