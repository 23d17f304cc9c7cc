//go:build unix

package accept

import (
	"fmt"
	"os"
	"syscall"
)

// Own returns an error if somebody besides this user and the administrator may have written a file or folder.
// Symbolic links are followed.
func Own(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return fmt.Errorf("%w: %s has no known owner", ErrNotOwn, path)
	case stat.Uid != 0 && int(stat.Uid) != os.Geteuid():
		return fmt.Errorf("%w: %s belongs to another user (%d): copy it to a folder of your own", ErrNotOwn, path, stat.Uid)
	case info.Mode()&0o002 != 0:
		return fmt.Errorf("%w: everybody can write to %s: chmod o-w", ErrNotOwn, path)
	case info.Mode()&0o020 != 0 && stat.Gid != 0 && int(stat.Gid) != os.Getegid():
		return fmt.Errorf("%w: another group (%d) can write to %s: chmod g-w", ErrNotOwn, stat.Gid, path)
	}
	return nil
}
