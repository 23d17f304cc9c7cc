package confine

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// verdict runs a filter as the kernel would on a call.
func verdict(t rapid.TB, program []unix.SockFilter, arch, call, arg0, arg1 uint32) uint32 {
	t.Helper()
	data := map[uint32]uint32{offsetArch: arch, offsetCall: call, offsetArg0: arg0, offsetArg1: arg1}
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
		case give:
			return s.K
		default:
			t.Fatalf("instruction %d has code %x", i, s.Code)
		}
	}
	t.Fatalf("the filter has no end")
	return 0
}

const refusal = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)

// TestFilterRefusesWhatIsListed and nothing else: the jumps of the program lead where they should.
func TestFilterRefusesWhatIsListed(t *testing.T) {
	if !supported {
		t.Skip("NOT TESTED: no filter for this architecture")
	}
	rapid.Check(t, func(t *rapid.T) {
		counted := rapid.Bool().Draw(t, "counted")
		known := slices.Concat(refused, taskCalls, []uint32{unix.SYS_SOCKET, unix.SYS_READ, unix.SYS_OPENAT})
		call := rapid.OneOf(rapid.SampledFrom(known), rapid.Uint32Range(0, 500), rapid.Uint32()).Draw(t, "call")
		arches := []uint32{auditArch, auditArch, auditArch, 0, unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM}
		arch := rapid.SampledFrom(arches).Draw(t, "arch")
		domains := []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK, unix.AF_PACKET}
		domain := rapid.SampledFrom(domains).Draw(t, "domain")
		kind := rapid.Uint32Range(1, 6).Draw(t, "kind")
		flags := rapid.SampledFrom([]uint32{0, unix.SOCK_CLOEXEC, unix.SOCK_NONBLOCK | unix.SOCK_CLOEXEC}).Draw(t,
			"flags")
		want := uint32(unix.SECCOMP_RET_ALLOW)
		switch {
		case arch != auditArch, call >= x32, slices.Contains(refused, call),
			call == unix.SYS_SOCKET && (domain != unix.AF_UNIX || kind != unix.SOCK_STREAM):
			want = refusal
		case counted && slices.Contains(taskCalls, call):
			want = unix.SECCOMP_RET_USER_NOTIF
		}
		if got := verdict(t, filterProgram(counted), arch, call, domain, kind|flags); got != want {
			t.Fatalf("call %d(%d, %x) on %x: %x, want %x", call, domain, kind|flags, arch, got, want)
		}
	})
}
