package child

import (
	"os"
	"runtime"
	"syscall"
)

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
