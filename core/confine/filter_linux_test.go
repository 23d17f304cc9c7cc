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
func expected(q asked, counted bool) uint32 {
	ask := uint32(allows)
	if counted {
		ask = asks
	}
	low := func(i int) uint32 { return uint32(q.args[i]) }
	denied := false
	switch q.call {
	case unix.SYS_SOCKET, unix.SYS_SOCKETPAIR:
		denied = low(0) != unix.AF_UNIX || low(1)&0xf != unix.SOCK_STREAM
	case unix.SYS_SENDTO:
		denied = q.args[4] != 0
	case unix.SYS_SETPRIORITY:
		denied = low(0) != 0 || low(1) != 0
	case unix.SYS_IOPRIO_SET:
		denied = low(0) != 1 || low(1) != 0
	case unix.SYS_IOCTL:
		denied = slices.Contains(ioctls, low(1))
	case unix.SYS_MMAP:
		denied = low(3)&unix.MAP_GROWSDOWN != 0
	case unix.SYS_CLONE:
		denied = low(0)&newNamespaces != 0
	}
	switch {
	case q.arch != auditArch, q.call >= x32:
		return denies
	case q.call > newest, q.call == unix.SYS_CLONE3:
		return unknown
	case denied, slices.Contains(refused, q.call), slices.Contains(ofOthers, q.call) && low(0) != 0:
		return denies
	case q.call == unix.SYS_CLONE, q.call == unix.SYS_MMAP && low(3)&unix.MAP_SHARED != 0, slices.Contains(forkCalls, q.call):
		return ask
	}
	return allows
}

// TestFilterRefusesWhatIsListed and nothing else: the jumps of the program lead where they should.
func TestFilterRefusesWhatIsListed(t *testing.T) {
	known := slices.Concat(refused, ofOthers, forkCalls, []uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_SENDTO,
		unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_IOCTL, unix.SYS_MMAP, unix.SYS_CLONE, unix.SYS_CLONE3,
		unix.SYS_READ, unix.SYS_OPENAT, newest, newest + 1, x32 - 1, x32})
	values := []uint64{0, 0, 1, 2, 5, 1 << 32, unix.SOCK_STREAM | unix.SOCK_CLOEXEC, unix.SOCK_DGRAM | unix.SOCK_NONBLOCK,
		unix.AF_INET, unix.AF_NETLINK, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS, unix.MAP_SHARED, unix.MAP_GROWSDOWN | unix.MAP_PRIVATE,
		unix.CLONE_NEWUSER | uint64(unix.SIGCHLD), unix.CLONE_VM | unix.CLONE_THREAD, unix.TIOCSTI, unix.FS_IOC_SETFLAGS,
		unix.TCGETS}
	rapid.Check(t, func(t *rapid.T) {
		counted := rapid.Bool().Draw(t, "counted")
		q := asked{call: rapid.OneOf(rapid.SampledFrom(known), rapid.Uint32Range(0, 500), rapid.Uint32()).Draw(t, "call")}
		arches := []uint32{auditArch, auditArch, auditArch, 0, unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM}
		q.arch = rapid.SampledFrom(arches).Draw(t, "arch")
		for i := range q.args {
			q.args[i] = rapid.OneOf(rapid.SampledFrom(values), rapid.Uint64()).Draw(t, "argument")
		}
		if got, want := verdict(t, filterProgram(counted), q), expected(q, counted); got != want {
			t.Fatalf("%+v: %x, want %x", q, got, want)
		}
	})
}
