package main

import (
	"log"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

func init() {
	olderKernel = func() {
		becomeUnder(os.Args[1:], unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_LANDLOCK_CREATE_RULESET, Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
	}
	badBlock = func() { // one in 64 pages of each file cannot be written
		page, err := strconv.ParseUint(os.Args[1], 10, 6)
		if err != nil {
			log.Fatal(err)
		}
		becomeUnder(os.Args[2:], unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_PWRITE64, Jf: 5},
			unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 40}, // the offset
			unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_RSH | unix.BPF_K, K: 12},
			unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 63},
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: uint32(page), Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EIO)})
	}
}

// becomeUnder becomes a command for which the kernel answers as a filter says, or otherwise as ever.
func becomeUnder(command []string, filter ...unix.SockFilter) {
	runtime.LockOSThread()
	filter = append(filter, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		log.Fatal(err)
	}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		log.Fatal(err)
	}
	path, err := exec.LookPath(command[0])
	if err == nil {
		err = unix.Exec(path, command, os.Environ())
	}
	log.Fatal(err)
}
