package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// maxFile is how large a file a confined process may write, in bytes.
const maxFile = 64 << 20

// sandboxed says what the sandbox enforces here, "" for nothing.
func sandboxed() string {
	if auditArch[runtime.GOARCH] == 0 {
		return ""
	}
	if landlockVersion() < 1 {
		return "no network (seccomp); this kernel has no Landlock, so files are not protected"
	}
	return "no network (seccomp), no writing but to its own temporary folder (Landlock), files of 64 MiB, no core dumps"
}

// landlockVersion returns the version of the kernel's Landlock, 0 without it.
func landlockVersion() int {
	const createRulesetVersion = 1
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, createRulesetVersion)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// enterSandbox gives up rights for good, for this process and all that it starts: writing to files except below folder,
// which may be "", and all sockets but Unix ones. Reading and executing stay allowed.
func enterSandbox(folder string) error {
	runtime.LockOSThread() // the filter is the thread's; the thread that executes the plugin keeps it
	for resource, limit := range map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: maxFile} {
		_ = unix.Setrlimit(resource, &unix.Rlimit{Cur: limit, Max: limit}) // a lower limit may be in force already
	}
	rules := []landlock.Rule{landlock.RODirs("/"), landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full").IgnoreIfMissing()}
	if folder != "" {
		rules = append(rules, landlock.RWDirs(folder))
		_ = os.Setenv("TMPDIR", folder)
	}
	if err := landlock.V5.BestEffort().RestrictPaths(rules...); err != nil {
		return fmt.Errorf("restricting files: %w", err)
	}
	return forbidNetwork()
}

// become replaces this process by a command.
func become(argv []string) error { return syscall.Exec(argv[0], argv, os.Environ()) }

// auditArch is how seccomp calls an architecture.
var auditArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// The offsets of what the filter looks at in struct seccomp_data.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArg0 = 16
)

// forbidNetwork installs a filter for this thread that refuses sockets of all families but AF_UNIX, io_uring, by which
// sockets could be made around it, and the calls of other architectures.
func forbidNetwork() error {
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		ret   = unix.BPF_RET | unix.BPF_K
		x32   = 0x40000000
	)
	filter := []unix.SockFilter{
		{Code: load, K: offsetArch},
		{Code: equal, K: auditArch[runtime.GOARCH], Jf: 7}, // to refuse
		{Code: load, K: offsetCall},
		{Code: least, K: x32, Jt: 5},
		{Code: equal, K: unix.SYS_IO_URING_SETUP, Jt: 4},
		{Code: equal, K: unix.SYS_SOCKET, Jf: 2}, // to allow
		{Code: load, K: offsetArg0},
		{Code: equal, K: unix.AF_UNIX, Jf: 1},
		{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)},
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up new privileges: %w", err)
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
	if err != nil {
		return fmt.Errorf("refusing sockets: %w", err)
	}
	return nil
}
