//go:build linux && (amd64 || arm64)

package confine

import (
	"slices"

	"golang.org/x/sys/unix"
)

// refused are the system calls that a program has no need of and that reach beyond its folder and its processes in ways
// which Landlock, or an old version of it, does not see: connections; sizes, owners, times and attributes of files; the
// memory and the files of other processes; keyrings and objects that outlive processes; other namespaces; changes of
// folders. io_uring could make sockets around the filter, and memory that is a file is limited by nothing.
var refused = slices.Concat(refusedHere, []uint32{
	unix.SYS_CONNECT, unix.SYS_IO_URING_SETUP, unix.SYS_TRUNCATE, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT, unix.SYS_FILE_SETATTR,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PROCESS_MRELEASE, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_USERFAULTFD,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMDT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV,
	unix.SYS_MSGCTL, unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL,
	unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK, unix.SYS_MQ_TIMEDSEND, unix.SYS_MQ_TIMEDRECEIVE, unix.SYS_MQ_NOTIFY,
	unix.SYS_MQ_GETSETATTR,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_SYSLOG,
	unix.SYS_INOTIFY_ADD_WATCH, unix.SYS_FANOTIFY_INIT,
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_VMSPLICE,
	unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_SET_MEMPOLICY_HOME_NODE,
}, administration)

// administration lists the calls that administer a machine: its mounts, clocks, names, quotas, modules and power. Most
// of them fail without capabilities. Refusing them here keeps faults in their code out of a plugin's reach, too.
var administration = []uint32{
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG,
	unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_MOVE_MOUNT,
	unix.SYS_MOUNT_SETATTR, unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_REBOOT, unix.SYS_VHANGUP, unix.SYS_NFSSERVCTL,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
}

// ofOthers are calls whose first argument is a process or a thread; 0 is the caller, and all that is allowed. To others
// they would reach out of the sandbox, for the kernel compares users alone.
var ofOthers = []uint32{unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER,
	unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES}

// attributes are calls that read the extended attributes of any file. They fail as on a file system that has none.
var attributes = []uint32{unix.SYS_GETXATTR, unix.SYS_LGETXATTR, unix.SYS_FGETXATTR, unix.SYS_GETXATTRAT,
	unix.SYS_LISTXATTR, unix.SYS_LLISTXATTR, unix.SYS_FLISTXATTR, unix.SYS_LISTXATTRAT}

// newest is the newest call that was considered. Later ones fail as on a kernel that does not know them.
const newest = unix.SYS_FILE_SETATTR

// ioctls are the requests that programs need: is this a terminal, how much is there to read, do not wait. Others fail
// as on a file that does not know them; they could change what may only be read, or type on a terminal.
var ioctls = []uint32{unix.TCGETS, unix.TCGETS2, unix.TIOCGWINSZ, unix.TIOCGPGRP, unix.TIOCINQ, unix.TIOCOUTQ,
	fioNBIO, fioASYNC, fioCLEX, fioNCLEX, unix.FS_IOC_GETFLAGS, unix.FICLONE, unix.FICLONERANGE}

// fcntls are requests by which a program would learn what others do with a file that it may only read, or delay them.
var fcntls = []uint32{unix.F_SETLEASE, unix.F_NOTIFY}

const (
	fioNBIO, fioASYNC, fioCLEX, fioNCLEX = 0x5421, 0x5452, 0x5451, 0x5450

	setsUser = unix.S_ISUID | unix.S_ISGID
	newFile  = unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY // then open has a mode

	// of clone, which has no CLONE_NEWTIME
	newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER |
		unix.CLONE_NEWPID | unix.CLONE_NEWNET

	askPersonality      = 0xffffffff // returns the personality and leaves it as it is
	priorityOfProcess   = 0          // PRIO_PROCESS
	ioPriorityOfProcess = 1          // IOPRIO_WHO_PROCESS
)

// The filter reads these offsets of struct seccomp_data. The lower halves of arguments come first on all architectures
// here.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

// lower returns the offset of the lower half of an argument.
func lower(argument uint32) uint32 { return offsetArgs + 8*argument }

// upper returns the offset of the upper half of an argument.
func upper(argument uint32) uint32 { return lower(argument) + 4 }

const (
	load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	some  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	and   = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	give  = unix.BPF_RET | unix.BPF_K
	x32   = 0x40000000 // the calls of amd64 with 32-bit pointers begin here
)

// The answers of the filter.
const (
	allows  = unix.SECCOMP_RET_ALLOW
	denies  = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	foreign = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOTTY)
	without = unix.SECCOMP_RET_ERRNO | uint32(unix.EOPNOTSUPP)
)

// filter is a program for the kernel. Behind the number of a call that it is about, each part ends with an answer.
type filter []unix.SockFilter

// about adds what is asked about a call.
func (f *filter) about(call uint32, part ...unix.SockFilter) {
	*f = append(append(*f, unix.SockFilter{Code: equal, K: call, Jf: uint8(len(part))}), part...)
}

