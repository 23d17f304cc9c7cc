//go:build linux && (amd64 || arm64)

package confine

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// asked is what the filter is asked.
type asked struct {
	arch, call uint32
	args       [6]uint64
}

// verdict runs a filter as the kernel would on a call.
func verdict(t rapid.TB, program []unix.SockFilter, q asked) uint32 {
	t.Helper()
	data := map[uint32]uint32{offsetArch: q.arch, offsetCall: q.call}
	for i, arg := range q.args {
		data[lower(uint32(i))], data[upper(uint32(i))] = uint32(arg), uint32(arg>>32)
	}
	var a uint32
	for i := 0; i < len(program); i++ {
		s := program[i]
		jump := func(holds bool) {
			if i += int(s.Jf); holds {
				i += int(s.Jt) - int(s.Jf)
			}
		}
		switch s.Code {
		case load:
			a = data[s.K]
		case and:
			a &= s.K
		case equal:
			jump(a == s.K)
		case least:
			jump(a >= s.K)
		case some:
			jump(a&s.K != 0)
		case give:
			return s.K
		default:
			t.Fatalf("instruction %d has code %x", i, s.Code)
		}
	}
	t.Fatalf("the filter has no end")
	return 0
}

// expected is what the filter should say, in words of its own.
func expected(q asked) uint32 {
	low := func(i int) uint32 { return uint32(q.args[i]) }
	denied := false
	switch q.call {
	case unix.SYS_SOCKET, unix.SYS_SOCKETPAIR:
		denied = low(0) != unix.AF_UNIX || low(1)&0xf != unix.SOCK_STREAM
	case unix.SYS_SENDTO:
		denied = q.args[4] != 0
	case unix.SYS_PERSONALITY:
		denied = low(0) != 0xffffffff
	case unix.SYS_SETPRIORITY:
		denied = low(0) != 0 || low(1) != 0
	case unix.SYS_IOPRIO_SET:
		denied = low(0) != 1 || low(1) != 0
	case unix.SYS_FCNTL:
		denied = low(1) == unix.F_SETLEASE || low(1) == unix.F_NOTIFY
	case unix.SYS_OPENAT:
		denied = refusedOpen(low(2), low(3))
	case unix.SYS_MKNODAT:
		denied = low(2)&0o6000 != 0
	case unix.SYS_MMAP:
		denied = low(3)&unix.MAP_GROWSDOWN != 0
	case unix.SYS_CLONE:
		denied = low(0)&(newNamespaces|unix.CLONE_PARENT) != 0
	}
	switch {
	case q.arch != auditArch, q.call >= x32:
		return denies
	case q.call > newest, q.call == unix.SYS_CLONE3, q.call == unix.SYS_OPENAT2:
		return unknown
	case slices.Contains(attributes, q.call):
		return without
	case q.call == unix.SYS_IOCTL && !slices.Contains(ioctls, low(1)):
		return foreign
	case slices.Contains(olderOpens, q.call):
		return expectedOfOlder(q)
	case denied, slices.Contains(refused, q.call), slices.Contains(ofOthers, q.call) && low(0) != 0:
		return denies
	}
	return allows
}

// refusedOpen says which flags and modes of open are refused.
func refusedOpen(flags, mode uint32) bool {
	access := flags & 3 // reading, writing, both, neither
	return access == 3 || flags&unix.O_TRUNC != 0 && access == 0 || flags&(unix.O_CREAT|0o20000000) != 0 && mode&0o6000 != 0
}

