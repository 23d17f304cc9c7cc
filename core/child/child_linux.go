package child

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
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

// Identity returns a text that is the same for the same unchanged file, and for no other. It is "" if there is none.
func Identity(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d:%d:%d:%d", stat.Dev, stat.Ino, stat.Size, stat.Ctim.Nano())
}

// OnThread calls f on a thread of its own, which ends with f. It is not the first one of this process, so
// that children which f starts can be told from adopted ones.
func OnThread(f func()) {
	go func() {
		runtime.LockOSThread()
		if syscall.Gettid() != os.Getpid() {
			f()
			return
		}
		begun := make(chan struct{}) // the first thread is kept from the next goroutine until then
		OnThread(func() { close(begun); f() })
		<-begun
		runtime.UnlockOSThread()
	}()
}