// answer ends the filter with an answer.
func answer(a uint32) unix.SockFilter { return unix.SockFilter{Code: give, K: a} }

// only allows a call whose arguments have these values, as far as their lower halves go.
func only(values ...argument) []unix.SockFilter {
	var part []unix.SockFilter
	for _, v := range values {
		part = append(part, unix.SockFilter{Code: load, K: v.offset})
		if v.mask != 0 {
			part = append(part, unix.SockFilter{Code: and, K: v.mask})
		}
		part = append(part, unix.SockFilter{Code: equal, K: v.value, Jt: 1}, answer(denies))
	}
	return append(part, answer(allows))
}

// argument is a comparison of half an argument under a mask.
type argument struct{ offset, mask, value uint32 }

// plainMode refuses a call whose mode argument makes a set-user-id or set-group-id file.
func plainMode(mode uint32) []unix.SockFilter {
	return []unix.SockFilter{{Code: load, K: lower(mode)}, {Code: some, K: setsUser, Jf: 1}, answer(denies),
		answer(allows)}
}

// plainOpen refuses such modes in a call that opens files, and flags that say neither to read nor to write, or to read
// and to empty the file: old versions of Landlock then do not look.
func plainOpen(flags uint32) []unix.SockFilter {
	mode := flags + 1
	return []unix.SockFilter{{Code: load, K: lower(flags)},
		{Code: some, K: newFile, Jf: 4},
		{Code: load, K: lower(mode)}, {Code: some, K: setsUser, Jf: 1}, answer(denies), {Code: load, K: lower(flags)},
		{Code: and, K: unix.O_ACCMODE | unix.O_TRUNC},
		{Code: equal, K: unix.O_RDONLY | unix.O_TRUNC, Jf: 1}, answer(denies),
		{Code: and, K: unix.O_ACCMODE},
		{Code: equal, K: unix.O_ACCMODE, Jf: 1}, answer(denies),
		answer(allows)}
}

// oneOf answers calls whose lower half of an argument is one of some values, and all others.
func oneOf(argument uint32, values []uint32, is, isNot uint32) []unix.SockFilter {
	part := []unix.SockFilter{{Code: load, K: lower(argument)}}
	for _, value := range values {
		part = append(part, unix.SockFilter{Code: equal, K: value, Jf: 1}, answer(is))
	}
	return append(part, answer(isNot))
}

// filterProgram returns the filter.
func filterProgram() filter {
	f := filter{{Code: load, K: offsetArch}, {Code: equal, K: auditArch, Jt: 1}, answer(denies),
		{Code: load, K: offsetCall}, {Code: least, K: x32, Jf: 1}, answer(denies),
		{Code: least, K: newest + 1, Jf: 1}, answer(unknown)}
	for _, call := range refused {
		f.about(call, answer(denies))
	}
	for _, call := range attributes {
		f.about(call, answer(without))
	}
	for _, call := range ofOthers {
		f.about(call, only(argument{offset: lower(0)})...)
	}
	f.about(unix.SYS_PERSONALITY, only(argument{offset: lower(0), value: askPersonality})...)
	f.about(unix.SYS_SETPRIORITY, only(argument{offset: lower(0), value: priorityOfProcess},
		argument{offset: lower(1)})...)
	f.about(unix.SYS_IOPRIO_SET, only(argument{offset: lower(0), value: ioPriorityOfProcess},
		argument{offset: lower(1)})...)
	for _, call := range []uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} {
		const types = 0xf // the rest are flags
		f.about(call, only(argument{offset: lower(0), value: unix.AF_UNIX},
			argument{offset: lower(1), mask: types, value: unix.SOCK_STREAM})...)
	}
	const address = 4
	f.about(unix.SYS_SENDTO, only(argument{offset: lower(address)}, argument{offset: upper(address)})...)
	f.about(unix.SYS_IOCTL, oneOf(1, ioctls, allows, foreign)...)
	f.about(unix.SYS_FCNTL, oneOf(1, fcntls, denies, allows)...)
	f.about(unix.SYS_OPENAT, plainOpen(2)...)
	f.about(unix.SYS_OPENAT2, answer(unknown)) // its flags cannot be seen
	f.about(unix.SYS_MKNODAT, plainMode(2)...)
	f = append(f, filterHere()...)
	const mapFlags = 3
	f.about(unix.SYS_MMAP, unix.SockFilter{Code: load, K: lower(mapFlags)},
		unix.SockFilter{Code: some, K: unix.MAP_GROWSDOWN, Jf: 1}, answer(denies), // such memory has no limit
		answer(allows))
	f.about(unix.SYS_CLONE3, answer(unknown)) // its flags cannot be seen; libraries use clone then
	f.about(unix.SYS_CLONE, unix.SockFilter{Code: load, K: lower(0)},
		unix.SockFilter{Code: some, K: newNamespaces | unix.CLONE_PARENT, Jf: 1}, answer(denies), answer(allows))
	return append(f, answer(allows))
}
