//go:build unix

package store

import "golang.org/x/sys/unix"

func folderWritable(dir string) error { return unix.Access(dir, unix.W_OK) }
