package confine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

func init() {
	roles = map[string]func(args []string){
		"warden":    beWarden,
		"bridge":    beBridge,
		"olderThan": beOlderThan,
		"open":      openMany,
		"separates": func([]string) { fmt.Println(here().way.namespaces != 0) },
		"read":      readAll,
		"find":      findAll,
		"measures":  func([]string) { _ = json.NewEncoder(os.Stdout).Encode(Rights{}.Enforced()) },
	}
}

// beWarden runs a command with the rights of the environment.
func beWarden(argv []string) {
	r, err := FromEnviron()
	if err == nil {
		r.Writes = os.Getenv("TEST_WRITES")
		err = Run(argv, r)
	}
	fmt.Fprintln(os.Stderr, "refused:", err)
	os.Exit(1)
}

// beOlderThan takes another role on a kernel that lacks what the first word names, separated by plus signs; a number is a
// version of Landlock.
func beOlderThan(args []string) {
	for _, lack := range strings.FieldsFunc(args[0], func(r rune) bool { return r == '+' }) {
		if version, err := strconv.Atoi(lack); err == nil {
			landlockVersion = func() int { return version }
		} else if err := withoutCalls(lacking[lack]); err != nil {
			panic(err)
		}
	}
	roles[args[1]](args[2:])
}

// lacking are filters that answer as kernels do which lack something.
var lacking = map[string][]unix.SockFilter{
	"landlock (ENOSYS)":     failing(unix.SYS_LANDLOCK_CREATE_RULESET, unix.ENOSYS),
	"landlock (EPERM)":      failing(unix.SYS_LANDLOCK_CREATE_RULESET, unix.EPERM),
	"landlock (EOPNOTSUPP)": failing(unix.SYS_LANDLOCK_CREATE_RULESET, unix.EOPNOTSUPP),
	"seccomp":               failing(unix.SYS_SECCOMP, unix.ENOSYS),
	"openat2":               failing(unix.SYS_OPENAT2, unix.ENOSYS),
	"users":                 failing(unix.SYS_SETRESUID, unix.EINVAL),
	"namespaces": {
		{Code: load, K: offsetCall}, {Code: equal, K: unix.SYS_CLONE, Jf: 3},
		{Code: load, K: lower(0)}, {Code: some, K: unix.CLONE_NEWPID | unix.CLONE_NEWUSER | unix.CLONE_NEWNET, Jf: 1},
		{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}, {Code: give, K: unix.SECCOMP_RET_ALLOW},
	},
	"network namespaces": {
		{Code: load, K: offsetCall}, {Code: equal, K: unix.SYS_CLONE, Jf: 3},
		{Code: load, K: lower(0)}, {Code: some, K: unix.CLONE_NEWNET, Jf: 1},
		{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}, {Code: give, K: unix.SECCOMP_RET_ALLOW},
	},
}

// failing is a filter by which a call fails.
func failing(call uint32, err unix.Errno) []unix.SockFilter {
	return []unix.SockFilter{{Code: load, K: offsetCall}, {Code: equal, K: call, Jf: 1},
		{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(err)}, {Code: give, K: unix.SECCOMP_RET_ALLOW}}
}

// withoutCalls puts all threads of this process under a filter.
func withoutCalls(filter []unix.SockFilter) error {
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	return nil
}

// openMany opens files until that fails.
func openMany([]string) {
	var files []*os.File
	for {
		f, err := os.Open("/dev/null")
		if err != nil {
			fmt.Println(int(files[len(files)-1].Fd())+1, errors.Is(err, unix.EMFILE))
			return
		}
		files = append(files, f)
	}
}

// readAll prints files, or that it cannot.
func readAll(paths []string) {
	for _, path := range paths {
		text, err := os.ReadFile(path)
		fmt.Printf("%q %v\n", text, err == nil)
	}
}

// findAll prints the places of paths, or that nothing may be granted there.
func findAll(paths []string) {
	for _, path := range paths {
		p, err := Find(path)
		fmt.Println(p.Path, errors.Is(err, ErrProcess))
	}
}

// self returns the command of a role.
func self(t testing.TB, words ...string) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for dir := filepath.Dir(exe); strings.HasPrefix(dir, os.TempDir()+"/"); dir = filepath.Dir(dir) {
		_ = os.Chmod(dir, 0o755) // go test makes it for its user alone
	}
	return append([]string{exe}, words...)
}

// ended is what is left of a command.
type ended struct {
	stdout, stderr string
	status         string // "exit status 3", "signal: killed"
	folder         string // that it may write to
}

// needsOf returns what a command needs that a person typed.
func needsOf(argv []string) []Place {
	needs, _ := Command{Words: argv, Typed: true}.Needs()
	return needs
}

// confined runs a command under a warden that lacks something of the kernel, "" for nothing.
func confined(t testing.TB, r Rights, lack string, argv ...string) ended {
	t.Helper()
	return confinedAs(t, os.Getuid(), r, lack, argv...)
}

// confinedAs is confined as another user.
func confinedAs(t testing.TB, user int, r Rights, lack string, argv ...string) ended {
	t.Helper()
	program, err := exec.LookPath(argv[0])
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	argv[0] = program
	r.Reads = append(r.Reads, needsOf(argv)...)
	return startedAs(t, user, r, lack, argv...)
}

// startedAs is confinedAs for a command, its program with an absolute path, that gets nothing but its rights.
func startedAs(t testing.TB, user int, r Rights, lack string, argv ...string) ended {
	t.Helper()
	env, err := r.Environ()
	if err != nil {
		t.Fatal(err)
	}
	words := append([]string{"warden"}, argv...)
	if lack != "" {
		words = append([]string{"olderThan", lack}, words...)
	}
	command := self(t, words...)
	c := exec.Command(command[0], command[1:]...)
	e := ended{folder: filepath.Join(open(t), "own")}
	if err := os.Mkdir(e.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if who := credential(user); who != nil {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: who}
		if err := os.Chown(e.folder, user, user); err != nil {
			t.Fatal(err)
		}
	}
	c.Env = append(os.Environ(), env, "TEST_WRITES="+e.folder)
	secret, err := os.Open("/dev/null") // not for the program
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	c.ExtraFiles = []*os.File{secret, secret}
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	e.stdout, e.stderr = stdout.String(), stderr.String()
	e.status = c.ProcessState.String()
	return e
}