// TestWhatReachesOutsideIsRefused names the calls by which programs have left this sandbox or others, whatever the lists of
// the filter hold.
func TestWhatReachesOutsideIsRefused(t *testing.T) {
	const other, address = 4711, 1 << 40
	for name, q := range map[string]asked{
		"ptrace": {call: unix.SYS_PTRACE}, "process_vm_readv": {call: unix.SYS_PROCESS_VM_READV},
		"process_vm_writev": {call: unix.SYS_PROCESS_VM_WRITEV}, "pidfd_getfd": {call: unix.SYS_PIDFD_GETFD},
		"kcmp": {call: unix.SYS_KCMP}, "userfaultfd": {call: unix.SYS_USERFAULTFD},
		"prlimit64 of another":          {call: unix.SYS_PRLIMIT64, args: [6]uint64{other}},
		"setpriority of another":        {call: unix.SYS_SETPRIORITY, args: [6]uint64{0, other}},
		"setpriority of a group":        {call: unix.SYS_SETPRIORITY, args: [6]uint64{1}},
		"ioprio_set of another":         {call: unix.SYS_IOPRIO_SET, args: [6]uint64{1, other}},
		"sched_setaffinity of another":  {call: unix.SYS_SCHED_SETAFFINITY, args: [6]uint64{other}},
		"sched_setscheduler of another": {call: unix.SYS_SCHED_SETSCHEDULER, args: [6]uint64{other}},
		"connect":                       {call: unix.SYS_CONNECT}, "io_uring_setup": {call: unix.SYS_IO_URING_SETUP},
		"socket of the internet": {call: unix.SYS_SOCKET, args: [6]uint64{unix.AF_INET, unix.SOCK_STREAM}},
		"socket for datagrams":   {call: unix.SYS_SOCKET, args: [6]uint64{unix.AF_UNIX, unix.SOCK_DGRAM}},
		"pair for datagrams":     {call: unix.SYS_SOCKETPAIR, args: [6]uint64{unix.AF_UNIX, unix.SOCK_DGRAM | unix.SOCK_CLOEXEC}},
		"pair for packets":       {call: unix.SYS_SOCKETPAIR, args: [6]uint64{unix.AF_UNIX, unix.SOCK_SEQPACKET}},
		"sendto an address":      {call: unix.SYS_SENDTO, args: [6]uint64{3, 0, 0, 0, address}},
		"shmget":                 {call: unix.SYS_SHMGET}, "shmat": {call: unix.SYS_SHMAT}, "shmctl": {call: unix.SYS_SHMCTL},
		"msgget": {call: unix.SYS_MSGGET}, "msgsnd": {call: unix.SYS_MSGSND}, "msgrcv": {call: unix.SYS_MSGRCV},
		"msgctl": {call: unix.SYS_MSGCTL}, "semget": {call: unix.SYS_SEMGET}, "semop": {call: unix.SYS_SEMOP},
		"semctl": {call: unix.SYS_SEMCTL}, "mq_open": {call: unix.SYS_MQ_OPEN}, "mq_unlink": {call: unix.SYS_MQ_UNLINK},
		"unshare": {call: unix.SYS_UNSHARE}, "setns": {call: unix.SYS_SETNS}, "clone3": {call: unix.SYS_CLONE3},
		"clone with a user namespace": {call: unix.SYS_CLONE, args: [6]uint64{unix.CLONE_NEWUSER | uint64(unix.SIGCHLD)}},
		"clone with a network":        {call: unix.SYS_CLONE, args: [6]uint64{unix.CLONE_NEWNET}},
		"clone as a sibling":          {call: unix.SYS_CLONE, args: [6]uint64{unix.CLONE_PARENT | uint64(unix.SIGCHLD)}},
		"clone with mounts":           {call: unix.SYS_CLONE, args: [6]uint64{unix.CLONE_NEWNS}},
		"memory that is a file":       {call: unix.SYS_MEMFD_CREATE},
		"memory that grows downwards": {call: unix.SYS_MMAP, args: [6]uint64{3: unix.MAP_GROWSDOWN | unix.MAP_PRIVATE}},
		"acct":                        {call: unix.SYS_ACCT}, "mount": {call: unix.SYS_MOUNT}, "umount2": {call: unix.SYS_UMOUNT2},
		"pivot_root": {call: unix.SYS_PIVOT_ROOT}, "chroot": {call: unix.SYS_CHROOT}, "fsopen": {call: unix.SYS_FSOPEN},
		"fsmount": {call: unix.SYS_FSMOUNT}, "open_tree": {call: unix.SYS_OPEN_TREE}, "move_mount": {call: unix.SYS_MOVE_MOUNT},
		"mount_setattr": {call: unix.SYS_MOUNT_SETATTR}, "statmount": {call: unix.SYS_STATMOUNT},
		"listmount": {call: unix.SYS_LISTMOUNT}, "settimeofday": {call: unix.SYS_SETTIMEOFDAY},
		"clock_settime": {call: unix.SYS_CLOCK_SETTIME}, "sethostname": {call: unix.SYS_SETHOSTNAME},
		"swapon": {call: unix.SYS_SWAPON}, "quotactl": {call: unix.SYS_QUOTACTL}, "reboot": {call: unix.SYS_REBOOT},
		"vhangup": {call: unix.SYS_VHANGUP}, "vmsplice": {call: unix.SYS_VMSPLICE}, "mbind": {call: unix.SYS_MBIND},
		"set_mempolicy": {call: unix.SYS_SET_MEMPOLICY}, "another personality": {call: unix.SYS_PERSONALITY},
		"keyctl": {call: unix.SYS_KEYCTL}, "bpf": {call: unix.SYS_BPF},
		"perf_event_open": {call: unix.SYS_PERF_EVENT_OPEN}, "fchmodat": {call: unix.SYS_FCHMODAT},
		"truncate": {call: unix.SYS_TRUNCATE}, "openat2": {call: unix.SYS_OPENAT2},
		"reading, and emptying":         {call: unix.SYS_OPENAT, args: [6]uint64{2: unix.O_RDONLY | unix.O_TRUNC}},
		"neither reading nor writing":   {call: unix.SYS_OPENAT, args: [6]uint64{2: unix.O_ACCMODE | unix.O_TRUNC}},
		"a set-user-id file":            {call: unix.SYS_OPENAT, args: [6]uint64{2: unix.O_WRONLY | unix.O_CREAT, 3: 0o4755}},
		"a set-user-id file by mknodat": {call: unix.SYS_MKNODAT, args: [6]uint64{2: unix.S_IFREG | 0o4755}},
		"getxattr":                      {call: unix.SYS_GETXATTR}, "flistxattr": {call: unix.SYS_FLISTXATTR},
		"a lease":                       {call: unix.SYS_FCNTL, args: [6]uint64{1: unix.F_SETLEASE}},
		"the version of a file":         {call: unix.SYS_IOCTL, args: [6]uint64{1: 0x40087602}},
		"typing on a terminal":          {call: unix.SYS_IOCTL, args: [6]uint64{1: unix.TIOCSTI}},
		"a call of another processor":   {call: unix.SYS_READ, arch: unix.AUDIT_ARCH_I386},
		"a call of 32 bits":             {call: x32 | unix.SYS_READ},
		"a call that nobody has judged": {call: newest + 1},
	} {
		if q.arch == 0 {
			q.arch = auditArch
		}
		if got := verdict(t, filterProgram(), q); got&unix.SECCOMP_RET_ACTION_FULL != unix.SECCOMP_RET_ERRNO {
			t.Errorf("%s: %x", name, got)
		}
	}
}

