package confine

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The rights to files that Landlock knows.
const (
	readRights  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	fileRights  = readRights&^unix.LANDLOCK_ACCESS_FS_READ_DIR | writeRights
	writeRights = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	allRights   = 1<<16 - 1

	scopeSignals  = unix.LANDLOCK_SCOPE_SIGNAL
	scopeAbstract = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
)

// The versions of Landlock in which something came.
const (
	landlockRefer    = 2
	landlockTruncate = 3
	landlockDevices  = 5
	landlockScopes   = 6
)

// landlockVersion returns the version of the kernel's Landlock, 0 without it. Tests have other kernels.
var landlockVersion = func() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// rulesetAttr and pathBeneathAttr are struct landlock_ruleset_attr and struct landlock_path_beneath_attr. The second is
// packed in C; the kernel does not read the padding that Go adds at its end.
type (
	rulesetAttr     struct{ files, net, scoped uint64 }
	pathBeneathAttr struct {
		allowed uint64
		parent  int32
	}
)

// layer is a set of Landlock rules. A thread may lie under several layers, and may do only things that all of them
// allow.
type layer struct {
	handled uint64            // the rights that the layer takes away
	scoped  uint64            // what it takes away besides files
	allowed map[string]uint64 // the rights that it gives back, by path; what does not exist is left out
	places  []Place           // that may be read besides, unless their names lead elsewhere by now
}

// ruleset makes the file of the layer, by which a thread and all that it starts can be put under it; -1 if the kernel
// has no Landlock, which Enforced reports.
func (l layer) ruleset() (fd int, err error) {
	version := landlockVersion()
	if version == 0 {
		return -1, nil
	}
	attr := rulesetAttr{files: l.handled & knownRights(version)}
	if version >= landlockScopes {
		attr.scoped = l.scoped
	}
	r, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)),
		unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return -1, fmt.Errorf("making a set of Landlock rules: %w", errno)
	}
	defer unix.Close(int(r))
	for path, rights := range l.allowed {
		if fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0); err == nil {
			if err := allow(int(r), fd, path, rights&attr.files); err != nil {
				return -1, err
			}
		}
	}
	for _, p := range l.places {
		if fd, err := p.open(); err == nil {
			if err := allow(int(r), fd, p.Path, readRights&attr.files); err != nil {
				return -1, err
			}
		}
	}
	return above(int(r))
}

// restrict has a new process give up the rights to files that the layer takes away. The file of the layer must stay
// open until it has started.
func (p *plan) restrict(ruleset int) {
	if ruleset >= 0 {
		do(&p.program, "giving up new privileges", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
		do(&p.program, "restricting files", unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(ruleset))
	}
}

// knownRights returns the rights that a version knows.
func knownRights(version int) uint64 {
	rights := uint64(allRights)
	for right, since := range map[uint64]int{unix.LANDLOCK_ACCESS_FS_REFER: landlockRefer,
		unix.LANDLOCK_ACCESS_FS_TRUNCATE: landlockTruncate, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV: landlockDevices} {
		if version < since {
			rights &^= right
		}
	}
	return rights
}

// allow adds a rule for an open file or folder, which has a path, and all below it, and closes it.
func allow(ruleset, fd int, path string, rights uint64) error {
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return fmt.Errorf("allowing %q: %w", path, err)
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	attr := pathBeneathAttr{allowed: rights, parent: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("allowing %q: %w", path, errno)
	}
	return nil
}

// fileLayer is the layer of rights.
func (r Rights) fileLayer() layer {
	l := layer{handled: allRights, scoped: scopeSignals | scopeAbstract, allowed: map[string]uint64{}, places: r.Reads}
	for _, path := range systemReads {
		l.allowed[path] = readRights
	}
	if r.Proc {
		l.allowed["/proc"] = readRights
	}
	for _, device := range []string{"/dev/null", "/dev/zero", "/dev/full"} {
		l.allowed[device] = readRights | writeRights
	}
	if r.Writes != "" {
		l.allowed[r.Writes] = allRights
	}
	return l
}

// ownRights returns the rights of this process, and hides them from its children.
var ownRights = sync.OnceValues(func() (Rights, error) {
	r, err := FromEnviron()
	return r, errors.Join(err, os.Unsetenv(rightsEnv))
})
