package find

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime returns when a file was changed last.
func changeTime(info fs.FileInfo) time.Time {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(stat.Ctim.Unix())
}