// TestFilterRefusesWhatIsListed and nothing else: the jumps of the program lead where they should. Each call is tried with
// each value of each argument, and with any at random.
func TestFilterRefusesWhatIsListed(t *testing.T) {
	known := slices.Concat(refused, ofOthers, attributes, olderOpens, []uint32{unix.SYS_PERSONALITY, unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_SENDTO,
		unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_IOCTL, unix.SYS_MMAP, unix.SYS_CLONE, unix.SYS_CLONE3,
		unix.SYS_READ, unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_MKNODAT, unix.SYS_FCNTL, newest, newest + 1, x32 - 1, x32})
	values := []uint64{0, 0, 1, 2, 5, 0xffffffff, 1 << 32, unix.SOCK_STREAM | unix.SOCK_CLOEXEC, unix.SOCK_DGRAM | unix.SOCK_NONBLOCK,
		unix.AF_INET, unix.AF_NETLINK, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS, unix.MAP_SHARED, unix.MAP_GROWSDOWN | unix.MAP_PRIVATE,
		unix.CLONE_NEWUSER | uint64(unix.SIGCHLD), unix.CLONE_VM | unix.CLONE_THREAD, unix.CLONE_PARENT, unix.TIOCSTI, unix.FS_IOC_SETFLAGS,
		unix.TCGETS, unix.F_SETLEASE, unix.O_TRUNC, unix.O_CREAT | unix.O_WRONLY | unix.O_TRUNC, unix.O_TMPFILE | unix.O_RDWR, 0o4755}
	program := filterProgram()
	for _, call := range known {
		for i := range 6 {
			for _, value := range values {
				for _, domain := range []uint64{0, unix.AF_UNIX} {
					q := asked{arch: auditArch, call: call, args: [6]uint64{domain}}
					q.args[i] = value
					if got, want := verdict(t, program, q), expected(q); got != want {
						t.Fatalf("%+v: %x, want %x", q, got, want)
					}
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := asked{call: rapid.OneOf(rapid.SampledFrom(known), rapid.Uint32Range(0, 500), rapid.Uint32()).Draw(t, "call")}
		arches := []uint32{auditArch, auditArch, auditArch, 0, unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM}
		q.arch = rapid.SampledFrom(arches).Draw(t, "arch")
		for i := range q.args {
			q.args[i] = rapid.OneOf(rapid.SampledFrom(values), rapid.Uint64()).Draw(t, "argument")
		}
		if got, want := verdict(t, program, q), expected(q); got != want {
			t.Fatalf("%+v: %x, want %x", q, got, want)
		}
	})
}
