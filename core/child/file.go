package child

import (
	"io/fs"
	"os"
)

// Same reports whether a file is the one that it was, and has not changed. The time of its last change can be set by nobody,
// unlike that of its last modification.
func Same(then, now fs.FileInfo) bool {
	return os.SameFile(then, now) && then.Size() == now.Size() && then.ModTime().Equal(now.ModTime()) &&
		changeTime(then).Equal(changeTime(now))
}
