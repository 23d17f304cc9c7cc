//go:build !linux

package child

import (
	"io/fs"
	"runtime"
	"time"
)

// changeTime returns when a file was changed last, as far as anybody says here.
func changeTime(info fs.FileInfo) time.Time { return info.ModTime() }

// Identity returns "": programs are started by their names here.
func Identity(fs.FileInfo) string { return "" }

// OnThread calls f on a thread of its own, which ends with f.
func OnThread(f func()) {
	go func() {
		runtime.LockOSThread()
		f()
	}()
}
