package plugin

import (
	"syscall"
	"unsafe"
)

// alive reports whether there is a process pid, and not only somebody who still asks how it ended.
func alive(pid int) bool {
	process, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return err == syscall.ERROR_ACCESS_DENIED
	}
	defer syscall.CloseHandle(process)
	event, err := syscall.WaitForSingleObject(process, 0)
	return err == nil && event == syscall.WAIT_TIMEOUT
}

var (
	kernel32         = syscall.NewLazyDLL("kernel32.dll")
	counter          = kernel32.NewProc("QueryPerformanceCounter")
	first, perSecond = read(counter), read(kernel32.NewProc("QueryPerformanceFrequency"))
)

func read(p *syscall.LazyProc) (value int64) {
	p.Call(uintptr(unsafe.Pointer(&value))) // cannot fail
	return value
}

// clock returns the time since the process began, in nanoseconds. The clock of package time goes by half milliseconds
// and more here, in which many puzzles are solved.
func clock() int64 {
	ticks := read(counter) - first
	return ticks/perSecond*1e9 + ticks%perSecond*1e9/perSecond
}
