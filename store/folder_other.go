//go:build !unix

package store

func folderWritable(string) error { return nil }
