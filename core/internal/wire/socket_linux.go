package wire

import (
	"io"
	"net"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// socket is a connection that is read and written without the runtime knowing. The calls never wait in the kernel, and a message
// takes them 10 to 20 µs: long enough for the runtime to give their processor to another goroutine and take it back later, and to
// check every 20 µs which other calls have been in the kernel that long.
type socket struct {
	*net.UnixConn
	raw syscall.RawConn
}

func newSocket(conn *net.UnixConn) (s socket) {
	s.UnixConn = conn
	s.raw, _ = conn.SyscallConn() // it has no error for a connection that was made
	return s
}

// Read implements io.Reader.
func (s socket) Read(b []byte) (n int, err error) {
	if len(b) == 0 {
		return 0, nil
	}
	var failed syscall.Errno
	err = s.raw.Read(func(socket uintptr) bool {
		n, failed = transfer(syscall.SYS_READ, socket, b)
		return failed != syscall.EAGAIN
	})
	switch {
	case err != nil:
		return 0, err
	case failed != 0:
		return 0, failed
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// await waits up to patience for something to read without letting the processor sleep, if there is more than one.
func (s socket) await(patience time.Duration) {
	if runtime.GOMAXPROCS(0) == 1 {
		return
	}
	runtime.Gosched() // goroutines that were started just now may run first, but no other thread is to wake up for them
	for began := time.Now(); !s.readable() && time.Since(began) < patience; {
		_, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) // the plugin itself may wait for this processor
	}
}

// readable reports whether a read would not wait: something has come, or the connection is closed.
func (s socket) readable() (ready bool) {
	err := s.raw.Control(func(socket uintptr) {
		var b [1]byte
		_, _, failed := syscall.RawSyscall6(syscall.SYS_RECVFROM, socket, uintptr(unsafe.Pointer(&b[0])), 1, syscall.MSG_PEEK|syscall.MSG_DONTWAIT, 0, 0)
		ready = failed != syscall.EAGAIN && failed != syscall.EINTR
	})
	return ready || err != nil
}

// Write implements io.Writer.
func (s socket) Write(b []byte) (written int, err error) {
	var failed syscall.Errno
	err = s.raw.Write(func(socket uintptr) bool {
		for failed = 0; written < len(b) && failed == 0; {
			var n int
			n, failed = transfer(syscall.SYS_WRITE, socket, b[written:])
			written += n
		}
		return failed != syscall.EAGAIN
	})
	if err == nil && failed != 0 {
		err = failed
	}
	return written, err
}

// transfer reads or writes b, which is not empty, as far as that goes without waiting.
func transfer(call, socket uintptr, b []byte) (int, syscall.Errno) {
	for {
		n, _, failed := syscall.RawSyscall(call, socket, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
		switch failed {
		case 0:
			return int(n), 0
		case syscall.EINTR:
		default:
			return 0, failed
		}
	}
}
