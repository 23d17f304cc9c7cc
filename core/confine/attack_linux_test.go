package confine

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// TestNothingOutsideIsReached runs a program that tries to, as root and as somebody else, below a warden and below a
// process that runs programs of others, with a PID namespace and without.
func TestNothingOutsideIsReached(t *testing.T) {
	needSandbox(t)
	attack := compiled(t, "attack.c")
	socket := filepath.Join(filepath.Dir(attack), "outside")
	outside, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	if err := os.Chmod(socket, 0o777); err != nil {
		t.Fatal(err)
	}
	segment, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o666)
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	defer func() { _, _ = unix.SysvShmCtl(segment, unix.IPC_RMID, nil) }()
	argv := []string{attack, strconv.Itoa(os.Getpid()), socket, strconv.Itoa(segment)}
	for _, user := range users() {
		for name, kind := range map[string]struct {
			rights Rights
			argv   []string
		}{
			"grpc": {Rights{}, argv},
			"exec": {Rights{Proc: true}, append(self(t, "bridge"), argv...)},
		} {
			for _, lack := range []string{"", "namespaces"} {
				t.Run(fmt.Sprintf("%s as %d without %q", name, user, lack), func(t *testing.T) {
					t.Parallel()
					r := kind.rights
					r.Reads = Needs(argv)
					got := confinedAs(t, user, r, lack, slices.Clone(kind.argv)...)
					if got.stdout != "done\n" || got.status != "exit status 0" {
						t.Errorf("reached:\n%s%s%s", got.stdout, got.stderr, got.status)
					}
				})
			}
		}
	}
}

// users are those as whom programs are started: this one, and an ordinary one if this is root.
func users() []int {
	if os.Getuid() == 0 {
		return []int{0, 12345}
	}
	return []int{os.Getuid()}
}

// compiled returns a program of testdata in a folder that everybody may read.
func compiled(t testing.TB, source string) string {
	t.Helper()
	dir := open(t)
	program := filepath.Join(dir, "program")
	if out, err := exec.Command("cc", "-o", program, filepath.Join("testdata", source)).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: no C compiler: %v: %s", err, out)
	}
	return program
}

// open returns a new folder that everybody may read.
func open(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "confine-") // not below t.TempDir, which nobody else may enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// beBridge starts a program as a process with Rights.Proc does.
func beBridge(argv []string) {
	done := make(chan error)
	err := Adopt()
	if err == nil {
		err = Shield()
	}
	if err != nil {
		panic(err)
	}
	if _, most := Refusals(); most == 0 {
		panic("not confined")
	}
	child.OnThread(func() {
		p, err := Start(argv, os.Environ(), [3]*os.File{os.Stdin, os.Stdout, os.Stderr}, 100, "")
		if err == nil {
			_, err = p.Wait()
		}
		done <- err
		runtime.KeepAlive(p)
	})
	if err := <-done; err != nil {
		panic(err)
	}
	EndOrphans()
}

func credential(user int) *syscall.Credential {
	if user == os.Getuid() {
		return nil
	}
	return &syscall.Credential{Uid: uint32(user), Gid: uint32(user), NoSetGroups: false}
}
