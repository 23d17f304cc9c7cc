//go:build unix

package file

import "syscall"

// folderWritable finds out whether files can be made in a folder.
func folderWritable(dir string) error {
	const writeOK = 2
	return syscall.Access(dir, writeOK)
}
